// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes filter blocks apart (FB-11). */
final class BlockParts {
    private static final int END_LENGTH = 5;

    private BlockParts() {}

    /** Thrown where a block breaks a rule of the layout; the message says which. */
    static final class Broken extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        Broken(String rule) {
            super(rule);
        }
    }

    /**
     * Returns the filter of each window, empty for a window without keys, of a block that keeps all rules of the
     * layout.
     *
     * @throws Broken if it does not
     */
    static List<byte[]> of(byte[] block) {
        require(block.length >= END_LENGTH, "the block has " + block.length + " bytes, fewer than 5 (FB-11)");
        ByteBuffer bytes = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        long array = Integer.toUnsignedLong(bytes.getInt(block.length - END_LENGTH));
        long arrayBytes = block.length - END_LENGTH - array;
        require(arrayBytes >= 0, "the array offset " + array + " lies beyond the end of the block (FB-11)");
        require(arrayBytes % 4 == 0, "the array of offsets has " + arrayBytes + " bytes, not four a filter (FB-11)");
        List<byte[]> filters = new ArrayList<>();
        for (int window = 0; window < arrayBytes / 4; window++) {
            long start = Integer.toUnsignedLong(bytes.getInt((int) array + 4 * window));
            long limit = Integer.toUnsignedLong(bytes.getInt((int) array + 4 * window + 4));
            require(window > 0 || start == 0, "the first filter starts at " + start + ", not at 0 (FB-14)");
            require(start <= limit && limit <= array, "the offsets of filter " + window + " are out of order (FB-14)");
            filters.add(Arrays.copyOfRange(block, (int) start, (int) limit));
        }
        require(!filters.isEmpty() || array == 0, "there are filters and no offsets (FB-14)");
        return filters;
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new Broken(otherwise);
        }
    }
}
