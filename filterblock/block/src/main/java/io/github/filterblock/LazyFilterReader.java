// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import io.github.filterblock.bloom.FilterMatcher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * A filter block that stays where it is stored: opening reads its last five bytes, each lookup two offsets and one
 * filter. For engines with more filters than memory, which read through a cache of their own.
 *
 * <p>Answers are those of {@link FilterBlockReader} over the same bytes, in its safe manner. It cannot check the
 * checksum, which covers the whole block, so damage may deny a key that is there. It cannot read a block that is stored
 * compressed.
 *
 * <p>Immutable; safe for use by any number of threads if the source of the bytes is.
 */
public final class LazyFilterReader {

    /** The bytes of a filter block, wherever they are stored. */
    @FunctionalInterface
    public interface BlockBytes {
        /**
         * Reads bytes, all of them.
         *
         * @param offset offset in the block of the first byte, 0 or more
         * @param dst receives the bytes from index 0 on, and is filled
         * @throws IOException if they cannot be read
         */
        void read(long offset, byte[] dst) throws IOException;
    }

    private final BlockBytes bytes;
    private final FilterMatcher matcher;
    private final FilterBlockFooter end;

    private LazyFilterReader(BlockBytes bytes, FilterMatcher matcher, FilterBlockFooter end) {
        this.bytes = bytes;
        this.matcher = matcher;
        this.end = end;
    }

    /**
     * Opens a block.
     *
     * @param bytes reads the block; kept
     * @param length number of bytes of the block, 0 or more
     * @param matcher answers from single filters
     * @return the reader
     * @throws IOException if the last bytes cannot be read
     */
    public static LazyFilterReader open(BlockBytes bytes, int length, FilterMatcher matcher) throws IOException {
        Objects.requireNonNull(matcher, "matcher");
        ByteBuffer last = read(
                bytes, length - Math.min(length, FilterBlockFooter.LENGTH), Math.min(length, FilterBlockFooter.LENGTH));
        return new LazyFilterReader(bytes, matcher, FilterBlockFooter.of(last, length));
    }

    /**
     * Whether the key may be in the data block at this offset. Allocates as much as the filter is long.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly not in that block
     * @throws IOException if the bytes cannot be read
     */
    public boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) throws IOException {
        Objects.checkFromIndexSize(keyOffset, keyLength, key.length);
        FilterLookup lookup = FilterLookup.of(
                end,
                blockOffset,
                place -> read(bytes, place, 2 * FilterBlockFormat.OFFSET_LENGTH).getLong(0));
        if (!lookup.asked()) {
            return true;
        }
        byte[] filter = read(bytes, lookup.start(), lookup.length()).array();
        return matcher.keyMayMatch(key, keyOffset, keyLength, filter, 0, filter.length);
    }

    private static ByteBuffer read(BlockBytes bytes, long offset, int length) throws IOException {
        byte[] dst = new byte[length];
        bytes.read(offset, dst);
        return ByteBuffer.wrap(dst).order(ByteOrder.LITTLE_ENDIAN);
    }
}
