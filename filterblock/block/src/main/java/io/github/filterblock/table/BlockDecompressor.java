// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

/**
 * Turns the stored bytes of a block into its contents.
 *
 * <p>The type byte alone decides only for 0 and 1: type 2 is zstd for LevelDB, zlib for Mojang's fork and LZ4 for
 * Basho's (TF-6). {@link #byContent()} looks at the bytes; an engine that knows its writer may bring its own.
 *
 * <p>Implementations are safe for use by any number of threads at once.
 */
public interface BlockDecompressor {
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

    /**
     * The same decompressor with a lower limit, for blocks that are smaller than data blocks can be.
     *
     * @param limit largest number of bytes of a block's contents
     * @return this, as in this default, if the decompressor knows no limit; otherwise one with the lower of both limits
     */
    default BlockDecompressor limitedTo(int limit) {
        return this;
    }

    /**
     * A decompressor that takes type 1 for Snappy and determines zlib, raw deflate, zstd and LZ4 from the content. zstd
     * needs the optional library {@code zstd-jni}, LZ4 {@code lz4-java}. Contents above {@value #DEFAULT_LIMIT} bytes
     * are refused.
     *
     * @return the decompressor; immutable
     */
    static BlockDecompressor byContent() {
        return byContent(DEFAULT_LIMIT);
    }

    /**
     * The same with another limit.
     *
     * @param limit largest number of bytes of a block's contents; larger contents are refused before they are made
     * @return the decompressor; immutable
     */
    static BlockDecompressor byContent(int limit) {
        return new ContentDecompressor(limit);
    }
}
