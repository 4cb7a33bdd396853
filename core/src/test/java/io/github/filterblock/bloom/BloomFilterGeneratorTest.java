// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a generator makes of its keys, byte for byte as the original programs did, and what it refuses. */
class BloomFilterGeneratorTest {
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);
    private static final String HELLO_WORLD = "114000414410401006";

    private static FilterGenerator add(FilterGenerator generator, List<byte[]> keys) {
        keys.forEach(key -> generator.addKey(key, 0, key.length));
        return generator;
    }

    private static FilterGenerator generatorOf(String... keys) {
        return add(POLICY.newGenerator(), Bytes.asciiKeys(keys));
    }

    // golang/leveldb's TestSmallBloomFilter, which took it from the C++ code; leveldb-rs, src/filter.rs (12 bits); the
    // others were run with google/leveldb HEAD, and with 1.17 on x86, whose hash of high bytes in a tail is signed.
    @ParameterizedTest
    @Tag("FB-2")
    @Tag("FB-3")
    @Tag("FB-4")
    @Tag("FB-5")
    @Tag("FB-6")
    @Tag("FB-10")
    @CsvSource({
        "LEVELDB, 10, hello world, 114000414410401006",
        "LEVELDB, 16, hello world, 11551141445544100b",
        "LEVELDB, 12, abc123def456 xxx111xxx222 ab00cd00ab 908070605040302010, c294818cc0c484a408",
        "LEVELDB, 10, foo bar box, a14912040810624806",
        "LEVELDB, 10, '', 080004000200118006",
        "LEVELDB, 10, a a, 081020408000010006",
        "LEVELDB, 10, \u0080, 048008000100024006",
        "GOLEVELDB, 10, \u0080, 048008000100024006",
        "LEVELDB_117_UNSIGNED, 10, \u0080, 048008000100024006",
        "LEVELDB_117_SIGNED, 10, \u0080, 208000000104100806",
        "ROCKSDB_BLOCK, 10, \u0080, 208000000104100806"
    })
    void smallFiltersAreThoseOfTheOriginals(FilterDialect writer, int bitsPerKey, String keys, String filter) {
        List<byte[]> list = Stream.of(keys.split(" "))
                .map(key -> key.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
        assertEquals(filter, Bytes.toHex(Bytes.filter(BloomFilterPolicy.of(writer, bitsPerKey), list)));
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
        byte[] filter = Bytes.filter(BloomFilterPolicy.rocksDbBlockBased(bitsPerKey), Bytes.numberedKeys(first, limit));
        assertEquals(length, filter.length);
        assertEquals((int) hash, BloomHash.SIGNED_TAIL.hash(filter, 0, filter.length));
    }

    /** Generates into memory that is dirty, and must stay so around the filter; every key must be in it. */
    private static void assertWritten(BloomFilterPolicy policy, List<byte[]> keys, int before, byte dirt) {
        byte[] filter = Bytes.model(policy).createFilter(keys);
        byte[] expected = new byte[before + filter.length + 7];
        Arrays.fill(expected, dirt);
        byte[] dst = expected.clone();
        System.arraycopy(filter, 0, expected, before, filter.length);
        FilterGenerator generator = add(policy.newGenerator(), keys);
        assertEquals(filter.length, generator.filterSize());
        generator.generate(dst, before);
        assertArrayEquals(expected, dst);
        FilterMatcher safe = FilterDialect.safeMatcher(policy.name()).orElseThrow();
        keys.forEach(key -> assertTrue(Bytes.mayMatch(policy, key, filter) && Bytes.mayMatch(safe, key, filter)));
    }

    @Property(tries = 700, edgeCases = EdgeCasesMode.NONE)
    @net.jqwik.api.Tag("FB-5")
    @net.jqwik.api.Tag("FB-7")
    @net.jqwik.api.Tag("FB-10")
    void filterIsThatOfTheReferenceModelAndFillsExactlyItsOwnRange(
            @ForAll("policies") BloomFilterPolicy policy,
            @ForAll("keyLists") List<byte[]> keys,
            @ForAll @IntRange(max = 20) int before,
            @ForAll byte dirt) {
        assertWritten(policy, keys, before, dirt);
    }

    // At 8 bits per key a filter has as many bytes of bits as keys: 2048 are the last that are staged, and 131,072 the
    // last with small remainders. At 10 bits there are six probes, which are written out.
    @ParameterizedTest
    @Tag("FB-3")
    @Tag("FB-5")
    @ValueSource(ints = {0, 8, 9, 1638, 1639, 2047, 2048, 2049, 131_071, 131_072, 131_073, 200_000})
    void filtersOnBothSidesOfEachLimitAreThoseOfTheReferenceModel(int keyCount) {
        List<byte[]> keys = Bytes.numberedKeys(0, keyCount);
        assertWritten(BloomFilterPolicy.levelDb(8), keys, 8, (byte) 0xa5);
        assertWritten(BloomFilterPolicy.levelDb(10), keys, 8, (byte) 0xa5);
    }

    // What one filter, or keys that are forgotten, leave behind in the generator must not show in the next.
    @Property(tries = 60)
    @net.jqwik.api.Tag("FB-3")
    void oneGeneratorMakesFiltersOfAnyLengthsInAnyOrder(
            @ForAll @Size(min = 2, max = 5) List<@IntRange(max = 3000) Integer> keyCounts) {
        BloomFilterPolicy policy = BloomFilterPolicy.levelDb(8);
        FilterGenerator generator = policy.newGenerator();
        for (int keyCount : keyCounts) {
            List<byte[]> keys = Bytes.numberedKeys(keyCount, 2 * keyCount);
            add(generator, Bytes.asciiKeys("foo", "bar")).reset();
            add(generator, keys);
            assertEquals(keyCount, generator.keyCount());
            assertArrayEquals(Bytes.model(policy).createFilter(keys), generator.generate());
        }
    }

    @Property
    void keysThatAreAddedTogetherCountAsSingleOnesAndTheirArraysMayBeReused(
            @ForAll @IntRange(max = 40) int keyLength, @ForAll @IntRange(max = 200) int count, @ForAll long seed) {
        byte[] keys = new byte[keyLength * count + 1];
        new Random(seed).nextBytes(keys);
        byte[] reused = new byte[keyLength + 2];
        for (FilterPolicy policy : List.of(POLICY, new TestHashPolicy())) {
            FilterGenerator single = policy.newGenerator();
            for (int i = 0; i < count; i++) {
                System.arraycopy(keys, 1 + i * keyLength, reused, 2, keyLength);
                single.addKey(reused, 2, keyLength);
            }
            FilterGenerator together = policy.newGenerator();
            int some = count / 3;
            byte[] lent = keys.clone();
            together.addKeys(lent, 1, keyLength, some);
            together.addKeys(lent, 1 + some * keyLength, keyLength, count - some);
            Arrays.fill(lent, (byte) 0xff);
            assertEquals(count, together.keyCount());
            assertArrayEquals(single.generate(), together.generate());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 1, 1",
        "0, -1, 1",
        "0, 21, 1",
        "20, 1, 1",
        "21, 0, 1",
        "0, 4, 6",
        "1, 5, 4",
        "0, 1, -1",
        "0, 2147483647, 2147483647"
    })
    void keysOutsideTheirArrayAreRefusedAndNotCounted(int offset, int keyLength, int count) {
        byte[] keys = new byte[20];
        for (FilterGenerator generator : List.of(generatorOf(), new TestHashPolicy().newGenerator())) {
            assertThrows(IndexOutOfBoundsException.class, () -> generator.addKeys(keys, offset, keyLength, count));
            if (count == 1) {
                assertThrows(IndexOutOfBoundsException.class, () -> generator.addKey(keys, offset, keyLength));
            }
            assertEquals(0, generator.keyCount());
        }
    }

    @ParameterizedTest
    @CsvSource({"8, 0", "9, 1", "9, -1", "0, 0", "20, 12", "20, 2147483647", "20, -2147483648"})
    void filterThatDoesNotFitIsRefusedAndNoKeyForgotten(int capacity, int offset) {
        FilterGenerator generator = generatorOf("hello", "world");
        byte[] dst = new byte[capacity];
        assertThrows(IndexOutOfBoundsException.class, () -> generator.generate(dst, offset));
        assertArrayEquals(new byte[capacity], dst);
        assertEquals(HELLO_WORLD, Bytes.toHex(generator.generate()));
    }

    /** Empty keys, since other keys would need too much memory; their number makes 2^32 + 79 bytes and one for k. */
    @Test
    @Tag("FB-5")
    void moreKeysOrBytesThanAnArrayHoldsAreRefused() {
        int keyCount = 34_359_739;
        FilterGenerator generator = BloomFilterPolicy.levelDb(1000).newGenerator();
        generator.addKeys(new byte[0], 0, 0, keyCount);
        IllegalStateException keys = assertThrows(
                IllegalStateException.class,
                () -> generator.addKeys(new byte[0], 0, 0, Integer.MAX_VALUE - 7 - keyCount));
        assertTrue(keys.getMessage().contains("2147483639 keys"), keys.getMessage());
        assertEquals((1L << 32) + 80, generator.filterSize());
        IllegalStateException bytes = assertThrows(IllegalStateException.class, generator::generate);
        assertTrue(bytes.getMessage().contains("4294967376 bytes"), bytes.getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> generator.generate(new byte[100], 0));
        assertEquals(keyCount, generator.keyCount());
    }

    @Provide
    Arbitrary<BloomFilterPolicy> policies() {
        Arbitrary<Integer> bits = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.integers().between(0, 60)),
                Tuple.of(1, Arbitraries.integers().between(61, 1000)),
                Tuple.of(1, Arbitraries.of(1, 13, 26, 39, 42, 43, 44, 371, 372, 373)));
        Arbitrary<FilterDialect> writers = Arbitraries.of(FilterDialect.class).filter(FilterDialect::isWritten);
        return Combinators.combine(writers, bits)
                .as(BloomFilterPolicy::of)
                .filter(policy -> policy.probes() == Bytes.model(policy).numProbes()); // goleveldb's wrap
    }

    @Provide
    Arbitrary<List<byte[]>> keyLists() {
        Arbitrary<byte[]> few = Arbitraries.of((byte) 'a', (byte) 0x80, (byte) 0xff)
                .array(byte[].class)
                .ofMaxSize(5);
        Arbitrary<byte[]> any = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
        return Arbitraries.oneOf(few, any).list().ofMaxSize(60).withoutEdgeCases();
    }
}
