// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** The laws of go-zero's filter. */
class GoZeroFilterPropertyTest {
    private static GoZeroFilter filter(long bits, List<byte[]> keys) {
        GoZeroFilter filter = GoZeroFilter.ofBits(bits);
        keys.forEach(filter::add);
        return filter;
    }

    @Property(tries = 200)
    void addedKeysAreNeverAbsent(
            @ForAll @IntRange(min = 1, max = 1 << 20) int bits, @ForAll @Size(max = 50) List<byte[]> keys)
            throws Exception {
        GoZeroFilter filter = filter(bits, keys);
        GoZeroFilter again = GoZeroFilter.read(filter.bits(), filter.toByteArray(), "again");
        for (byte[] key : keys) {
            assertTrue(filter.mayContain(key));
            assertTrue(again.mayContain(key));
        }
    }

    @Property(tries = 200)
    @Tag("RB-3")
    void bitmapsAreThoseOfThePlainReference(
            @ForAll @IntRange(min = 1, max = 5000) int bits, @ForAll @Size(max = 30) List<byte[]> keys) {
        PlainGoZero plain = new PlainGoZero(bits);
        keys.forEach(plain::add);
        assertArrayEquals(plain.string(), filter(bits, keys).toByteArray());
    }

    @Property(tries = 2000)
    @Tag("RB-1")
    @Tag("RB-2")
    void positionsAreThoseOfGuavasHash(
            @ForAll @LongRange(min = 1, max = GoZeroFilter.MAX_BITS) long bits,
            @ForAll @Size(max = 70) byte[] key,
            @ForAll @IntRange(max = 20) int offset) {
        long[] expected = PlainGoZero.positions(BigInteger.valueOf(bits), key);
        assertArrayEquals(expected, GoZeroFilter.ofBits(bits).positions(key));
        byte[] within = new byte[offset + key.length + 3];
        Arrays.fill(within, (byte) 0xa5);
        System.arraycopy(key, 0, within, offset, key.length);
        long[] positions = new long[GoZeroFilter.PROBES];
        GoZeroFilter.ofBits(bits).positions(within, offset, key.length, positions);
        assertArrayEquals(expected, positions);
    }
}
