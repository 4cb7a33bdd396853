// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A way in which a filter block can be damaged or odd; each belongs to a rule of FORMAT.md. */
enum BlockDefect {
    /** None. */
    NONE {
        @Override
        byte[] apply(byte[] block, int number) {
            return block;
        }
    },
    /** Fewer than five bytes (FB-19). */
    TOO_SHORT {
        @Override
        byte[] apply(byte[] block, int number) {
            return Arrays.copyOfRange(block, block.length - number % 5, block.length);
        }
    },
    /** An array offset beyond its last place (FB-20). */
    ARRAY_OFFSET_BEYOND {
        @Override
        byte[] apply(byte[] block, int number) {
            int[] beyond = {
                block.length - 4, block.length, block.length + number % 512, -1, Integer.MIN_VALUE, -block.length
            };
            return withU32(block, block.length - 5, beyond[number % beyond.length]);
        }
    },
    /** One to three bytes between the offsets and the array offset (FB-21). */
    LEFTOVER {
        @Override
        byte[] apply(byte[] block, int number) {
            int more = 1 + number % 3;
            byte[] copy = Arrays.copyOf(block, block.length + more);
            System.arraycopy(block, block.length - 5, copy, copy.length - 5, 5);
            Arrays.fill(copy, block.length - 5, copy.length - 5, (byte) number);
            return copy;
        }
    },
    /** A base lg of 64 or more (FB-22). */
    BASE_LG_ABOVE_63 {
        @Override
        byte[] apply(byte[] block, int number) {
            byte[] copy = block.clone();
            copy[copy.length - 1] += (byte) (64 * (1 + number % 3));
            return copy;
        }
    },
    /** Filters of one byte, and of none (FB-8). */
    ONE_BYTE_FILTERS {
        @Override
        byte[] apply(byte[] block, int number) {
            return ByteBuffer.allocate(18)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put((byte) number)
                    .putInt(0)
                    .putInt(number % 2)
                    .putInt(1)
                    .putInt(1)
                    .put((byte) 11)
                    .array();
        }
    },
    /** A number of probes that is reserved, or zero (FB-9). */
    RESERVED_PROBES {
        @Override
        byte[] apply(byte[] block, int number) {
            int[] probes = {0, 31, 32, 127, 128, 255, 31 + number % 225};
            byte[] filter = new byte[9 + number % 3];
            Arrays.fill(filter, (byte) (number % 2));
            filter[filter.length - 1] = (byte) probes[number % probes.length];
            return ByteBuffer.allocate(filter.length + 9)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(filter)
                    .putInt(0)
                    .putInt(filter.length)
                    .put((byte) 11)
                    .array();
        }
    },
    /** Offsets of filters that contradict each other (FB-25). */
    OFFSETS_OUT_OF_ORDER {
        @Override
        byte[] apply(byte[] block, int number) {
            int array = block.length < 9
                    ? -1
                    : ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt(block.length - 5);
            int filters = (block.length - 5 - array) / 4;
            if (array < 0 || filters < 1) {
                return block;
            }
            int[] wrong = {array + 1, array + number % 300, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, number % 64, array
            };
            int at = array + number % filters * 4;
            byte[] damaged = withU32(block, at, wrong[number % wrong.length]);
            return number % 5 == 0 && at + 9 < block.length
                    ? withU32(damaged, at + 4, wrong[number % wrong.length])
                    : damaged;
        }
    };

    /**
     * Returns the damaged copy.
     *
     * @param block a sound block
     * @param number chooses the variant, 0 or more
     */
    abstract byte[] apply(byte[] block, int number);

    private static byte[] withU32(byte[] block, int at, int value) {
        byte[] copy = block.clone();
        ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
        return copy;
    }
}
