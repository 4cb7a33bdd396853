// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterBatch;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.KeyParts;
import io.github.filterblock.table.KeySplit;
import io.github.filterblock.table.RocksDbFilter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Asks a full or partitioned filter about the keys of its table: with each hash that legacy filters may have, and where
 * the split of Pebble's prefixes is not known also for whole keys, or for the parts that its columns show. Not
 * thread-safe.
 */
final class UserKeyInquiry extends FilterInquiry<LegacyHash> {
    private final RocksDbFilter safe;
    private final int suffixLength;
    private final List<UserKeyTrial> safeTrials;
    private final List<UserKeyTrial> wholeKeyTrials;
    private final Findings.Collector deniedPrefixes = new Findings.Collector(Findings.USUAL_LIMIT);
    private final long[] additions;
    private final Copy previous = new Copy();

    /** The last key that the filter is asked about; those outside the domain of an extractor are not. */
    private final Copy lastAsked = new Copy();

    private long keys;

    /** The first data block with a key that is too short for its tag; -1 if there is none. */
    private long blockOfShortKey = -1;

    /** How the keys are divided, and what the filter has of the present one; -1 if the table does not show it. */
    private final KeyParts parts = new KeyParts();

    private int firstPart = -1;

    /** Keys that wait to be asked about together. */
    private final KeyBatch waiting = new KeyBatch();

    private final FullFilterBatch questions = new FullFilterBatch(KeyBatch.MAX_KEYS);

    /** The filters of the partitions, if one question to one of them decides about a key; else none. */
    private final FullFilter[] filters;

    UserKeyInquiry(RocksDbFilter filter) {
        this.safe = filter;
        this.suffixLength = FilterMatcher.TAG_LENGTH + filter.contents().timestampLength();
        this.additions = new long[filter.partitions().size()];
        this.filters = takesOneQuestion(filter)
                ? filter.partitions().stream().map(FilterPartition::filter).toArray(FullFilter[]::new)
                : new FullFilter[0];
        this.safeTrials = trials(filter);
        this.wholeKeyTrials = filter.contents().probesEveryPrefix() ? trials(filter.withWholeKeys()) : List.of();
        safeTrials.forEach(this::add);
        wholeKeyTrials.forEach(this::add);
    }

    private List<UserKeyTrial> trials(RocksDbFilter filter) {
        List<LegacyHash> hashes = filter.hash() == LegacyHash.EITHER
                ? List.of(LegacyHash.SIGNED, LegacyHash.UNSIGNED)
                : List.of(filter.hash());
        return hashes.stream()
                .map(hash -> new UserKeyTrial(hash, filter.withHash(hash)))
                .toList();
    }

    /** The usual form: whole keys alone are asked for, with one hash, and only in the filter that they belong to. */
    private static boolean takesOneQuestion(RocksDbFilter filter) {
        FilterContents contents = filter.contents();
        return filter.mayDeny()
                && contents.wholeKeys()
                && contents.split() == KeySplit.NONE
                && contents.extractorName().isEmpty()
                && filter.hash() != LegacyHash.EITHER
                && (filter.partitions().size() == 1 || filter.isOrdered())
                && filter.partitions().stream()
                        .map(each -> each.filter().geometry().kind())
                        .noneMatch(kind -> kind == FullFilterKind.EMPTY);
    }

    /** Takes a stored key: a user key, a timestamp if there are any, and a tag. */
    @Override
    void key(long blockOffset, byte[] key, int storedLength, int shownPart) {
        boolean waits = filters.length > 0 && storedLength >= suffixLength;
        if (!waits || !waiting.hasRoomFor(storedLength)) {
            askWaiting();
        }
        if (waits && waiting.hasRoomFor(storedLength)) {
            waiting.add(blockOffset, key, storedLength);
        } else {
            askNow(blockOffset, key, storedLength, shownPart);
        }
    }

