// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/**
 * What one JVM measured: not a number where nothing could be.
 *
 * @param nanos ours for each operation
 * @param lessIsBetter which end of the forks is the worst
 * @param goal to reach, or not to pass; not a number if there is none
 */
record Row(
        String operation, String variant, String peer, double ratio, double nanos, boolean lessIsBetter, double goal) {
    private static final String PREFIX = "row\t";

    /** The row as a line for the process that started this one. */
    String toLine() {
        return PREFIX
                + String.join(
                        "\t",
                        operation,
                        variant,
                        peer,
                        Double.toString(ratio),
                        Double.toString(nanos),
                        Boolean.toString(lessIsBetter),
                        Double.toString(goal));
    }

    static boolean isRow(String line) {
        return line.startsWith(PREFIX);
    }

    static Row parse(String line) {
        String[] fields = line.split("\t");
        return new Row(
                fields[1],
                fields[2],
                fields[3],
                Double.parseDouble(fields[4]),
                Double.parseDouble(fields[5]),
                Boolean.parseBoolean(fields[6]),
                Double.parseDouble(fields[7]));
    }
}
