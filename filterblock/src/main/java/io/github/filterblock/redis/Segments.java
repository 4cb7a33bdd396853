// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.util.ArrayList;
import java.util.List;

/** Bytes that come in pieces, kept without allocating room for those that are still to come. */
final class Segments {
    private static final int LEAST = 8 << 10;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] last = new byte[0];
    private int filled;
    private int length;

    int length() {
        return length;
    }

    /** Adds bytes, of which no more than {@code most} come in all. */
    void add(byte[] data, int offset, int count, int most) {
        int at = offset;
        int left = count;
        while (left > 0) {
            if (filled == last.length) {
                next(Math.min(most - length, Math.max(LEAST, left)));
            }
            int fits = Math.min(left, last.length - filled);
            System.arraycopy(data, at, last, filled, fits);
            filled += fits;
            length += fits;
            at += fits;
            left -= fits;
        }
    }

    private void next(int size) {
        if (filled > 0) {
            full.add(last);
        }
        last = new byte[size];
        filled = 0;
    }

    /** All bytes in one array, which the segments keep no reference to unless it is all of them. */
    byte[] join() {
        if (full.isEmpty() && filled == last.length) {
            return last;
        }
        byte[] joined = new byte[length];
        int at = 0;
        for (byte[] segment : full) {
            System.arraycopy(segment, 0, joined, at, segment.length);
            at += segment.length;
        }
        System.arraycopy(last, 0, joined, at, filled);
        return joined;
    }
}
