// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static io.github.filterblock.analysis.RangeTables.deletions;
import static io.github.filterblock.analysis.RangeTables.range;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which deletion of a range is the newest of a key, beside a look at every range. */
class RangeDeletionsTest {
    private static final String BYTEWISE = "leveldb.BytewiseComparator";
    private static final String REVERSE = "rocksdb.ReverseBytewiseComparator";

    private record Range(String start, String end, long sequence) {
        boolean has(String key, boolean reverse) {
            return reverse
                    ? key.compareTo(start) <= 0 && key.compareTo(end) > 0
                    : key.compareTo(start) >= 0 && key.compareTo(end) < 0;
        }
    }

    private static String key(Random random) {
        String letters = "abcdef";
        char first = letters.charAt(random.nextInt(6));
        return random.nextBoolean() ? "" + first : "" + first + letters.charAt(random.nextInt(6));
    }

    @ParameterizedTest
    @ValueSource(strings = {BYTEWISE, REVERSE})
    void theNewestRangeWithAKeyIsFound(String comparator) throws IOException {
        boolean reverse = comparator.equals(REVERSE);
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            List<Range> ranges = new ArrayList<>();
            List<Entry> entries = new ArrayList<>();
            for (int i = random.nextInt(8); i >= 0; i--) {
                Range range = new Range(key(random), key(random), 1 + random.nextInt(9));
                ranges.add(range);
                entries.add(range(range.start(), range.end(), range.sequence()));
            }
            RangeDeletions found = deletions(comparator, entries);
            assertEquals(Optional.empty(), found.obstacle());
            for (int i = 0; i < 40; i++) {
                String key = key(random);
                OptionalLong expected = ranges.stream()
                        .filter(range -> range.has(key, reverse))
                        .mapToLong(Range::sequence)
                        .max();
                assertEquals(expected, found.newest(key.getBytes(US_ASCII)), () -> key + " of " + ranges);
            }
        }
    }

    /** Pebble wrote the same deletions into tables of rows and of columns. */
    @ParameterizedTest
    @ValueSource(strings = {"made-v6-default", "made-v8-default", "made-v7-rangeonly"})
    void rangesInColumnsAreThoseInRows(String name) throws IOException {
        RangeDeletions rows = ofPebble("made-v4-default");
        RangeDeletions columns = ofPebble(name);
        assertEquals(Optional.empty(), columns.obstacle());
        List<OptionalLong> found = new ArrayList<>();
        for (int first = 'a'; first <= 'z'; first++) {
            for (String rest : List.of("", "a", "m", "z", "zz")) {
                byte[] key = ((char) first + rest).getBytes(US_ASCII);
                found.add(columns.newest(key));
                if (!name.endsWith("rangeonly")) {
                    assertEquals(rows.newest(key), columns.newest(key), (char) first + rest);
                }
            }
        }
        assertTrue(found.stream().anyMatch(OptionalLong::isPresent));
        assertTrue(found.contains(OptionalLong.empty()));
    }

    @Test
    void theNewestDeletionOfARangeInColumnsCounts() throws IOException {
        RangeDeletions ranges = ofPebble("made-v7-rangeonly");
        assertEquals(OptionalLong.of(5000), ranges.newest("aaa".getBytes(US_ASCII)));
        assertEquals(OptionalLong.empty(), ranges.newest("bbb".getBytes(US_ASCII)));
        assertEquals(OptionalLong.of(5001), ranges.newest("cccc".getBytes(US_ASCII)));
        assertEquals(OptionalLong.empty(), ranges.newest("ddd".getBytes(US_ASCII)));
    }

    private static RangeDeletions ofPebble(String name) throws IOException {
        PebbleTable golden = PebbleCorpus.configured().tables().stream()
                .filter(table -> table.path().endsWith(name + ".sst"))
                .findFirst()
                .orElseThrow();
        try (TableFile table = TableFile.open(golden.path())) {
            return RangeDeletions.of(table, table.structure());
        }
    }

    @Test
    void aRangeThatEndsBeforeItStartsDeletesNothing() throws IOException {
        assertTrue(deletions(BYTEWISE, List.of(range("b", "a", 3))).isEmpty());
        assertTrue(deletions(BYTEWISE, List.of(range("b", "b", 3))).isEmpty());
        assertFalse(deletions(BYTEWISE, List.of(range("a", "b", 3))).isEmpty());
    }

    /** RocksDB gives entries that no snapshot tells apart any more the number 0. */
    @Test
    void aDeletionMayHaveTheSequenceNumberZero() throws IOException {
        RangeDeletions ranges = deletions(BYTEWISE, List.of(range("a", "b", 0)));
        assertEquals(OptionalLong.of(0), ranges.newest("a".getBytes(US_ASCII)));
        assertEquals(OptionalLong.empty(), ranges.newest("b".getBytes(US_ASCII)));
    }

    @Test
    void aTableWithoutSuchABlockDeletesNoRange() throws IOException {
        TableFile table = TestTable.ofInternalKeys().block("a").write().open();
        assertTrue(RangeDeletions.of(table, table.structure()).isEmpty());
    }

    @Test
    void whatCannotBeReadIsSaid() throws IOException {
        RangeDeletions ofUnknownOrder = deletions("mine", List.of(range("a", "b", 3)));
        assertEquals(Optional.of("the order of its keys is not known"), ofUnknownOrder.obstacle());
        assertFalse(ofUnknownOrder.isEmpty());
        assertEquals(OptionalLong.empty(), ofUnknownOrder.newest(new byte[] {'a'}));
        RangeDeletions withoutTag = deletions(BYTEWISE, List.of(Entry.of("short", new byte[] {'z'})));
        assertEquals(Optional.of("they cannot be read: a key has no tag"), withoutTag.obstacle());
    }

    @Test
    void manyRangesAreRead() throws IOException {
        Entry[] entries = new Entry[5_000];
        Arrays.setAll(
                entries,
                i -> range(String.format(Locale.ROOT, "%06d", i), String.format(Locale.ROOT, "%06d", i + 2), i + 1L));
        RangeDeletions all = deletions(BYTEWISE, List.of(entries));
        assertEquals(OptionalLong.of(1235), all.newest("001234".getBytes(US_ASCII)));
        assertEquals(OptionalLong.of(5000), all.newest("005000".getBytes(US_ASCII)));
        assertEquals(OptionalLong.empty(), all.newest("005001".getBytes(US_ASCII)));
    }

    /** A range takes 160 bytes beside those of its keys, so short keys count as well. */
    @Test
    void rangesOfMoreThan64MebibytesAreNotRead() throws IOException {
        String start = "k".repeat((1 << 20) - 168);
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            entries.add(range(start, "", i));
        }
        assertEquals(Optional.empty(), deletions(BYTEWISE, entries).obstacle());
        entries.set(63, range(start, "a", 63));
        Optional<String> tooMany = Optional.of("they cannot be read: they take more than 64 MiB");
        assertEquals(tooMany, deletions(BYTEWISE, entries).obstacle());
        int most = (64 << 20) / (160 + 9 + 1);
        Entry[] shortest = new Entry[most + 1];
        Arrays.fill(shortest, range("a", "b", 1));
        assertEquals(tooMany, deletions(BYTEWISE, List.of(shortest)).obstacle());
        List<Entry> fewer = List.of(shortest).subList(0, most);
        assertEquals(Optional.empty(), deletions(BYTEWISE, fewer).obstacle());
    }

    /** However many entries lead to blocks of ranges, they share the bound; other names lead to none. */
    @Test
    void severalBlocksShareTheBound() throws IOException {
        Entry[] half = new Entry[(40 << 20) / 170];
        Arrays.fill(half, range("a", "b", 1));
        byte[] block = TestBlocks.entries(List.of(half), 16);
        for (String second : List.of("rocksdb.range_del2", "rocksdb.range_del3")) {
            TestTable table = TestTable.ofInternalKeys()
                    .block("k")
                    .changeData(0, any -> block)
                    .properties("rocksdb.comparator", BYTEWISE)
                    .changeMetaindexEntries(metaindex -> {
                        metaindex.add(Entry.of("rocksdb.range_del", TestBlocks.handle(0, block.length)));
                        metaindex.add(Entry.of(second, TestBlocks.handle(0, block.length)));
                    });
            try (TableFile file = TableFile.open(TableSource.of(ByteBuffer.wrap(table.bytes()), "array"))) {
                assertEquals(
                        second.endsWith("2"),
                        RangeDeletions.of(file, file.structure()).obstacle().isPresent());
            }
        }
    }
}
