// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Builders that are told how many keys come. */
class KnownNumberTest {
    private static final int KEY = 12;

    private static FullFilterPolicy policy(FullFilterKind kind, double bits) {
        return kind == FullFilterKind.RIBBON
                ? FullFilterPolicy.ribbon(bits)
                : kind == FullFilterKind.LEGACY_BLOOM
                        ? FullFilterPolicy.legacyBloom(bits)
                        : FullFilterPolicy.fastLocalBloom(bits);
    }

    private static byte[] keys(int count) {
        byte[] keys = new byte[count * KEY];
        new Random(count).nextBytes(keys);
        return keys;
    }

    private static byte[] filter(FullFilterBuilder builder, byte[] keys, int count) {
        builder.addKeys(keys, 0, KEY, count);
        return builder.finish();
    }

    /** The same builder is used twice. */
    @ParameterizedTest
    @EnumSource(names = {"FAST_LOCAL_BLOOM", "LEGACY_BLOOM", "RIBBON"})
    void bytesAreThoseOfABuilderThatKeepsHashesIfTheNumberIsRight(FullFilterKind kind) {
        for (double bits : new double[] {3, 10, 30}) {
            for (int count : new int[] {1, 2, 60, 4_097, 30_000}) {
                FullFilterBuilder builder = policy(kind, bits).newBuilder(count);
                for (int round = 0; round < 2; round++) {
                    byte[] keys = keys(count + round);
                    byte[] expected = filter(policy(kind, bits).newBuilder(), keys, count);
                    builder.addKeys(keys, 0, KEY, count);
                    assertEquals(expected.length, builder.sizeInBytes());
                    assertArrayEquals(expected, builder.finish(), () -> builder + " of " + count);
                    assertEquals(0, builder.finish().length, "nothing was added since");
                }
            }
        }
    }

    /** No stored key is denied, and the rate is that of the form with so many keys. */
    @ParameterizedTest
    @CsvSource({
        "FAST_LOCAL_BLOOM, 5000",
        "FAST_LOCAL_BLOOM, 40000",
        "LEGACY_BLOOM, 5000",
        "LEGACY_BLOOM, 40000",
        "FAST_LOCAL_BLOOM, 0",
        "LEGACY_BLOOM, 0",
        "RIBBON, 5000"
    })
    void withAnotherNumberTheFilterIsRightAndItsRateIsAnother(FullFilterKind kind, int promised) {
        int count = 20_000;
        byte[] keys = keys(count);
        FullFilter filter = FullFilter.wrap(filter(policy(kind, 10).newBuilder(promised), keys, count));
        for (int i = 0; i < count; i++) {
            assertTrue(filter.keyMayMatch(keys, i * KEY, KEY));
        }
        int matched = 0;
        byte[] absent = keys(100_000);
        for (int i = 0; i < 100_000; i++) {
            matched += filter.keyMayMatch(absent, i * KEY, KEY) ? 1 : 0;
        }
        double expected = filter.geometry().expectedRate(count);
        double measured = matched / 100_000.0;
        double noise = 4 * Math.sqrt(expected / 100_000);
        assertTrue(measured <= 1.1 * expected + noise, measured + " measured, " + expected + " expected");
        if (kind != FullFilterKind.LEGACY_BLOOM) { // of which RocksDB's formula expects too much where bits abound
            assertEquals(expected, measured, 0.1 * expected + noise);
        }
        long size = policy(kind, 10)
                .plan(Math.max(1, kind == FullFilterKind.RIBBON ? count : promised), 0)
                .sizeInBytes();
        assertTrue(Math.abs(size - filter.geometry().sizeInBytes()) <= 64, () -> filter.geometry() + " beside " + size);
    }

    @ParameterizedTest
    @EnumSource(names = {"FAST_LOCAL_BLOOM", "LEGACY_BLOOM"})
    void allWaysToFinishGiveTheFilter(FullFilterKind kind) {
        byte[] keys = keys(500);
        FullFilterBuilder builder = policy(kind, 10).newBuilder(500);
        byte[] expected = filter(builder, keys, 500);
        byte[] page = new byte[expected.length + 7];
        Arrays.fill(page, (byte) -1);
        builder.addKeys(keys, 0, KEY, 500);
        assertThrows(IndexOutOfBoundsException.class, () -> builder.finish(page, 8));
        assertEquals(expected.length, builder.finish(page, 5));
        assertArrayEquals(expected, Arrays.copyOfRange(page, 5, 5 + expected.length));
        ByteBuffer direct = ByteBuffer.allocateDirect(expected.length);
        builder.addKeys(keys, 0, KEY, 500);
        builder.finish(direct);
        assertEquals(ByteBuffer.wrap(expected), direct.flip());
        builder.addKeys(keys, 0, KEY, 400);
        builder.reset();
        assertArrayEquals(expected, filter(builder, keys, 500));
        builder.addKeys(keys, 0, KEY, 500);
        FullFilterGeometry other = policy(kind, 11).plan(500, 0);
        assertThrows(IllegalStateException.class, () -> builder.finish(other));
    }

    @ParameterizedTest
    @EnumSource(names = {"FAST_LOCAL_BLOOM", "LEGACY_BLOOM"})
    void noMoreMemoryIsNeededThanTheFilterHas(FullFilterKind kind) {
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        int count = 400_000;
        byte[] keys = keys(count);
        filter(policy(kind, 10).newBuilder(count), keys, count);
        long before = thread.getCurrentThreadAllocatedBytes();
        FullFilterBuilder builder = policy(kind, 10).newBuilder(count);
        builder.addKeys(keys, 0, KEY, count);
        long told = builder.memoryInBytes();
        byte[] filter = builder.finish();
        long taken = thread.getCurrentThreadAllocatedBytes() - before;
        assertTrue(taken < 1.4 * count && told < 1.4 * count, taken + " bytes taken, " + told + " told");
        assertTrue(filter.length > 1.2 * count);
    }

    @Test
    void numbersThatMakeNoFilterAreRefused() {
        for (FullFilterKind kind : new FullFilterKind[] {FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON}) {
            assertThrows(IllegalArgumentException.class, () -> policy(kind, 10).newBuilder(-1));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> FullFilterPolicy.fastLocalBloom(10).newBuilder(1L << 40));
    }
}
