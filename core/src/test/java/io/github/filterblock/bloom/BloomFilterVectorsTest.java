// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters byte for byte as the original programs made them. */
class BloomFilterVectorsTest {
    private static String levelDb(int bitsPerKey, String... keys) {
        return Bytes.toHex(Bytes.filter(BloomFilterPolicy.levelDb(bitsPerKey), Bytes.asciiKeys(keys)));
    }

    private static String filterOf(BloomFilterPolicy policy, String hexKey) {
        return Bytes.toHex(Bytes.filter(policy, List.of(Bytes.hex(hexKey))));
    }

    // golang/leveldb's TestSmallBloomFilter, which took it from the C++ code; as a picture, lowest bit first:
    // 1...1... .....1.. ........ ......1. ......1. .....1.. .....1.. ....1... and k = 6
    @Test
    @Tag("FB-3")
    @Tag("FB-6")
    void helloAndWorldAtTenBits() {
        assertEquals("114000414410401006", levelDb(10, "hello", "world"));
    }

    // Run with google/leveldb HEAD.
    @Test
    @Tag("FB-4")
    void helloAndWorldAtSixteenBits() {
        assertEquals("11551141445544100b", levelDb(16, "hello", "world"));
    }

    // leveldb-rs, src/filter.rs.
    @Test
    @Tag("FB-3")
    void fourKeysAtTwelveBits() {
        assertEquals(
                "c294818cc0c484a408", levelDb(12, "abc123def456", "xxx111xxx222", "ab00cd00ab", "908070605040302010"));
    }

    // Run with google/leveldb HEAD.
    @Test
    @Tag("FB-3")
    void fooBarAndBoxAtTenBits() {
        assertEquals("a14912040810624806", levelDb(10, "foo", "bar", "box"));
    }

    // Run with google/leveldb HEAD. Mutant M16 of the kit: a port that forgets a window of the empty key alone.
    @Test
    @Tag("FB-10")
    void emptyKeySetsBitsLikeAnyOther() {
        assertEquals("080004000200118006", levelDb(10, ""));
    }

    // Run with google/leveldb HEAD; the block builder never asks for it.
    @Test
    @Tag("FB-5")
    void noKeysMake64ZeroBits() {
        assertEquals("000000000000000006", levelDb(10));
    }

    @Test
    @Tag("FB-10")
    void duplicatesSetNoBitsButCountForTheLength() {
        assertEquals("081020408000010006", levelDb(10, "a"));
        assertEquals("081020408000010006", levelDb(10, "a", "a"));
        assertEquals(10, levelDb(10, "a", "a", "a", "a", "a", "a", "a").length() / 2);
    }

    // Run with google/leveldb HEAD, and with 1.17 on x86.
    @Test
    @Tag("FB-2")
    void keyWithAHighTailByteSetsOtherBitsUnderEachHash() {
        assertEquals("048008000100024006", filterOf(BloomFilterPolicy.levelDb(10), "80"));
        assertEquals("048008000100024006", filterOf(BloomFilterPolicy.goLevelDb(10), "80"));
        assertEquals("048008000100024006", filterOf(BloomFilterPolicy.levelDb117Unsigned(10), "80"));
        assertEquals("208000000104100806", filterOf(BloomFilterPolicy.levelDb117Signed(10), "80"));
        assertEquals("208000000104100806", filterOf(BloomFilterPolicy.rocksDbBlockBased(10), "80"));
    }

    @ParameterizedTest
    @Tag("FB-7")
    @CsvSource({"hello, true", "world, true", "x, false", "foo, false"})
    void answersAreThoseOfAllPorts(String key, boolean expected) {
        byte[] filter = Bytes.hex("114000414410401006");
        assertEquals(expected, Bytes.mayMatch(BloomFilterPolicy.levelDb(10), Bytes.ascii(key), filter));
    }

    // RocksDB's util/bloom_test.cc, BlockBasedBloomTest.Schema: the hash of the whole filter stands for its bytes.
    @ParameterizedTest
    @Tag("FB-3")
    @Tag("FB-5")
    @CsvSource({
        "8, 0, 87, 3589896109, 88",
        "9, 0, 87, 969445585, 99",
        "11, 0, 87, 1694458207, 121",
        "10, 0, 87, 2373646410, 110",
        "10, 1, 87, 1908442116, 109",
        "10, 1, 88, 3057004015, 110"
    })
    void numberedKeysMakeTheFiltersOfRocksDb(int bitsPerKey, int first, int limit, long hash, int length) {
        List<byte[]> keys = Bytes.numberedKeys(first, limit);
        byte[] filter = Bytes.filter(BloomFilterPolicy.rocksDbBlockBased(bitsPerKey), keys);
        assertEquals(length, filter.length);
        assertEquals((int) hash, BloomHash.SIGNED_TAIL.hash(filter, 0, filter.length));
        assertEquals(Bytes.toHex(filter), Bytes.toHex(Bytes.filter(BloomFilterPolicy.levelDb(bitsPerKey), keys)));
    }

    // VaryingLengths of google/leveldb's util/bloom_test.cc, which bounds the rate only; the counts were run with HEAD.
    @ParameterizedTest
    @Tag("FB-3")
    @Tag("FB-5")
    @CsvSource({
        "1, 23, 9",
        "2, 44, 9",
        "3, 75, 9",
        "4, 108, 9",
        "5, 120, 9",
        "6, 159, 9",
        "7, 153, 10",
        "8, 181, 11",
        "9, 79, 13",
        "10, 163, 14",
        "20, 124, 26",
        "30, 84, 39",
        "40, 107, 51",
        "50, 109, 64",
        "60, 112, 76",
        "70, 93, 89",
        "80, 116, 101",
        "90, 107, 114",
        "100, 83, 126",
        "200, 96, 251",
        "300, 77, 376",
        "400, 81, 501",
        "500, 74, 626",
        "600, 78, 751",
        "700, 91, 876",
        "800, 88, 1001",
        "900, 97, 1126",
        "1000, 90, 1251",
        "2000, 89, 2501",
        "3000, 95, 3751",
        "4000, 101, 5001",
        "5000, 89, 6251",
        "6000, 103, 7501",
        "7000, 78, 8751",
        "8000, 109, 10001",
        "9000, 109, 11251",
        "10000, 81, 12501"
    })
    void falsePositivesAreExactlyThoseOfLevelDb(int keyCount, int falsePositives, int length) {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(10);
        List<byte[]> keys = new ArrayList<>(Bytes.numberedKeys(0, keyCount));
        byte[] filter = Bytes.filter(policy, keys);
        assertEquals(length, filter.length);
        assertTrue(keys.stream().allMatch(key -> Bytes.mayMatch(policy, key, filter)));
        long matches = Bytes.numberedKeys(1_000_000_000, 1_000_010_000).stream()
                .filter(key -> Bytes.mayMatch(policy, key, filter))
                .count();
        assertEquals(falsePositives, matches);
    }

    @Test
    @Tag("FB-2")
    void wrongHashLosesKeysWithAHighTailByte() {
        byte[] signed = Bytes.filter(BloomFilterPolicy.levelDb117Signed(10), List.of(Bytes.hex("80")));
        assertTrue(Bytes.mayMatch(FilterDialect.LEVELDB_117_SIGNED.matcher(), Bytes.hex("80"), signed));
        assertFalse(Bytes.mayMatch(FilterDialect.GOLEVELDB.matcher(), Bytes.hex("80"), signed));
    }
}
