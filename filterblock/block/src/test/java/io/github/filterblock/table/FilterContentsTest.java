// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestBlocks.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the properties allow to be asked. */
@Tag("RF-5")
class FilterContentsTest {
    private static final String BYTEWISE = "rocksdb.comparator=leveldb.BytewiseComparator";
    private static final String ONLY_PREFIXES = "rocksdb.block.based.table.whole.key.filtering=0";
    private static final String WHOLE_KEYS = "rocksdb.block.based.table.whole.key.filtering=1";
    private static final String EXTRACTOR = "rocksdb.prefix.extractor.name=";

    /** Values are texts; one of the form {@code #n} is a number of one byte. */
    private static RocksDbProperties properties(String... namesAndValues) throws CorruptTableException {
        List<Entry> entries = new ArrayList<>();
        for (String each : namesAndValues) {
            String[] parts = each.split("=", 2);
            byte[] value = parts[1].startsWith("#")
                    ? new byte[] {Byte.parseByte(parts[1].substring(1))}
                    : parts[1].getBytes(ISO_8859_1);
            entries.add(Entry.of(parts[0], value));
        }
        KeyValueBlock block = KeyValueBlock.wrap(TestBlocks.entries(entries, 1), "a.sst", 0);
        return RocksDbProperties.read(block);
    }

    /** Properties of a table that RocksDB certainly wrote. */
    private static FilterContents contents(String... namesAndValues) throws CorruptTableException {
        return FilterContents.of(Optional.of(properties(namesAndValues)), 5, FilterForm.FULL, false);
    }

    /** Properties of a table that Pebble may have written. */
    private static FilterContents pebbles(String... namesAndValues) throws CorruptTableException {
        return FilterContents.of(Optional.of(properties(namesAndValues)), 2, FilterForm.FULL, true);
    }

    private static int asked(FilterContents contents, int length) {
        return contents.probedLength(new byte[length], 0, length);
    }

    @ParameterizedTest
    @CsvSource({
        "leveldb.BytewiseComparator, BYTEWISE, 0",
        "rocksdb.ReverseBytewiseComparator, REVERSE, 0",
        "RocksDB_SE_v3.10, BYTEWISE, 0",
        "rev:RocksDB_SE_v3.10, REVERSE, 0",
        "rev:RocksDB_SE_v3.1, UNKNOWN, 0",
        "rocksdb.InternalKeyComparator:leveldb.BytewiseComparator, BYTEWISE, 0",
        "rocksdb.InternalKeyComparator:a.Users, UNKNOWN, 0",
        "leveldb.BytewiseComparator.u64ts, BYTEWISE, 8",
        "rocksdb.ReverseBytewiseComparator.u64ts, REVERSE, 8",
        "mine, UNKNOWN, 0",
        "mine.u64ts, UNKNOWN, 8"
    })
    void onlyKnownComparatorsAllowDenials(String comparator, FilterContents.Order order, int timestamp)
            throws CorruptTableException {
        FilterContents contents = contents(WHOLE_KEYS, "rocksdb.comparator=" + comparator);
        assertEquals(order, contents.order());
        assertEquals(timestamp, contents.timestampLength());
        assertEquals(order == FilterContents.Order.UNKNOWN, contents.obstacle().isPresent());
        assertEquals(order == FilterContents.Order.UNKNOWN ? -1 : 7, asked(contents, 7));
    }

    /** Nothing is known, so nothing is denied, and the table may have keys. */
    @Test
    void withoutPropertiesNothingIsAskedOrKnown() {
        FilterContents contents = FilterContents.of(Optional.empty(), 5, FilterForm.FULL, true);
        assertEquals(Optional.of("there are no properties of RocksDB that could be read"), contents.obstacle());
        assertEquals(-1, asked(contents, 7));
        assertEquals(1, contents.questions(7));
        assertEquals(-1, contents.prefixLength(7));
        assertEquals("", contents.extractorName());
        assertEquals(0, contents.timestampLength());
        assertEquals(OptionalLong.empty(), contents.entries());
        assertEquals(OptionalLong.empty(), contents.filterSize());
        assertTrue(contents.hasKeys());
        assertFalse(contents.probesEveryPrefix() || contents.probesSeveralPrefixes());
    }

    @Test
    void timestampsMayNotBeStored() throws CorruptTableException {
        String comparator = "rocksdb.comparator=leveldb.BytewiseComparator.u64ts";
        String persisted = "rocksdb.user.defined.timestamps.persisted=";
        assertEquals(0, contents(comparator, persisted + "#0").timestampLength());
        assertEquals(8, contents(comparator, persisted + "#1").timestampLength());
    }

