// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import io.github.filterblock.redis.CorruptFilterException.Reason;
import io.github.filterblock.redis.RedisRecordings.GoZeroCase;
import io.github.filterblock.redis.RedisRecordings.GoZeroPositions;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The filter of go-zero: its laws, what go-zero itself recorded, and the strings that are refused. */
class GoZeroFilterTest {

    private static GoZeroFilter filter(long bits, List<byte[]> keys) {
        GoZeroFilter filter = GoZeroFilter.ofBits(bits);
        keys.forEach(filter::add);
        return filter;
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
        assertEquals("long: offset 2: a string of 3 bytes cannot be a filter of 12 bits", tooLong.getMessage());
        assertEquals("long", tooLong.file());
        CorruptFilterException behind =
                assertThrows(CorruptFilterException.class, () -> GoZeroFilter.read(shape, new byte[] {0, 8}, "behind"));
        assertEquals("behind: offset 1: a bit beyond the 12 bits is set", behind.getMessage());
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

    /** RB-1 and RB-2 as they are written, by Guava's hash and arithmetic without bounds; slow, and for reading. */
    private static long[] plainPositions(BigInteger bits, byte[] key) {
        long[] positions = new long[14];
        for (byte i = 0; i < 14; i++) {
            byte[] extended = Arrays.copyOf(key, key.length + 1);
            extended[key.length] = i;
            long hash = Hashing.murmur3_128(0).hashBytes(extended).asLong();
            positions[i] = new BigInteger(Long.toUnsignedString(hash)).mod(bits).longValueExact();
        }
        return positions;
    }

    @Property(tries = 800)
    @net.jqwik.api.Tag("RB-1")
    @net.jqwik.api.Tag("RB-2")
    void positionsAreThoseOfGuavasHash(
            @ForAll @LongRange(min = 1, max = GoZeroFilter.MAX_BITS) long bits,
            @ForAll @Size(max = 70) byte[] key,
            @ForAll @IntRange(max = 20) int offset) {
        long[] expected = plainPositions(BigInteger.valueOf(bits), key);
        assertArrayEquals(expected, GoZeroFilter.ofBits(bits).positions(key));
        byte[] within = new byte[offset + key.length + 3];
        Arrays.fill(within, (byte) 0xa5);
        System.arraycopy(key, 0, within, offset, key.length);
        long[] positions = new long[GoZeroFilter.PROBES];
        GoZeroFilter.ofBits(bits).positions(within, offset, key.length, positions);
        assertArrayEquals(expected, positions);
        for (long awkward : new long[] {1, 3, 64, (1L << 31) - 1, 1L << 31, (1L << 32) - 1, 1L << 32}) {
            assertArrayEquals(
                    plainPositions(BigInteger.valueOf(awkward), key),
                    GoZeroFilter.ofBits(awkward).positions(key));
        }
    }

    static Stream<GoZeroCase> cases() {
        return RedisRecordings.goZero().stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Tag("RB-3")
    void bitmapsAreEqualByteForByte(GoZeroCase recorded) {
        GoZeroFilter filter = GoZeroFilter.ofBits(recorded.bits());
        recorded.added().forEach(filter::add);
        assertArrayEquals(recorded.bitmap(), filter.toByteArray());
        assertEquals(recorded.bitmap().length, filter.length());
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Tag("RB-1")
    void answersAreEqual(GoZeroCase recorded) throws Exception {
        GoZeroFilter filter = GoZeroFilter.read(recorded.bits(), recorded.bitmap(), recorded.name());
        assertEquals(recorded.answersOfAdded(), answers(filter, recorded.added()));
        assertEquals(recorded.answersOfProbes(), answers(filter, recorded.probes()));
        assertFalse(recorded.answersOfProbes().isEmpty());
        assertArrayEquals(recorded.bitmap(), filter.toByteArray());
    }

    private static String answers(GoZeroFilter filter, List<byte[]> keys) {
        StringBuilder answers = new StringBuilder();
        keys.forEach(key -> answers.append(filter.mayContain(key) ? '1' : '0'));
        return answers.toString();
    }

    @Test
    @Tag("RB-1")
    @Tag("RB-2")
    void positionsAreEqual() {
        List<GoZeroPositions> all = RedisRecordings.goZeroPositions();
        assertFalse(all.isEmpty());
        for (GoZeroPositions recorded : all) {
            boolean served = Long.compareUnsigned(recorded.bits(), GoZeroFilter.MAX_BITS) <= 0;
            long[] positions = served
                    ? GoZeroFilter.ofBits(recorded.bits()).positions(recorded.key())
                    : remainders(recorded.key(), recorded.bits());
            assertArrayEquals(recorded.positions(), positions, recorded::toString);
        }
    }

    /** go-zero computes positions for more bits than Redis has; they show the whole hash. */
    private static long[] remainders(byte[] key, long bits) {
        GoZeroHash hash = new GoZeroHash(key, 0, key.length);
        long[] remainders = new long[GoZeroFilter.PROBES];
        Arrays.setAll(remainders, i -> Long.remainderUnsigned(hash.at(i), bits));
        return remainders;
    }
}
