// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli.html;

import io.github.filterblock.cli.Figures;

/** Round numbers for axes. */
final class Scale {
    private static final int TICKS = 4;

    private Scale() {}

    /** The least of 1, 2, 5, 10, 20, 50 and so on that is not below a number. */
    static long step(long value) {
        return least(value, 1, 2, 5);
    }

    /** An end for an axis from 0: a little above a number, and easily halved. */
    static long top(long value) {
        return least(value, 1, 2, 4, 6, 8);
    }

    private static long least(long value, long... digits) {
        for (long power = 1; power <= Long.MAX_VALUE / 100; power *= 10) {
            for (long digit : digits) {
                if (digit * power >= value) {
                    return digit * power;
                }
            }
        }
        return value;
    }

    /** Labels the width of a chart with offsets in the file, or with numbers of filters where base lg is -1. */
    static void alongFile(Plot plot, int windows, int baseLg) {
        long window = baseLg < 0 ? 1 : 1L << baseLg;
        long end = windows * window;
        long step = baseLg < 0 ? step((windows + TICKS - 1) / TICKS) : powerOfTwo((end + TICKS - 1) / TICKS);
        for (long at = 0; at <= end; at += step) {
            String label = baseLg < 0 ? Figures.number(at) : at == 0 ? "0" : Figures.bytes(at);
            plot.x(end == 0 ? 0 : (double) at / end, label);
        }
    }

    private static long powerOfTwo(long value) {
        long highest = Math.max(1, Long.highestOneBit(value));
        return highest < value ? highest << 1 : highest;
    }
}
