// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.BloomHash;
import org.jspecify.annotations.Nullable;

/**
 * RocksDB's hash index of a data block (RF-12), by which {@code Get} finds the restart interval of a user key without
 * bisecting ({@code data_block_hash_index.cc}): a byte for each bucket and their number as u16le, between the restarts
 * and their number. Immutable.
 *
 * @param contents those of the block
 * @param bucketsAt index of the first bucket
 * @param buckets how many there are, 1 to 65535
 */
record HashIndex(byte[] contents, int bucketsAt, int buckets) {
    /** The restart interval of a key for which the whole block is searched. */
    static final int ANY_INTERVAL = -1;

    /** The longest block that RocksDB gives a hash index. */
    private static final int MAX_BLOCK_LENGTH = 1 << 16;

    private static final int SEED = 397;

    /** Of a bucket without keys. RocksDB then looks in the last interval, behind which the next block begins. */
    private static final int NONE = 255;

    /** Of a bucket whose keys are in several intervals. */
    private static final int SEVERAL = 254;

    /** The index that ends at a place of the contents; null if there is no room for one. */
    static @Nullable HashIndex endingAt(byte[] contents, int end) {
        int countAt = end - Short.BYTES;
        if (end > MAX_BLOCK_LENGTH || countAt < 1) {
            return null;
        }
        int buckets = contents[countAt] & 0xff | (contents[countAt + 1] & 0xff) << Byte.SIZE;
        return buckets == 0 || buckets > countAt ? null : new HashIndex(contents, countAt - buckets, buckets);
    }

    /**
     * The one restart interval in which RocksDB looks for a user key.
     *
     * @param key begins with the user key; borrowed
     * @param length number of bytes of the user key
     * @param intervals how many the block has
     * @return {@link #ANY_INTERVAL}, or the number of an interval, which a damaged index may make larger than all
     */
    int intervalOf(byte[] key, int length, int intervals) {
        int hash = BloomHash.SIGNED_TAIL.hash(key, 0, length, SEED);
        int bucket = contents[bucketsAt + Integer.remainderUnsigned(hash, buckets)] & 0xff;
        return switch (bucket) {
            case SEVERAL -> ANY_INTERVAL;
            case NONE -> intervals - 1;
            default -> bucket;
        };
    }
}
