// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.function.IntSupplier;

/**
 * Reads MinLZ the slow way, a bit field after the other as its specification lists them, and byte for byte. It refuses
 * what does not fit with an {@link IllegalArgumentException}.
 */
public final class MinLzModel {
    private final byte[] stored;
    private final StringBuilder contents = new StringBuilder();
    private int at;
    private int offset = 1;

    private MinLzModel(byte[] stored, int at) {
        this.stored = stored;
        this.at = at;
    }

    /** Reads a block that starts with a zero. */
    public static byte[] decompress(byte[] stored) {
        MinLzModel model = new MinLzModel(stored, 1);
        BigInteger declared = BigInteger.ZERO;
        int shift = 0;
        int next;
        do {
            next = model.number(1);
            declared = declared.or(BigInteger.valueOf(next & 0x7f).shiftLeft(shift));
            shift += 7;
            require(shift <= 35);
        } while (next >= 128);
        require(declared.compareTo(BigInteger.valueOf(8 << 20)) <= 0);
        if (declared.signum() == 0) {
            model.literals(stored.length - model.at);
            return model.bytes();
        }
        while (model.at < stored.length) {
            model.element();
            require(model.contents.length() <= declared.intValue());
        }
        require(model.contents.length() == declared.intValue());
        return model.bytes();
    }

    private byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        contents.chars().forEach(bytes::write);
        return bytes.toByteArray();
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException("not MinLZ");
        }
    }

    private int number(int bytes) {
        int number = 0;
        for (int i = 0; i < bytes; i++) {
            require(at < stored.length);
            number += (stored[at++] & 0xff) << 8 * i;
        }
        return number;
    }

    /** Bits of a number, from one to another. */
    private static int bits(int number, int first, int last) {
        return number << 31 - last >>> 31 - last + first;
    }

    private int extended(int value, int leastExtended, int plain, IntSupplier extension) {
        return value < leastExtended ? value + plain : extension.getAsInt();
    }

    private int copyLength(int value) {
        return extended(value, 61, 4, () -> 64 + number(value - 60));
    }

    private void element() {
        int tag = number(1);
        int kind = bits(tag, 0, 1);
        if (kind == 0) {
            int value = bits(tag, 3, 7);
            int length = extended(value, 29, 1, () -> 30 + number(value - 28));
            if (bits(tag, 2, 2) == 1) {
                copy(offset, length);
            } else {
                literals(length);
            }
        } else if (kind == 1) {
            int distance = 1 + bits(tag, 6, 7) + number(1) * 4;
            copy(distance, extended(bits(tag, 2, 5), 15, 4, () -> 18 + number(1)));
        } else if (kind == 2) {
            int distance = 64 + number(2);
            copy(distance, copyLength(bits(tag, 2, 7)));
        } else if (bits(tag, 2, 2) == 0) {
            int distance = 64 + number(2);
            literals(1 + bits(tag, 3, 4));
            copy(distance, 4 + bits(tag, 5, 7));
        } else {
            at--;
            int word = number(4);
            int length = copyLength(bits(word, 5, 10));
            literals(bits(word, 3, 4));
            copy(65_536 + bits(word, 11, 31), length);
        }
    }

    private void literals(int length) {
        for (int i = 0; i < length; i++) {
            contents.append((char) number(1));
        }
    }

    private void copy(int distance, int length) {
        require(distance <= contents.length() && length <= 8 << 20);
        offset = distance;
        for (int i = 0; i < length; i++) {
            contents.append(contents.charAt(contents.length() - distance));
        }
    }
}
