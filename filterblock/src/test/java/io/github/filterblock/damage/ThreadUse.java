// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** What the current thread has used of heap and processor so far, and tasks take of them. */
final class ThreadUse {
    // By name, because the module under test does not read jdk.management.
    private static final MethodHandle ALLOCATED_BYTES = counter("getCurrentThreadAllocatedBytes");
    private static final MethodHandle CPU_NANOS = counter("getCurrentThreadCpuTime");

    private ThreadUse() {}

    /** A task that may fail. */
    interface Task {
        void run() throws Exception;
    }

    /** The number of bytes that one run of the task allocates on the heap. */
    static long allocatedBytesOf(Task task) throws Exception {
        long before = read(ALLOCATED_BYTES);
        task.run();
        return read(ALLOCATED_BYTES) - before;
    }

    /** The nanoseconds that this thread has been running; other programs make them no more. */
    static long cpuNanos() {
        return read(CPU_NANOS);
    }

    private static long read(MethodHandle counter) {
        try {
            return (long) counter.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle counter(String method) {
        try {
            Object threads = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            Class<?> type = Class.forName("com.sun.management.ThreadMXBean");
            return MethodHandles.publicLookup()
                    .unreflect(type.getMethod(method))
                    .bindTo(threads);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
