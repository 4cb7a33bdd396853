// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

/** Turns the stored bytes of a block into its contents. Immutable. */
interface BlockDecompressor {
    /** The largest contents that {@link #byContent()} accepts, 64 MiB: many times any block of any known writer. */
    int DEFAULT_LIMIT = 64 << 20;

    /**
     * Decompresses one block of a type other than 0.
     *
     * @param type the type byte, 1 to 255
     * @param stored holds the stored bytes; borrowed, not changed
     * @param offset index of the first stored byte
     * @param length number of stored bytes, 0 or more
     * @return a new array that holds the contents and nothing else
     * @throws UndecodableBlockException if the bytes are damaged or of an unknown kind
     */
    byte[] decompress(int type, byte[] stored, int offset, int length) throws UndecodableBlockException;

    /** The same with the lower of two limits of a block's contents; this one if it knows none. */
    default BlockDecompressor limitedTo(int limit) {
        return this;
    }

    /** The one that determines the compression from type and content. */
    static BlockDecompressor byContent() {
        return byContent(DEFAULT_LIMIT);
    }

    /** The same with another limit; larger contents are refused before they are made. */
    static BlockDecompressor byContent(int limit) {
        return new ContentDecompressor(limit);
    }
}
