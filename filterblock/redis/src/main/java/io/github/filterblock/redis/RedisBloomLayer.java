// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.redis.CorruptFilterException.Reason;
import java.nio.ByteBuffer;

/** One of the Bloom filters that a filter of RedisBloom consists of (RB-7, RB-8). */
final class RedisBloomLayer {
    /** The length of a layer in the header. */
    static final int HEADER_LENGTH = 53;

    /** The largest array; beyond it a layer cannot be kept. */
    static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    /** No error that a double can express needs more hashes: that is the ceiling of -log2 of the smallest. */
    private static final int MAX_HASHES = 1075;

    private static final byte[] NONE = {};
    private static final double LN_2 = 0.693147180559945;
    private static final double LN_2_SQUARED = 0.480453013918201;

    private final double error;
    private final double bitsPerEntry;
    private final long entries;
    private final int hashes;
    private final long bits;
    private long size;
    private byte[] bytes;

    private RedisBloomLayer(
            double error, double bitsPerEntry, long entries, int hashes, long bits, long size, byte[] bytes) {
        this.error = error;
        this.bitsPerEntry = bitsPerEntry;
        this.entries = entries;
        this.hashes = hashes;
        this.bits = bits;
        this.size = size;
        this.bytes = bytes;
    }

    /** A layer without keys. */
    static RedisBloomLayer reserve(double error, long entries, int rounding) {
        double bitsPerEntry = -NaturalLogarithm.of(error) / LN_2_SQUARED;
        long wanted = Math.max(1, (long) (entries * bitsPerEntry));
        long units = (wanted - 1) / rounding + 1;
        if (units > (long) MAX_BYTES * 8 / rounding) {
            throw new IllegalArgumentException(
                    "a layer for " + entries + " keys with error " + error + " has more than 2^31 bytes");
        }
        long bits = units * rounding;
        return new RedisBloomLayer(
                error, bitsPerEntry, entries, hashes(bitsPerEntry), bits, 0, new byte[(int) (bits >>> 3)]);
    }

    private static int hashes(double bitsPerEntry) {
        return (int) Math.ceil(LN_2 * bitsPerEntry);
    }

    /** Reads a layer's part of a header; the bits follow later. */
    static RedisBloomLayer read(ByteBuffer header, String name) throws CorruptFilterException {
        int at = header.position();
        long length = header.getLong();
        long bits = header.getLong();
        long size = header.getLong();
        double error = header.getDouble();
        double bitsPerEntry = header.getDouble();
        int hashes = header.getInt();
        long entries = header.getLong();
        int exponent = header.get();
        if (length < 1 || length > Long.MAX_VALUE >>> 3 || bits != length << 3 || exponent != 0) {
            throw bad(name, at, Long.toUnsignedString(bits) + " bits in " + Long.toUnsignedString(length) + " bytes");
        }
        if (hashes < 1 || hashes > MAX_HASHES || hashes != Math.ceil(LN_2 * bitsPerEntry)) {
            throw bad(name, at, Integer.toUnsignedString(hashes) + " hashes for " + bitsPerEntry + " bits per entry");
        }
        if (length > MAX_BYTES) {
            throw new CorruptFilterException(name, at, Reason.TOO_LARGE, "a layer of " + length + " bytes");
        }
        return new RedisBloomLayer(error, bitsPerEntry, entries, hashes, bits, size, NONE);
    }

    private static CorruptFilterException bad(String name, int offset, String what) {
        return new CorruptFilterException(name, offset, Reason.BAD_LAYER, "a layer has " + what);
    }

    void write(ByteBuffer header) {
        header.putLong(length()).putLong(bits).putLong(size);
        header.putDouble(error).putDouble(bitsPerEntry).putInt(hashes).putLong(entries);
        header.put((byte) 0);
    }

    /** The layer after this one. */
    RedisBloomLayer next(long growth, int rounding) {
        return reserve(error / 2, Math.multiplyExact(entries, growth), rounding);
    }

    /** The array of the bits, to be written into dumps and to be filled from them. */
    byte[] bytes() {
        return bytes;
    }

    void fill(byte[] read) {
        bytes = read;
    }

    /** The length of the bits, in bytes. */
    int length() {
        return (int) (bits >>> 3);
    }

    long size() {
        return size;
    }

    long entries() {
        return entries;
    }

    double error() {
        return error;
    }

    boolean isFull() {
        return Long.compareUnsigned(size, entries) >= 0;
    }

    boolean contains(long a, long b) {
        long hash = a;
        for (int j = 0; j < hashes; j++) {
            long position = Long.remainderUnsigned(hash, bits);
            if ((bytes[(int) (position >>> 3)] & 1 << (position & 7)) == 0) {
                return false;
            }
            hash += b;
        }
        return true;
    }

    void add(long a, long b) {
        long hash = a;
        for (int j = 0; j < hashes; j++) {
            long position = Long.remainderUnsigned(hash, bits);
            bytes[(int) (position >>> 3)] |= (byte) (1 << (position & 7));
            hash += b;
        }
        size++;
    }
}
