// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;

/** Raw Snappy, without framing: a length as varint, then literals and copies. Decoded by Netty. */
final class SnappyBlocks {
    /** Three bytes make at most 64, so no valid block grows by more than this. */
    private static final int MAX_EXPANSION = 22;

    private SnappyBlocks() {}

    static byte[] decompress(byte[] stored, int offset, int length, int limit) throws UndecodableBlockException {
        int declared = declaredLength(stored, offset, length, limit);
        if (declared == 0) {
            return empty(stored, offset, length);
        }
        byte[] contents = new byte[declared];
        ByteBuf in = Unpooled.wrappedBuffer(stored, offset, length);
        ByteBuf out = Unpooled.wrappedBuffer(contents).clear();
        try {
            new Snappy().decode(in, out);
        } catch (RuntimeException e) {
            throw damaged("the Snappy data is damaged: " + e.getMessage());
        }
        if (out.readableBytes() != declared || in.isReadable()) {
            throw damaged("the Snappy data gives " + out.readableBytes() + " of " + declared + " bytes and leaves "
                    + in.readableBytes() + " unread");
        }
        return contents;
    }

    private static int declaredLength(byte[] stored, int offset, int length, int limit)
            throws UndecodableBlockException {
        int prefix = Varint.length32(stored, offset, offset + length);
        if (prefix < 0) {
            throw damaged("the length in front of the Snappy data does not end");
        }
        long declared = Varint.value(stored, offset, prefix);
        if (declared > (long) MAX_EXPANSION * length) {
            throw damaged("the Snappy data claims " + declared + " bytes, more than " + length + " can hold");
        }
        if (declared > limit) {
            throw new UndecodableBlockException(
                    Reason.TOO_LARGE, "the block has " + declared + " bytes, the limit is " + limit);
        }
        return (int) declared;
    }

    private static byte[] empty(byte[] stored, int offset, int length) throws UndecodableBlockException {
        int prefix = Varint.length32(stored, offset, offset + length);
        if (prefix != length) {
            throw damaged("the Snappy data claims 0 bytes, but " + (length - prefix) + " follow");
        }
        return new byte[0];
    }

    private static UndecodableBlockException damaged(String message) {
        return new UndecodableBlockException(Reason.BAD_COMPRESSION, message);
    }
}
