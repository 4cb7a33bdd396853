// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.io.ByteArrayOutputStream;

/**
 * A number in groups of seven bits, the lowest first (TF-3).
 *
 * @param value the number, unsigned
 * @param end index after the last byte of the number
 */
record ReferenceVarint(long value, int end) {
    private static final int MAX_BYTES = 10;

    /**
     * Reads the number at a place.
     *
     * @throws IllegalArgumentException if it does not end before the bytes do, or has more than ten
     */
    static ReferenceVarint at(byte[] bytes, int at) {
        long value = 0;
        for (int i = 0; i < MAX_BYTES && at + i < bytes.length; i++) {
            value |= (bytes[at + i] & 0x7fL) << 7 * i;
            if (bytes[at + i] >= 0) {
                return new ReferenceVarint(value, at + i + 1);
            }
        }
        throw new IllegalArgumentException("a number without an end at " + at);
    }

    static void write(ByteArrayOutputStream out, long value) {
        long rest = value;
        while (rest >>> 7 != 0) {
            out.write((int) (rest % 128) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
