// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import io.github.filterblock.arithmetic.Ranges;
import java.util.Arrays;

/** Hashes each key when it is added and keeps the four bytes of its hash. */
final class BloomFilterGenerator implements FilterGenerator {
    private static final int INITIAL_CAPACITY = 64;
    private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

    private final BloomFilterPolicy policy;
    private final BloomHash hash;
    private final BloomBitsWriter writer = new BloomBitsWriter();
    private int[] hashes = new int[INITIAL_CAPACITY];
    private int count;

    BloomFilterGenerator(BloomFilterPolicy policy) {
        this.policy = policy;
        this.hash = policy.hash();
    }

    @Override
    public void addKey(byte[] key, int offset, int length) {
        addHash(hash.hash(key, offset, length));
    }

    @Override
    public void addHash(int keyHash) {
        if (count == hashes.length) {
            grow(1);
        }
        hashes[count++] = keyHash;
    }

    @Override
    public void addKeys(byte[] keys, int offset, int keyLength, int keyCount) {
        KeyBatch batch = new KeyBatch(keys, offset, keyLength, keyCount);
        if (keyCount > hashes.length - count) {
            grow(keyCount);
        }
        batch.hash(hash, hashes, count);
        count += keyCount;
    }

    private void grow(int more) {
        if (more > MAX_CAPACITY - count) {
            throw new IllegalStateException("a filter of more than " + MAX_CAPACITY + " keys is not supported");
        }
        hashes = Arrays.copyOf(hashes, Math.max(count + more, (int) Math.min(MAX_CAPACITY, 2L * count)));
    }

    @Override
    public int keyCount() {
        return count;
    }

    @Override
    public long filterSize() {
        return policy.filterSize(count);
    }

    @Override
    public void generate(byte[] dst, int offset) {
        long size = filterSize();
        if (size > dst.length) {
            throw new IndexOutOfBoundsException(
                    "a filter of " + size + " bytes does not fit an array of " + dst.length);
        }
        Ranges.check(offset, (int) size, dst.length);
        writer.write(hashes, count, policy.probes(), dst, offset, (int) size);
        count = 0;
    }

    @Override
    public void reset() {
        count = 0;
    }
}
