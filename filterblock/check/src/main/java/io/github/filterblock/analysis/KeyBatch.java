// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import java.util.Arrays;

/**
 * A few stored keys in the order of the file, one after another in an array, so that each step of their examination is
 * a short loop over all of them. Used again and again; not thread-safe.
 */
final class KeyBatch {
    /** About as many as a data block of LevelDB or RocksDB has. */
    static final int MAX_KEYS = 64;

    static final int MAX_BYTES = 16 << 10;

    final byte[] bytes = new byte[MAX_BYTES];
    private final int[] starts = new int[MAX_KEYS + 1];
    private final long[] blockOffsets = new long[MAX_KEYS];
    private int count;

    /** Whether one more key of this length can be added. */
    boolean hasRoomFor(int length) {
        return count < MAX_KEYS && length <= MAX_BYTES - starts[count];
    }

    /** Adds a copy of a key for which there is room. */
    void add(long blockOffset, byte[] key, int length) {
        int start = starts[count];
        System.arraycopy(key, 0, bytes, start, length);
        blockOffsets[count++] = blockOffset;
        starts[count] = start + length;
    }

    int count() {
        return count;
    }

    /** The index in the array of a key's first byte. */
    int start(int number) {
        return starts[number];
    }

    int length(int number) {
        return starts[number + 1] - starts[number];
    }

    /** Offset in the file of the data block of a key. */
    long blockOffset(int number) {
        return blockOffsets[number];
    }

    /** Whether a key other than the first is the one before it, the last bytes of both left out. */
    boolean repeats(int number, int suffixLength) {
        int start = starts[number];
        return Arrays.equals(
                bytes, starts[number - 1], start - suffixLength, bytes, start, starts[number + 1] - suffixLength);
    }

    byte[] copy(int number) {
        return Arrays.copyOfRange(bytes, starts[number], starts[number + 1]);
    }

    void clear() {
        count = 0;
    }
}
