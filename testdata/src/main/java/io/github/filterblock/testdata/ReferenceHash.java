// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

/**
 * LevelDB's hash, written to be read (FB-1, FB-2).
 *
 * <p>All numbers are 0..2^32 - 1 in a long, and every step is taken modulo 2^32. Immutable.
 */
public enum ReferenceHash {
    /** The tail bytes count 0..255, as in LevelDB from 1.18 on. */
    UNSIGNED_TAIL {
        @Override
        long value(byte tailByte) {
            return Byte.toUnsignedLong(tailByte);
        }
    },
    /** The tail bytes count -128..127, as in older LevelDB on x86 and in RocksDB. */
    SIGNED_TAIL {
        @Override
        long value(byte tailByte) {
            return tailByte;
        }
    };

    /** The seed of all Bloom filters. */
    public static final long BLOOM_SEED = 0xbc9f1d34L;

    private static final long MULTIPLIER = 0xc6a4a793L;
    private static final int WORD = 4;

    abstract long value(byte tailByte);

    /** Returns the hash of the data, 0..2^32 - 1, from a seed of the same range. */
    public long hash(byte[] data, long seed) {
        long h = seed ^ modulo32(data.length * MULTIPLIER);
        int tail = data.length - data.length % WORD;
        for (int at = 0; at < tail; at += WORD) {
            h = modulo32((h + littleEndianWord(data, at)) * MULTIPLIER);
            h = h ^ (h >>> 16);
        }
        return tail == data.length ? h : withTail(h, data, tail);
    }

    /** Mixes in the last one to three bytes; the first of them counts once, the second 256 times, and so on. */
    private long withTail(long hashOfWords, byte[] data, int tail) {
        long h = hashOfWords;
        long weight = 1;
        for (int at = tail; at < data.length; at++) {
            h = modulo32(h + value(data[at]) * weight);
            weight *= 256;
        }
        h = modulo32(h * MULTIPLIER);
        return h ^ (h >>> 24);
    }

    private static long littleEndianWord(byte[] data, int at) {
        long word = 0;
        for (int i = WORD - 1; i >= 0; i--) {
            word = word * 256 + Byte.toUnsignedLong(data[at + i]);
        }
        return word;
    }

    private static long modulo32(long number) {
        return Math.floorMod(number, 1L << 32);
    }
}