    @ParameterizedTest
    @CsvSource({
        "rocksdb.FixedPrefix.4, -1, 4, 4",
        "rocksdb.CappedPrefix.4, 3, 4, 4",
        "rocksdb.Noop, 3, 4, 5",
        "rocksdb.FixedPrefix., -1, -1, -1",
        "rocksdb.FixedPrefix.4444444444, -1, -1, -1",
        "rocksdb.CappedPrefix.x, -1, -1, -1",
        "mine, -1, -1, -1",
        "nullptr, -1, -1, -1"
    })
    void prefixesAreThoseOfTheExtractor(String name, int of3, int of4, int of5) throws CorruptTableException {
        FilterContents contents = contents(ONLY_PREFIXES, BYTEWISE, EXTRACTOR + name);
        assertEquals(List.of(of3, of4, of5), List.of(asked(contents, 3), asked(contents, 4), asked(contents, 5)));
        FilterContents withKeys = contents(WHOLE_KEYS, BYTEWISE, EXTRACTOR + name);
        assertEquals(5, asked(withKeys, 5));
        assertEquals(Optional.empty(), withKeys.obstacle());
    }

    @Test
    void numbersAreThoseThatAreStored() throws CorruptTableException {
        FilterContents contents = contents(
                BYTEWISE,
                "rocksdb.filter.size=#17",
                "rocksdb.num.entries=#3",
                "rocksdb.num.filter_entries=#5",
                "rocksdb.num.range-deletions=#3");
        assertEquals(OptionalLong.of(17), contents.filterSize());
        assertEquals(OptionalLong.of(5), contents.entries());
        assertEquals(false, contents.hasKeys());
        FilterContents other = contents(BYTEWISE, "rocksdb.num.entries=#3", "rocksdb.num.range-deletions=#2");
        assertEquals(OptionalLong.empty(), other.filterSize());
        assertEquals(OptionalLong.empty(), other.entries());
        assertTrue(other.hasKeys() && contents(BYTEWISE).hasKeys());
    }

    @Test
    void withoutPropertiesNothingIsDenied() {
        FilterContents contents = FilterContents.of(Optional.empty(), 5, FilterForm.FULL, false);
        assertTrue(contents.obstacle().isPresent() && contents.hasKeys());
        assertEquals(List.of(-1, -1), List.of(asked(contents, 0), asked(contents, 9)));
    }

    /** Where the property is lost, others tell. */
    @ParameterizedTest
    @CsvSource({
        "rocksdb.prefix.extractor.name=nullptr, 9",
        "rocksdb.block.based.table.prefix.filtering=0, 9",
        "rocksdb.prefix.extractor.name=rocksdb.FixedPrefix.4, -1",
        "rocksdb.prefix.extractor.name=mine, -1",
        "rocksdb.block.based.table.prefix.filtering=1, -1",
        "rocksdb.num.entries=#3, -1"
    })
    void withoutItsPropertyWholeKeysMustFollowFromOthers(String other, int of9) throws CorruptTableException {
        assertEquals(of9, asked(contents(BYTEWISE, other), 9));
        assertEquals(of9, asked(contents(BYTEWISE, other, "rocksdb.block.based.table.whole.key.filtering=x"), 9));
    }

    /** From version 3 and 4 on these properties are always there; without them the index would be read wrongly. */
    @ParameterizedTest
    @CsvSource({
        "2, false, false, true",
        "3, false, false, false",
        "3, true, false, true",
        "4, true, false, false",
        "4, false, true, false",
        "7, true, true, true"
    })
    void withoutTheFormOfTheirIndexNoPartitionDenies(int version, boolean keys, boolean values, boolean denies)
            throws CorruptTableException {
        List<String> all = new ArrayList<>(List.of(BYTEWISE, WHOLE_KEYS));
        if (keys) {
            all.add("rocksdb.index.key.is.user.key=#1");
        }
        if (values) {
            all.add("rocksdb.index.value.is.delta.encoded=#1");
        }
        RocksDbProperties properties = properties(all.toArray(String[]::new));
        Optional<RocksDbProperties> found = Optional.of(properties);
        assertEquals(
                denies,
                FilterContents.of(found, version, FilterForm.PARTITIONED, false)
                        .obstacle()
                        .isEmpty());
        assertTrue(FilterContents.of(found, version, FilterForm.FULL, false)
                .obstacle()
                .isEmpty());
    }

