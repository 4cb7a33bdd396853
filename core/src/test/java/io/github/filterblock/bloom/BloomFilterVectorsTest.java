// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters byte for byte as the original programs made them. */
class BloomFilterVectorsTest {

    private static String filterOf(BloomFilterPolicy policy, String hexKey) {
        return Bytes.toHex(Bytes.filter(policy, List.of(Bytes.hex(hexKey))));
    }

    // golang/leveldb's TestSmallBloomFilter, which took it from the C++ code; leveldb-rs, src/filter.rs (12 bits); the
    // others were run with google/leveldb HEAD. Mutant M16 of the kit: a port that forgets a window of the empty key.
    @ParameterizedTest
    @Tag("FB-3")
    @Tag("FB-4")
    @Tag("FB-5")
    @Tag("FB-6")
    @Tag("FB-10")
    @CsvSource({
        "10, hello world, 114000414410401006",
        "16, hello world, 11551141445544100b",
        "12, abc123def456 xxx111xxx222 ab00cd00ab 908070605040302010, c294818cc0c484a408",
        "10, foo bar box, a14912040810624806",
        "10, '', 080004000200118006",
        "10, a, 081020408000010006",
        "10, a a, 081020408000010006"
    })
    void smallFiltersAreThoseOfTheOriginals(int bitsPerKey, String keys, String filter) {
        List<byte[]> list = Bytes.asciiKeys(keys.split(" "));
        assertEquals(filter, Bytes.toHex(Bytes.filter(BloomFilterPolicy.levelDb(bitsPerKey), list)));
    }

    @Test
    @Tag("FB-10")
    void noKeysMake64ZeroBitsAndDuplicatesCountForTheLength() {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(10);
        assertEquals("000000000000000006", Bytes.toHex(Bytes.filter(policy, List.of())));
        assertEquals(10, Bytes.filter(policy, Collections.nCopies(7, new byte[] {'a'})).length);
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
        "7, 153, 10",
        "8, 181, 11",
        "10, 163, 14",
        "50, 109, 64",
        "100, 83, 126",
        "500, 74, 626",
        "1000, 90, 1251",
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
}
