// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** How much the tests of this package do: 1 in every build, more in the long profile. */
final class Scale {
    /** The system property that multiplies the counts. */
    static final String PROPERTY = "filterblock.scale";

    private static final int FACTOR = Integer.getInteger(PROPERTY, 1);

    private Scale() {}

    /** A multiple of what every build does. */
    static int times(int everyBuild) {
        return Math.multiplyExact(everyBuild, FACTOR);
    }

    /** The number that the long profile reaches; all of them, if there are fewer. */
    static int times(int everyBuild, int whole) {
        return (int) Math.min(whole, (long) everyBuild * FACTOR);
    }

    /**
     * Runs a task for each number below {@code count}; the first failure ends it. The long profile does so on all
     * processors. In other builds the processors have other tests to run, and threads that count the coverage of the
     * same code at the same time take several times as long.
     */
    static void forEach(int count, IntConsumer task) {
        IntStream numbers = IntStream.range(0, count);
        (FACTOR == 1 ? numbers : numbers.parallel()).forEach(task);
    }
}
