// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/**
 * The goals that depend on the processor and on the JDK. {@link Operations} has their values.
 *
 * @param vendor the processor's vendor as /proc/cpuinfo names it
 * @param column 0 for JDK 17, 1 for a JDK with {@code Math.unsignedMultiplyHigh}
 */
record Goals(String vendor, int column) {
    private static final String INTEL = "GenuineIntel";
    private static final String AMD = "AuthenticAMD";
    private static final int FIRST_WITH_HIGH_PRODUCT = 18;

    /** The goals for this JVM and the processor on which it runs. */
    static Goals current() {
        return new Goals(Machine.vendor(), Runtime.version().feature() < FIRST_WITH_HIGH_PRODUCT ? 0 : 1);
    }

    /** The goal of a row: for either kind of JDK on a processor of AMD, and on one of Intel, where they are alike. */
    double of(double amd17, double amd, double intel) {
        if (vendor.equals(INTEL)) {
            return intel;
        }
        return vendor.equals(AMD) ? column == 0 ? amd17 : amd : Double.NaN;
    }
}
