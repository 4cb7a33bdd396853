// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

/**
 * Takes the keys of one filter after the other and turns them into filter bytes.
 *
 * <p>The order of calls is {@code (addKey* generate)*}; {@link #reset} may come at any point. A generator keeps
 * none of the caller's memory: a key's bytes may be reused as soon as {@code addKey} has returned.
 *
 * <p>Not thread-safe; one per table being written.
 */
public interface FilterGenerator {

    /**
     * Adds one key to the pending ones. Every call counts, even for a key that was added before, and for an empty one
     * (FB-10).
     *
     * @param key holds the key; borrowed for the length of the call
     * @param offset index of the key's first byte
     * @param length number of bytes, 0 or more
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    void addKey(byte[] key, int offset, int length);

    /**
     * Adds many keys of one length, as if one after the other.
     *
     * @param keys holds the keys, one directly after the other; borrowed for the length of the call
     * @param offset index of the first key's first byte
     * @param keyLength number of bytes of each key, 0 or more
     * @param count number of keys, 0 or more
     * @throws IndexOutOfBoundsException if the keys are not inside the array; none is added then
     */
    default void addKeys(byte[] keys, int offset, int keyLength, int count) {
        new KeyBatch(keys, offset, keyLength, count);
        for (int i = 0; i < count; i++) {
            addKey(keys, offset + i * keyLength, keyLength);
        }
    }

    /**
     * Adds a key by its hash, for a caller that has it already. Every call counts, as for {@link #addKey}.
     *
     * @param keyHash the key's, as the policy hashes it: for a {@link BloomFilterPolicy} its {@link
     *     BloomFilterPolicy#hash()}
     * @throws UnsupportedOperationException if the policy has no hash of 32 bits, as by default
     */
    default void addHash(int keyHash) {
        throw new UnsupportedOperationException("the filters of this policy do not accept 32-bit hashes");
    }

    /** {@return the number of pending keys: how many were added since the last filter, 0 or more} */
    int keyCount();

    /**
     * The exact number of bytes that {@link #generate(byte[], int)} would write now.
     *
     * @return a number of bytes, possibly beyond what an array can hold
     */
    long filterSize();

    /**
     * Writes the filter of the pending keys and forgets them.
     *
     * @param dst receives {@link #filterSize()} bytes; every one of them is written, whatever was there
     * @param offset index of the first byte to write
     * @throws IndexOutOfBoundsException if the filter does not fit; nothing is written then and no key forgotten
     */
    void generate(byte[] dst, int offset);

    /**
     * The filter of the pending keys as an array of its own; forgets them.
     *
     * @return a new array of {@link #filterSize()} bytes
     * @throws IllegalStateException if the filter would be larger than an array can be; no key is forgotten
     */
    default byte[] generate() {
        long size = filterSize();
        if (size > Integer.MAX_VALUE - 8) {
            throw new IllegalStateException("a filter of " + size + " bytes does not fit an array");
        }
        byte[] filter = new byte[(int) size];
        generate(filter, 0);
        return filter;
    }

    /** Forgets the pending keys. */
    void reset();
}
