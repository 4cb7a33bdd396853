// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.mutant;

import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.PolicySpec;
import io.github.filterblock.testdata.contract.FilterBlockSubject;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A right subject, with a method to override for each known bug. */
class SeamedSubject implements FilterBlockSubject {
    private static final int MULTIPLIER = 0xc6a4a793;
    private static final int TRAILER = 5;

    @Override
    public byte[] build(BlockPlan plan, PolicySpec policy) {
        Building building = new Building(plan.baseLg(), policy.bitsPerKey());
        plan.replay(building::startBlock, building::addKey);
        return building.finish();
    }

    /** The state of a builder. */
    final class Building {
        private final int baseLg;
        private final int bitsPerKey;
        private final ByteArrayOutputStream filters = new ByteArrayOutputStream();
        private final List<Integer> offsets = new ArrayList<>();
        private final List<byte[]> pending = new ArrayList<>();
        private long window;

        Building(int baseLg, int bitsPerKey) {
            this.baseLg = baseLg;
            this.bitsPerKey = bitsPerKey;
        }

        void startBlock(long offset) {
            while (window < windowOf(offset, baseLg)) {
                closeWindow();
            }
        }

        void addKey(byte[] key) {
            pending.add(key);
        }

        private void closeWindow() {
            window++;
            List<byte[]> keys = keysThatCount(pending);
            if (!keys.isEmpty() || recordsGaps()) {
                offsets.add(filters.size());
            }
            if (!keys.isEmpty()) {
                filters.writeBytes(createFilter(keys, bitsPerKey));
            }
            pending.clear();
        }

        byte[] finish() {
            if (!pending.isEmpty() && flushesAtFinish()) {
                closeWindow();
            }
            int arrayOffset = filters.size();
            offsets.forEach(offset -> filters.writeBytes(encodedOffset(offset)));
            filters.writeBytes(encodedOffset(arrayOffset));
            filters.write(lastByte(baseLg));
            return filters.toByteArray();
        }
    }

    long windowOf(long offset, int baseLg) {
        return offset >>> baseLg;
    }

    List<byte[]> keysThatCount(List<byte[]> pending) {
        return pending;
    }

    boolean recordsGaps() {
        return true;
    }

    boolean flushesAtFinish() {
        return true;
    }

    byte[] encodedOffset(int offset) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(offset)
                .array();
    }

    int lastByte(int baseLg) {
        return baseLg;
    }

    byte[] createFilter(List<byte[]> keys, int bitsPerKey) {
        long wanted = Math.max(minBits(), (long) keys.size() * bitsPerKey);
        int bytes = Math.toIntExact((wanted + 7) / 8);
        int k = probes(bitsPerKey);
        byte[] filter = new byte[bytes + 1];
        filter[bytes] = (byte) k;
        for (byte[] key : keys) {
            int h = hash(bytesOf(key));
            int delta = rotated(h);
            for (int i = 0; i < k; i++) {
                int position = position(h, bytes * 8);
                filter[position / 8] |= (byte) (1 << position % 8);
                h += delta;
            }
        }
        return stored(filter);
    }

    long minBits() {
        return 64;
    }

    int probes(int bitsPerKey) {
        return Math.max(1, Math.min(30, (int) (bitsPerKey * 0.69)));
    }

    byte[] stored(byte[] filter) {
        return filter;
    }

    byte[] bytesOf(byte[] key) {
        return key;
    }

    int hash(byte[] key) {
        int h = 0xbc9f1d34 ^ key.length * MULTIPLIER;
        int at = 0;
        for (; at + 4 <= key.length; at += 4) {
            h += ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
            h *= MULTIPLIER;
            h ^= shifted(h, 16);
        }
        for (int i = key.length - 1; i >= at; i--) {
            h += tail(key[i]) << 8 * (i - at);
        }
        if (at < key.length) {
            h *= MULTIPLIER;
            h ^= shifted(h, 24);
        }
        return h;
    }

    int tail(byte tailByte) {
        return Byte.toUnsignedInt(tailByte);
    }

    int shifted(int h, int by) {
        return h >>> by;
    }

    int rotated(int h) {
        return shifted(h, 17) | h << 15;
    }

    int position(int h, int bits) {
        return Integer.remainderUnsigned(h, bits);
    }

    @Override
    public boolean keyMayMatch(byte[] block, PolicySpec policy, long blockOffset, byte[] key) {
        if (block.length < TRAILER) {
            return true;
        }
        ByteBuffer bytes = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        long array = unsigned(bytes.getInt(block.length - TRAILER));
        int baseLg = readBaseLg(block[block.length - 1]);
        if (array > block.length - TRAILER || baseLg > 63) {
            return true;
        }
        long window = readWindow(blockOffset, baseLg);
        if (window >= (block.length - TRAILER - array) / 4) {
            return true;
        }
        int entry = Math.toIntExact(array + 4 * window);
        long start = Integer.toUnsignedLong(bytes.getInt(entry));
        long limit = Integer.toUnsignedLong(bytes.getInt(entry + 4));
        return !isInOrder(start, limit, array) || matches(block, (int) start, (int) limit, hash(bytesOf(key)));
    }

    long unsigned(int arrayOffset) {
        return Integer.toUnsignedLong(arrayOffset);
    }

    int readBaseLg(byte last) {
        return Byte.toUnsignedInt(last);
    }

    /** Returns the window as a number that is not negative; far ones as the largest. */
    long readWindow(long blockOffset, int baseLg) {
        long window = blockOffset >>> baseLg;
        return window < 0 ? Long.MAX_VALUE : window;
    }

    boolean isInOrder(long start, long limit, long array) {
        return start <= limit && limit <= array;
    }

    boolean matches(byte[] block, int start, int limit, int keyHash) {
        int length = limit - start;
        if (length < 2) {
            return answerForShortFilters();
        }
        int k = readProbes(block, start, limit);
        if (k > maxProbes()) {
            return true;
        }
        int bits = (length - 1) * 8;
        int h = keyHash;
        int delta = rotated(h);
        for (int i = 0; i < k; i++) {
            int position = position(h, bits);
            if ((block[start + position / 8] & 1 << position % 8) == 0) {
                return false;
            }
            h += delta;
        }
        return true;
    }

    boolean answerForShortFilters() {
        return false;
    }

    int readProbes(byte[] block, int start, int limit) {
        return Byte.toUnsignedInt(block[limit - 1]);
    }

    int maxProbes() {
        return 30;
    }
}
