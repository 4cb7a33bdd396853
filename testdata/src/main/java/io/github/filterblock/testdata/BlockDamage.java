// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A way to damage a filter block.
 *
 * <p>Each applies to any bytes: a block that is too short for it stays as it is. Immutable.
 */
public sealed interface BlockDamage {
    /** The bytes after the offset array: array offset and base lg. */
    int TRAILER = 5;

    /** Returns the damaged copy. */
    byte[] apply(byte[] block);

    /** Flips the bit with this number, counted from 0 and taken modulo the number of bits. */
    record FlipBit(int bit) implements BlockDamage {
        @Override
        public byte[] apply(byte[] block) {
            byte[] copy = block.clone();
            if (copy.length > 0) {
                int at = (int) (bit % (copy.length * 8L));
                copy[at / 8] ^= (byte) (1 << at % 8);
            }
            return copy;
        }
    }

    /** Cuts off this number of bytes, modulo the length plus one; if it is negative, adds that many zero bytes. */
    record Shorten(int bytes) implements BlockDamage {
        @Override
        public byte[] apply(byte[] block) {
            int fewer = bytes < 0 ? bytes : bytes % (block.length + 1);
            return Arrays.copyOf(block, block.length - fewer);
        }
    }

    /** Sets the base lg byte. */
    record SetBaseLg(int baseLg) implements BlockDamage {
        @Override
        public byte[] apply(byte[] block) {
            byte[] copy = block.clone();
            if (copy.length > 0) {
                copy[copy.length - 1] = (byte) baseLg;
            }
            return copy;
        }
    }

    /** Sets the array offset, a u32, to a value or to the length of the block less a value. */
    record SetArrayOffset(long value, boolean fromEnd) implements BlockDamage {
        @Override
        public byte[] apply(byte[] block) {
            return withU32(block, block.length - TRAILER, fromEnd ? block.length - value : value);
        }
    }

    /** Sets the offset of a filter, counted back from the last one, and perhaps that of the next filter as well. */
    record SetFilterOffset(int fromLast, long value, boolean nextToo) implements BlockDamage {
        @Override
        public byte[] apply(byte[] block) {
            int at = block.length - TRAILER - 4 * (fromLast + 1);
            byte[] damaged = withU32(block, at, value);
            return nextToo && at >= 0 ? withU32(damaged, at + 4, value) : damaged;
        }
    }

    private static byte[] withU32(byte[] block, int at, long value) {
        byte[] copy = block.clone();
        if (at >= 0) {
            ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, (int) value);
        }
        return copy;
    }
}
