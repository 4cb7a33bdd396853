// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;

/** zstd frames, by the optional library zstd-jni; without it any call fails with a {@link LinkageError}. */
final class ZstdBlocks {
    /** A block of a frame has a header of three bytes and expands to at most 128 KiB. */
    private static final int MIN_BLOCK = 3;

    private static final long MAX_PER_BLOCK = 128 << 10;

    private ZstdBlocks() {}

    /**
     * Decompresses a frame.
     *
     * @param context is used again for each frame
     * @param announced what a writer stored in front of the frame as the length of its contents, for a frame that does
     *     not have it, as Pebble's; -1 if it stored nothing
     */
    static byte[] decompress(ZstdContext context, byte[] stored, int offset, int length, long announced, int limit)
            throws UndecodableBlockException {
        long inFrame = Zstd.getFrameContentSize(stored, offset, length);
        long size = inFrame < 0 ? announced : inFrame;
        if (size < 0) {
            throw UndecodableBlockException.damaged("the zstd frame does not say how long its contents are");
        }
        if (size > MAX_PER_BLOCK * (length / MIN_BLOCK + 1L)) {
            throw UndecodableBlockException.damaged(
                    "the zstd frame of " + length + " bytes claims " + size + ", more than it can hold");
        }
        if (size > limit) {
            throw UndecodableBlockException.tooLarge(size, limit);
        }
        byte[] contents = new byte[(int) size];
        try {
            long count = context.decompress(stored, offset, length, contents, contents.length);
            if (count != size) {
                throw UndecodableBlockException.damaged("the zstd frame gives " + count + " of " + size + " bytes")
                        .afterProducing(size);
            }
        } catch (ZstdException e) {
            throw UndecodableBlockException.damaged("the zstd data is damaged: " + e.getMessage())
                    .afterProducing(size);
        }
        return contents;
    }
}
