// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import io.github.filterblock.arithmetic.LittleEndian;
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

    /** A copy, and a literal without length bytes, has at most this many bytes. */
    private static final int MAX_COPIED = 64;

    private static final int WORD = Long.BYTES;

    private SnappyBlocks() {}

    static byte[] decompress(byte[] stored, int offset, int length, int limit) throws UndecodableBlockException {
        ContentsBuffer contents = new ContentsBuffer();
        contents.hold(new byte[declaredLength(stored, offset, length, limit)]);
        decode(stored, offset, length, contents);
        return contents.bytes();
    }

    /** The same into an array that may be longer than the contents. */
    static void decompress(byte[] stored, int offset, int length, int limit, ContentsBuffer contents)
            throws UndecodableBlockException {
        contents.take(declaredLength(stored, offset, length, limit));
        decode(stored, offset, length, contents);
    }

    private static void decode(byte[] stored, int offset, int length, ContentsBuffer contents)
            throws UndecodableBlockException {
        int at = offset + Varint.length32(stored, offset, offset + length);
        int limit = offset + length;
        LiteralsAndCopies data =
                new LiteralsAndCopies("Snappy", stored, at, limit, contents.bytes(), contents.length());
        data.resume(decodeFront(stored, at, limit, contents.bytes(), contents.length()));
        decodeRest(data);
    }

    private static int declaredLength(byte[] stored, int offset, int length, int limit)
            throws UndecodableBlockException {
        int prefix = Varint.length32(stored, offset, offset + length);
        if (prefix < 0) {
            throw UndecodableBlockException.damaged("unterminated length before the Snappy data");
        }
        return declaredLength(Varint.value(stored, offset, prefix), length, limit);
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

    /**
     * The hot loop: decodes elements as long as neither side is near its end, so each access lies in its array and
     * whole words can be copied, beyond the end of an element into what the next one overwrites. A block has at most
     * as many elements as bytes, and each copies at most {@value #MAX_COPIED} bytes. It stops in front of a longer
     * literal that is not inside both arrays, or that has three length bytes or more, and of a copy that is damaged.
     *
     * @return the index in {@code stored} of the first element that was not decoded, and above 32 bits the number of
     *     bytes that were made
     */
    private static long decodeFront(byte[] stored, int from, int limit, byte[] contents, int contentsLength) {
        int lastElement = limit - MAX_COPIED - WORD;
        int lastFilled = contentsLength - MAX_COPIED - WORD;
        int at = from;
        int filled = 0;
        while (at <= lastElement && filled <= lastFilled) {
            int tag = stored[at] & 0xff;
            if ((tag & 3) == LITERAL) {
                int lengthBytes = Math.max(0, (tag >>> 2) - MAX_SHORT_LITERAL);
                int start = at + 1 + lengthBytes;
                int length = 1
                        + switch (lengthBytes) {
                            case 0 -> tag >>> 2;
                            case 1 -> stored[at + 1] & 0xff;
                            case 2 -> LittleEndian.shortAt(stored, at + 1) & 0xffff;
                            default -> Integer.MAX_VALUE - 1;
                        };
                if (length <= MAX_COPIED) {
                    copyWords(stored, start, contents, filled, length);
                } else if (length <= limit - start && length <= contentsLength - filled) {
                    System.arraycopy(stored, start, contents, filled, length);
                } else {
                    break;
                }
                at = start + length;
                filled += length;
            } else {
                boolean near = (tag & 3) == NEAR_COPY;
                int length = near ? (tag >>> 2 & 7) + 4 : (tag >>> 2) + 1;
                int distance = near
                        ? tag >>> 5 << Byte.SIZE | stored[at + 1] & 0xff
                        : (tag & 3) == COPY
                                ? LittleEndian.shortAt(stored, at + 1) & 0xffff
                                : LittleEndian.intAt(stored, at + 1);
                if (distance <= 0 || distance > filled) {
                    break;
                }
                copyMade(contents, filled, distance, length);
                at += 1 + (near ? 1 : (tag & 3) == COPY ? Short.BYTES : Integer.BYTES);
                filled += length;
            }
        }
        return (long) filled << Integer.SIZE | at;
    }

    /** Copies up to 7 bytes more than it should. */
    private static void copyWords(byte[] from, int start, byte[] to, int index, int length) {
        for (int i = 0; i < length; i += WORD) {
            LittleEndian.putLong(to, index + i, LittleEndian.longAt(from, start + i));
        }
    }

    /** Copies what was made before, and up to 7 bytes more; a copy that reaches into itself repeats what it wrote. */
    private static void copyMade(byte[] contents, int filled, int distance, int length) {
        if (distance >= WORD) {
            copyWords(contents, filled - distance, contents, filled, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            contents[filled + i] = contents[filled - distance + i];
        }
    }

    private static void decodeRest(LiteralsAndCopies data) throws UndecodableBlockException {
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
