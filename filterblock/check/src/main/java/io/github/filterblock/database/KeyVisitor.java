// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

/**
 * Receives the keys of a database, one after another, from the thread that reads them.
 *
 * @see Database#visitKeys(KeyVisitor)
 */
@FunctionalInterface
public interface KeyVisitor {
    /**
     * Takes a user key.
     *
     * @param key holds the key; borrowed, its contents change after the call
     * @param offset index of the key's first byte
     * @param length number of its bytes, 0 or more
     */
    void key(byte[] key, int offset, int length);
}
