// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.arithmetic.Ranges;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * LevelDB's 32-bit hash of a key, in the two variants that exist on disk (FB-1, FB-2).
 *
 * <p>The hash reads a key as little-endian 32-bit words; what is left at the end, one to three bytes, is the
 * <em>tail</em>. The original added the tail bytes as plain {@code char}, so on x86 they were signed and a byte of
 * 0x80 or above was subtracted. LevelDB 1.18 made them unsigned (google/leveldb 803d69203a62, 2014-09-16) and renamed
 * the policy; RocksDB kept them signed on purpose. Keys whose tail has no byte of 0x80 or above hash alike in both.
 *
 * <p>To probe many filters about one key, make a {@link HashedKey} of it: it hashes once for all filters of one
 * variant.
 *
 * <p>Immutable; all methods are safe for use by any number of threads, and none allocates.
 */
public enum BloomHash {
    /** Tail bytes count 0 to 255: LevelDB from 1.18, goleveldb and most others. */
    UNSIGNED_TAIL(0),

    /** Tail bytes count -128 to 127: LevelDB up to 1.17 on x86, HyperLevelDB, RocksDB. */
    SIGNED_TAIL(0x808080);

    /*
     * The two variants share every instruction. A tail of up to three bytes is kept as the little-endian number t of
     * its unsigned bytes. Sign-extending byte i takes 256 << 8i away where its top bit, 0x80 << 8i, is set, which is
     * that bit doubled; so the sum of the signed bytes is t - ((t & 0x808080) << 1), and with 0 for the mask it is t.
     */
    private static final int SEED = 0xbc9f1d34;
    private static final int MULTIPLIER = 0xc6a4a793;

    private final int signBits;

    BloomHash(int signBits) {
        this.signBits = signBits;
    }

    /**
     * The hash of a key, from the seed that Bloom filters use.
     *
     * @param key holds the key; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return any 32-bit value; read it as unsigned
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public int hash(byte[] key, int offset, int length) {
        return hash(key, offset, length, SEED);
    }

    /**
     * The hash of any bytes from any seed: LevelDB and RocksDB use the function for more than filters.
     *
     * @param data holds the bytes; borrowed
     * @param offset index of the first one
     * @param length number of bytes, 0 or more
     * @param seed where the hash starts
     * @return any 32-bit value, to be read as unsigned; the seed itself where length is 0
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public int hash(byte[] data, int offset, int length, int seed) {
        int state = start(length, seed);
        if (length < Long.BYTES) {
            Ranges.check(offset, length, data.length);
            return shortKey(data, offset, length, state);
        }
        int at = offset;
        int left = length; // counted down, so that the compiler folds the loop away where it knows the length
        for (; left >= 2 * Long.BYTES; left -= 2 * Long.BYTES) {
            state = mix(mix(state, LittleEndian.longAt(data, at)), LittleEndian.longAt(data, at + Long.BYTES));
            at += 2 * Long.BYTES;
        }
        return left == 0 ? state : lastBytes(data, offset + length, left, state);
    }

    /** Takes in two words at once. */
    private static int mix(int state, long words) {
        return mix(mix(state, (int) words), (int) (words >>> Integer.SIZE));
    }

    /**
     * Takes in the last one to fifteen bytes of a key of eight or more: two words, a word and a tail, each if there is
     * one. With keys of mixed lengths a branch for a step would be wrong as often as right, so each step is taken, and
     * a mask keeps its result or drops it. (Of a choice by {@code ?:} the compiler makes a branch around the
     * multiplication.) The loads may begin before the bytes that are left, never before the key.
     */
    private int lastBytes(byte[] data, int end, int left, int state) {
        int behindPair = left & 7;
        int withPair = mix(state, LittleEndian.longAt(data, end - behindPair - Long.BYTES));
        int before = chosen(-(left >>> 3), withPair, state);
        long lastEight = LittleEndian.longAt(data, end - Long.BYTES);
        int withWord = mix(before, (int) (lastEight >>> -(behindPair << 3)));
        before = chosen(-(behindPair >>> 2), withWord, before);
        int tail = left & 3;
        int withTail = finish(before, (int) (lastEight >>> Integer.SIZE >>> Integer.SIZE - (tail << 3)));
        return chosen(-tail >> Integer.SIZE - 1, withTail, before);
    }

    /** The first number for a mask of ones, the second for one of zeros. */
    private static int chosen(int mask, int ofOnes, int ofZeros) {
        return ofZeros ^ (ofZeros ^ ofOnes) & mask;
    }

    private int shortKey(byte[] data, int offset, int length, int state) {
        if (length >= Integer.BYTES) {
            int mixed = mix(state, LittleEndian.intAt(data, offset));
            int tail = length & 3;
            int lastFour = LittleEndian.intAt(data, offset + length - Integer.BYTES);
            return tail == 0 ? mixed : finish(mixed, lastFour >>> Integer.SIZE - (tail << 3));
        }
        return length == 0 ? state : finish(state, tail(data, offset, length));
    }

    /** The tail of a key as {@link #finish(int, int, int)} expects it. */
    static int tail(byte[] data, int offset, int length) {
        int tail = 0;
        for (int i = length - 1; i >= 0; i--) {
            tail = tail << 8 | data[offset + i] & 0xff;
        }
        return tail;
    }

    /**
     * The hash of a key in a {@link ByteBuffer}, from the seed that Bloom filters use.
     *
     * @param key holds the key; borrowed, position and limit are not moved, its byte order does not matter
     * @param index absolute index of the key's first byte
     * @param length number of bytes, 0 or more
     * @return any 32-bit value
     * @throws IndexOutOfBoundsException if the range is not inside the buffer
     */
    public int hash(ByteBuffer key, int index, int length) {
        Ranges.check(index, length, key.limit());
        boolean littleEndian = key.order() == ByteOrder.LITTLE_ENDIAN;
        int state = start(length);
        int at = index;
        int tailLength = length & 3;
        for (int end = index + length - tailLength; at < end; at += Integer.BYTES) {
            int word = key.getInt(at);
            state = mix(state, littleEndian ? word : Integer.reverseBytes(word));
        }
        int tail = 0;
        for (int i = tailLength - 1; i >= 0; i--) {
            tail = tail << 8 | key.get(at + i) & 0xff;
        }
        return finish(state, tail, tailLength);
    }

    static int start(int length) {
        return start(length, SEED);
    }

    private static int start(int length, int seed) {
        return seed ^ length * MULTIPLIER;
    }

    /** Takes in the next four bytes of the key, a little-endian number. */
    static int mix(int state, int word) {
        int hash = (state + word) * MULTIPLIER;
        return hash ^ hash >>> 16;
    }

    /** Takes in the last bytes of the key, 0 to 3, as a little-endian number with zeros above them. */
    int finish(int state, int tail, int tailLength) {
        return tailLength == 0 ? state : finish(state, tail);
    }

    private int finish(int state, int tail) {
        int hash = (state + tail - ((tail & signBits) << 1)) * MULTIPLIER;
        return hash ^ hash >>> 24;
    }
}
