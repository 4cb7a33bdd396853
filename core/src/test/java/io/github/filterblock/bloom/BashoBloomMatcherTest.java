// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The second filter of Basho's LevelDB. */
class BashoBloomMatcherTest {
    private static final ProbingMatcher MATCHER = new BashoBloomMatcher("leveldb.BuiltinBloomFilter2");
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger MURMUR = new BigInteger("c6a4a7935bd1e995", 16);

    // Run with Basho's own object code: {hello, world} at 16 bits per key, with its 61 bits.
    private static final byte[] HELLO_WORLD = Bytes.hex("418a22c1609861100b");

    private static boolean mayMatch(byte[] key, byte[] filter) {
        boolean answer = Bytes.mayMatch(MATCHER, key, filter);
        ByteBuffer direct = Bytes.buffer(filter, 5, true, ByteOrder.BIG_ENDIAN);
        assertEquals(answer, MATCHER.keyMayMatch(key, 0, key.length, direct, 5, filter.length));
        byte[] padded = new byte[filter.length + 9];
        Arrays.fill(padded, (byte) 0xff);
        System.arraycopy(filter, 0, padded, 4, filter.length);
        assertEquals(answer, MATCHER.keyMayMatch(key, 0, key.length, padded, 4, filter.length));
        return answer;
    }

    @ParameterizedTest
    @Tag("TF-14")
    @CsvSource({"hello, true", "world, true", "x, false", "foo, false", "'', false"})
    void filterOfBashoIsReadAsBashoReadsIt(String key, boolean expected) {
        assertEquals(expected, mayMatch(Bytes.ascii(key), HELLO_WORLD));
    }

    @Test
    @Tag("TF-14")
    void bitsOfTheTwoKeysMakeTheFilter() {
        BitSet bits = new BitSet();
        for (byte[] key : Bytes.asciiKeys("hello", "world")) {
            for (long position : MATCHER.positions(key, 0, key.length, 64, 11)) {
                bits.set((int) position);
            }
        }
        assertArrayEquals(Arrays.copyOf(HELLO_WORLD, 8), bits.toByteArray());
    }

    @Test
    @Tag("TF-14")
    @Tag("FB-7")
    void everyBitOfAKeyDecides() {
        byte[] key = Bytes.ascii("hello");
        for (long bit : MATCHER.positions(key, 0, key.length, 64, 11)) {
            byte[] damaged = HELLO_WORLD.clone();
            damaged[(int) bit / 8] &= (byte) ~(1 << bit % 8);
            assertFalse(mayMatch(key, damaged), "bit " + bit);
        }
    }

    @ParameterizedTest
    @Tag("TF-14")
    @Tag("FB-8")
    @ValueSource(strings = {"", "00", "06", "ff"})
    void shortFilterDenies(String filter) {
        assertFalse(mayMatch(Bytes.ascii("key"), Bytes.hex(filter)));
    }

    @ParameterizedTest
    @Tag("TF-14")
    @Tag("FB-9")
    @CsvSource({"00, true", "01, false", "1e, false", "1f, true", "7f, true", "80, true", "ff, true"})
    void probesOutside1To30Match(String probes, boolean expected) {
        assertEquals(expected, mayMatch(Bytes.ascii("key"), Bytes.hex("0000000000000000" + probes)));
    }

    // The first and the last primes of the table in Basho's util/bloom2.cc; behind it the modulus is not a prime.
    @ParameterizedTest
    @Tag("TF-14")
    @CsvSource({
        "1, 7",
        "2, 13",
        "3, 23",
        "4, 31",
        "5, 37",
        "8, 61",
        "12497, 99971",
        "12498, 99984",
        "268435456, 2147483648"
    })
    void modulusIsTheLargestPrimeUpToTheEndOfTheTable(long bytes, long modulus) {
        assertEquals(modulus, BashoPrimes.modulus(bytes));
    }

    @Test
    @Tag("TF-14")
    void everyModulusOfTheTableIsTheLargestPrimeBelowTheBits() {
        for (int bytes = 1; bytes <= BashoPrimes.MAX_BYTES; bytes++) {
            long modulus = BashoPrimes.modulus(bytes);
            assertTrue(modulus < 8L * bytes && isPrime(modulus), bytes + " bytes");
            for (long larger = modulus + 1; larger < 8L * bytes; larger++) {
                assertFalse(isPrime(larger), bytes + " bytes");
            }
        }
    }

    private static boolean isPrime(long number) {
        return BigInteger.valueOf(number).isProbablePrime(40);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    @net.jqwik.api.Tag("TF-14")
    void positionsAreThoseOfTheSlowModel(
            @ForAll byte[] key,
            @ForAll @IntRange(min = 1, max = 13000) int bytes,
            @ForAll @IntRange(max = 30) int probes) {
        long hash = SlowBloom.hash(BloomHash.SIGNED_TAIL, key);
        long delta = (hash << 15) % (1L << 32) + (hash >> 17);
        long second = slowMurmur(key).mod(BigInteger.ONE.shiftLeft(32)).longValueExact();
        long[] expected = new long[probes];
        for (int j = 0; j < probes; j++) {
            long stepped = (hash + j * delta) % (1L << 32);
            expected[j] = (stepped + (j + 1) * second) % BashoPrimes.modulus(bytes);
        }
        assertArrayEquals(expected, MATCHER.positions(key, 0, key.length, 8L * bytes, probes));
        byte[] padded = new byte[key.length + 5];
        System.arraycopy(key, 0, padded, 3, key.length);
        assertArrayEquals(expected, MATCHER.positions(padded, 3, key.length, 8L * bytes, probes));
    }

    @Property
    @net.jqwik.api.Tag("TF-14")
    void keyMatchesExactlyIfAllItsBitsAreSet(
            @ForAll byte[] key, @ForAll @Size(min = 2, max = 40) byte[] filter, @ForAll @IntRange(max = 6) int probes) {
        filter[filter.length - 1] = (byte) probes;
        BitSet bits = BitSet.valueOf(filter);
        boolean expected = Arrays.stream(MATCHER.positions(key, 0, key.length, 8L * (filter.length - 1), probes))
                .allMatch(bit -> bits.get((int) bit));
        assertEquals(expected, mayMatch(key, filter));
    }

    /** MurmurHash64A in numbers that cannot wrap; its shifted product and its words are unsigned. */
    private static BigInteger slowMurmur(byte[] key) {
        BigInteger hash = BigInteger.valueOf(0x5bd1e995L).xor(times(BigInteger.valueOf(key.length)));
        int at = 0;
        for (; at + 8 <= key.length; at += 8) {
            BigInteger word = times(littleEndian(key, at, 8));
            hash = times(hash.xor(times(word.xor(word.shiftRight(47)))));
        }
        if (at < key.length) {
            hash = times(hash.xor(littleEndian(key, at, key.length - at)));
        }
        hash = times(hash.xor(hash.shiftRight(47)));
        return hash.xor(hash.shiftRight(47));
    }

    private static BigInteger times(BigInteger number) {
        return number.multiply(MURMUR).mod(TWO_TO_64);
    }

    private static BigInteger littleEndian(byte[] key, int at, int length) {
        BigInteger word = BigInteger.ZERO;
        for (int i = length - 1; i >= 0; i--) {
            word = word.shiftLeft(8).or(BigInteger.valueOf(key[at + i] & 0xff));
        }
        return word;
    }

    @Test
    @Tag("TF-14")
    void matcherShowsItsName() {
        assertEquals("leveldb.BuiltinBloomFilter2 (Basho)", MATCHER.toString());
    }
}
