// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import io.github.filterblock.arithmetic.Ranges;
import io.github.filterblock.arithmetic.Xxh3;
import java.nio.ByteBuffer;

/**
 * A key for questions to many filters of any kind: each hash that one of them needs is computed when it is first asked
 * for, and kept.
 *
 * <p>One object serves any number of keys, one after the other: {@link #reset(byte[])} takes the next key and allocates
 * nothing. A key in a buffer without an accessible array is copied, into memory that is kept from one key to the next.
 * Other bytes are borrowed, and must not change until the next key is taken.
 *
 * <p>Not thread-safe, as a question changes it; one per thread.
 */
public final class HashedKey {
    private static final int XXPH3 = 1;
    private static final int UNSIGNED = 2;
    private static final int SIGNED = 4;

    private byte[] array = {};
    private int offset;
    private int length;

    /** Which of the hashes are those of the key. */
    private int known;

    private long xxph3;
    private int unsigned;
    private int signed;

    /** Takes in keys that are in no accessible array. */
    private byte[] copy = array;

    /** The empty key. */
    public HashedKey() {}

    /**
     * A key that is a whole array.
     *
     * @param key the key; borrowed
     * @return the key
     */
    public static HashedKey of(byte[] key) {
        return new HashedKey().reset(key);
    }

    /**
     * A key in an array.
     *
     * @param array holds the key; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return the key
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static HashedKey of(byte[] array, int offset, int length) {
        return new HashedKey().reset(array, offset, length);
    }

    /**
     * A key in a buffer.
     *
     * @param key the bytes from its position to its limit, which are not moved; borrowed if the buffer has an
     *     accessible array, copied otherwise
     * @return the key
     */
    public static HashedKey of(ByteBuffer key) {
        return new HashedKey().reset(key);
    }

    /**
     * Takes another key.
     *
     * @param key the key; borrowed
     * @return this
     */
    public HashedKey reset(byte[] key) {
        take(key, 0, key.length);
        return this;
    }

    /**
     * Takes another key.
     *
     * @param key holds the key; borrowed
     * @param keyOffset index of its first byte
     * @param keyLength number of bytes, 0 or more
     * @return this
     * @throws IndexOutOfBoundsException if the range is not inside the array; the key before is kept then
     */
    public HashedKey reset(byte[] key, int keyOffset, int keyLength) {
        Ranges.check(keyOffset, keyLength, key.length);
        take(key, keyOffset, keyLength);
        return this;
    }

    /**
     * Takes another key.
     *
     * @param key the bytes from its position to its limit, which are not moved; borrowed if the buffer has an
     *     accessible array, copied otherwise
     * @return this
     */
    public HashedKey reset(ByteBuffer key) {
        int size = key.remaining();
        if (key.hasArray()) {
            take(key.array(), key.arrayOffset() + key.position(), size);
            return this;
        }
        if (copy.length < size) {
            copy = new byte[Math.max(size, 2 * copy.length)];
        }
        int position = key.position();
        for (int i = 0; i < size; i++) { // nothing that Java 8 has copies without moving the position
            copy[i] = key.get(position + i);
        }
        take(copy, 0, size);
        return this;
    }

    private void take(byte[] key, int keyOffset, int keyLength) {
        if (array != key) { // storing a reference costs a barrier, and many callers have one array for all keys
            array = key;
        }
        offset = keyOffset;
        length = keyLength;
        known = 0;
    }

    /** {@return the array that holds the key; not to be changed} */
    public byte[] array() {
        return array;
    }

    /** {@return the index of the key's first byte in the array} */
    public int offset() {
        return offset;
    }

    /** {@return the number of bytes of the key, 0 or more} */
    public int length() {
        return length;
    }

    /** {@return XXPH3 of the key, the hash of RocksDB's fast local Bloom and Ribbon filters (RF-2)} */
    public long xxph3() {
        if ((known & XXPH3) == 0) {
            xxph3 = Xxh3.preview(array, offset, length);
            known |= XXPH3;
        }
        return xxph3;
    }

    /**
     * LevelDB's hash of the key, which RocksDB's legacy filters have as well.
     *
     * @param variant which of the two
     * @return the hash; read it as unsigned
     */
    public int hash(BloomHash variant) {
        return variant == BloomHash.UNSIGNED_TAIL ? unsigned() : signed();
    }

    private int unsigned() {
        if ((known & UNSIGNED) == 0) {
            unsigned = BloomHash.UNSIGNED_TAIL.hash(array, offset, length);
            known |= UNSIGNED;
        }
        return unsigned;
    }

    private int signed() {
        if ((known & SIGNED) == 0) {
            signed = BloomHash.SIGNED_TAIL.hash(array, offset, length);
            known |= SIGNED;
        }
        return signed;
    }

    @Override
    public String toString() {
        return "a key of " + length + " bytes";
    }
}
