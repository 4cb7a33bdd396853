// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import io.github.filterblock.arithmetic.Xxh3;
import io.github.filterblock.bloom.BloomHash;

/**
 * The hashes of one key: it is hashed once for many filters of any kind. Immutable.
 *
 * @param xxph3 for fast local Bloom and Ribbon filters (RF-2)
 * @param signed LevelDB's hash with a signed tail, for RocksDB's legacy filters (FB-2)
 * @param unsigned LevelDB's hash with an unsigned tail, for filters that Pebble wrote before 2020-04-17 (RF-14)
 */
public record FilterKey(long xxph3, int signed, int unsigned) {

    /**
     * Hashes a key.
     *
     * @param key the user key, or its prefix if only prefixes were added; without a timestamp
     * @return its hashes
     */
    public static FilterKey of(byte[] key) {
        return of(key, 0, key.length);
    }

    /**
     * Hashes a key.
     *
     * @param key holds the key; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return its hashes
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static FilterKey of(byte[] key, int offset, int length) {
        return new FilterKey(
                Xxh3.preview(key, offset, length),
                BloomHash.SIGNED_TAIL.hash(key, offset, length),
                BloomHash.UNSIGNED_TAIL.hash(key, offset, length));
    }
}
