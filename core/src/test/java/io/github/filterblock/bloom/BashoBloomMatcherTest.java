// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.testdata.ReferenceHash;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The second filter of Basho's LevelDB, with the hash and the moduli that it alone has. */
class BashoBloomMatcherTest {
    private static final ProbingMatcher MATCHER = new BashoBloomMatcher("leveldb.BuiltinBloomFilter2");
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger MURMUR = new BigInteger("c6a4a7935bd1e995", 16);

    // Run with Basho's own object code: {hello, world} at 16 bits per key, with its 61 bits.
    private static final byte[] HELLO_WORLD = Bytes.hex("418a22c1609861100b");

    @ParameterizedTest
    @Tag("TF-14")
    @CsvSource({"hello, true", "world, true", "x, false", "foo, false", "'', false"})
    void filterOfBashoIsReadAsBashoReadsIt(String key, boolean expected) {
        assertEquals(expected, Bytes.mayMatchAnywhere(MATCHER, Bytes.ascii(key), HELLO_WORLD));
        assertEquals("leveldb.BuiltinBloomFilter2 (Basho)", MATCHER.toString());
    }

    /** The last byte is unsigned: from 31 on every key may match, in arrays and in buffers. */
    @ParameterizedTest
    @Tag("FB-9")
    @CsvSource({"30, false", "31, true", "127, true", "128, true", "139, true", "255, true"})
    void reservedNumbersOfProbesLetEveryKeyMatch(int probes, boolean expected) {
        byte[] filter = new byte[9];
        filter[8] = (byte) probes;
        assertEquals(expected, Bytes.mayMatchAnywhere(MATCHER, Bytes.ascii("hello"), filter));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    @net.jqwik.api.Tag("TF-14")
    void positionsAreThoseOfSlowModels(
            @ForAll byte[] key,
            @ForAll @IntRange(min = 1, max = 13000) int bytes,
            @ForAll @IntRange(max = 30) int probes) {
        long hash = ReferenceHash.SIGNED_TAIL.hash(key, ReferenceHash.BLOOM_SEED);
        long delta = (hash << 15) % (1L << 32) + (hash >> 17);
        long second = slowMurmur(key).mod(BigInteger.ONE.shiftLeft(32)).longValueExact();
        long[] expected = new long[probes];
        for (int j = 0; j < probes; j++) {
            long stepped = (hash + j * delta) % (1L << 32);
            expected[j] = (stepped + (j + 1) * second) % BashoPrimes.modulus(bytes);
        }
        byte[] padded = Bytes.padded(key, 3, 2);
        assertArrayEquals(expected, MATCHER.positions(padded, 3, key.length, 8L * bytes, probes));
    }

    /** MurmurHash64A in numbers that cannot wrap; its shifted product and its words are unsigned. */
    private static BigInteger slowMurmur(byte[] key) {
        BigInteger hash = BigInteger.valueOf(0x5bd1e995L).xor(times(BigInteger.valueOf(key.length)));
        for (int at = 0; at < key.length; at += 8) {
            BigInteger word = BigInteger.ZERO;
            for (int i = Math.min(key.length, at + 8) - 1; i >= at; i--) {
                word = word.shiftLeft(8).or(BigInteger.valueOf(key[i] & 0xff));
            }
            boolean isTail = at + 8 > key.length;
            hash = times(hash.xor(isTail ? word : times(folded(times(word)))));
        }
        return folded(times(folded(hash)));
    }

    private static BigInteger times(BigInteger number) {
        return number.multiply(MURMUR).mod(TWO_TO_64);
    }

    private static BigInteger folded(BigInteger number) {
        return number.xor(number.shiftRight(47));
    }

    // Run with Basho's own code on x86-64; every length of the tail, before and behind whole words.
    @ParameterizedTest
    @Tag("TF-14")
    @CsvSource({
        "'', ab4c3bbe286bc621",
        "c8, c7897a7102d0399a",
        "c8ed12375c81a6, 7630755f2786f348",
        "c8ed12375c81a6cb, a32411d1d1b8cee6",
        "c8ed12375c81a6cbf0153a5f84a9cef3183d6287acd1f61b40658aafd4f91e, a97010fcadb28975",
        "776f726c64, 36f44f6705aafe25"
    })
    void murmurIsThatOfTheOriginal(String key, String hash) {
        byte[] bytes = Bytes.hex(key);
        assertEquals(Long.parseUnsignedLong(hash, 16), BashoBloomMatcher.murmur(bytes, 0, bytes.length));
        assertEquals(new BigInteger(hash, 16), slowMurmur(bytes));
    }

    // The digest of the 12,497 numbers behind the first one of the table in Basho's util/bloom2.cc, each as u32le.
    @Test
    void tableIsThatOfTheOriginal() throws NoSuchAlgorithmException {
        ByteBuffer table = ByteBuffer.allocate(12_497 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int bytes = 1; bytes <= 12_497; bytes++) {
            table.putInt((int) BashoPrimes.modulus(bytes));
        }
        assertEquals(
                "7517093e7f4c1c8a86d1581dff84e50c24033f46c58ac1d5a9112d85114e155f",
                Bytes.toHex(MessageDigest.getInstance("SHA-256").digest(table.array())));
    }

    @ParameterizedTest
    @ValueSource(longs = {12_498, 12_499, 14_000, 1 << 20, 1 << 28, Integer.MAX_VALUE, 1L << 33})
    void modulusBehindTheTableIsTheNumberOfBits(long bytes) {
        assertEquals(8 * bytes, BashoPrimes.modulus(bytes));
    }
}
