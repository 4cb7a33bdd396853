// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class BloomFilterPropertyTest {

    @Property(tries = 500)
    @Tag("FB-7")
    void everyAddedKeyMatches(@ForAll("policies") BloomFilterPolicy policy, @ForAll("keyLists") List<byte[]> keys) {
        byte[] filter = Bytes.filter(policy, keys);
        for (byte[] key : keys) {
            assertTrue(Bytes.mayMatch(policy, key, filter));
            assertTrue(Bytes.mayMatch(FilterDialect.safeMatcher(policy.name()).orElseThrow(), key, filter));
        }
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @Tag("FB-5")
    void filterIsThatOfTheSlowModelAndFillsExactlyItsOwnRange(
            @ForAll("policies") BloomFilterPolicy policy,
            @ForAll("keyLists") List<byte[]> keys,
            @ForAll @IntRange(max = 20) int before,
            @ForAll byte dirt) {
        byte[] filter = SlowBloom.filter(policy, keys);
        byte[] expected = new byte[before + filter.length + 7];
        Arrays.fill(expected, dirt);
        byte[] dst = expected.clone();
        System.arraycopy(filter, 0, expected, before, filter.length);
        FilterGenerator generator = policy.newGenerator();
        keys.forEach(key -> generator.addKey(key, 0, key.length));
        generator.generate(dst, before);
        assertArrayEquals(expected, dst);
    }

    @Property
    @Tag("FB-8")
    @Tag("FB-9")
    void anyBytesAreReadAsTheSlowModelReadsThem(
            @ForAll("matchers") BloomFilterMatcher matcher, @ForAll byte[] key, @ForAll("anyFilters") byte[] filter) {
        boolean expected = SlowBloom.mayMatch(matcher.hash(), key, filter);
        assertEquals(expected, Bytes.mayMatch(matcher, key, filter));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void bothFormsOfMemoryGiveOneAnswer(
            @ForAll("matchers") BloomFilterMatcher matcher,
            @ForAll byte[] key,
            @ForAll("anyFilters") byte[] filter,
            @ForAll @IntRange(max = 9) int before,
            @ForAll boolean direct,
            @ForAll boolean bigEndian) {
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer buffer = Bytes.buffer(filter, before, direct, order).position(2);
        boolean expected = Bytes.mayMatch(matcher, key, filter);
        assertEquals(expected, matcher.keyMayMatch(key, 0, key.length, buffer, before, filter.length));
        int hash = matcher.hash().hash(key, 0, key.length);
        assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, buffer, before, filter.length));
        assertEquals(expected, BloomFilterMatcher.hashMayMatch(hash, filter, 0, filter.length));
        assertEquals(2, buffer.position());
        assertEquals(order, buffer.order());
    }

    @Property
    @Tag("FB-3")
    void positionsAreTheBitsThatAKeySets(@ForAll("policies") BloomFilterPolicy policy, @ForAll byte[] key) {
        byte[] filter = Bytes.filter(policy, List.of(key));
        BitSet bits = BitSet.valueOf(Arrays.copyOf(filter, filter.length - 1));
        int hash = policy.hash().hash(key, 0, key.length);
        long[] positions = BloomFilterMatcher.positions(hash, (filter.length - 1) * 8L, policy.probes());
        assertEquals(policy.probes(), positions.length);
        assertArrayEquals(
                positions, policy.matcher().positions(key, 0, key.length, (filter.length - 1) * 8L, policy.probes()));
        assertArrayEquals(
                LongStream.of(positions).sorted().distinct().toArray(),
                bits.stream().asLongStream().toArray());
    }

    @Property
    @Tag("FB-3")
    void positionsFollowTheFormulaForAnyNumberOfBits(
            @ForAll int hash,
            @ForAll @LongRange(min = 1, max = 1L << 35) long bits,
            @ForAll @IntRange(max = 255) int k) {
        assertArrayEquals(
                SlowBloom.positions(Integer.toUnsignedLong(hash), bits, k).toArray(),
                BloomFilterMatcher.positions(hash, bits, k));
    }

    @Provide
    Arbitrary<BloomFilterPolicy> policies() {
        Arbitrary<Integer> bits = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.integers().between(0, 60)),
                Tuple.of(1, Arbitraries.integers().between(61, 1000)),
                Tuple.of(1, Arbitraries.of(1, 13, 26, 39, 42, 43, 44, 371, 372, 373)));
        Arbitrary<IntFunction<BloomFilterPolicy>> writers = Arbitraries.of(
                BloomFilterPolicy::levelDb,
                BloomFilterPolicy::goLevelDb,
                BloomFilterPolicy::levelDb117Signed,
                BloomFilterPolicy::levelDb117Unsigned,
                BloomFilterPolicy::rocksDbBlockBased);
        return Combinators.combine(writers, bits).as(IntFunction::apply);
    }

    @Provide
    Arbitrary<BloomFilterMatcher> matchers() {
        return Arbitraries.of(FilterDialect.LEVELDB, FilterDialect.ROCKSDB_BLOCK)
                .map(FilterDialect::bloomMatcher);
    }

    @Provide
    Arbitrary<List<byte[]>> keyLists() {
        Arbitrary<byte[]> few = Arbitraries.of((byte) 'a', (byte) 0x80, (byte) 0xff)
                .array(byte[].class)
                .ofMaxSize(5);
        Arbitrary<byte[]> any = Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
        return Arbitraries.oneOf(few, any).list().ofMaxSize(60).withoutEdgeCases();
    }

    /** Filters of any length whose last byte is often a number of probes that is used, and whose bits are dense. */
    @Provide
    Arbitrary<byte[]> anyFilters() {
        Arbitrary<byte[]> bits = Arbitraries.frequencyOf(
                        Tuple.of(3, Arbitraries.just((byte) 0xff)), Tuple.of(1, Arbitraries.bytes()))
                .array(byte[].class)
                .ofMaxSize(40);
        Arbitrary<Integer> probes = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 8),
                Arbitraries.integers().between(28, 34),
                Arbitraries.integers().between(0, 255));
        return Combinators.combine(bits, probes)
                .as((bytes, k) -> {
                    byte[] filter = bytes.clone();
                    if (filter.length > 0) {
                        filter[filter.length - 1] = k.byteValue();
                    }
                    return filter;
                })
                .withoutEdgeCases();
    }
}
