// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.nio.file.Path;

/** The system properties {@code benchmark.*}, and how long is measured. */
final class Settings {
    /** Where everything is written. */
    static final Path DIRECTORY = Path.of(System.getProperty("benchmark.directory"));

    static final boolean QUICK = Boolean.getBoolean("benchmark.quick");

    /** JVMs, one after the other. */
    static final int FORKS = forks(Integer.getInteger("benchmark.forks", 0));

    /** Jars of the library before, as in a class path; empty if it does not take part. */
    static final String BEFORE = System.getProperty("benchmark.before", "");

    /** All processors that a JVM might use if it was not bound to one of them, or a dash if it was not. */
    static final String PROCESSORS = System.getProperty("benchmark.processors", "-");

    /** Samples of a case in each JVM. */
    static final int ROUNDS = QUICK ? 5 : 11;

    /** CPU time for each operation before it is timed: of this library, of each peer in Java, of a native one. */
    static final long OUR_WARM_UP_MILLIS = 1500;

    static final long PEER_WARM_UP_MILLIS = QUICK ? 500 : 1500;
    static final long NATIVE_WARM_UP_MILLIS = 100;

    static final long NANOS_PER_MILLI = 1_000_000;
    static final long SAMPLE_NANOS = 15 * NANOS_PER_MILLI;

    private static final String ALL = ".*";

    /** What the quick form leaves out unless it is asked for: what takes long, and what other rows nearly tell. */
    private static final String NOT_QUICK = "(create|table)-.*1e7.*|create-(1000|1e5|1e6|40-mixed|legacy)|table-1e6.*"
            + "|batch-full-cold-.*|builder-64MiB|reader-cached-direct|growth-.*|go-zero-positions|publish-1e6";

    private Settings() {}

    private static int forks(int wanted) {
        return wanted > 0 ? wanted : QUICK ? 5 : 7;
    }

    /** Whether an operation is to be measured. */
    static boolean want(String operation) {
        String only = System.getProperty("benchmark.only", ALL);
        return only.equals(ALL) && QUICK ? !operation.matches(NOT_QUICK) : operation.matches(only);
    }
}
