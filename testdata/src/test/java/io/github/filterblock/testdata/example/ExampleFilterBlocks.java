// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.example;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** What an LSM tree may have: a builder and a lookup, straight from the format. */
final class ExampleFilterBlocks {
    private static final int BASE_LG = 11;

    private final int bitsPerKey;
    private final ByteArrayOutputStream filters = new ByteArrayOutputStream();
    private final List<Integer> offsets = new ArrayList<>();
    private final List<Integer> hashes = new ArrayList<>();

    ExampleFilterBlocks(int bitsPerKey) {
        this.bitsPerKey = bitsPerKey;
    }

    void startBlock(long offset) {
        while (offsets.size() < offset >>> BASE_LG) {
            closeWindow();
        }
    }

    void addKey(byte[] array, int offset, int length) {
        hashes.add(hash(ByteBuffer.wrap(array, offset, length).slice().order(ByteOrder.LITTLE_ENDIAN)));
    }

    byte[] finish() {
        if (!hashes.isEmpty()) {
            closeWindow();
        }
        ByteBuffer block = ByteBuffer.allocate(filters.size() + 4 * offsets.size() + 5)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(filters.toByteArray());
        offsets.forEach(block::putInt);
        return block.putInt(filters.size()).put((byte) BASE_LG).array();
    }

    private void closeWindow() {
        offsets.add(filters.size());
        if (hashes.isEmpty()) {
            return;
        }
        int k = Math.max(1, Math.min(30, (int) (bitsPerKey * 0.69)));
        int bytes = Math.toIntExact((Math.max(64, (long) hashes.size() * bitsPerKey) + 7) / 8);
        byte[] filter = new byte[bytes + 1];
        for (int h : hashes) {
            for (int i = 0; i < k; i++) {
                int bit = Integer.remainderUnsigned(h + i * Integer.rotateRight(h, 17), bytes * 8);
                filter[bit / 8] |= (byte) (1 << bit % 8);
            }
        }
        filter[bytes] = (byte) k;
        filters.writeBytes(filter);
        hashes.clear();
    }

    static boolean keyMayMatch(ByteBuffer lent, long blockOffset, byte[] key) {
        ByteBuffer block = lent.slice().order(ByteOrder.LITTLE_ENDIAN);
        int last = block.limit() - 5;
        long array = last < 0 ? 0 : Integer.toUnsignedLong(block.getInt(last));
        int baseLg = last < 0 ? 0 : Byte.toUnsignedInt(block.get(last + 4));
        if (last < 0 || array > last || baseLg > 63) {
            return true;
        }
        long window = blockOffset >>> baseLg;
        if (Long.compareUnsigned(window, (last - array) / 4) >= 0) {
            return true;
        }
        int entry = (int) (array + 4 * window);
        long start = Integer.toUnsignedLong(block.getInt(entry));
        long limit = Integer.toUnsignedLong(block.getInt(entry + 4));
        return start > limit || limit > array || filterMayMatch(block.slice((int) start, (int) (limit - start)), key);
    }

    private static boolean filterMayMatch(ByteBuffer filter, byte[] key) {
        int bytes = filter.limit() - 1;
        if (bytes < 1) {
            return false;
        }
        int k = Byte.toUnsignedInt(filter.get(bytes));
        int h = hash(ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN));
        for (int i = 0; i < k && k <= 30; i++) {
            int bit = Integer.remainderUnsigned(h + i * Integer.rotateRight(h, 17), bytes * 8);
            if ((filter.get(bit / 8) & 1 << bit % 8) == 0) {
                return false;
            }
        }
        return true;
    }

    private static int hash(ByteBuffer key) {
        int multiplier = 0xc6a4a793;
        int h = 0xbc9f1d34 ^ key.remaining() * multiplier;
        while (key.remaining() >= 4) {
            h = (h + key.getInt()) * multiplier;
            h ^= h >>> 16;
        }
        if (key.hasRemaining()) {
            for (int shift = 0; key.hasRemaining(); shift += 8) {
                h += Byte.toUnsignedInt(key.get()) << shift;
            }
            h *= multiplier;
            h ^= h >>> 24;
        }
        return h;
    }
}
