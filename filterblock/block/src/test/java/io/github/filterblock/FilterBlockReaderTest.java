// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers from small blocks laid out by hand, through every door and kind of buffer. */
class FilterBlockReaderTest {
    private static final FilterMatcher BLOOM = Matchers.levelDb();
    private static final byte[] KEY = Bytes.ascii("key");

    /** A filter of 64 zero bits that denies every key, and one of 64 ones that matches every key. */
    private static final String DENY = "000000000000000006";

    private static final String MATCH = "ffffffffffffffff06";

    private static boolean mayMatch(byte[] block, long blockOffset) {
        boolean safe = mayMatch(block, blockOffset, Manner.SAFE);
        assertEquals(safe, mayMatch(block, blockOffset, Manner.LIKE_LEVELDB), "both manners");
        return safe;
    }

    private static boolean mayMatch(byte[] block, long blockOffset, Manner manner) {
        try (EveryReader every = new EveryReader(block, BLOOM, manner)) {
            return every.keyMayMatch(blockOffset, KEY);
        }
    }

    // google/leveldb, table/filter_block_test.cc, SingleChunk.
    @Test
    @Tag("FB-24")
    void keysOfOneWindowMatchAnywhereInIt() {
        byte[] block = Bytes.hex("c43577fe378c73d926960fc826960fc8bf278b0e00000000140000000b");
        try (EveryReader every = new EveryReader(block, new TestHashPolicy())) {
            for (byte[] key : Bytes.asciiKeys("foo", "bar", "box", "hello")) {
                assertTrue(every.keyMayMatch(100, key));
            }
            assertFalse(every.keyMayMatch(100, Bytes.ascii("missing")));
            assertFalse(every.keyMayMatch(100, Bytes.ascii("other")));
        }
    }

    // google/leveldb, table/filter_block_test.cc, MultiChunk; foo, bar, box, hello at each offset.
    @ParameterizedTest
    @Tag("FB-24")
    @CsvSource({"0, 1100", "2000, 1100", "3100, 0010", "4100, 0000", "9000, 0011", "8191, 0000", "10240, 1111"})
    void keysMatchInTheirOwnWindowOnly(long blockOffset, String expected) {
        byte[] testHash =
                Bytes.hex("c43577fe378c73d926960fc826960fc8bf278b0e00000000080000000c0000000c0000000c000000140000000b");
        byte[] bloom = Bytes.hex("214912000010420806800000040810204006814000050c10604006"
                + "00000000090000001200000012000000120000001b0000000b");
        try (EveryReader every = new EveryReader(testHash, new TestHashPolicy());
                EveryReader everyBloom = new EveryReader(bloom, BLOOM)) {
            List<byte[]> keys = Bytes.asciiKeys("foo", "bar", "box", "hello");
            for (int i = 0; i < keys.size(); i++) {
                assertEquals(expected.charAt(i) == '1', every.keyMayMatch(blockOffset, keys.get(i)));
                assertEquals(expected.charAt(i) == '1', everyBloom.keyMayMatch(blockOffset, keys.get(i)));
            }
        }
    }

    // google/leveldb, table/filter_block_test.cc, EmptyBuilder.
    @ParameterizedTest
    @Tag("FB-23")
    @ValueSource(longs = {0, 100_000, -1})
    void emptyBlockMatches(long blockOffset) {
        assertTrue(mayMatch(Bytes.hex("000000000b"), blockOffset));
    }

    @ParameterizedTest
    @Tag("FB-19")
    @ValueSource(strings = {"", "0b", "000b", "00000b", "0000000b", "ffffffff"})
    void blockShorterThanItsTailMatches(String block) {
        for (long blockOffset : new long[] {0, 2047, 1 << 20, Long.MIN_VALUE, -1}) {
            assertTrue(mayMatch(Bytes.hex(block), blockOffset));
        }
    }

    // Mutant M14 of the kit: numbers that are negative as an int.
    @ParameterizedTest
    @Tag("FB-20")
    @ValueSource(longs = {14, 15, 18, 255, 0x7fff_ffffL, 0x8000_0000L, 0x8000_0009L, 0xffff_fff0L, 0xffff_ffffL})
    void arrayOffsetBeyondItsOwnPlaceMatches(long arrayOffset) {
        byte[] block = Blocks.withArrayOffset(DENY, arrayOffset, 11, 0);
        assertEquals(18, block.length);
        assertTrue(mayMatch(block, 0));
        assertTrue(mayMatch(block, -1));
    }

    @Test
    @Tag("FB-21")
    void arrayOffsetAtItsOwnPlaceLeavesNoFilters() {
        assertTrue(mayMatch(Blocks.withArrayOffset(DENY, 13, 11, 0), 0));
    }

