// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.html;

/** Round numbers for axes. */
final class Scale {
    private static final int TICKS = 4;

    private Scale() {}

    /** The least of 1, 2, 5, 10, 20, 50 and so on that is not below a number. */
    static long above(long value) {
        long power = 1;
        while (power <= Long.MAX_VALUE / 20) {
            for (long step : new long[] {power, 2 * power, 5 * power}) {
                if (step >= value) {
                    return step;
                }
            }
            power *= 10;
        }
        return Math.max(value, 1);
    }

    /** Labels the width of a chart with offsets in the file, or with numbers of filters where base lg is -1. */
    static void alongFile(Plot plot, int windows, int baseLg) {
        long window = baseLg < 0 ? 1 : 1L << baseLg;
        long end = windows * window;
        long step = baseLg < 0 ? above((windows + TICKS - 1) / TICKS) : powerOfTwo((end + TICKS - 1) / TICKS);
        for (long at = 0; at <= end; at += step) {
            String label = baseLg < 0 ? Figures.count(at) : at == 0 ? "0" : Figures.bytes(at);
            plot.x(end == 0 ? 0 : (double) at / end, label);
        }
    }

    private static long powerOfTwo(long value) {
        long highest = Math.max(1, Long.highestOneBit(value));
        return highest < value ? highest << 1 : highest;
    }
}
