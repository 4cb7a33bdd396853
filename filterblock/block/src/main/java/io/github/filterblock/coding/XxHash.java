// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.coding;

import io.github.filterblock.arithmetic.LittleEndian;
import java.util.Objects;

/** xxHash with 32 and with 64 bits, seed 0, with which RocksDB checksums blocks (RF-3). */
public final class XxHash {
    private static final int D1 = 0x9e3779b1;
    private static final int D2 = 0x85ebca77;
    private static final int D3 = 0xc2b2ae3d;
    private static final int D4 = 0x27d4eb2f;
    private static final int D5 = 0x165667b1;

    private static final long Q1 = 0x9e3779b185ebca87L;
    private static final long Q2 = 0xc2b2ae3d27d4eb4fL;
    private static final long Q3 = 0x165667b19e3779f9L;
    private static final long Q4 = 0x85ebca77c2b2ae63L;
    private static final long Q5 = 0x27d4eb2f165667c5L;

    private XxHash() {}

    /**
     * XXH32.
     *
     * @param bytes holds the input; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return any 32-bit value
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static int hash32(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int end = offset + length;
        int at = offset;
        int hash = D5;
        if (length >= 16) {
            int b = D2;
            int a = b + D1;
            int c = 0;
            int d = -D1;
            for (; at <= end - 16; at += 16) {
                a = round(a, LittleEndian.intAt(bytes, at));
                b = round(b, LittleEndian.intAt(bytes, at + 4));
                c = round(c, LittleEndian.intAt(bytes, at + 8));
                d = round(d, LittleEndian.intAt(bytes, at + 12));
            }
            hash = Integer.rotateLeft(a, 1)
                    + Integer.rotateLeft(b, 7)
                    + Integer.rotateLeft(c, 12)
                    + Integer.rotateLeft(d, 18);
        }
        hash += length;
        for (; at <= end - 4; at += 4) {
            hash = Integer.rotateLeft(hash + LittleEndian.intAt(bytes, at) * D3, 17) * D4;
        }
        for (; at < end; at++) {
            hash = Integer.rotateLeft(hash + (bytes[at] & 0xff) * D5, 11) * D1;
        }
        hash = (hash ^ hash >>> 15) * D2;
        hash = (hash ^ hash >>> 13) * D3;
        return hash ^ hash >>> 16;
    }

    private static int round(int lane, int word) {
        return Integer.rotateLeft(lane + word * D2, 13) * D1;
    }

    /**
     * XXH64.
     *
     * @param bytes holds the input; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return any 64-bit value
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public static long hash64(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int end = offset + length;
        int at = offset;
        long hash = Q5;
        if (length >= 32) {
            long b = Q2;
            long a = b + Q1;
            long c = 0;
            long d = -Q1;
            for (; at <= end - 32; at += 32) {
                a = round(a, LittleEndian.longAt(bytes, at));
                b = round(b, LittleEndian.longAt(bytes, at + 8));
                c = round(c, LittleEndian.longAt(bytes, at + 16));
                d = round(d, LittleEndian.longAt(bytes, at + 24));
            }
            hash = Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7) + Long.rotateLeft(c, 12) + Long.rotateLeft(d, 18);
            hash = merge(merge(merge(merge(hash, a), b), c), d);
        }
        hash += length;
        for (; at <= end - 8; at += 8) {
            hash = Long.rotateLeft(hash ^ round(0, LittleEndian.longAt(bytes, at)), 27) * Q1 + Q4;
        }
        if (at <= end - 4) {
            hash = Long.rotateLeft(hash ^ Integer.toUnsignedLong(LittleEndian.intAt(bytes, at)) * Q1, 23) * Q2 + Q3;
            at += 4;
        }
        for (; at < end; at++) {
            hash = Long.rotateLeft(hash ^ (bytes[at] & 0xff) * Q5, 11) * Q1;
        }
        hash = (hash ^ hash >>> 33) * Q2;
        hash = (hash ^ hash >>> 29) * Q3;
        return hash ^ hash >>> 32;
    }

    private static long round(long lane, long word) {
        return Long.rotateLeft(lane + word * Q2, 31) * Q1;
    }

    private static long merge(long hash, long lane) {
        return (hash ^ round(0, lane)) * Q1 + Q4;
    }
}
