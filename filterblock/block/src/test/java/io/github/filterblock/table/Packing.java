// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.function.UnaryOperator;

/** How a block is stored, with the type byte of a writer that stores it so (TF-6). */
public enum Packing {
    RAW(0, UnaryOperator.identity()),
    SNAPPY(1, TestCompression::snappy),
    /** Mojang's. */
    ZLIB(2, TestCompression::zlib),
    /** google/leveldb's. */
    ZSTD(2, TestCompression::zstd),
    /** Mojang's, without zlib's frame. */
    DEFLATE(4, TestCompression::rawDeflate);

    private final int type;
    private final UnaryOperator<byte[]> compressor;

    Packing(int type, UnaryOperator<byte[]> compressor) {
        this.type = type;
        this.compressor = compressor;
    }

    /** Returns the type byte. */
    public int type() {
        return type;
    }

    /** Returns the contents as they are stored. */
    public byte[] pack(byte[] contents) {
        return compressor.apply(contents);
    }
}
