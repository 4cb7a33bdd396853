// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.FilterLookup;
import io.github.filterblock.analysis.TableFilter;
import java.math.BigInteger;

/** The expected rates of a table's filters, and questions counted against them. Not thread-safe. */
final class WindowRates {
    /** Rates are kept for at most this many windows: a block of a few kilobytes, compressed, can have millions. */
    private static final int REMEMBERED = 1 << 12;

    private final TableFilter filter;
    private final int[] windows = new int[REMEMBERED];
    private final BigInteger[] units = new BigInteger[REMEMBERED];
    private final BigInteger everything = Measurement.units(1);
    private long asked;
    private long matched;
    private BigInteger expected = BigInteger.ZERO;

    WindowRates(TableFilter filter) {
        this.filter = filter;
    }

    /** The rate at a data block, as {@link Measurement#units}; everything matches where no filter says otherwise. */
    BigInteger units(long blockOffset) {
        FilterLookup lookup = filter.layout().lookup(blockOffset);
        if (!lookup.asked()) {
            return everything;
        }
        int window = lookup.filter();
        int place = window % REMEMBERED;
        if (units[place] == null || windows[place] != window) {
            windows[place] = window;
            units[place] = Measurement.units(ExpectedRate.ofFilter(filter.info(window)));
        }
        return units[place];
    }

    /** Counts a key that was asked about at a data block. */
    void count(long blockOffset, boolean mayMatch) {
        asked++;
        matched += mayMatch ? 1 : 0;
        expected = expected.add(units(blockOffset));
    }

    /** The questions that were counted since the last call. */
    Measurement take() {
        Measurement measurement = new Measurement(asked, matched, Measurement.ofUnits(expected));
        asked = 0;
        matched = 0;
        expected = BigInteger.ZERO;
        return measurement;
    }
}
