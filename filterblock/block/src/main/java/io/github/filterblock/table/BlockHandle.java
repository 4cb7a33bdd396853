// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.coding.Varint;
import java.util.Optional;

/**
 * Where a block lies in a file (TF-2). Immutable.
 *
 * @param offset offset in the file of the block's first byte, unsigned
 * @param size number of stored bytes without the 5-byte trailer, unsigned
 */
public record BlockHandle(long offset, long size) {
    /** Number of bytes after each block: the type byte and the checksum. */
    public static final int TRAILER_LENGTH = 5;

    /**
     * Decodes a handle; bytes after it are ignored, because some writers pad it.
     *
     * @param bytes holds the handle; borrowed
     * @param index index of its first byte
     * @param limit index after the last byte that may belong to it
     * @return the handle; empty if a number in it does not end
     */
    static Optional<BlockHandle> decode(byte[] bytes, int index, int limit) {
        int offsetLength = Varint.length(bytes, index, limit);
        if (offsetLength < 0) {
            return Optional.empty();
        }
        int sizeLength = Varint.length(bytes, index + offsetLength, limit);
        if (sizeLength < 0) {
            return Optional.empty();
        }
        return Optional.of(new BlockHandle(
                Varint.value(bytes, index, offsetLength), Varint.value(bytes, index + offsetLength, sizeLength)));
    }

    /** Number of bytes of the first two varints, which must be known to be complete. */
    static int encodedLength(byte[] bytes, int index, int limit) {
        int offsetLength = Varint.length(bytes, index, limit);
        return offsetLength + Varint.length(bytes, index + offsetLength, limit);
    }

    /** {@return the handle as it is stored in a footer, a metaindex or an index: a new array of 2 to 20 bytes} */
    public byte[] encode() {
        byte[] bytes = new byte[Varint.shortestLength(offset) + Varint.shortestLength(size)];
        Varint.write(size, bytes, Varint.write(offset, bytes, 0));
        return bytes;
    }

    /**
     * Whether the block and its trailer lie inside a file (TF-5).
     *
     * @param fileSize number of bytes of the file, 0 or more
     * @return {@code false} also if the sum of offset and size exceeds 64 bits
     */
    public boolean liesInside(long fileSize) {
        return offset >= 0
                && size >= 0
                && offset <= fileSize
                && size <= fileSize - offset
                && TRAILER_LENGTH <= fileSize - offset - size;
    }

    /**
     * {@return the offset in the file of the first byte after the block's trailer; meaningful only for a block that
     * {@linkplain #liesInside lies inside} the file}
     */
    public long end() {
        return offset + size + TRAILER_LENGTH;
    }

    /**
     * Written out, like {@link #hashCode}: the first generated one of any record costs a process tens of milliseconds.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof BlockHandle that && offset == that.offset && size == that.size;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(offset) + Long.hashCode(size);
    }

    @Override
    public String toString() {
        return "[" + Long.toUnsignedString(offset) + ", " + Long.toUnsignedString(size) + "]";
    }
}