    private void askNow(long blockOffset, byte[] key, int storedLength, int shownPart) {
        int length = storedLength - suffixLength;
        firstPart = safe.contents().probesEveryPrefix() ? shownPart : -1;
        if (firstPart >= 0) {
            parts.add(firstPart, length);
        }
        ask(blockOffset, key, storedLength);
        keys++;
        if (length < 0 && blockOfShortKey < 0) {
            blockOfShortKey = blockOffset;
        }
        if (length >= 0) {
            if (!safe.prefixMayMatch(key, 0, length)) {
                deniedPrefixes.add(
                        Rule.TF_13, blockOffset, () -> prefixMessage(blockOffset, Arrays.copyOf(key, length)));
            }
            if (safe.contents().probedLength(key, 0, length) >= 0) {
                lastAsked.set(key, 0, length);
            }
            countAddition(key, length);
        }
    }

    /**
     * The hot loops: hashes the keys that wait, and counts those that differ from the one before; then probes for all
     * of them, so that loads of the filter's lines overlap; then looks at the answers. Each is at most {@value
     * KeyBatch#MAX_KEYS} keys long, of {@value KeyBatch#MAX_BYTES} bytes together.
     */
    private void askWaiting() {
        int count = waiting.count();
        if (count == 0) {
            return;
        }
        byte[] bytes = waiting.bytes;
        for (int i = 0; i < count; i++) {
            int start = waiting.start(i);
            int length = waiting.length(i) - suffixLength;
            int partition = filters.length == 1 ? 0 : safe.partition(bytes, start, length);
            questions.add(filters[partition], bytes, start, length);
            boolean repeated = i == 0 ? previous.is(bytes, start, length) : waiting.repeats(i, suffixLength);
            additions[partition] += repeated ? 0 : 1;
        }
        questions.probe();
        int denied = 0;
        for (int i = 0; i < count; i++) {
            if (!questions.mayMatch(i)) {
                denied++;
                ask(waiting.blockOffset(i), waiting.copy(i), waiting.length(i));
            }
        }
        questions.clear();
        match(count - denied);
        keys += count;
        previous.set(bytes, waiting.start(count - 1), waiting.length(count - 1) - suffixLength);
        lastAsked.set(bytes, waiting.start(count - 1), waiting.length(count - 1) - suffixLength);
        waiting.clear();
    }

    /** Counts what the writer added, once for keys of the same prefix if that is what it adds. */
    private void countAddition(byte[] key, int keyLength) {
        boolean cut = safe.contents().split() != KeySplit.NONE;
        int asked = firstPart >= 0 ? firstPart : safe.contents().probedLength(key, 0, keyLength);
        int length = cut ? Math.max(0, asked) : keyLength;
        if (!previous.is(key, 0, length)) {
            previous.set(key, 0, length);
            int partition = additions.length == 1 ? 0 : safe.partition(key, 0, length);
            if (partition >= 0 && additions.length > 0) {
                additions[partition]++;
            }
        }
    }

    @Override
    UserKeyFilter conclude(TableFacts facts) {
        askWaiting();
        boolean allKeys = facts.hasAllKeys();
        boolean partsShown = allKeys && firstPart >= 0;
        boolean haveWholeKeys = allKeys
                && (!partsShown || parts.areWholeKeys())
                && wholeKeyTrials.stream().anyMatch(UserKeyTrial::deniesNothing);
        List<UserKeyTrial> trials = haveWholeKeys ? wholeKeyTrials : safeTrials;
        List<UserKeyTrial> right =
                trials.stream().filter(UserKeyTrial::deniesNothing).toList();
        UserKeyTrial best = trials.stream()
                .min(Comparator.comparingDouble(UserKeyTrial::denialRate))
                .orElseThrow();
        RocksDbFilter undecided = haveWholeKeys ? safe.withWholeKeys() : safe;
        RocksDbFilter found = right.size() == trials.size() ? undecided : best.filter;
        RocksDbFilter filter = partsShown ? found.withParts(parts) : found;
        FilterIdentification<LegacyHash> identification =
                identification(trials, right.isEmpty() ? List.of(best) : right, facts);
        return new UserKeyFilter(
                filter,
                identification,
                deniedPrefixes.findings().count(),
                additions(),
                trust(filter, identification, facts),
                findings(identification));
    }

