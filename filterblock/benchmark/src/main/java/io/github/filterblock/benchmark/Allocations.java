// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import com.sun.management.ThreadMXBean;
import io.github.filterblock.benchmark.Shape.Ask;
import io.github.filterblock.benchmark.Shape.Memory;
import io.github.filterblock.benchmark.Shape.Mode;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Bytes that a thread allocates. */
final class Allocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CHUNKS = 200;
    private static final long WARM_UP_NANOS = 500 * Settings.NANOS_PER_MILLI;

    private Allocations() {}

    /** Measures what is wanted. The ratio of a row is a number of bytes. */
    static void measure(Function<Shape, JavaWork> works) {
        List<Map.Entry<String, Ask>> asked = List.of(
                Map.entry("alloc-lookup", Operations.CACHED),
                Map.entry("alloc-8-tables", Operations.SHARED),
                Map.entry("alloc-fast", Operations.DENIAL_BY_FAST),
                Map.entry("alloc-batch", Operations.BATCHES));
        for (Map.Entry<String, Ask> each : asked) {
            for (Mode mode : Settings.want(each.getKey()) ? Mode.values() : new Mode[0]) {
                JavaWork work = works.apply(each.getValue().with(mode));
                print(each.getKey(), mode.name().toLowerCase(Locale.ROOT), work, work.operations(), 0);
            }
        }
        if (Settings.want("memory-full")) {
            memory(Shape.Target.FAST, 10);
            memory(Shape.Target.RIBBON, 30);
        }
        if (Settings.want("alloc-builder")) {
            // Both write into a buffer that is there, so the reused one should allocate nothing.
            int length = new OurSide(Side.OURS, new Data()).build(Keys.ofTable(0, Keys.PER_TABLE)).length;
            print("alloc-builder", "new", works.apply(Operations.table(Memory.NEW)), length, 2);
            print("alloc-builder", "reused", works.apply(Operations.table(Memory.REUSED)), 1, 0);
        }
    }

    /** Prints all that a new builder allocates until it has finished a filter, for each key; the peak is no higher. */
    private static void memory(Shape.Target kind, double goal) {
        int count = 1_000_000;
        Keys keys = new Data().keys(count, Shape.Law.FIXED);
        long[] bytes = new long[2];
        for (int i = 0; i < bytes.length; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            FullFilterBuilder builder = OurSide.policy(kind).newBuilder();
            for (int key = 0; key < count; key++) {
                builder.addKey(keys.bytes(), keys.starts()[key], Keys.FIXED_LENGTH);
            }
            builder.finish();
            bytes[i] = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        String name = kind.name().toLowerCase(Locale.ROOT);
        new Row("memory-full", name, Side.OURS, (double) bytes[1] / count, Double.NaN, true, goal).print();
    }

    /** Prints how many bytes a chunk allocates for each of something. */
    private static void print(String operation, String variant, JavaWork work, long count, double goal) {
        work.nanosPerOperation(WARM_UP_NANOS);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run(CHUNKS);
        double bytes = (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / CHUNKS;
        double nanos = work.nanosPerOperation(Settings.SAMPLE_NANOS);
        new Row(operation, variant, Side.OURS, bytes / count, nanos, true, goal).print();
    }
}
