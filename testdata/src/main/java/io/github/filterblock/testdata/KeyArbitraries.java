// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generators of keys. */
final class KeyArbitraries {
    private static final int MAX_COMMON = 64;
    private static final int MAX_RARE = 64 * 1024;

    /** All bytes, from the letter a onwards and around: half of them are 0x80 or more, as tails need (FB-2). */
    private static final List<Byte> PLAIN_BYTES_FIRST =
            IntStream.range(0, 256).mapToObj(i -> (byte) ('a' + i)).toList();

    private KeyArbitraries() {}

    static Arbitrary<byte[]> keys() {
        return Arbitraries.frequencyOf(
                Tuple.of(40, keysOf(anyByte(), 0, MAX_COMMON)),
                Tuple.of(20, keysOf(anyByte(), 0, 7)),
                Tuple.of(20, keysOf(Arbitraries.of((byte) 'a', (byte) 0x80, (byte) 0xff), 0, 3)),
                Tuple.of(19, prefixedKeys()),
                Tuple.of(1, longKeys()));
    }

    /** Any byte: chosen from a list rather than drawn as a number, which is slower and shrinks to 0. */
    private static Arbitrary<Byte> anyByte() {
        return Arbitraries.of(PLAIN_BYTES_FIRST);
    }

    private static Arbitrary<byte[]> keysOf(Arbitrary<Byte> bytes, int minLength, int maxLength) {
        return bytes.array(byte[].class).ofMinSize(minLength).ofMaxSize(maxLength);
    }

    private static Arbitrary<byte[]> prefixedKeys() {
        Arbitrary<String> prefixes = Arbitraries.of("key", "table/1/row/", "0123456789abcdef0123456789abcdef");
        return Combinators.combine(prefixes, keysOf(anyByte(), 0, 4))
                .as((prefix, tail) -> concat(prefix.getBytes(StandardCharsets.US_ASCII), tail));
    }

    /** A short pattern repeated: drawing each byte of a long key by itself would take long, and shrinking longer. */
    private static Arbitrary<byte[]> longKeys() {
        Arbitrary<Integer> lengths = Arbitraries.integers().between(MAX_COMMON + 1, MAX_RARE);
        return Combinators.combine(lengths, keysOf(anyByte(), 1, 8)).as(KeyArbitraries::repeated);
    }

    private static byte[] repeated(int length, byte[] pattern) {
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) {
            key[i] = pattern[i % pattern.length];
        }
        return key;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }
}
