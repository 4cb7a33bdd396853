// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.io.ByteArrayOutputStream;

/** Snappy's raw format, decompressed slowly and plainly (TF-6). */
final class ReferenceSnappy {
    private ReferenceSnappy() {}

    /**
     * Returns the decompressed bytes.
     *
     * @throws IllegalArgumentException if the bytes are not what Snappy writes
     */
    static byte[] decompress(byte[] stored) {
        try {
            return decompressUnchecked(stored);
        } catch (IndexOutOfBoundsException cutShort) {
            throw new IllegalArgumentException("not Snappy's format", cutShort);
        }
    }

    private static byte[] decompressUnchecked(byte[] stored) {
        ReferenceTable.Varint length = ReferenceTable.Varint.at(stored, 0);
        if (length.value() < 0 || length.value() > 22L * stored.length + 64) {
            throw new IllegalArgumentException("Snappy cannot make " + length.value() + " bytes of " + stored.length);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = length.end();
        while (at < stored.length) {
            at = element(stored, at, out);
        }
        if (out.size() != length.value()) {
            throw new IllegalArgumentException("Snappy promised " + length.value() + " bytes and has " + out.size());
        }
        return out.toByteArray();
    }

    /** Appends what one element stands for, and returns where the next one begins. */
    private static int element(byte[] stored, int at, ByteArrayOutputStream out) {
        int tag = Byte.toUnsignedInt(stored[at]);
        int kind = tag % 4;
        if (kind == 0) {
            return literal(stored, at, tag / 4, out);
        }
        int offsetBytes = kind == 3 ? 4 : kind;
        int length = kind == 1 ? tag / 4 % 8 + 4 : tag / 4 + 1;
        long offset = littleEndian(stored, at + 1, offsetBytes) + (kind == 1 ? tag / 32 * 256L : 0);
        copy(offset, length, out);
        return at + 1 + offsetBytes;
    }

    private static int literal(byte[] stored, int at, int code, ByteArrayOutputStream out) {
        int lengthBytes = Math.max(0, code - 59);
        long length = 1 + (lengthBytes == 0 ? code : littleEndian(stored, at + 1, lengthBytes));
        int begin = at + 1 + lengthBytes;
        if (length > stored.length - begin) {
            throw new IllegalArgumentException("a literal longer than the rest");
        }
        out.write(stored, begin, (int) length);
        return begin + (int) length;
    }

    private static void copy(long offset, int length, ByteArrayOutputStream out) {
        if (offset == 0 || offset > out.size()) {
            throw new IllegalArgumentException("a copy from before the beginning");
        }
        for (int i = 0; i < length; i++) {
            byte[] soFar = out.toByteArray();
            out.write(soFar[soFar.length - (int) offset]);
        }
    }

    private static long littleEndian(byte[] stored, int at, int bytes) {
        long value = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            value = value * 256 + Byte.toUnsignedLong(stored[at + i]);
        }
        return value;
    }
}