    // Array offset 9 leaves 4 bytes for offsets, that is one filter; 10 leaves 3 bytes, that is none.
    @ParameterizedTest
    @Tag("FB-21")
    @CsvSource({"9, false", "10, true", "11, true", "12, true"})
    void remainderOfTheOffsetArrayIsIgnored(int arrayOffset, boolean expected) {
        assertEquals(expected, mayMatch(Blocks.withArrayOffset(DENY, arrayOffset, 11, 0), 0));
    }

    @Test
    @Tag("FB-21")
    void oddArrayIsReadFromItsStart() {
        byte[] block = Bytes.hex(DENY + "00000000" + "aabb" + "09000000" + "0b");
        assertTrue(mayMatch(block, 0), "the limit is 0900bbaa and beyond the array");
        byte[] twoOffsets = Bytes.hex(DENY + "00000000" + "09000000" + "aa" + "09000000" + "0b");
        assertFalse(mayMatch(twoOffsets, 0));
        assertTrue(mayMatch(twoOffsets, 4096));
    }

    @Test
    @Tag("FB-13")
    void windowWithoutKeysDenies() {
        byte[] block = Blocks.of(MATCH, 11, 0, 0, 9, 9);
        assertFalse(mayMatch(block, 0));
        assertTrue(mayMatch(block, 2048));
        assertFalse(mayMatch(block, 4096));
        assertFalse(mayMatch(block, 8191));
        assertTrue(mayMatch(block, 8192));
    }

    @Test
    @Tag("FB-24")
    void policyDecidesAboutEmptyFilters() {
        byte[] block = Blocks.of(DENY, 11, 0, 0, 9);
        try (EveryReader every = new EveryReader(block, FilterMatcher.alwaysMatching("all"))) {
            assertTrue(every.keyMayMatch(0, KEY));
            assertTrue(every.keyMayMatch(5000, KEY));
        }
    }

    @ParameterizedTest
    @Tag("FB-25")
    @ValueSource(longs = {10, 17, 1000, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL})
    void emptyRangeBeyondTheArrayMatchesSafelyAndIsDeniedByLevelDb(long offset) {
        byte[] block = Blocks.of(DENY, 11, offset, offset);
        assertTrue(mayMatch(block, 0, Manner.SAFE));
        assertFalse(mayMatch(block, 0, Manner.LIKE_LEVELDB));
    }

    // FB-14 is broken in each; the last filter's limit is the array offset, 9.
    @ParameterizedTest
    @Tag("FB-25")
    @CsvSource({
        "9, 0",
        "5, 4",
        "4294967295, 0",
        "2147483648, 2147483647",
        "0, 10",
        "0, 4294967295",
        "9, 2147483648",
        "10, 11",
        "4294967294, 4294967295"
    })
    void otherRangesThatMakeNoSenseMatch(long start, long limit) {
        assertTrue(mayMatch(Blocks.of(DENY, 11, start, limit), 0));
    }

    @Test
    @Tag("FB-24")
    void rangeUpToTheArrayIsAsked() {
        byte[] block = Blocks.of(DENY + MATCH + DENY, 11, 0, 9, 18);
        assertFalse(mayMatch(block, 0));
        assertTrue(mayMatch(block, 2048));
        assertFalse(mayMatch(block, 4096));
        assertTrue(mayMatch(block, 6144));
    }

    @ParameterizedTest
    @Tag("FB-8")
    @ValueSource(strings = {"00", "06", "1f", "ff"})
    void filterOfOneByteDenies(String filter) {
        assertFalse(mayMatch(Blocks.of(filter, 11, 0), 0));
    }

    @ParameterizedTest
    @Tag("FB-9")
    @CsvSource({"00, true", "01, false", "1e, false", "1f, true", "7f, true", "80, true", "ff, true"})
    void probesOutside1To30Match(String probes, boolean expected) {
        assertEquals(expected, mayMatch(Blocks.of("0000000000000000" + probes, 11, 0), 0));
    }

    @ParameterizedTest
    @EnumSource
    void namesAndShapesAreThoseOfTheBlock(Manner manner) {
        try (EveryReader every = new EveryReader(Blocks.of(DENY + MATCH, 12, 0, 9), BLOOM, manner)) {
            for (FilterBlockReader reader : every.readers()) {
                assertEquals("leveldb.BuiltinBloomFilter2", reader.policyName());
                assertEquals(31, reader.layout().length());
                assertEquals(
                        "filter block of 31 bytes, 2 filters, base lg 12, leveldb.BuiltinBloomFilter2",
                        reader.toString());
            }
        }
    }

    @Test
    @Tag("FB-10")
    void emptyKeyIsAKeyLikeAnyOther() {
        byte[] block = Blocks.build(BlockPlan.parse(11, "S0 K"), BloomFilterPolicy.levelDb(10));
        try (EveryReader every = new EveryReader(block, BLOOM)) {
            assertTrue(every.keyMayMatch(0, new byte[0]));
            assertFalse(every.keyMayMatch(0, KEY));
        }
    }
}
