// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A line of measured numbers, decoded when it is needed: one table needs only a few of several hundred lines. Safe for
 * use by any number of threads.
 */
final class RateRow {
    private final String text;
    private volatile double @Nullable [] values;

    /** A row whose numbers have a space between each other. */
    RateRow(String text) {
        this.text = text;
    }

    /** The numbers; not to be changed. */
    double[] values() {
        double[] read = values;
        if (read == null) {
            read = Arrays.stream(text.split(" "))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            values = read;
        }
        return read;
    }
}