    private FilterIdentification<LegacyHash> identification(
            List<UserKeyTrial> trials, List<UserKeyTrial> remaining, TableFacts facts) {
        boolean legacy = safe.partitions().stream()
                .anyMatch(each -> each.filter().geometry().kind() == FullFilterKind.LEGACY_BLOOM);
        UserKeyTrial first = remaining.get(0);
        return new FilterIdentification<>(
                trials.stream().map(UserKeyTrial::result).toList(),
                remaining.stream().map(UserKeyTrial::result).toList(),
                facts.provenFormat(),
                keys,
                distinguishingKeys(),
                first.denied() > 0,
                !legacy,
                first.denied() > 0 ? first.findings() : Findings.NONE);
    }

    private List<Long> additions() {
        return Arrays.stream(additions).boxed().toList();
    }

    private FilterTrust trust(RocksDbFilter filter, FilterIdentification<LegacyHash> identification, TableFacts facts) {
        if (filter.damage().isPresent()) {
            return FilterTrust.unreadable(filter.damage().get());
        }
        if (identification.contradicted()) {
            return FilterTrust.contradicted(identification);
        }
        if (facts.isInconsistent() || hasShortKeys()) {
            return FilterTrust.INCONSISTENT_INDEX;
        }
        FilterContents contents = filter.contents();
        return contents.obstacle()
                .map(FilterTrust::unknownAdditions)
                .orElse(contents.probesSeveralPrefixes() ? FilterTrust.PREFIXES_ASKED : FilterTrust.TRUSTED);
    }

    private boolean hasShortKeys() {
        return blockOfShortKey >= 0;
    }

    private Findings findings(FilterIdentification<LegacyHash> identification) {
        Findings.Collector findings = new Findings.Collector(Findings.USUAL_LIMIT);
        UserKeyFilter.check(safe, lastAsked.copy(), findings);
        if (hasShortKeys()) {
            findings.add(
                    Rule.TF_12,
                    blockOfShortKey,
                    () -> "a key of the data block is too short for the 8-byte tag that all keys of RocksDB have");
        }
        findings.addAll(deniedPrefixes.findings());
        findings.addAll(identification.deniedKeys());
        return findings.findings();
    }

    private String prefixMessage(long blockOffset, byte[] key) {
        return "the prefix " + hex(key, safe.contents().prefixLength(key.length)) + " of "
                + denial(key, key.length, blockOffset) + whatDenies(key);
    }

    private String whatDenies(byte[] key) {
        return safe.partitions().size() == 1
                ? "the filter"
                : safe.partition(key)
                        .map(number -> "partition " + number + " of the filter")
                        .orElse("the filter");
    }

    /** The filter asked with one hash. */
    private final class UserKeyTrial extends Trial<LegacyHash> {
        private final RocksDbFilter filter;
        private final RocksDbFilter ofParts;

        UserKeyTrial(LegacyHash hash, RocksDbFilter filter) {
            super(hash, KeyFormat.USER_KEY, suffixLength, false);
            this.filter = filter;
            this.ofParts = filter.withWholeKeys();
        }

        @Override
        boolean deniesKey(long blockOffset, byte[] key, int length) {
            return firstPart >= 0 ? !ofParts.tableMayMatch(key, 0, firstPart) : !filter.tableMayMatch(key, 0, length);
        }

        @Override
        String message(long blockOffset, byte[] key, int length) {
            String what = firstPart >= 0 ? "the first part of " : "";
            return what + denial(key, length, blockOffset) + whatDenies(Arrays.copyOf(key, length));
        }
    }

    /** A key that is kept while the array that held it is used again. */
    private static final class Copy {
        private static final int MAX_GROWTH = 1 << 20;

        private byte[] bytes = {};
        private int length = -1;

        boolean is(byte[] key, int start, int keyLength) {
            return keyLength == length && Arrays.equals(key, start, start + keyLength, bytes, 0, keyLength);
        }

        void set(byte[] key, int start, int keyLength) {
            if (bytes.length < keyLength) {
                bytes = new byte[Math.max(keyLength, bytes.length + Math.min(bytes.length, MAX_GROWTH))];
            }
            System.arraycopy(key, start, bytes, 0, keyLength);
            length = keyLength;
        }

        Optional<byte[]> copy() {
            return length < 0 ? Optional.empty() : Optional.of(Arrays.copyOf(bytes, length));
        }
    }
}
