// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MurmurHash64A with the seed that Basho gives it. */
class BashoMurmurTest {
    private static final BigInteger MULTIPLIER = new BigInteger("c6a4a7935bd1e995", 16);
    private static final BigInteger SEED = new BigInteger("5bd1e995", 16);
    private static final BigInteger MASK = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    // Run with Basho's own code on x86-64; every length of the tail, before and behind whole words.
    @ParameterizedTest
    @Tag("TF-14")
    @CsvSource({
        "'', ab4c3bbe286bc621",
        "c8, c7897a7102d0399a",
        "c8ed, 8f3884c8e69c8919",
        "c8ed12, 02ece3079fd1e017",
        "c8ed1237, f57fe963b762f9b8",
        "c8ed12375c, 10f97f9a8f8b4f23",
        "c8ed12375c81, e254c061ba78f070",
        "c8ed12375c81a6, 7630755f2786f348",
        "c8ed12375c81a6cb, a32411d1d1b8cee6",
        "c8ed12375c81a6cbf0, 2032e66bab114113",
        "c8ed12375c81a6cbf0153a5f84a9ce, c647295a35ebc346",
        "c8ed12375c81a6cbf0153a5f84a9cef3, 62e4c81b31241a7b",
        "c8ed12375c81a6cbf0153a5f84a9cef318, ce7acaf05604b102",
        "c8ed12375c81a6cbf0153a5f84a9cef3183d6287acd1f61b40658aafd4f91e, a97010fcadb28975",
        "c8ed12375c81a6cbf0153a5f84a9cef3183d6287acd1f61b40658aafd4f91e43, 96d34876e86f7030",
        "c8ed12375c81a6cbf0153a5f84a9cef3183d6287acd1f61b40658aafd4f91e4368, a5a930594a15daf2",
        "61, c95bb88622c77cb3",
        "68656c6c6f, 513400d0da39fd55",
        "776f726c64, 36f44f6705aafe25",
        "6b65793030303030303030, ee2a0f180e69e625"
    })
    void hashIsThatOfTheOriginal(String key, String hash) {
        byte[] bytes = Bytes.hex(key);
        assertEquals(Long.parseUnsignedLong(hash, 16), BashoBloomMatcher.murmur(bytes, 0, bytes.length));
        assertEquals(new BigInteger(hash, 16), slowly(bytes, 0, bytes.length));
    }

    @Property
    void hashIsThatOfNumbersThatDoNotWrap(
            @ForAll @Size(max = 60) byte[] bytes,
            @ForAll @IntRange(max = 60) int start,
            @ForAll @IntRange(max = 60) int end) {
        int offset = Math.min(Math.min(start, end), bytes.length);
        int length = Math.min(Math.max(start, end), bytes.length) - offset;
        long hash = BashoBloomMatcher.murmur(bytes, offset, length);
        assertEquals(slowly(bytes, offset, length), new BigInteger(Long.toUnsignedString(hash)));
    }

    private static BigInteger slowly(byte[] bytes, int offset, int length) {
        BigInteger hash = SEED.xor(times(BigInteger.valueOf(length)));
        int at = offset;
        for (; at + 8 <= offset + length; at += 8) {
            BigInteger word = times(littleEndian(bytes, at, 8));
            hash = times(hash.xor(times(folded(word))));
        }
        if (at < offset + length) {
            hash = times(hash.xor(littleEndian(bytes, at, offset + length - at)));
        }
        return folded(times(folded(hash)));
    }

    private static BigInteger times(BigInteger number) {
        return number.multiply(MULTIPLIER).and(MASK);
    }

    private static BigInteger folded(BigInteger number) {
        return number.xor(number.shiftRight(47));
    }

    private static BigInteger littleEndian(byte[] bytes, int at, int length) {
        byte[] reversed = new byte[length];
        for (int i = 0; i < length; i++) {
            reversed[length - 1 - i] = bytes[at + i];
        }
        return new BigInteger(1, reversed);
    }
}
