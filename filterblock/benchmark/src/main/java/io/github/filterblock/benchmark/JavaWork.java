// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Work of this JVM, done chunk by chunk. */
abstract class JavaWork implements Work {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Keeps results alive. */
    private static volatile long sink;

    private double chunkNanos;

    /** Does the next chunk; what it returns depends on every result. */
    abstract long chunk();

    /** The number of operations in a chunk. */
    abstract long operations();

    @Override
    public final double nanosPerOperation(long cpuNanos) {
        if (chunkNanos == 0) {
            chunkNanos = time(1);
        }
        chunkNanos = Math.max(1, time(Math.max(1, (long) Math.ceil(cpuNanos / chunkNanos))));
        return chunkNanos / operations();
    }

    /** CPU time of the calling thread. */
    static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private double time(long chunks) {
        long start = cpuNanos();
        long sum = run(chunks);
        long nanos = cpuNanos() - start;
        sink = sum;
        return (double) nanos / chunks;
    }

    /** Does that many chunks. */
    final long run(long chunks) {
        long sum = 0;
        for (long i = 0; i < chunks; i++) {
            sum += chunk();
        }
        return sum;
    }
}
