// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceBloomFilterTest {
    private static final byte[] KEY = Hex.ascii("key");

    private static ReferenceBloomFilter policy(int bitsPerKey) {
        return new ReferenceBloomFilter(bitsPerKey, ReferenceHash.UNSIGNED_TAIL);
    }

    private static String filter(int bitsPerKey, String... keys) {
        return Hex.of(policy(bitsPerKey).createFilter(Hex.asciiKeys(keys)));
    }

    @ParameterizedTest
    @Tag("FB-4")
    @CsvSource({
        "0, 1",
        "1, 1",
        "2, 1",
        "3, 2",
        "4, 2",
        "5, 3",
        "6, 4",
        "8, 5",
        "10, 6",
        "12, 8",
        "13, 8",
        "14, 9",
        "16, 11",
        "20, 13",
        "30, 20",
        "40, 27",
        "43, 29",
        "44, 30",
        "200, 30",
        "1000000, 30"
    })
    void numberOfProbesFollowsTheBitsPerKey(int bitsPerKey, int probes) {
        assertEquals(probes, policy(bitsPerKey).numProbes());
    }

    // {hello, world} is from the Go port, which took it from C++; {abcdef...} from the Rust port; the rest from C++.
    @Test
    @Tag("FB-3")
    void filtersHaveTheBytesOfTheOriginals() {
        assertEquals("114000414410401006", filter(10, "hello", "world"));
        assertEquals("11551141445544100b", filter(16, "hello", "world"));
        assertEquals(
                "c294818cc0c484a408", filter(12, "abc123def456", "xxx111xxx222", "ab00cd00ab", "908070605040302010"));
        assertEquals("a14912040810624806", filter(10, "foo", "bar", "box"));
        assertEquals("080004000200118006", filter(10, ""));
        assertEquals("081020408000010006", filter(10, "a"));
        assertEquals("000000000000000006", filter(10));
    }

    @Test
    @Tag("FB-2")
    void tailBytesFrom80UpwardsGiveAnotherFilterWhenSigned() {
        List<byte[]> keys = List.of(Hex.bytes("80"));
        assertEquals("048008000100024006", Hex.of(policy(10).createFilter(keys)));
        ReferencePolicy signed = ReferencePolicy.signedTailBloom(10);
        assertEquals("208000000104100806", Hex.of(signed.createFilter(keys)));
    }

    // RocksDB's schema test: the value is the hash of the filter over the little-endian words from first to last.
    @ParameterizedTest
    @CsvSource({
        "8, 0, 86, 3589896109, 88",
        "9, 0, 86, 969445585, 99",
        "11, 0, 86, 1694458207, 121",
        "10, 0, 86, 2373646410, 110",
        "10, 1, 86, 1908442116, 109",
        "10, 1, 87, 3057004015, 110"
    })
    void filtersOfWordsHaveTheHashesOfRocksDb(int bitsPerKey, int first, int last, long hash, int length) {
        byte[] filter = policy(bitsPerKey).createFilter(words(first, last + 1));
        assertEquals(length, filter.length);
        assertEquals(hash, ReferenceHash.UNSIGNED_TAIL.hash(filter, ReferenceHash.BLOOM_SEED));
    }

    // Counted with LevelDB's own filter: the words from 10^9 on that match the filter over the words below n.
    @ParameterizedTest
    @CsvSource({
        "1, 23, 9",
        "2, 44, 9",
        "5, 120, 9",
        "6, 159, 9",
        "7, 153, 10",
        "8, 181, 11",
        "9, 79, 13",
        "10, 163, 14",
        "20, 124, 26",
        "50, 109, 64",
        "100, 83, 126",
        "500, 74, 626",
        "1000, 90, 1251",
        "10000, 81, 12501"
    })
    void falsePositivesAreExactlyThoseOfTheOriginal(int n, long falsePositives, int length) {
        byte[] filter = policy(10).createFilter(words(0, n));
        assertEquals(length, filter.length);
        long matches = words(1_000_000_000, 1_000_010_000).stream()
                .filter(key -> policy(10).keyMayMatch(key, filter))
                .count();
        assertEquals(falsePositives, matches);
    }

    private static List<byte[]> words(int first, int limit) {
        return IntStream.range(first, limit).mapToObj(Hex::littleEndian).toList();
    }

    @Test
    @Tag("FB-8")
    void filtersShorterThanTwoBytesDenyEveryKey() {
        assertFalse(policy(10).keyMayMatch(KEY, new byte[0]));
        assertFalse(policy(10).keyMayMatch(KEY, Hex.bytes("ff")));
        assertFalse(policy(10).keyMayMatch(KEY, Hex.bytes("00")));
    }

    @ParameterizedTest
    @Tag("FB-9")
    @ValueSource(ints = {0, 31, 127, 128, 255})
    void noProbesAndReservedNumbersOfProbesMatchEveryKey(int k) {
        assertTrue(policy(10).keyMayMatch(KEY, new byte[] {0, 0, (byte) k}));
    }

    @ParameterizedTest
    @Tag("FB-7")
    @ValueSource(ints = {1, 30})
    void theStoredNumberOfProbesIsUsed(int k) {
        assertFalse(policy(10).keyMayMatch(KEY, new byte[] {0, 0, (byte) k}));
        assertTrue(policy(10).keyMayMatch(KEY, new byte[] {-1, -1, (byte) k}));
    }

    @Test
    void everyFilterOfTheCorpusHasItsBytesAndAnswers() {
        assertAll(Corpus.configured().bloomCases().stream().map(bloom -> () -> {
            byte[] filter = policy(bloom.bitsPerKey()).createFilter(bloom.keys());
            bloom.filter().ifPresent(expected -> assertArrayEquals(expected, filter, bloom.name()));
            for (KeyAnswer answer : bloom.answers()) {
                boolean mayMatch = policy(bloom.bitsPerKey()).keyMayMatch(answer.key(), filter);
                assertEquals(answer.mayMatch(), mayMatch, () -> bloom + ", key " + Hex.of(answer.key()));
            }
        }));
    }

    @Property(tries = 300)
    @net.jqwik.api.Tag("FB-5")
    void everyAddedKeyMatchesAndTheLengthIsTheLaw(
            @ForAll("keyLists") List<byte[]> keys, @ForAll("bitsPerKey") int bitsPerKey) {
        byte[] filter = policy(bitsPerKey).createFilter(keys);
        int bits = Math.max(64, keys.size() * bitsPerKey);
        assertEquals((bits + 7) / 8 + 1, filter.length);
        assertEquals(policy(bitsPerKey).numProbes(), filter[filter.length - 1]);
        keys.forEach(key -> assertTrue(policy(10).keyMayMatch(key, filter)));
    }

    @Property(tries = 300)
    @net.jqwik.api.Tag("FB-10")
    void theOrderOfKeysDoesNotMatterAndDuplicatesCount(@ForAll("keyLists") List<byte[]> keys) {
        List<byte[]> backwards = IntStream.rangeClosed(1, keys.size())
                .mapToObj(i -> keys.get(keys.size() - i))
                .toList();
        assertArrayEquals(policy(10).createFilter(keys), policy(10).createFilter(backwards));
        List<byte[]> twice = IntStream.range(0, 2 * keys.size())
                .mapToObj(i -> keys.get(i / 2))
                .toList();
        assertEquals((Math.max(64, 20 * keys.size()) + 7) / 8 + 1, policy(10).createFilter(twice).length);
    }

    @Provide
    Arbitrary<List<byte[]>> keyLists() {
        return FilterBlockArbitraries.keys().list().ofMaxSize(30);
    }

    @Provide
    Arbitrary<Integer> bitsPerKey() {
        return FilterBlockArbitraries.bitsPerKey();
    }
}
