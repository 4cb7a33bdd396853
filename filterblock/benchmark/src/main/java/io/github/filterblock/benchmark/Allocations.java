// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import com.sun.management.ThreadMXBean;
import io.github.filterblock.benchmark.Questions.Mode;
import io.github.filterblock.benchmark.Shape.Memory;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Bytes that a thread allocates. */
final class Allocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CHUNKS = 200;
    private static final long WARM_UP_NANOS = 500 * Settings.NANOS_PER_MILLI;

    private Allocations() {}

    /** Measures what is wanted. The ratio of a row is a number of bytes. */
    static List<Row> measure(Function<Shape, JavaWork> works, Predicate<String> wanted) {
        List<Row> rows = new ArrayList<>();
        if (wanted.test("alloc-lookup")) {
            rows.addAll(perOperation("alloc-lookup", works, Operations::cached));
        }
        if (wanted.test("alloc-8-tables")) {
            rows.addAll(perOperation("alloc-8-tables", works, Shape.SharedLookup::new));
        }
        if (wanted.test("alloc-batch")) {
            rows.addAll(perOperation("alloc-batch", works, Operations::batch));
        }
        if (wanted.test("alloc-builder")) {
            // Both write into a buffer that is there, so the reused one should allocate nothing.
            JavaWork fresh = works.apply(Operations.table(Memory.NEW));
            rows.add(row("alloc-builder", "new", perChunk(fresh) / outputLength(), fresh, 2));
            JavaWork reused = works.apply(Operations.table(Memory.REUSED));
            rows.add(row("alloc-builder", "reused", perChunk(reused), reused, 0));
        }
        return rows;
    }

    private static List<Row> perOperation(
            String operation, Function<Shape, JavaWork> works, Function<Mode, Shape> shape) {
        List<Row> rows = new ArrayList<>();
        for (Mode mode : List.of(Mode.HIT, Mode.MISS)) {
            JavaWork work = works.apply(shape.apply(mode));
            rows.add(row(operation, mode.toString(), perChunk(work) / work.operations(), work, 0));
        }
        return rows;
    }

    private static double outputLength() {
        return new OurSide(new Data()).build(Keys.ofTable(0), Keys.BLOCKS_PER_TABLE).length;
    }

    private static Row row(String operation, String variant, double bytes, JavaWork work, double goal) {
        double nanos = work.nanosPerOperation(Settings.SAMPLE_NANOS);
        return new Row(operation, variant, Side.OURS, bytes, nanos, true, goal);
    }

    private static double perChunk(JavaWork work) {
        work.nanosPerOperation(WARM_UP_NANOS);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run(CHUNKS);
        return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / CHUNKS;
    }
}