    @ParameterizedTest
    @Tag("PB-1")
    @CsvSource({
        "1, nullptr, leveldb.BytewiseComparator, NONE",
        "1, cockroach_comparator, cockroach_comparator, NONE",
        "'', '', cockroach_comparator, COCKROACH",
        "'', '', pebble.internal.testkeys, TEST_KEYS",
        "'', '', leveldb.BytewiseComparator, UNKNOWN",
        "'', '', mine, UNKNOWN",
        "'', nullptr, leveldb.BytewiseComparator, UNKNOWN",
        "0, cockroach_comparator, cockroach_comparator, COCKROACH",
        "'', cockroach_comparator, cockroach_comparator, COCKROACH",
        "0, mine, mine, UNKNOWN",
        "0, nullptr, leveldb.BytewiseComparator, NONE",
        "0, rocksdb.FixedPrefix.4, leveldb.BytewiseComparator, NONE",
        "'', rocksdb.FixedPrefix.4, leveldb.BytewiseComparator, NONE"
    })
    void splitOfPebbleFollowsFromProperties(String whole, String extractor, String comparator, KeySplit split)
            throws CorruptTableException {
        List<String> all = new ArrayList<>(List.of("rocksdb.comparator=" + comparator));
        if (!whole.isEmpty()) {
            all.add("rocksdb.block.based.table.whole.key.filtering=" + whole);
        }
        if (!extractor.isEmpty()) {
            all.add(EXTRACTOR + extractor);
        }
        String[] stored = all.toArray(String[]::new);
        assertEquals(split, pebbles(stored).split());
        assertEquals(split == KeySplit.UNKNOWN, pebbles(stored).probesEveryPrefix());
        assertEquals(KeySplit.NONE, contents(stored).split());
        if (split != KeySplit.NONE) {
            assertEquals(Optional.empty(), pebbles(stored).obstacle());
        }
    }

    /** Contents of a table with a split that is not known, whose keys have shown their parts: pairs of lengths. */
    private static FilterContents divided(int... firstPartsAndLengths) throws CorruptTableException {
        KeyParts parts = new KeyParts();
        for (int i = 0; i < firstPartsAndLengths.length; i += 2) {
            parts.add(firstPartsAndLengths[i], firstPartsAndLengths[i + 1]);
        }
        return pebbles("rocksdb.comparator=mine").withParts(parts);
    }

    /** The prefixes that are asked, from the longest on. */
    private static List<Integer> prefixes(FilterContents contents, int length) {
        List<Integer> prefixes = new ArrayList<>();
        int prefix = asked(contents, length);
        for (; prefix >= 0; prefix = contents.nextPrefix(prefix, length)) {
            prefixes.add(prefix);
        }
        return prefixes;
    }

    @Test
    void keysThatShowNoPartsAreAskedForEveryPrefix() throws CorruptTableException {
        FilterContents contents = pebbles("rocksdb.comparator=mine");
        assertFalse(contents.showsParts());
        assertTrue(contents.probesSeveralPrefixes());
        assertEquals(List.of(3, 2, 1, 0), prefixes(contents, 3));
        assertEquals(4, contents.questions(3));
        assertEquals(1, contents(WHOLE_KEYS).questions(3));
    }

    @Test
    void keysThatEndAlikeAreAskedForOnePrefix() throws CorruptTableException {
        FilterContents contents = divided(5, 7, 9, 11);
        assertTrue(contents.showsParts());
        assertFalse(contents.probesSeveralPrefixes());
        assertEquals(List.of(8), prefixes(contents, 10));
        assertEquals(1, contents.questions(10));
        assertEquals(List.of(), prefixes(contents, 1));
        assertEquals(0, contents.questions(1));
    }

    @Test
    void keysThatBeginAlikeAreAskedForOnePrefix() throws CorruptTableException {
        FilterContents contents = divided(4, 6, 4, 9, 4, 5);
        assertFalse(contents.probesSeveralPrefixes());
        assertEquals(List.of(4), prefixes(contents, 30));
        assertEquals(List.of(), prefixes(contents, 3));
    }

    @Test
    void keysOfSeveralFormsAreAskedForThePrefixesOfAll() throws CorruptTableException {
        FilterContents byRest = divided(4, 6, 5, 9, 6, 8);
        assertTrue(byRest.probesSeveralPrefixes());
        assertEquals(List.of(8, 6), prefixes(byRest, 10));
        assertEquals(2, byRest.questions(10));
        FilterContents byFirst = divided(4, 6, 5, 9, 4, 11);
        assertEquals(List.of(5, 4), prefixes(byFirst, 10));
        assertEquals(List.of(4), prefixes(byFirst, 4));
    }

    @Test
    void textsNameWhatIsInTheFilter() throws CorruptTableException {
        assertEquals("whole keys", contents(BYTEWISE, WHOLE_KEYS).toString());
        assertEquals(
                "whole keys, prefixes of rocksdb.FixedPrefix.3",
                contents(BYTEWISE, WHOLE_KEYS, EXTRACTOR + "rocksdb.FixedPrefix.3")
                        .toString());
        String prefixes = contents(BYTEWISE, ONLY_PREFIXES, EXTRACTOR + "rocksdb.FixedPrefix.3")
                .toString();
        assertEquals("prefixes of rocksdb.FixedPrefix.3", prefixes);
        FilterContents none = FilterContents.of(Optional.empty(), 5, FilterForm.FULL, false);
        assertEquals("unknown keys: there are no properties of RocksDB that could be read", none.toString());
    }
}
