// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Counts what the current thread allocates on the heap. */
public final class AllocatedBytes {
    private static final MethodHandle NOW = now();

    private AllocatedBytes() {}

    /** Some work that may end in any exception. */
    public interface Work {
        /** Does the work. */
        void run() throws Exception;
    }

    /** Returns how many bytes the work allocates once it is warm: the least of a few runs. */
    public static long of(Work work) throws Exception {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            long before = allocated();
            work.run();
            least = Math.min(least, allocated() - before);
        }
        return least;
    }

    private static long allocated() {
        try {
            return (long) NOW.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    // By name, because the module under test does not read jdk.management.
    private static MethodHandle now() {
        try {
            Object threads = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            return MethodHandles.publicLookup()
                    .unreflect(Class.forName("com.sun.management.ThreadMXBean")
                            .getMethod("getCurrentThreadAllocatedBytes"))
                    .bindTo(threads);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
