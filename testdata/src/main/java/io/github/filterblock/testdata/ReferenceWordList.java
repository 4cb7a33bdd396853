// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A policy whose filter is the 32-bit hash of each key, little-endian, one after the other.
 *
 * <p>Immutable.
 *
 * @param hash of a key, 0..2^32 - 1
 */
record ReferenceWordList(ToLongFunction<byte[]> hash) implements ReferencePolicy {
    private static final long FNV_START = 2166136261L;
    private static final long FNV_PRIME = 16777619L;

    @Override
    public byte[] createFilter(List<byte[]> keys) {
        ByteBuffer filter = ByteBuffer.allocate(keys.size() * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        keys.forEach(key -> filter.putInt((int) hash.applyAsLong(key)));
        return filter.array();
    }

    @Override
    public boolean keyMayMatch(byte[] key, byte[] filter) {
        ByteBuffer words = ByteBuffer.wrap(filter).order(ByteOrder.LITTLE_ENDIAN);
        while (words.remaining() >= Integer.BYTES) {
            if (words.getInt() == (int) hash.applyAsLong(key)) {
                return true;
            }
        }
        return false;
    }

    static long fnv1a(byte[] key) {
        long h = FNV_START;
        for (byte b : key) {
            h = (h ^ Byte.toUnsignedLong(b)) * FNV_PRIME % (1L << 32);
        }
        return h;
    }
}
