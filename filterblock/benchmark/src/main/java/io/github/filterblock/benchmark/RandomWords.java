// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Streams of random numbers that the native programs draw from too: SplitMix64, entered at any place. */
final class RandomWords {
    static final int PRESENT = 1;
    static final int ABSENT = 2;
    static final int CHOICE = 3;
    static final int LENGTH = 4;

    private static final int WORDS_PER_KEY = 8;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private RandomWords() {}

    static long word(int stream, long index) {
        long z = stream * 0xd1342543de82ef95L + (index + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    static int below(int stream, long index, int bound) {
        return (int) ((word(stream, index) >>> 1) % bound);
    }

    /** Writes the key of a number: the next words of the stream, little-endian, cut off at the length. */
    static void writeKey(int stream, long id, byte[] dst, int offset, int length) {
        long index = id * WORDS_PER_KEY;
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            LONG.set(dst, offset + at, word(stream, index++));
        }
        long last = at < length ? word(stream, index) : 0;
        for (; at < length; at++) {
            dst[offset + at] = (byte) last;
            last >>>= Byte.SIZE;
        }
    }
}
