// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/** LevelDB's Bloom filter as one writes it in Java without further thought: the yardstick for the effort made. */
final class PortBloom {
    private static final int SEED = 0xbc9f1d34;
    private static final int MULTIPLIER = 0xc6a4a793;

    private final int bitsPerKey;
    private final int probes;

    PortBloom(int bitsPerKey) {
        this.bitsPerKey = bitsPerKey;
        this.probes = Math.min(30, Math.max(1, (int) (bitsPerKey * 0.69)));
    }

    static int hash(byte[] key, int offset, int length) {
        int h = SEED ^ length * MULTIPLIER;
        int at = offset;
        int limit = offset + length;
        while (at + 4 <= limit) {
            h += decodeFixed32(key, at);
            at += 4;
            h *= MULTIPLIER;
            h ^= h >>> 16;
        }
        if (at < limit) {
            for (int i = limit - at - 1; i >= 0; i--) {
                h += (key[at + i] & 0xff) << 8 * i;
            }
            h *= MULTIPLIER;
            h ^= h >>> 24;
        }
        return h;
    }

    static int decodeFixed32(byte[] bytes, int at) {
        return bytes[at] & 0xff
                | (bytes[at + 1] & 0xff) << 8
                | (bytes[at + 2] & 0xff) << 16
                | (bytes[at + 3] & 0xff) << 24;
    }

    /** The filter of the keys from {@code first} on; key {@code i} ends where key {@code i + 1} starts. */
    byte[] createFilter(byte[] keys, int[] starts, int first, int count) {
        byte[] filter = new byte[filterLength(count)];
        createFilter(keys, starts, first, count, filter, 0);
        return filter;
    }

    int filterLength(int keyCount) {
        return (int) ((Math.max(64L, (long) keyCount * bitsPerKey) + 7) / 8) + 1;
    }

    /** Adds the filter's bits to memory that holds zeros. */
    void createFilter(byte[] keys, int[] starts, int first, int count, byte[] filter, int offset) {
        int bytes = filterLength(count) - 1;
        long bits = bytes * 8L;
        filter[offset + bytes] = (byte) probes;
        for (int i = first; i < first + count; i++) {
            int h = hash(keys, starts[i], starts[i + 1] - starts[i]);
            int delta = h >>> 17 | h << 15;
            for (int j = 0; j < probes; j++) {
                long position = (h & 0xffffffffL) % bits;
                filter[offset + (int) (position / 8)] |= (byte) (1 << position % 8);
                h += delta;
            }
        }
    }

    boolean keyMayMatch(byte[] key, int keyOffset, int keyLength, byte[] filter, int offset, int length) {
        if (length < 2) {
            return false;
        }
        long bits = (length - 1) * 8L;
        int k = filter[offset + length - 1] & 0xff;
        if (k > 30) {
            return true;
        }
        int h = hash(key, keyOffset, keyLength);
        int delta = h >>> 17 | h << 15;
        for (int j = 0; j < k; j++) {
            long position = (h & 0xffffffffL) % bits;
            if ((filter[offset + (int) (position / 8)] & 1 << position % 8) == 0) {
                return false;
            }
            h += delta;
        }
        return true;
    }
}
