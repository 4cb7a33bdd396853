// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Arrays;

/** LevelDB's builder, which keeps the keys of a window until its filter is made. */
final class PortFilterBlockBuilder {
    private static final int BASE_LG = 11;

    private final PortBloom policy;
    private byte[] keys = new byte[16];
    private int keysLength;
    private int[] starts = new int[16];
    private int keyCount;
    private byte[] result = new byte[16];
    private int resultLength;
    private int[] filterOffsets = new int[16];
    private int filterCount;

    PortFilterBlockBuilder(PortBloom policy) {
        this.policy = policy;
    }

    void startBlock(long blockOffset) {
        long filterIndex = blockOffset >>> BASE_LG;
        while (filterIndex > filterCount) {
            generateFilter();
        }
    }

    void addKey(byte[] key, int offset, int length) {
        if (keyCount + 1 == starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[keyCount++] = keysLength;
        while (keysLength + length > keys.length) {
            keys = Arrays.copyOf(keys, 2 * keys.length);
        }
        System.arraycopy(key, offset, keys, keysLength, length);
        keysLength += length;
    }

    byte[] finish() {
        if (keyCount > 0) {
            generateFilter();
        }
        int arrayOffset = resultLength;
        for (int i = 0; i < filterCount; i++) {
            putFixed32(filterOffsets[i]);
        }
        putFixed32(arrayOffset);
        reserve(1);
        result[resultLength++] = BASE_LG;
        return Arrays.copyOf(result, resultLength);
    }

    private void generateFilter() {
        if (filterCount == filterOffsets.length) {
            filterOffsets = Arrays.copyOf(filterOffsets, 2 * filterCount);
        }
        filterOffsets[filterCount++] = resultLength;
        if (keyCount == 0) {
            return;
        }
        starts[keyCount] = keysLength;
        int length = policy.filterLength(keyCount);
        reserve(length);
        policy.createFilter(keys, starts, 0, keyCount, result, resultLength);
        resultLength += length;
        keyCount = 0;
        keysLength = 0;
    }

    private void putFixed32(int value) {
        reserve(4);
        for (int i = 0; i < 4; i++) {
            result[resultLength++] = (byte) (value >>> 8 * i);
        }
    }

    private void reserve(int length) {
        while (resultLength + length > result.length) {
            result = Arrays.copyOf(result, 2 * result.length);
        }
    }
}
