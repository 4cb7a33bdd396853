// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import com.github.luben.zstd.ZstdDecompressCtx;
import org.jspecify.annotations.Nullable;

/**
 * The native memory with which zstd decompresses, about 160 KB, which is made for the first frame and then used again:
 * to make it takes three times as long as to decompress a block of 4 KiB. For one thread; close it.
 */
final class ZstdContext implements AutoCloseable {
    private @Nullable ZstdDecompressCtx context;

    /** Returns the number of bytes that were made, all of a frame. */
    long decompress(byte[] stored, int offset, int length, byte[] contents, int most) {
        ZstdDecompressCtx of = context;
        if (of == null) {
            of = new ZstdDecompressCtx();
            context = of;
        }
        return of.decompressByteArray(contents, 0, most, stored, offset, length);
    }

    @Override
    public void close() {
        ZstdDecompressCtx of = context;
        context = null;
        if (of != null) {
            of.close();
        }
    }
}
