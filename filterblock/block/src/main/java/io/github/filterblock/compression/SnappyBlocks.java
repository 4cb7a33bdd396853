// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

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

    private SnappyBlocks() {}

    static byte[] decompress(byte[] stored, int offset, int length, int limit) throws UndecodableBlockException {
        int prefix = Varint.length32(stored, offset, offset + length);
        if (prefix < 0) {
            throw UndecodableBlockException.damaged("the length in front of the Snappy data does not end");
        }
        byte[] contents = new byte[declaredLength(Varint.value(stored, offset, prefix), length, limit)];
        decode(new LiteralsAndCopies("Snappy", stored, offset + prefix, offset + length, contents));
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

    private static void decode(LiteralsAndCopies data) throws UndecodableBlockException {
        while (data.hasNext()) {
            int tag = (int) data.next(1);
            int upper = tag >>> 2;
            switch (tag & 3) {
                case LITERAL ->
                    data.literals(1 + (upper <= MAX_SHORT_LITERAL ? upper : data.next(upper - MAX_SHORT_LITERAL)));
                case NEAR_COPY -> data.copy((upper & 7) + 4, upper >>> 3 << 8 | data.next(1));
                case COPY -> data.copy(upper + 1, data.next(2));
                default -> data.copy(upper + 1, data.next(4));
            }
        }
        data.finish();
    }
}
