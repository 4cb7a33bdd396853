// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranges, rates and foreign strings of go-zero's filter. */
class GoZeroFilterTest {
    private static GoZeroFilter filter(long bits, List<byte[]> keys) {
        GoZeroFilter filter = GoZeroFilter.ofBits(bits);
        keys.forEach(filter::add);
        return filter;
    }

    @Test
    @Tag("RB-1")
    void positionsOfEveryLengthAndOfAwkwardBits() {
        for (int length = 0; length < 200; length++) {
            byte[] key = new byte[length];
            for (int i = 0; i < length; i++) {
                key[i] = (byte) (i * 37 + length);
            }
            for (long bits : new long[] {1, 2, 3, 64, (1L << 31) - 1, 1L << 31, (1L << 32) - 1, 1L << 32}) {
                assertArrayEquals(
                        PlainGoZero.positions(BigInteger.valueOf(bits), key),
                        GoZeroFilter.ofBits(bits).positions(key),
                        () -> key.length + " bytes, " + bits + " bits");
            }
        }
    }

    @Test
    @Tag("RB-4")
    void bitsAreThoseThatRedisAndGoZeroServe() {
        assertThrows(IllegalArgumentException.class, () -> GoZeroFilter.ofBits(0));
        assertThrows(IllegalArgumentException.class, () -> GoZeroFilter.ofBits((1L << 32) + 1));
        assertThrows(IllegalArgumentException.class, () -> GoZeroFilter.forKeys(214_748_365));
        assertThrows(IllegalArgumentException.class, () -> GoZeroFilter.forKeys(-1));
        assertEquals(1L << 29, GoZeroFilter.ofBits(1L << 32).mostBytes());
        assertEquals(20_000_000, GoZeroFilter.forKeys(1_000_000).bits());
        assertEquals(4_294_967_280L, GoZeroFilter.forKeys(214_748_364).bits());
        assertEquals(1, GoZeroFilter.forKeys(0).bits());
        assertEquals(1, GoZeroFilter.ofBits(8).mostBytes());
        assertEquals(2, GoZeroFilter.ofBits(9).mostBytes());
    }

    @Test
    @Tag("RB-4")
    void theExpectedRateIsThatOfTheFormula() {
        assertEquals(6.7e-5, GoZeroFilter.forKeys(1_000_000).expectedRate(1_000_000), 0.05e-5);
        assertEquals(1.9e-2, GoZeroFilter.ofBits(10_000).expectedRate(1000), 0.05e-2);
        assertEquals(5.3e-4, GoZeroFilter.ofBits(16_000).expectedRate(1000), 0.05e-4);
        assertEquals(1.1e-5, GoZeroFilter.ofBits(24_000).expectedRate(1000), 0.05e-5);
        assertEquals(0, GoZeroFilter.ofBits(64).expectedRate(0));
        assertEquals(1, GoZeroFilter.ofBits(1).expectedRate(1000), 1e-9);
    }

    @Test
    @Tag("RB-5")
    void aStringThatCannotBelongToTheBitsIsRefused() throws Exception {
        long shape = 12;
        assertFalse(GoZeroFilter.read(shape, new byte[0], "none").mayContain(new byte[0]));
        assertTrue(GoZeroFilter.read(shape, new byte[] {-1, (byte) 0xf0}, "all").mayContain(new byte[0]));
        CorruptFilterException tooLong =
                assertThrows(CorruptFilterException.class, () -> GoZeroFilter.read(shape, new byte[3], "long"));
        assertEquals(Reason.FOREIGN_BITMAP, tooLong.reason());
        assertEquals(2, tooLong.offset());
        assertEquals("long", tooLong.file());
        CorruptFilterException behind =
                assertThrows(CorruptFilterException.class, () -> GoZeroFilter.read(shape, new byte[] {0, 8}, "behind"));
        assertEquals("behind: offset 1: a bit beyond the 12 bits is set", behind.getMessage());
    }

    @Test
    void aFilterOfAllBitsTakesTheMemoryOfWhatIsThere() throws Exception {
        long largest = 1L << 32;
        byte[] key = "user:1".getBytes(StandardCharsets.UTF_8);
        GoZeroFilter read = GoZeroFilter.read(largest, new byte[1000], "zeros");
        assertFalse(read.mayContain(key));
        assertEquals(0, read.length());
    }
}
