// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.testdata.ReferenceFullFilterBuilder;
import java.lang.management.ManagementFactory;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What builders count, plan, keep and refuse; that they make RocksDB's bytes is in {@link BuiltFiltersTest}. */
class FullFilterBuilderTest {
    private static final int SCALE = Integer.getInteger("filterblock.scale", 1);

    private static List<byte[]> numbered(int count) {
        return numbered(0, count);
    }

    private static List<byte[]> numbered(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> Bytes.ascii("k" + i)).toList();
    }

    private static byte[] filterOf(FullFilterPolicy policy, List<byte[]> keys) {
        FullFilterBuilder builder = policy.newBuilder();
        keys.forEach(builder::addKey);
        return builder.finish();
    }

    private static FullFilterPolicy policy(FullFilterKind kind, double bitsPerKey) {
        return switch (kind) {
            case FAST_LOCAL_BLOOM -> FullFilterPolicy.fastLocalBloom(bitsPerKey);
            case RIBBON -> FullFilterPolicy.ribbon(bitsPerKey);
            default -> FullFilterPolicy.legacyBloom(bitsPerKey);
        };
    }

    /** Vectors of RF-17 and RF-18 in FORMAT-ROCKSDB.md: keys k0, k1, and so on. */
    @ParameterizedTest
    @CsvSource({
        "FAST_LOCAL_BLOOM, 10, 5, 0000401000080004000000001004000000000000000000a00000000402040000002020000042000080"
                + "0005040200000000008000004000004004000002103010ff00060000",
        "LEGACY_BLOOM, 10, 5, 0000100000008000000000300000000010400040050000000000100800000000c000000010000400000000"
                + "0000001000000200a00200068098880800010000000601000000",
        "RIBBON, 3, 200, 7f1d168cfd1801fca7e0a8b018241750a4021d3fa00b2db605f185166da6abb33880832a1ecb7e946e67360cec"
                + "a9bc8aa99ce76ed939c988b40000000000000002a2d6f8876c1e9da301000000000000a16b796fdf271b13c6000000000000"
                + "00fe0d020000",
        "RIBBON, 1, 300, 92b93c52c8791255e579e0e6b790bf7be30ea8834956f40b75b4bfa49119ce817344056a9e0c000000000000000000"
                + "00fe0d030000"
    })
    @Tag("RF-17")
    @Tag("RF-18")
    void vectors(FullFilterKind kind, double bitsPerKey, int keys, String filter) {
        assertEquals(filter, Bytes.toHex(filterOf(policy(kind, bitsPerKey), numbered(keys))));
    }

    @Property(tries = 200)
    void smallSetsAreBuiltAsByTheModel(
            @ForAll("kinds") FullFilterKind kind, @ForAll("bits") double bits, @ForAll("keySets") List<byte[]> keys) {
        assertAsModel(kind, bits, keys);
    }

    @Provide
    Arbitrary<FullFilterKind> kinds() {
        return Arbitraries.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM);
    }

    @Provide
    Arbitrary<Double> bits() {
        return Arbitraries.oneOf(
                Arbitraries.doubles().between(0.5, 30).ofScale(3),
                Arbitraries.of(0.5, 1.0, 2.08, 2.081, 10.0, 25.501, 25.502, 50.0, 50.001, 100.0, 1e9));
    }

    @Provide
    Arbitrary<List<byte[]>> keySets() {
        return Arbitraries.of(1, 0x61, 0x80, 0xff)
                .map(Integer::byteValue)
                .array(byte[].class)
                .ofMaxSize(20)
                .list()
                .ofMaxSize(60);
    }

    /** Sets of the sizes at which Ribbon filters are written. */
    @Test
    void randomSetsAreBuiltAsByTheModel() {
        for (int i = 0; i < 60 * SCALE; i++) {
            Random random = new Random(i);
            byte[] all = new byte[8 * (100 + random.nextInt(i % 10 == 0 ? 2_500 : 500))];
            random.nextBytes(all);
            List<byte[]> keys = new ArrayList<>();
            for (int at = 0; at < all.length; at += 8) {
                keys.add(Arrays.copyOfRange(all, at, at + random.nextInt(9)));
            }
            double bits = 0.5 + random.nextInt(i % 20 == 0 ? 60_000 : 16_000) / 1000.0;
            for (FullFilterKind kind : kinds().allValues().orElseThrow().toList()) {
                assertAsModel(kind, bits, keys);
            }
        }
    }

    private static void assertAsModel(FullFilterKind kind, double bits, List<byte[]> keys) {
        String name =
                kind == FullFilterKind.RIBBON ? "ribbon" : kind == FullFilterKind.LEGACY_BLOOM ? "legacy" : "fast";
        byte[] filter = filterOf(policy(kind, bits), keys);
        assertArrayEquals(ReferenceFullFilterBuilder.build(name, bits, keys), filter, kind + ", " + bits + " bits");
        FullFilter opened = FullFilter.wrap(filter);
        keys.forEach(key -> assertTrue(opened.keyMayMatch(key), () -> opened + " denies " + Bytes.toHex(key)));
        if (!keys.isEmpty()) {
            assertAnyOrder(opened.geometry(), keys, filter);
        }
    }

    private static void assertAnyOrder(FullFilterGeometry geometry, List<byte[]> keys, byte[] filter) {
        List<byte[]> shuffled = new ArrayList<>(keys);
        shuffled.add(keys.get(0));
        Collections.shuffle(shuffled, new Random(keys.size()));
        FullFilterBuilder builder = FullFilterBuilder.of(geometry);
        assertEquals(filter.length, builder.sizeInBytes());
        shuffled.forEach(builder::addKey);
        assertArrayEquals(filter, builder.finish());
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EMPTY", "ALWAYS"})
    void allDoorsTakeTheSameKeys(FullFilterKind kind) {
        int length = 13;
        byte[] keys = new byte[400 * length + 5];
        new Random(2).nextBytes(keys);
        FullFilterBuilder builder = policy(kind, 10).newBuilder();
        builder.addKeys(keys, 5, length, 400);
        assertEquals(400, builder.additions());
        byte[] filter = builder.finish();
        for (int door = 0; door < 6; door++) {
            for (int i = 0; i < 400; i++) {
                add(builder, door, Arrays.copyOfRange(keys, 5 + i * length, 5 + (i + 1) * length));
            }
            assertArrayEquals(filter, builder.finish(), "door " + door);
        }
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKeys(keys, 6, length, 400));
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKeys(keys, 0, -1, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKeys(keys, 0, 1, -1));
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKey(keys, keys.length, 1));
        assertEquals(0, builder.additions());
    }

    private static void add(FullFilterBuilder builder, int door, byte[] key) {
        switch (door) {
            case 0 -> builder.addKey(key);
            case 1 -> builder.addKey(Bytes.padded(key, 2, 3), 2, key.length);
            case 2 -> addIn(builder, ByteBuffer.wrap(new byte[key.length + 9]).slice(1, key.length + 7), key);
            case 3 -> addIn(builder, ByteBuffer.allocateDirect(key.length + 7), key);
            case 4 -> builder.addKey(ByteBuffer.wrap(key).asReadOnlyBuffer());
            default -> builder.addKey(HashedKey.of(key));
        }
    }

    /** The buffer stays where it is. */
    private static void addIn(FullFilterBuilder builder, ByteBuffer buffer, byte[] key) {
        builder.addKey(buffer.put(3, key).position(3).limit(3 + key.length));
        assertEquals(3, buffer.position());
        assertEquals(3 + key.length, buffer.limit());
    }

    /** RocksDB 5.18 hangs at 4k lines, or that times a power of two, under an old footer. */
    @ParameterizedTest
    @CsvSource({"6, 24, 25", "6, 48, 49", "6, 6144, 6145", "6, 12, 12", "6, 72, 72", "6, 25, 25", "1, 4, 5", "7, 24, 24"
    })
    void someFiltersGetALineMoreUnderAnOldFooter(int probes, long lines, long stored) {
        FullFilterGeometry geometry = LineGeometry.fastLocalBloom(lines, probes);
        assertEquals(LineGeometry.fastLocalBloom(stored, probes), geometry.forOldFooter());
        FullFilterGeometry legacy = LineGeometry.legacyBloom(lines, 64, probes);
        assertEquals(legacy, legacy.forOldFooter());
    }

    @Test
    void otherKindsAreStoredAlikeUnderAnOldFooter() {
        FullFilterGeometry ribbon = RibbonGeometry.of(4, 24, 1);
        FullFilterGeometry empty = FullFilterPolicy.ribbon(10).plan(0, 0);
        assertEquals(List.of(ribbon, empty), List.of(ribbon.forOldFooter(), empty.forOldFooter()));
    }

    /** The kept hashes make a filter of any geometry with the same hash. */
    @Test
    void aBloomFilterOfAnotherGeometryIsMadeOfTheSameKeys() {
        List<byte[]> keys = numbered(1_220);
        FullFilterBuilder builder = policy(FullFilterKind.RIBBON, 10).newBuilder();
        keys.forEach(builder::addKey);
        FullFilterGeometry legacy = LineGeometry.legacyBloom(25, 64, 6);
        assertThrows(IllegalArgumentException.class, () -> builder.finish(legacy));
        FullFilterGeometry huge = LineGeometry.fastLocalBloom(1 << 26, 6);
        assertThrows(IllegalStateException.class, () -> builder.finish(huge));
        FullFilterGeometry grown = LineGeometry.fastLocalBloom(25, 6);
        byte[] filter = builder.finish(grown);
        assertEquals(0, builder.additions());
        FullFilterBuilder direct = FullFilterBuilder.of(grown);
        keys.forEach(direct::addKey);
        assertArrayEquals(direct.finish(), filter);
        FullFilterBuilder ofLegacy = policy(FullFilterKind.LEGACY_BLOOM, 10).newBuilder();
        ofLegacy.addKey(keys.get(0));
        assertTrue(FullFilter.wrap(ofLegacy.finish(legacy)).keyMayMatch(keys.get(0)));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EMPTY", "ALWAYS"})
    void onlyAnEqualNeighbourIsNotCounted(FullFilterKind kind) {
        FullFilterBuilder builder = policy(kind, 10).newBuilder();
        for (long hash : new long[] {0, 0, 7, 7, 7, 0, 1, 0}) {
            builder.addHash(hash);
        }
        assertEquals(5, builder.additions());
        builder.reset();
        assertEquals(0, builder.additions());
        assertEquals(FullFilterKind.EMPTY, builder.plan().kind());
        assertEquals(0, builder.finish().length);
        builder.addHash(0);
        assertEquals(1, builder.additions());
    }

    @Test
    void slotsAreThoseOfRocksDb() {
        int[][] known = {
            {1, 256},
            {248, 256},
            {249, 384},
            {374, 384},
            {499, 512},
            {500, 640},
            {1001, 1024},
            {1002, 1152},
            {8001, 8320},
            {20_000, 20_608},
            {126_505, 131_072},
            {126_507, 131_200},
            {1_000_000, 1_047_552},
            {10_000_000, 10_604_800},
            {950_000_000, 1_031_068_672}
        };
        for (int[] pair : known) {
            assertEquals(pair[1], RibbonSize.slots(pair[0]), "slots for " + pair[0]);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0x1.953764452c7ffp0",
        "3, 0x1.0e45485d33751p2",
        "8, 0x1.5b1980ba75ac3p5",
        "10, 0x1.a39c028d7e9d4p6",
        "16, 0x1.39c367c518d58p10",
        "30, 0x1.59390be6a36b4p17",
        "100, 0x1.79589e5bc7b45p43"
    })
    void rateOfRibbonIsThatOfRocksDb(double bits, String oneIn) {
        int probes = FullFilterPolicy.fastLocalBloom(bits).plan(1000, 0).probes();
        double expected = Double.parseDouble(oneIn);
        assertEquals(expected, RibbonSize.oneIn(bits, probes), expected * 0x1p-45);
    }

    @Test
    void moreKeysThanRibbonTakesGetABloomFilter() {
        FullFilterPolicy policy = FullFilterPolicy.ribbon(10);
        assertEquals(FullFilterKind.RIBBON, policy.plan(950_000_000, 5).kind());
        assertEquals(8_055_224, policy.plan(950_000_000, 5).blocks());
        assertEquals(
                FullFilterKind.FAST_LOCAL_BLOOM, policy.plan(950_000_001, 5).kind());
        for (int keys : new int[] {1, 153, 249, 256}) {
            assertEquals(FullFilterKind.FAST_LOCAL_BLOOM, policy.plan(keys, 5).kind(), keys + " keys");
        }
        for (int keys : new int[] {154, 248, 257, 1000}) {
            assertEquals(FullFilterKind.RIBBON, policy.plan(keys, 5).kind(), keys + " keys");
        }
    }

    @Test
    void filtersBeyondAnArrayAreRefused() {
        List<FullFilterGeometry> large = List.of(
                LineGeometry.fastLocalBloom(1 << 25, 6),
                LineGeometry.legacyBloom(0xffff_ffffL, 64, 6),
                RibbonGeometry.of(1 << 23, 1 << 27, 3));
        for (FullFilterGeometry geometry : large) {
            FullFilterBuilder builder = FullFilterBuilder.of(geometry);
            builder.addKey(new byte[3]);
            assertTrue(builder.sizeInBytes() > Integer.MAX_VALUE);
            String message =
                    assertThrows(IllegalStateException.class, builder::finish).getMessage();
            assertTrue(message.startsWith("a filter of " + builder.sizeInBytes() + " bytes"), message);
            assertEquals(1, builder.additions());
        }
        FullFilterGeometry planned = FullFilterPolicy.fastLocalBloom(100).plan(1L << 32, 0);
        assertEquals(0xffff_ffc5L, planned.sizeInBytes());
        assertEquals(
                0xffff_0000L / 512 + 1,
                FullFilterPolicy.legacyBloom(100).plan(1L << 32, 0).lines());
    }

    @Test
    void ribbonWithoutSolutionIsAnOutcome() {
        FullFilterBuilder builder = FullFilterBuilder.of(RibbonGeometry.of(2, 14, 9));
        numbered(400).forEach(builder::addKey);
        assertTrue(builder.solve().isEmpty());
        String message =
                assertThrows(IllegalStateException.class, builder::finish).getMessage();
        assertTrue(message.contains("contradict each other in this geometry: Ribbon, seed 9"), message);
        assertEquals(400, builder.additions());
        builder.reset();
        numbered(50).forEach(builder::addKey);
        assertEquals(9, builder.solve().orElseThrow().seed());
        assertEquals(14 * 16 + 5, builder.finish().length);
    }

    @Test
    void policyWithoutSolutionFallsBackToABloomFilter() {
        FullFilterBuilder builder = new FullFilterBuilder(FullFilterPolicy.ribbon(8.5), 0);
        numbered(1000).forEach(builder::addKey);
        assertEquals(FullFilterKind.RIBBON, builder.plan().kind());
        assertEquals(
                FullFilterKind.FAST_LOCAL_BLOOM, builder.solve().orElseThrow().kind());
        assertArrayEquals(filterOf(FullFilterPolicy.fastLocalBloom(8.5), numbered(1000)), builder.finish());
    }

    /** Of 1,001 keys for 1,024 slots some sets need more than one seed, and the seed after 255 is 0. */
    @Test
    void nextSeedIsTriedAndWrapsAround() {
        int more = 0;
        boolean wrapped = false;
        for (int set = 0; set < 4000 && !(more > 3 && wrapped); set++) {
            Random random = new Random(set);
            FullFilterBuilder builder = FullFilterPolicy.ribbon(10).newBuilder();
            builder.addHash(random.nextLong() | 0xff);
            random.longs(1000).forEach(builder::addHash);
            int seed = builder.solve().orElseThrow().seed();
            assertEquals(255, builder.plan().seed());
            more += seed == 255 ? 0 : 1;
            wrapped |= seed == 0;
            byte[] filter = builder.finish();
            assertEquals(seed, FullFilter.wrap(filter).geometry().seed());
            FullFilter opened = FullFilter.wrap(filter);
            Random again = new Random(set);
            assertTrue(RatesTest.hashMayMatch(opened, again.nextLong() | 0xff));
            again.longs(1000).forEach(hash -> assertTrue(RatesTest.hashMayMatch(opened, hash)));
        }
        assertTrue(wrapped && more > 3, more + " sets needed another seed");
    }

    @Test
    void solvingIsNotRepeatedAndSeesLaterKeys() {
        FullFilterBuilder builder = FullFilterPolicy.ribbon(10).newBuilder();
        numbered(700).forEach(builder::addKey);
        FullFilterGeometry early = builder.solve().orElseThrow();
        assertEquals(early, builder.solve().orElseThrow());
        numbered(1400).subList(700, 1400).forEach(builder::addKey);
        assertNotEquals(early, builder.solve().orElseThrow());
        assertArrayEquals(filterOf(FullFilterPolicy.ribbon(10), numbered(1400)), builder.finish());
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EMPTY", "ALWAYS"})
    void builderIsReusedAndWritesIntoMemoryOfTheCaller(FullFilterKind kind) {
        FullFilterBuilder builder = policy(kind, 10).newBuilder();
        int next = 0;
        for (int count : new int[] {30_001, 700, 5, 20_000}) {
            List<byte[]> keys = numbered(next, next + count);
            next += count; // none of the filter before
            byte[] filter = filterOf(policy(kind, 10), keys);
            keys.forEach(builder::addKey);
            byte[] array = new byte[filter.length + 9];
            Arrays.fill(array, (byte) 0x55);
            assertThrows(IndexOutOfBoundsException.class, () -> builder.finish(array, 10));
            assertThrows(BufferOverflowException.class, () -> builder.finish(ByteBuffer.allocate(filter.length - 1)));
            ByteBuffer readOnly = ByteBuffer.wrap(array).asReadOnlyBuffer();
            assertThrows(ReadOnlyBufferException.class, () -> builder.finish(readOnly));
            assertEquals(filter.length, builder.finish(array, 4));
            assertArrayEquals(filter, Arrays.copyOfRange(array, 4, 4 + filter.length));
            assertEquals(0x55, array[3]);
            assertEquals(0x55, array[4 + filter.length]);
            for (ByteBuffer buffer : List.of(
                    ByteBuffer.allocateDirect(filter.length + 3),
                    ByteBuffer.allocate(filter.length + 4).slice(1, filter.length + 3))) {
                keys.forEach(builder::addKey);
                builder.finish(buffer.position(2));
                assertEquals(2 + filter.length, buffer.position());
                byte[] written = new byte[filter.length];
                buffer.get(2, written);
                assertArrayEquals(filter, written);
            }
        }
    }

    private static FullFilterBuilder addHashes(FullFilterBuilder builder, int count) {
        for (int i = 0; i < count; i++) {
            builder.addHash(i * 0x9e3779b97f4a7c15L);
        }
        return builder;
    }

    /** Bytes a key at the peak: 8 for its hash, and the filter's; the rows of Ribbon are a constant for many keys. */
    @ParameterizedTest
    @CsvSource({"FAST_LOCAL_BLOOM, 10", "RIBBON, 10.5", "LEGACY_BLOOM, 6"})
    void memoryIsKnownAndBounded(FullFilterKind kind, double bytesOfKey) {
        int keys = 300_000;
        byte[] key = new byte[16];
        FullFilterBuilder first = policy(kind, 10).newBuilder(); // a thread that loads a class allocates for it
        first.addKey(key, 0, 16);
        addHashes(first, keys).finish();
        FullFilterBuilder builder = policy(kind, 10).newBuilder();
        long before = allocated();
        addHashes(builder, keys);
        long told = builder.memoryInBytes();
        byte[] filter = builder.finish();
        long taken = allocated() - before;
        assertTrue(told < bytesOfKey * keys, told / (double) keys + " bytes a key");
        assertTrue(taken < told + 50_000, taken + " bytes allocated, " + told + " told");
        assertTrue(told < taken + 50_000, told + " bytes told, " + taken + " allocated");
        assertTrue(filter.length > 0);
        long hashes = (kind == FullFilterKind.LEGACY_BLOOM ? 4L : 8L) * keys;
        assertTrue(builder.memoryInBytes() >= hashes, "memory that is kept for the next filter is told");
        before = allocated();
        for (int i = 0; i < keys; i++) {
            key[i & 15]++;
            builder.addKey(key, 0, 16);
        }
        assertTrue(allocated() - before < 5_000, "allocated for keys of a builder that is used again");
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void bitsAreRoundedAsRocksDbDoes() {
        assertEquals(1, FullFilterPolicy.fastLocalBloom(0.5).bitsPerKey());
        assertEquals(100, FullFilterPolicy.ribbon(1e9).bloomBitsPerKey());
        assertEquals(9, FullFilterPolicy.legacyBloom(8.5).bitsPerKey());
        assertEquals(8, FullFilterPolicy.legacyBloom(8.499).bitsPerKey());
        assertEquals("legacy Bloom with 9 bits per key", FullFilterPolicy.legacyBloom(8.5) + "");
        assertEquals("fast local Bloom with 9.5 bits per key", FullFilterPolicy.fastLocalBloom(9.5) + "");
        for (double bits : new double[] {0.4999, 0, -1, Double.NaN, Double.NEGATIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> FullFilterPolicy.ribbon(bits));
        }
        assertEquals(FullFilterPolicy.legacyBloom(9), FullFilterPolicy.legacyBloom(8.5));
        assertEquals(
                FullFilterPolicy.legacyBloom(9).hashCode(),
                FullFilterPolicy.legacyBloom(8.5).hashCode());
        assertNotEquals(FullFilterPolicy.ribbon(9), FullFilterPolicy.fastLocalBloom(9));
        assertNotEquals(FullFilterPolicy.ribbon(9), FullFilterPolicy.ribbon(9.001));
        assertThrows(
                IllegalArgumentException.class, () -> FullFilterPolicy.ribbon(9).plan(-1, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "FAST_LOCAL_BLOOM, 0.01, 9.9, 10.0",
        "FAST_LOCAL_BLOOM, 0.1, 4.8, 5.1",
        "FAST_LOCAL_BLOOM, 0.0001, 20, 23",
        "FAST_LOCAL_BLOOM, 0.999999, 1, 1",
        "FAST_LOCAL_BLOOM, 1e-8, 50, 70",
        "RIBBON, 0.999999, 1, 1",
        "RIBBON, 1e-9, 50, 80",
        "RIBBON, 2.4e-10, 50, 80",
        "LEGACY_BLOOM, 0.999999, 1, 1",
        "RIBBON, 0.01, 9.8, 10.0",
        "RIBBON, 0.6, 1, 1.2",
        "LEGACY_BLOOM, 0.02, 9, 9",
        "LEGACY_BLOOM, 0.9, 1, 1"
    })
    void policyForARateHasTheFewestBits(FullFilterKind kind, double rate, double least, double most) {
        FullFilterPolicy policy = FullFilterPolicy.forRate(kind, rate);
        assertEquals(kind, policy.kind());
        assertTrue(policy.bloomBitsPerKey() >= least && policy.bloomBitsPerKey() <= most, policy.toString());
        assertTrue(policy.plan(1_000_000, 0).expectedRate(1_000_000) <= rate, policy.toString());
        if (policy.bloomBitsPerKey() > 1) {
            double step = kind == FullFilterKind.LEGACY_BLOOM ? 1 : 0.001;
            FullFilterPolicy smaller = policy(kind, policy.bloomBitsPerKey() - step);
            double rateOfSmaller = smaller.plan(1_000_000, 0).expectedRate(1_000_000);
            assertTrue(rateOfSmaller > rate * 0.99, smaller + " has " + rateOfSmaller);
        }
    }

    @Test
    void bitsOfRibbonAreThoseThatItTakes() {
        assertEquals(7.02, FullFilterPolicy.ribbon(10).bitsPerKey(), 0.1);
        assertEquals(9.886, FullFilterPolicy.ribbon(9.886).bloomBitsPerKey());
        assertEquals(9.886, FullFilterPolicy.fastLocalBloom(9.886).bitsPerKey());
        String ribbon = FullFilterPolicy.ribbon(10).toString();
        assertTrue(ribbon.matches("Ribbon with 7\\.[01]. bits per key and the rate of Bloom with 10"), ribbon);
        byte[] filter = filterOf(FullFilterPolicy.ribbon(10), numbered(100_000));
        assertEquals(FullFilterPolicy.ribbon(10).bitsPerKey(), filter.length * 8 / 100_000.0, 0.1);
    }

    @ParameterizedTest
    @EnumSource(names = {"FAST_LOCAL_BLOOM", "LEGACY_BLOOM", "RIBBON"})
    void plansOfAnyNumberOfAdditionsAreOrdered(FullFilterKind kind) {
        for (double bits : new double[] {1, 10, 100}) {
            long before = 0;
            for (int exponent = 0; exponent < 63; exponent++) {
                long size = policy(kind, bits).plan(1L << exponent, 7).sizeInBytes();
                assertTrue(size >= before || exponent == 30, kind + ": " + size + " after " + before);
                before = size;
            }
            assertEquals(before, policy(kind, bits).plan(Long.MAX_VALUE, 7).sizeInBytes());
        }
    }

    @Test
    void memoryOfHugeGeometriesIsKnown() {
        for (long segments : new long[] {1, 1L << 40, 1L << 58}) {
            FullFilterBuilder builder = FullFilterBuilder.of(RibbonGeometry.of((1 << 24) - 1, segments, 0));
            assertTrue(builder.memoryInBytes() > 16 * segments, segments + ": " + builder.memoryInBytes());
            assertTrue(builder.sizeInBytes() > 0);
        }
        assertThrows(IllegalArgumentException.class, () -> RibbonGeometry.of(2, (1L << 58) + 1, 0));
    }

    @Test
    void ratesThatCannotBeReachedAreRefused() {
        for (double rate : new double[] {0, 1, -1, Double.NaN}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> FullFilterPolicy.forRate(FullFilterKind.FAST_LOCAL_BLOOM, rate));
        }
        assertThrows(
                IllegalArgumentException.class, () -> FullFilterPolicy.forRate(FullFilterKind.LEGACY_BLOOM, 0.0001));
        assertThrows(IllegalArgumentException.class, () -> FullFilterPolicy.forRate(FullFilterKind.EMPTY, 0.1));
        for (FullFilterKind kind : List.of(FullFilterKind.RIBBON, FullFilterKind.FAST_LOCAL_BLOOM)) {
            assertThrows(IllegalArgumentException.class, () -> FullFilterPolicy.forRate(kind, 1e-12));
        }
        assertThrows(IllegalArgumentException.class, () -> FullFilterPolicy.forRate(FullFilterKind.RIBBON, 2.3e-10));
    }

    @Test
    void geometriesOutOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> LineGeometry.fastLocalBloom(0, 6));
        assertThrows(IllegalArgumentException.class, () -> LineGeometry.fastLocalBloom(1L << 32, 6));
        assertThrows(IllegalArgumentException.class, () -> LineGeometry.fastLocalBloom(1, 31));
        assertThrows(IllegalArgumentException.class, () -> LineGeometry.legacyBloom(1, 65, 6));
        assertThrows(IllegalArgumentException.class, () -> LineGeometry.legacyBloom(1, 64, 128));
        assertThrows(IllegalArgumentException.class, () -> RibbonGeometry.of(1, 7, 0));
        assertThrows(IllegalArgumentException.class, () -> RibbonGeometry.of(2, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> RibbonGeometry.of(2, 7, 256));
        for (String bits : List.of("", "0000000000", "00ff01040000")) {
            FullFilterGeometry without = FullFilter.wrap(Bytes.hex(bits)).geometry();
            assertEquals(bits.length() / 2, without.sizeInBytes());
            assertThrows(IllegalArgumentException.class, () -> FullFilterBuilder.of(without));
        }
    }

    @Test
    void geometriesAreEqualByTheirNumbers() {
        FullFilterGeometry ribbon = RibbonGeometry.of(2, 14, 9);
        assertEquals(ribbon, RibbonGeometry.of(2, 14, 9));
        assertEquals(ribbon.hashCode(), RibbonGeometry.of(2, 14, 9).hashCode());
        for (FullFilterGeometry other : List.of(
                RibbonGeometry.of(3, 14, 9),
                RibbonGeometry.of(2, 15, 9),
                RibbonGeometry.of(2, 14, 8),
                LineGeometry.fastLocalBloom(2, 6))) {
            assertNotEquals(ribbon, other);
        }
        assertNotEquals(LineGeometry.fastLocalBloom(2, 5), LineGeometry.fastLocalBloom(2, 6));
        assertNotEquals(LineGeometry.legacyBloom(2, 32, 6), LineGeometry.legacyBloom(1, 64, 6));
        assertFalse(ribbon.equals(null));
    }

    /** Legacy filters of other machines have other lines; segments past 32 for each block and the rest are zeros. */
    @Test
    void storedFormsOfOtherWritersAreRebuilt() {
        for (FullFilterGeometry geometry : List.of(
                LineGeometry.legacyBloom(17, 128, 6),
                LineGeometry.legacyBloom(400, 1, 2),
                RibbonGeometry.of(2, 70, 3),
                new RibbonGeometry(16 * 13 + 7, 2, 3),
                LineGeometry.storedFastLocalBloom(64 * 3 + 63, 5 << 8))) {
            FullFilterBuilder builder = FullFilterBuilder.of(geometry);
            numbered(120).forEach(builder::addKey);
            byte[] filter = builder.finish();
            FullFilter opened = FullFilter.wrap(filter);
            assertEquals(geometry, opened.geometry());
            numbered(120).forEach(key -> assertTrue(opened.keyMayMatch(key), opened.toString()));
            int unused = (int) (filter.length - 5 - geometry.bits() / 8);
            assertArrayEquals(
                    new byte[unused], Arrays.copyOfRange(filter, filter.length - 5 - unused, filter.length - 5));
        }
    }

    /** A large filter is made piece by piece, and has the bits that RF-8 gives one key after another. */
    @ParameterizedTest
    @CsvSource({"1800000, 10", "800000, 27", "1700000, 5"})
    void largeFiltersHaveTheBitsOfEachKey(int keys, int bits) {
        FullFilterBuilder builder = FullFilterPolicy.fastLocalBloom(bits).newBuilder();
        SplittableRandom random = new SplittableRandom(keys);
        long[] hashes = random.longs(keys).toArray();
        Arrays.stream(hashes, 0, keys).forEach(builder::addHash);
        FullFilterGeometry geometry = builder.plan();
        byte[] expected = new byte[(int) geometry.sizeInBytes()];
        for (long hash : hashes) {
            int line = (int) ((hash & 0xffff_ffffL) * geometry.lines() >>> 32);
            int position = (int) (hash >>> 32);
            for (int probe = 0; probe < geometry.probes(); probe++, position *= 0x9e3779b9) {
                expected[64 * line + (position >>> 26)] |= (byte) (1 << (position >>> 23 & 7));
            }
        }
        expected[expected.length - 5] = (byte) 0xff;
        expected[expected.length - 3] = (byte) geometry.probes();
        assertArrayEquals(expected, builder.finish());
    }
}
