// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * LevelDB's 32-bit hash of a key, in the two variants that exist on disk (FB-1, FB-2).
 *
 * <p>The hash reads a key as little-endian 32-bit words; what is left at the end, one to three bytes, is the
 * <em>tail</em>. The original added the tail bytes as plain {@code char}, so on x86 they were signed and a byte of
 * 0x80 or above was subtracted. LevelDB 1.18 made them unsigned (google/leveldb 803d69203a62, 2014-09-16) and renamed
 * the policy; RocksDB kept them signed on purpose. Keys whose tail has no byte of 0x80 or above hash alike in both.
 *
 * <p>Immutable; all methods are safe for use by any number of threads.
 */
public enum BloomHash {
    /** Tail bytes count 0 to 255: LevelDB from 1.18, goleveldb and most others. */
    UNSIGNED_TAIL {
        @Override
        int tailSum(int tail, int tailLength) {
            return tail;
        }
    },

    /** Tail bytes count -128 to 127: LevelDB up to 1.17 on x86, HyperLevelDB, RocksDB. */
    SIGNED_TAIL {
        @Override
        int tailSum(int tail, int tailLength) {
            // Byte i of the tail counts (byte) b << 8i; the bytes above the tail are zero and add nothing.
            return (byte) tail + ((byte) (tail >>> 8) << 8) + ((byte) (tail >>> 16) << 16);
        }
    };

    private static final int SEED = 0xbc9f1d34;
    private static final int MULTIPLIER = 0xc6a4a793;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

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
     * The hash of any bytes from any seed.
     *
     * @param data holds the bytes; borrowed
     * @param offset index of the first byte
     * @param length number of bytes, 0 or more
     * @param seed the hash's second input; all 32-bit values are valid
     * @return any 32-bit value; the seed itself where length is 0
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public int hash(byte[] data, int offset, int length, int seed) {
        Objects.checkFromIndexSize(offset, length, data.length);
        int hash = start(length, seed);
        int at = offset;
        int tailLength = length & 3;
        for (int end = offset + length - tailLength; at < end; at += Integer.BYTES) {
            hash = mix(hash, (int) INT.get(data, at));
        }
        int tail = 0;
        for (int i = tailLength - 1; i >= 0; i--) {
            tail = tail << 8 | data[at + i] & 0xff;
        }
        return finish(hash, tail, tailLength);
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
        Objects.checkFromIndexSize(index, length, key.limit());
        boolean littleEndian = key.order() == ByteOrder.LITTLE_ENDIAN;
        int hash = start(length);
        int at = index;
        int tailLength = length & 3;
        for (int end = index + length - tailLength; at < end; at += Integer.BYTES) {
            int word = key.getInt(at);
            hash = mix(hash, littleEndian ? word : Integer.reverseBytes(word));
        }
        int tail = 0;
        for (int i = tailLength - 1; i >= 0; i--) {
            tail = tail << 8 | key.get(at + i) & 0xff;
        }
        return finish(hash, tail, tailLength);
    }

    /**
     * First step of hashing a key that lies in memory of another kind: {@code start}, {@link #mix} for every full
     * word, {@link #finish}.
     *
     * @param length number of bytes of the key, 0 or more
     * @return the state to hand to the next step
     */
    public static int start(int length) {
        return start(length, SEED);
    }

    private static int start(int length, int seed) {
        return seed ^ length * MULTIPLIER;
    }

    /**
     * Takes in the next four bytes of the key.
     *
     * @param state from {@link #start(int)} or the call before
     * @param word the four bytes as a little-endian number
     * @return the state to hand to the next step
     */
    public static int mix(int state, int word) {
        int hash = (state + word) * MULTIPLIER;
        return hash ^ hash >>> 16;
    }

    /**
     * Takes in the tail and gives the hash.
     *
     * @param state from {@link #start(int)} or the last {@link #mix}
     * @param tail the last {@code length % 4} bytes as a little-endian number, zero above them
     * @param tailLength 0 to 3; 0 leaves the state as it is
     * @return the hash of the key
     */
    public int finish(int state, int tail, int tailLength) {
        if (tailLength == 0) {
            return state;
        }
        int hash = (state + tailSum(tail, tailLength)) * MULTIPLIER;
        return hash ^ hash >>> 24;
    }

    /** What the tail adds to the state; the two variants differ here and nowhere else. */
    abstract int tailSum(int tail, int tailLength);
}
