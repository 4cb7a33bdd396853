// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Optional;

/**
 * What one JVM measured: not a number where nothing could be.
 *
 * @param nanos ours for each operation
 * @param lessIsBetter which end of the forks is the worst
 * @param goal to reach, or not to pass; not a number if there is none
 */
record Row(
        String operation, String variant, String peer, double ratio, double nanos, boolean lessIsBetter, double goal) {
    private static final String PREFIX = "row";

    /** Prints the row for the process that started this one. */
    void print() {
        System.out.println(String.join(
                "\t", PREFIX, operation, variant, peer, ratio + "", nanos + "", lessIsBetter + "", goal + ""));
    }

    /** The row in a printed line. */
    static Optional<Row> parse(String line) {
        String[] fields = line.split("\t");
        return fields[0].equals(PREFIX)
                ? Optional.of(new Row(
                        fields[1],
                        fields[2],
                        fields[3],
                        Double.parseDouble(fields[4]),
                        Double.parseDouble(fields[5]),
                        Boolean.parseBoolean(fields[6]),
                        Double.parseDouble(fields[7])))
                : Optional.empty();
    }
}
