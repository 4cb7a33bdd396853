// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Counts the bytes that the current thread allocates on the heap. */
final class Allocations {
    private static final MethodHandle ALLOCATED_BYTES = allocatedBytes();

    private Allocations() {}

    /** The number of bytes that one run of the task allocates. */
    static long of(Runnable task) {
        long before = now();
        task.run();
        return now() - before;
    }

    private static long now() {
        try {
            return (long) ALLOCATED_BYTES.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    // By name, because the module under test does not read jdk.management.
    private static MethodHandle allocatedBytes() {
        try {
            Object threads = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            Class<?> type = Class.forName("com.sun.management.ThreadMXBean");
            return MethodHandles.publicLookup()
                    .unreflect(type.getMethod("getCurrentThreadAllocatedBytes"))
                    .bindTo(threads);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
