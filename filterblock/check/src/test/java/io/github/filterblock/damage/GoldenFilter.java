// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Manner;
import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.PlacedKey;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The filter block of a golden table, with every key that is in it.
 *
 * @param name for messages
 * @param block the sound block; copy before damaging
 * @param matcher reads its filters
 * @param model reads them slowly and by the book
 * @param keysByWindow the table's keys, by the window of their data block
 */
record GoldenFilter(
        String name,
        byte[] block,
        BloomFilterMatcher matcher,
        ReferencePolicy model,
        Map<Long, List<PlacedKey>> keysByWindow) {

    private static final byte[] ABSENT_KEY = "no table has this key".getBytes(StandardCharsets.US_ASCII);
    private static final long[] FAR_OFFSETS = {1L << 31, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -1};

    /**
     * The smallest filter blocks of Bloom filters with keys in the corpus, in ascending order, up to this number; those
     * of the bundled corpus if the configured one has none.
     */
    static List<GoldenFilter> smallest(int count) {
        List<GoldenFilter> found = smallest(Corpus.configured(), count);
        return found.isEmpty() ? smallest(Corpus.bundled(), count) : found;
    }

    private static List<GoldenFilter> smallest(Corpus corpus, int count) {
        return corpus.tables().stream()
                .map(GoldenFilter::of)
                .flatMap(Optional::stream)
                .filter(golden -> !golden.keysByWindow.isEmpty())
                .sorted(Comparator.comparingInt(golden -> golden.block.length))
                .limit(count)
                .toList();
    }

    private static Optional<GoldenFilter> of(CorpusTable table) {
        Optional<BloomHash> hash =
                table.filter().flatMap(filter -> filter.filterCode()).flatMap(GoldenFilter::hash);
        Optional<ReferencePolicy> model = table.filter().flatMap(filter -> filter.referencePolicy());
        Optional<byte[]> block = table.filterBlock();
        if (hash.isEmpty() || model.isEmpty() || block.isEmpty()) {
            return Optional.empty();
        }
        int baseLg = block.get()[block.get().length - 1];
        Map<Long, List<PlacedKey>> keys = TableCase.of(table).keys().stream()
                .collect(Collectors.groupingBy(key -> key.blockOffset() >>> baseLg, TreeMap::new, Collectors.toList()));
        BloomFilterMatcher matcher = new BloomFilterMatcher(table.name(), hash.get());
        return Optional.of(new GoldenFilter(table.name(), block.get(), matcher, model.get(), keys));
    }

    private static Optional<BloomHash> hash(String filterCode) {
        return switch (filterCode) {
            case ReferencePolicy.BLOOM -> Optional.of(BloomHash.UNSIGNED_TAIL);
            case ReferencePolicy.SIGNED_TAIL_BLOOM -> Optional.of(BloomHash.SIGNED_TAIL);
            default -> Optional.empty();
        };
    }

    /** A few questions of every sort; each number gives different ones. */
    List<PlacedKey> questions(int number) {
        List<PlacedKey> questions = new ArrayList<>();
        List<List<PlacedKey>> windows = List.copyOf(keysByWindow.values());
        for (int i = 0; i < 3 && !windows.isEmpty(); i++) {
            List<PlacedKey> window = windows.get((number * 3 + i) % windows.size());
            PlacedKey key = window.get(number % window.size());
            questions.add(key);
            questions.add(new PlacedKey(key.blockOffset(), ABSENT_KEY));
        }
        questions.add(new PlacedKey(0, ABSENT_KEY));
        questions.add(new PlacedKey(FAR_OFFSETS[number % FAR_OFFSETS.length], ABSENT_KEY));
        return questions;
    }

    /** Compares the reader's answers over any bytes, in both manners, with those of the model. */
    void assertAnswersOfTheModel(ByteBuf block, byte[] bytes, List<PlacedKey> questions) {
        ReferenceFilterBlock slow = new ReferenceFilterBlock(bytes, model);
        try (FilterBlockReader safe = FilterBlockReader.retaining(block, matcher)) {
            FilterBlockReader likeLevelDb = Manner.LIKE_LEVELDB.of(safe);
            assertEquals(slow.numFilters(), safe.layout().filterCount());
            for (PlacedKey question : questions) {
                long offset = question.blockOffset();
                byte[] key = question.key();
                if (slow.keyMayMatchSafely(offset, key) != safe.keyMayMatch(offset, key)
                        || slow.keyMayMatch(offset, key) != likeLevelDb.keyMayMatch(offset, key)) {
                    throw new AssertionError(
                            name + ": " + question + " of " + HexFormat.of().formatHex(bytes));
                }
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
