// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.util.ArrayList;
import java.util.List;

/** Bytes that arrive in pieces, kept without room for those that have not arrived. */
final class Segments {
    private static final int LEAST = 8 << 10;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] last = new byte[0];
    private int filled;
    private int length;

    int length() {
        return length;
    }

    /** Adds bytes; at most {@code most} are added in all. */
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

    /** All bytes in one array. The segments keep a reference to it only if there is a single one. */
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
