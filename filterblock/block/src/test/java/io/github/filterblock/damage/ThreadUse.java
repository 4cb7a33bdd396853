// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** The heap and processor time that the current thread has used so far, and that tasks use. */
public final class ThreadUse {
    // By name, because the module under test does not read jdk.management.
    private static final MethodHandle ALLOCATED_BYTES = counter("getCurrentThreadAllocatedBytes");
    private static final MethodHandle CPU_NANOS = counter("getCurrentThreadCpuTime");

    private ThreadUse() {}

    /** A task that may fail. */
    public interface Task {
        /** Does it. */
        void run() throws Exception;
    }

    /** Returns the number of bytes that one run of the task allocates on the heap. */
    public static long allocatedBytesOf(Task task) throws Exception {
        long before = read(ALLOCATED_BYTES);
        task.run();
        return read(ALLOCATED_BYTES) - before;
    }

    /**
     * Whether the task allocates at most so many bytes. The JVM counts the rest of a thread's buffer with the object
     * that no longer fits in, so one run may count some kilobytes too many.
     */
    public static boolean allocatesAtMost(long bytes, Task task) throws Exception {
        return allocatedBytesOf(task) <= bytes || warmAllocatedBytesOf(task) <= bytes;
    }

    /** Returns how many bytes the task allocates once it is warm: the least of a few runs. */
    public static long warmAllocatedBytesOf(Task task) throws Exception {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            least = Math.min(least, allocatedBytesOf(task));
        }
        return least;
    }

    /** Returns the number of bytes that this thread has allocated on the heap so far. */
    public static long allocatedBytes() {
        return read(ALLOCATED_BYTES);
    }

    /** Returns the nanoseconds that this thread has been running; other programs do not count. */
    public static long cpuNanos() {
        return read(CPU_NANOS);
    }

    private static long read(MethodHandle counter) {
        try {
            return (long) counter.invokeExact();
        } catch (Throwable e) {
            throw new LinkageError(e.getMessage(), e);
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
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
