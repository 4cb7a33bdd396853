// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.coding.Varint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;

/** Raw Snappy, without framing: a length as varint, then literals and copies. Decoded by Netty. */
final class SnappyBlocks {
    /** Three bytes make at most 64, so no valid block grows by more than this. */
    private static final int MAX_EXPANSION = 22;

    /** The low two bits of a literal's tag; the other three values are copies. */
    private static final int LITERAL = 0;

    /** The bytes of a copy's distance by the low two bits of its tag. */
    private static final int[] COPY_DISTANCE = {0, 1, 2, 4};

    /** Up to this number the upper six bits of a literal's tag are its length less 1; the rest count length bytes. */
    private static final int MAX_SHORT_LITERAL = 59;

    private SnappyBlocks() {}

    static byte[] decompress(byte[] stored, int offset, int length, int limit) throws UndecodableBlockException {
        int declared = declaredLength(stored, offset, length, limit);
        if (declared == 0) {
            return empty(stored, offset, length);
        }
        checkEnd(stored, offset + Varint.length32(stored, offset, offset + length), offset + length);
        byte[] contents = new byte[declared];
        ByteBuf in = Unpooled.wrappedBuffer(stored, offset, length);
        ByteBuf out = Unpooled.wrappedBuffer(contents).clear();
        try {
            new Snappy().decode(in, out);
        } catch (RuntimeException e) {
            throw UndecodableBlockException.damaged("the Snappy data is damaged: " + e.getMessage());
        }
        if (out.readableBytes() != declared || in.isReadable()) {
            throw UndecodableBlockException.damaged("the Snappy data gives " + out.readableBytes() + " of " + declared
                    + " bytes and leaves " + in.readableBytes() + " unread");
        }
        return contents;
    }

    private static int declaredLength(byte[] stored, int offset, int length, int limit)
            throws UndecodableBlockException {
        int prefix = Varint.length32(stored, offset, offset + length);
        if (prefix < 0) {
            throw UndecodableBlockException.damaged("the length in front of the Snappy data does not end");
        }
        long declared = Varint.value(stored, offset, prefix);
        if (declared > (long) MAX_EXPANSION * length) {
            throw UndecodableBlockException.damaged(
                    "the Snappy data claims " + declared + " bytes, more than " + length + " can hold");
        }
        if (declared > limit) {
            throw UndecodableBlockException.tooLarge(declared, limit);
        }
        return (int) declared;
    }

    /** Netty's decoder waits for the rest of an element that is cut short. Here there is none: that is damage. */
    private static void checkEnd(byte[] stored, int first, int limit) throws UndecodableBlockException {
        long at = first;
        while (at < limit) {
            at += elementLength(stored, (int) at, limit);
        }
        if (at > limit) {
            throw UndecodableBlockException.damaged(
                    "the last element of the Snappy data lacks " + (at - limit) + " bytes");
        }
    }

    /** A literal is a tag, up to four bytes of length, and the bytes; a copy is a tag and its distance. */
    private static long elementLength(byte[] stored, int at, int limit) {
        int tag = stored[at] & 0xff;
        if ((tag & 3) != LITERAL) {
            return 1L + COPY_DISTANCE[tag & 3];
        }
        int lengthBytes = Math.max(0, (tag >>> 2) - MAX_SHORT_LITERAL);
        long length = lengthBytes == 0 ? tag >>> 2 : 0;
        for (int i = 0; i < lengthBytes && at + 1 + i < limit; i++) {
            length |= (stored[at + 1 + i] & 0xffL) << Byte.SIZE * i;
        }
        return 1 + lengthBytes + length + 1;
    }

    private static byte[] empty(byte[] stored, int offset, int length) throws UndecodableBlockException {
        int prefix = Varint.length32(stored, offset, offset + length);
        if (prefix != length) {
            throw UndecodableBlockException.damaged(
                    "the Snappy data claims 0 bytes, but " + (length - prefix) + " follow");
        }
        return new byte[0];
    }
}
