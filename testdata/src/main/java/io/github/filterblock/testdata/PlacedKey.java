// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.HexFormat;

/**
 * A key, and a block offset at which a reader must find it.
 *
 * <p>Immutable, provided that no code changes the key's array.
 *
 * @param blockOffset file offset of the key's data block, in bytes
 * @param key the filter key
 */
public record PlacedKey(long blockOffset, byte[] key) {
    @Override
    public String toString() {
        return "key " + HexFormat.of().formatHex(key) + " at offset " + blockOffset;
    }
}
