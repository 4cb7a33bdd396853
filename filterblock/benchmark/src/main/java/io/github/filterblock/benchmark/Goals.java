// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.List;

/**
 * The goals that depend on the processor and on the JDK. BENCHMARKS.md has the table of them.
 *
 * @param vendor the processor's vendor as /proc/cpuinfo names it
 * @param column 0 for JDK 17, 1 for a JDK with {@code Math.unsignedMultiplyHigh}, 2 with vectors
 */
record Goals(String vendor, int column) {
    private static final String INTEL = "GenuineIntel";
    private static final String AMD = "AuthenticAMD";
    private static final int FIRST_WITH_HIGH_PRODUCT = 18;

    /** The goals for this JVM and the processor on which it runs. */
    static Goals current() {
        int scalar = Runtime.version().feature() < FIRST_WITH_HIGH_PRODUCT ? 0 : 1;
        return new Goals(Machine.vendor(), Vectors.areWanted() ? 2 : scalar);
    }

    /** The goal of a row, from one for each column; the last is also that of the columns behind it. */
    double of(List<Double> intel, List<Double> amd) {
        if (vendor.equals(INTEL)) {
            return atColumn(intel);
        }
        return vendor.equals(AMD) ? atColumn(amd) : Double.NaN;
    }

    /** The same where both kinds of processor have the same goals. */
    double of(Double... both) {
        return of(List.of(both), List.of(both));
    }

    private double atColumn(List<Double> columns) {
        return columns.get(Math.min(column, columns.size() - 1));
    }
}
