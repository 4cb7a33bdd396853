// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import io.github.filterblock.coding.Varint;

/**
 * MinLZ, with which Pebble compresses blocks from format 6 on (PB-8; minio/minlz, {@code SPEC.md}): a zero, the length
 * of the contents, then literals and copies. Anything that starts with another byte is Snappy. Libraries exist for Go
 * and Rust; none was found for Java.
 */
final class MinLzBlocks {
    /** No block has more. */
    private static final int MAX_CONTENTS = 8 << 20;

    /** The kinds of elements: the low two bits of a tag. */
    private static final int RUN = 0;

    private static final int NEAR_COPY = 1;
    private static final int COPY = 2;

    /** In the tag of a run: a copy from the offset of the last one. In that of a fused copy: a long offset. */
    private static final int THIRD_BIT = 4;

    /** Up to this number the tag of a run is its length less 1; the rest count length bytes. */
    private static final int MAX_SHORT_RUN = 28;

    private static final int LONG_RUN = 30;

    /** Up to this number the length of a copy is this number and 4; the rest count length bytes. */
    private static final int MAX_SHORT_COPY = 60;

    private static final int MIN_COPY = 4;
    private static final int LONG_COPY = 64;
    private static final int MAX_SHORT_NEAR_COPY = 14;
    private static final int LONG_NEAR_COPY = 18;

    private static final int MIN_OFFSET = 64;
    private static final int MIN_LONG_OFFSET = 1 << 16;

    private final LiteralsAndCopies data;
    private int offset = 1;

    private MinLzBlocks(LiteralsAndCopies data) {
        this.data = data;
    }

    static byte[] decompress(byte[] stored, int offset, int length, int limit) throws UndecodableBlockException {
        if (length == 0 || stored[offset] != 0) {
            return SnappyBlocks.decompress(stored, offset, length, limit);
        }
        int end = offset + length;
        int prefix = Varint.length32(stored, offset + 1, end);
        if (prefix < 0) {
            throw UndecodableBlockException.damaged("unterminated length before the MinLZ data");
        }
        int at = offset + 1 + prefix;
        long declared = Varint.value(stored, offset + 1, prefix);
        boolean literal = declared == 0;
        byte[] contents = new byte[checkedLength(literal ? end - at : declared, limit)];
        LiteralsAndCopies data = new LiteralsAndCopies("MinLZ", stored, at, end, contents, contents.length);
        try {
            if (literal) {
                data.literalsToTheEnd();
            } else {
                new MinLzBlocks(data).decode();
            }
        } catch (UndecodableBlockException e) {
            throw e.afterProducing(contents.length);
        }
        return contents;
    }

    /** Four bytes can expand to 16 MiB, so the number of bytes is no limit. */
    private static int checkedLength(long length, int limit) throws UndecodableBlockException {
        if (length > MAX_CONTENTS) {
            throw UndecodableBlockException.damaged("the MinLZ data claims " + length + " bytes, more than the "
                    + MAX_CONTENTS + " of its largest block");
        }
        if (length > limit) {
            throw UndecodableBlockException.tooLarge(length, limit);
        }
        return (int) length;
    }

    private void decode() throws UndecodableBlockException {
        while (data.hasNext()) {
            int tag = next(1);
            switch (tag & 3) {
                case RUN -> run(tag);
                case NEAR_COPY -> nearCopy(tag);
                case COPY -> {
                    offset = next(Short.BYTES) + MIN_OFFSET;
                    copy(copyLength(tag >>> 2));
                }
                default -> fusedCopy(tag);
            }
        }
        data.finish();
    }

    /** Literals, or a copy from where the last one copied from. */
    private void run(int tag) throws UndecodableBlockException {
        int upper = tag >>> 3;
        int length = upper <= MAX_SHORT_RUN ? upper + 1 : LONG_RUN + next(upper - MAX_SHORT_RUN);
        if ((tag & THIRD_BIT) == 0) {
            data.literals(length);
        } else {
            copy(length);
        }
    }

    private void nearCopy(int tag) throws UndecodableBlockException {
        offset = (tag >>> 6) + 4 * next(1) + 1;
        int length = tag >>> 2 & 0xf;
        copy(length <= MAX_SHORT_NEAR_COPY ? length + MIN_COPY : LONG_NEAR_COPY + next(1));
    }

    /** A few literals and then a copy. */
    private void fusedCopy(int tag) throws UndecodableBlockException {
        int few = tag >>> 3 & 3;
        if ((tag & THIRD_BIT) == 0) {
            int distance = next(Short.BYTES) + MIN_OFFSET;
            data.literals(few + 1);
            offset = distance;
            copy((tag >>> 5) + MIN_COPY);
            return;
        }
        int word = tag | next(3) << Byte.SIZE;
        int length = copyLength(word >>> 5 & 0x3f);
        data.literals(few);
        offset = (word >>> 11) + MIN_LONG_OFFSET;
        copy(length);
    }

    private int copyLength(int coded) throws UndecodableBlockException {
        return coded <= MAX_SHORT_COPY ? coded + MIN_COPY : LONG_COPY + next(coded - MAX_SHORT_COPY);
    }

    private void copy(int length) throws UndecodableBlockException {
        data.copy(length, offset);
    }

    /** The next one to three bytes as a little-endian number. */
    private int next(int bytes) throws UndecodableBlockException {
        return (int) data.next(bytes);
    }
}
