// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.TestHashPolicy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** FORMAT.md, section 6: filters (D denies, M matches), array offset, offsets, and the answers of the windows. */
    @ParameterizedTest
    @Tag("FB-8")
    @Tag("FB-9")
    @Tag("FB-13")
    @Tag("FB-20")
    @Tag("FB-21")
    @Tag("FB-23")
    @Tag("FB-24")
    @Tag("FB-25")
    @CsvSource({
        // Sound: filters one behind the other, windows without keys, filters of one byte, probes outside 1 to 30.
        "'', 0, '', 1",
        "D M D, 27, 0 9 18, 0101",
        "M, 9, 0 0 9 9, 01001",
        "00, 1, 0, 01",
        "ff, 1, 0, 01",
        "0000000000000000 00, 9, 0, 11",
        "0000000000000000 01, 9, 0, 01",
        "0000000000000000 1e, 9, 0, 01",
        "0000000000000000 1f, 9, 0, 11",
        "0000000000000000 ff, 9, 0, 11",
        // Mutant M14 of the kit: array offsets that are negative as an int.
        "D, 14, 0, 11",
        "D, 255, 0, 11",
        "D, 2147483647, 0, 11",
        "D, 2147483648, 0, 11",
        "D, 2147483657, 0, 11",
        "D, 4294967295, 0, 11",
        // Array offset 9 leaves 4 bytes for offsets, that is one filter; 10 leaves 3 bytes, that is none.
        "D, 9, 0, 01",
        "D, 10, 0, 11",
        "D, 13, 0, 11",
        // Ranges that make no sense: FB-14 is broken in each; the last filter's limit is the array offset, 9.
        "D, 9, 9 0, 101",
        "D, 9, 5 4, 101",
        "D, 9, 4294967295 0, 101",
        "D, 9, 2147483648 2147483647, 111",
        "D, 9, 0 10, 111",
        "D, 9, 0 4294967295, 111",
        "D, 9, 9 2147483648, 111",
        "D, 9, 10 11, 111",
        "D, 9, 4294967294 4294967295, 111"
    })
    void windowsAreAnsweredAsTheFormatSays(String filters, long arrayOffset, String offsets, String expected) {
        long[] numbers = Stream.of(offsets.split(" "))
                .filter(text -> !text.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
        byte[] block = Blocks.withArrayOffset(
                filters.replace("D", DENY).replace("M", MATCH).replace(" ", ""), arrayOffset, 11, numbers);
        for (int window = 0; window < expected.length(); window++) {
            boolean answer = expected.charAt(window) == '1';
            assertEquals(answer, mayMatch(block, window * 2048L), "window " + window);
            assertEquals(answer, mayMatch(block, window * 2048L + 2047), "end of window " + window);
        }
        assertTrue(mayMatch(block, -1));
    }

    @ParameterizedTest
    @Tag("FB-19")
    @ValueSource(strings = {"", "0b", "000b", "0000000b", "ffffffff"})
    void blockShorterThanItsTailMatches(String block) {
        for (long blockOffset : new long[] {0, 2047, 1 << 20, Long.MIN_VALUE, -1}) {
            assertTrue(mayMatch(Bytes.hex(block), blockOffset));
        }
    }

    @ParameterizedTest
    @Tag("FB-25")
    @ValueSource(longs = {10, 1000, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL})
    void emptyRangeBeyondTheArrayMatchesSafelyAndIsDeniedByLevelDb(long offset) {
        byte[] block = Blocks.of(DENY, 11, offset, offset);
        assertTrue(mayMatch(block, 0, Manner.SAFE));
        assertFalse(mayMatch(block, 0, Manner.LIKE_LEVELDB));
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

    /** Two windows, both without keys: whatever falls into one of them is denied, everything else matches. */
    private static boolean isInOneOfTwoWindows(int baseLg, long blockOffset) {
        try (EveryReader every = new EveryReader(Blocks.of("", baseLg, 0, 0), Matchers.levelDb())) {
            return !every.keyMayMatch(blockOffset, KEY);
        }
    }

    // Mutants M15 and M18 of the kit: offsets whose window is 0 or 1 in 32 bits, or negative. M29: a shift by 64 is a
    // shift
    // by 0 in Java, and one by 75 or 139 a shift by 11. Offsets of 2^63 and more are negative numbers here.
    @ParameterizedTest
    @Tag("FB-12")
    @Tag("FB-22")
    @Tag("FB-23")
    @CsvSource({
        "0, 1, true",
        "0, 2, false",
        "11, 4095, true",
        "11, 4096, false",
        "12, 8191, true",
        "12, 8192, false",
        "31, 4294967295, true",
        "31, 4294967296, false",
        "32, 4294967296, true",
        "32, 8589934592, false",
        "62, 9223372036854775807, true",
        "63, 9223372036854775807, true",
        "11, 4398046511104, false",
        "11, 8796093024256, false",
        "0, 4294967297, false",
        "0, 2147483648, false",
        "63, -9223372036854775808, true",
        "63, -1, true",
        "62, -9223372036854775808, false",
        "11, -2048, false",
        "0, -1, false",
        "64, 0, false",
        "75, 2048, false",
        "128, 0, false",
        "139, 0, false",
        "255, -1, false"
    })
    void windowIsTheUnsignedOffsetShiftedByTheBaseLgOfTheBlock(int baseLg, long blockOffset, boolean inside) {
        assertEquals(inside, isInOneOfTwoWindows(baseLg, blockOffset));
    }
}
