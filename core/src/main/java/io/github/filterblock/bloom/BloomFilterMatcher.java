// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The read half of the built-in Bloom filter, for one hash.
 *
 * <p>It also takes hashes: a caller that probes many filters about one key hashes it once. Answers are those of
 * google/leveldb's {@code BloomFilterPolicy} for every filter, even a malformed one (FB-7 to FB-9).
 *
 * <p>Immutable; safe for use by any number of threads. No method allocates.
 */
public final class BloomFilterMatcher extends ProbingMatcher {
    private final String name;
    private final BloomHash hash;

    /**
     * A matcher for filters stored under a name and made with a hash.
     *
     * @param name the policy's name in the file, without {@code "filter."}
     * @param hash the hash that the writer used
     */
    public BloomFilterMatcher(String name, BloomHash hash) {
        this.name = Objects.requireNonNull(name, "name");
        this.hash = Objects.requireNonNull(hash, "hash");
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * The hash of keys that {@link #hashMayMatch(int, byte[], int, int)} expects.
     *
     * @return the hash that the writer used
     */
    @Override
    public BloomHash hash() {
        return hash;
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
        return hashMayMatch(hash.hash(key, keyOffset, keyLength), filter, filterOffset, filterLength);
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, ByteBuffer filter, int filterIndex, int filterLength) {
        return hashMayMatch(hash.hash(key, keyOffset, keyLength), filter, filterIndex, filterLength);
    }

    /**
     * Whether a key with this hash may be in the filter.
     *
     * @param keyHash from {@link #hash()}
     * @param filter holds the filter; borrowed
     * @param filterOffset index of its first byte
     * @param filterLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly absent
     * @throws IndexOutOfBoundsException if the filter is not inside the array
     */
    public static boolean hashMayMatch(int keyHash, byte[] filter, int filterOffset, int filterLength) {
        return BloomBits.mayMatch(keyHash, filter, filterOffset, filterLength);
    }

    /**
     * Whether a key with this hash may be in the filter.
     *
     * @param keyHash from {@link #hash()}
     * @param filter holds the filter; borrowed, position and limit are not moved
     * @param filterIndex absolute index of its first byte
     * @param filterLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly absent
     * @throws IndexOutOfBoundsException if the filter is not inside the buffer
     */
    public static boolean hashMayMatch(int keyHash, ByteBuffer filter, int filterIndex, int filterLength) {
        return BufferBits.mayMatch(keyHash, filter, filterIndex, filterLength);
    }

    @Override
    OptionalInt secondHash(byte[] key, int keyOffset, int keyLength) {
        return OptionalInt.empty();
    }

    @Override
    long modulus(long bits) {
        return bits;
    }

    @Override
    long filterSize(int keyCount, int bitsPerKey) {
        return BloomBits.filterSize(keyCount, bitsPerKey);
    }

    @Override
    long[] positions(byte[] key, int keyOffset, int keyLength, long bits, int probes) {
        return BloomBits.positions(hash.hash(key, keyOffset, keyLength), bits, probes);
    }

    @Override
    public String toString() {
        return name + " (" + hash + ")";
    }
}
