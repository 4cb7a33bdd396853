// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Ways in which a filter block can be damaged or odd; each belongs to a rule of FORMAT.md. They take a sound block and
 * a number of 0 or more, which chooses the variant, and return another array.
 */
final class Defects {
    private Defects() {}

    /** Fewer than five bytes (FB-19). */
    static byte[] tooShort(byte[] block, int number) {
        return Arrays.copyOfRange(block, block.length - number % 5, block.length);
    }

    /** An array offset beyond its last place (FB-20). */
    static byte[] arrayOffsetBeyond(byte[] block, int number) {
        int[] beyond = {
            block.length - 4,
            block.length,
            block.length + number % 512,
            -1,
            Integer.MIN_VALUE,
            -block.length,
            Integer.MAX_VALUE
        };
        return withU32(block, block.length - 5, beyond[number % beyond.length]);
    }

    /** One to three bytes between the offsets and the array offset (FB-21). */
    static byte[] leftover(byte[] block, int number) {
        int more = 1 + number % 3;
        byte[] copy = Arrays.copyOf(block, block.length + more);
        System.arraycopy(block, block.length - 5, copy, copy.length - 5, 5);
        Arrays.fill(copy, block.length - 5, copy.length - 5, (byte) number);
        return copy;
    }

    /** A base lg of 64 or more (FB-22). */
    static byte[] baseLgAbove63(byte[] block, int number) {
        byte[] copy = block.clone();
        copy[copy.length - 1] += (byte) (64 * (1 + number % 3));
        return copy;
    }

    /** Filters of one byte, and of none (FB-8). */
    static byte[] oneByteFilters(byte[] block, int number) {
        return littleEndian(18)
                .put((byte) number)
                .putInt(0)
                .putInt(number % 2)
                .putInt(1)
                .putInt(1)
                .put((byte) 11)
                .array();
    }

    /** A number of probes that is reserved, or zero (FB-9). */
    static byte[] reservedProbes(byte[] block, int number) {
        int[] probes = {0, 31, 32, 127, 128, 255, 31 + number % 225};
        return oneFilter(number, number % 2, probes[number % probes.length]);
    }

    /** The largest number of probes that is not reserved, or one fewer (FB-9); most filters have no bit set. */
    static byte[] mostProbes(byte[] block, int number) {
        return oneFilter(number, number % 5 == 4 ? 0xff : 0, 30 - number % 2);
    }

    private static byte[] oneFilter(int number, int bits, int probes) {
        byte[] filter = new byte[9 + number % 3];
        Arrays.fill(filter, (byte) bits);
        filter[filter.length - 1] = (byte) probes;
        return littleEndian(filter.length + 9)
                .put(filter)
                .putInt(0)
                .putInt(filter.length)
                .put((byte) 11)
                .array();
    }

    /** Offsets of filters that contradict each other (FB-25); the block itself if it has none. */
    static byte[] offsetsOutOfOrder(byte[] block, int number) {
        int array = block.length < 9
                ? -1
                : ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt(block.length - 5);
        int filters = (block.length - 5 - array) / 4;
        if (array < 0 || filters < 1) {
            return block;
        }
        int[] wrong = {array + 1, array + number % 300, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, number % 64, array};
        int at = array + number % filters * 4;
        byte[] damaged = withU32(block, at, wrong[number % wrong.length]);
        return number % 5 == 0 && at + 9 < block.length
                ? withU32(damaged, at + 4, wrong[number % wrong.length])
                : damaged;
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] withU32(byte[] block, int at, int value) {
        return littleEndian(block.length).put(block).putInt(at, value).array();
    }
}
