// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockTrace;
import java.util.Arrays;

/**
 * The expected rates of the filters of a filter block. They are kept for at most {@value #REMEMBERED} windows: a block
 * of a few kilobytes, compressed, can have millions.
 */
final class BlockRates implements ExaminedFilter.Rates {
    private static final int REMEMBERED = 1 << 12;

    private final LocatedFilterBlock filter;
    private final int[] windows = new int[REMEMBERED];
    private final double[] rates = new double[REMEMBERED];

    BlockRates(LocatedFilterBlock filter) {
        this.filter = filter;
        Arrays.fill(windows, -1);
    }

    @Override
    public double at(long blockOffset, byte[] key) {
        FilterBlockTrace lookup = filter.layout().lookup(blockOffset);
        if (!lookup.isProbed()) {
            return 1;
        }
        int window = lookup.filter();
        int place = window % REMEMBERED;
        if (windows[place] != window) {
            windows[place] = window;
            rates[place] = filter.info(window).expectedRate();
        }
        return rates[place];
    }
}
