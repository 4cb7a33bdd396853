// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * LevelDB's filter block, built and asked as slowly and plainly as possible.
 *
 * <p>Immutable, provided that no code changes the block's array.
 *
 * @param block any bytes at all, taken for a filter block
 * @param policy asks the single filters
 */
public record ReferenceFilterBlock(byte[] block, ReferencePolicy policy) {
    private static final int END_LENGTH = 5;
    private static final int MAX_BASE_LG = 63;

    /**
     * Returns the filter block that the calls of a legal plan produce (FB-11).
     *
     * @throws IllegalArgumentException if the plan is not legal
     */
    public static byte[] build(BlockPlan plan, ReferencePolicy policy) {
        Map<Long, List<byte[]>> keysOfWindow = keysByWindow(plan);
        long numFilters = numFilters(plan);
        ByteArrayOutputStream filters = new ByteArrayOutputStream();
        ByteArrayOutputStream offsets = new ByteArrayOutputStream();
        for (long window = 0; window < numFilters; window++) {
            writeU32(offsets, filters.size());
            List<byte[]> keys = keysOfWindow.getOrDefault(window, List.of());
            if (!keys.isEmpty()) { // FB-13: no filter at all for a window without keys
                filters.writeBytes(policy.createFilter(keys));
            }
        }
        int arrayOffset = filters.size();
        filters.writeBytes(offsets.toByteArray());
        writeU32(filters, arrayOffset);
        filters.write(plan.baseLg());
        return filters.toByteArray();
    }

    /**
     * Returns the keys of each window that has any: a key belongs to its block's window, the first ones to 0 (FB-15).
     */
    private static Map<Long, List<byte[]>> keysByWindow(BlockPlan plan) {
        if (!plan.isLegal()) {
            throw new IllegalArgumentException("no builder accepts " + plan);
        }
        Map<Long, List<byte[]>> keysOfWindow = new TreeMap<>();
        for (PlacedKey key : plan.keys()) {
            keysOfWindow
                    .computeIfAbsent(key.blockOffset() >>> plan.baseLg(), window -> new ArrayList<>())
                    .add(key.key());
        }
        return keysOfWindow;
    }

    /**
     * Returns how many filters the calls of a legal plan produce: one for each window before that of the last started
     * block, and one more if the last window has keys (FB-17).
     */
    public static long numFilters(BlockPlan plan) {
        long windowsLeftBehind = 0;
        for (long offset : plan.blockOffsets()) {
            windowsLeftBehind = offset >>> plan.baseLg();
        }
        long lastWindowWithKeys = -1;
        for (long window : keysByWindow(plan).keySet()) {
            lastWindowWithKeys = window;
        }
        return Math.max(windowsLeftBehind, lastWindowWithKeys + 1);
    }

    /** Returns how many filters the block holds, 0 if its last five bytes make no sense (FB-19, FB-20, FB-21). */
    public long numFilters() {
        if (block.length < END_LENGTH || arrayOffset() > block.length - END_LENGTH) {
            return 0;
        }
        return (block.length - END_LENGTH - arrayOffset()) / 4;
    }

    /** Whether the key may be in the data block at an unsigned 64-bit offset; exactly as google/leveldb answers. */
    public boolean keyMayMatch(long blockOffset, byte[] key) {
        return keyMayMatch(blockOffset, key, false);
    }

    /**
     * Whether the key may be in the data block at an unsigned 64-bit offset; as a reader answers that never denies
     * because of a damaged offset (FB-25).
     */
    public boolean keyMayMatchSafely(long blockOffset, byte[] key) {
        return keyMayMatch(blockOffset, key, true);
    }

    private boolean keyMayMatch(long blockOffset, byte[] key, boolean emptyBeyondTheArray) {
        if (numFilters() == 0 || baseLg() > MAX_BASE_LG) {
            return true; // FB-19, FB-20, FB-22
        }
        BigInteger window = unsigned(blockOffset).shiftRight(baseLg());
        if (window.compareTo(BigInteger.valueOf(numFilters())) >= 0) {
            return true; // FB-23
        }
        long entry = arrayOffset() + 4 * window.longValueExact();
        long start = u32(entry);
        long limit = u32(entry + 4);
        if (start <= limit && limit <= arrayOffset()) {
            return policy.keyMayMatch(key, Arrays.copyOfRange(block, (int) start, (int) limit)); // FB-24
        }
        return start == limit ? emptyBeyondTheArray : true; // FB-25
    }

    private int baseLg() {
        return Byte.toUnsignedInt(block[block.length - 1]);
    }

    private long arrayOffset() {
        return u32(block.length - END_LENGTH);
    }

    private long u32(long at) {
        long word = 0;
        for (int i = 3; i >= 0; i--) {
            word = word * 256 + Byte.toUnsignedLong(block[(int) at + i]);
        }
        return word;
    }

    private static void writeU32(ByteArrayOutputStream out, long word) {
        for (int i = 0; i < 4; i++) {
            out.write((int) (word >>> 8 * i));
        }
    }

    private static BigInteger unsigned(long word) {
        return new BigInteger(Long.toUnsignedString(word));
    }
}
