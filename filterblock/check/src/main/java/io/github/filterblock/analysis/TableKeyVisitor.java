// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

/** Receives the keys of a table, one after another. */
@FunctionalInterface
public interface TableKeyVisitor {
    /**
     * Takes a key.
     *
     * @param blockOffset offset in the file of the key's data block
     * @param key holds the key from index 0 on; borrowed, reused for the next one
     * @param keyLength number of its bytes, 0 or more
     */
    void key(long blockOffset, byte[] key, int keyLength);
}
