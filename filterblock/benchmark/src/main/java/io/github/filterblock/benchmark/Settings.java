// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/**
 * How long is measured.
 *
 * @param forks JVMs, one after the other
 * @param rounds of samples a case in each JVM
 * @param ourWarmUpMillis CPU time for each operation of this library, before it is timed
 * @param peerWarmUpMillis the same for each peer in Java
 */
record Settings(int forks, int rounds, int ourWarmUpMillis, int peerWarmUpMillis) {
    static final long NANOS_PER_MILLI = 1_000_000;
    static final long SAMPLE_NANOS = 15 * NANOS_PER_MILLI;
    static final long NATIVE_WARM_UP_NANOS = 100 * NANOS_PER_MILLI;

    private static final Settings FULL = new Settings(7, 11, 1500, 1500);
    private static final Settings QUICK = new Settings(5, 5, 1500, 500);

    static Settings of(boolean quick) {
        return quick ? QUICK : FULL;
    }

    Settings withForks(int other) {
        return new Settings(other, rounds, ourWarmUpMillis, peerWarmUpMillis);
    }
}
