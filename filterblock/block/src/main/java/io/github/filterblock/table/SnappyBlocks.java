// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.coding.Varint;

/** Raw Snappy, without framing: a length, then literals and copies (google/snappy, format_description.txt). */
final class SnappyBlocks {
    /*
     * Decoded here, since Netty's decoder takes 6 ns for each byte of a copy that repeats what it has just written, of
     * which a block may consist (4.2.20; a JDK 17 on a Zen 4), and waits for the rest of an element that is cut short.
     */

    /** Three bytes make at most 64, so no valid block grows by more than this. */
    private static final int MAX_EXPANSION = 22;

    /** The kinds of elements: the low two bits of a tag. */
    private static final int LITERAL = 0;

    private static final int NEAR_COPY = 1;
    private static final int COPY = 2;

    /** Up to this number the upper six bits of a literal's tag are its length less 1; the rest count length bytes. */
    private static final int MAX_SHORT_LITERAL = 59;

    private final byte[] stored;
    private final int limit;
    private final byte[] contents;
    private int at;
    private int filled;

    private SnappyBlocks(byte[] stored, int at, int limit, byte[] contents) {
        this.stored = stored;
        this.at = at;
        this.limit = limit;
        this.contents = contents;
    }

    static byte[] decompress(byte[] stored, int offset, int length, int limit) throws UndecodableBlockException {
        int prefix = Varint.length32(stored, offset, offset + length);
        if (prefix < 0) {
            throw UndecodableBlockException.damaged("the length in front of the Snappy data does not end");
        }
        byte[] contents = new byte[declaredLength(Varint.value(stored, offset, prefix), length, limit)];
        new SnappyBlocks(stored, offset + prefix, offset + length, contents).decode();
        return contents;
    }

    private static int declaredLength(long declared, int length, int limit) throws UndecodableBlockException {
        if (declared > (long) MAX_EXPANSION * length) {
            throw UndecodableBlockException.damaged(
                    "the Snappy data claims " + declared + " bytes, more than " + length + " can hold");
        }
        if (declared > limit) {
            throw UndecodableBlockException.tooLarge(declared, limit);
        }
        return (int) declared;
    }

    private void decode() throws UndecodableBlockException {
        while (at < limit) {
            int tag = stored[at++] & 0xff;
            int upper = tag >>> 2;
            switch (tag & 3) {
                case LITERAL -> literal(1 + (upper <= MAX_SHORT_LITERAL ? upper : next(upper - MAX_SHORT_LITERAL)));
                case NEAR_COPY -> copy((upper & 7) + 4, upper >>> 3 << 8 | next(1));
                case COPY -> copy(upper + 1, next(2));
                default -> copy(upper + 1, next(4));
            }
        }
        if (filled != contents.length) {
            throw UndecodableBlockException.damaged(
                    "the Snappy data gives " + filled + " of " + contents.length + " bytes");
        }
    }

    private void literal(long length) throws UndecodableBlockException {
        if (length > limit - at) {
            throw breaksOff(length - (limit - at));
        }
        checkRoom(length);
        System.arraycopy(stored, at, contents, filled, (int) length);
        at += (int) length;
        filled += (int) length;
    }

    /** A copy may reach into itself: it then repeats what it has written. */
    private void copy(int length, long distance) throws UndecodableBlockException {
        if (distance == 0 || distance > filled) {
            throw UndecodableBlockException.damaged(
                    "the Snappy data copies from " + distance + " bytes before byte " + filled);
        }
        checkRoom(length);
        int from = filled - (int) distance;
        if (distance >= length) {
            System.arraycopy(contents, from, contents, filled, length);
        } else {
            for (int i = 0; i < length; i++) {
                contents[filled + i] = contents[from + i];
            }
        }
        filled += length;
    }

    private void checkRoom(long length) throws UndecodableBlockException {
        if (length > contents.length - filled) {
            throw UndecodableBlockException.damaged("the Snappy data gives more than " + contents.length + " bytes");
        }
    }

    /** The next bytes as a little-endian number. */
    private long next(int bytes) throws UndecodableBlockException {
        if (bytes > limit - at) {
            throw breaksOff(bytes - (limit - at));
        }
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (stored[at++] & 0xffL) << Byte.SIZE * i;
        }
        return number;
    }

    private static UndecodableBlockException breaksOff(long missing) {
        return UndecodableBlockException.damaged("the last element of the Snappy data lacks " + missing + " bytes");
    }
}
