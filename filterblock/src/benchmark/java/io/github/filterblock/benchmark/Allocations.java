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

/** Bytes that a thread allocates. */
final class Allocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CHUNKS = 200;

    private Allocations() {}

    /** Measures work that is warm already. The ratio of a row is a number of bytes. */
    static List<Row> measure(Function<Shape, JavaWork> works) {
        List<Row> rows = new ArrayList<>();
        for (Mode mode : Mode.values()) {
            rows.add(perOperation("alloc-lookup", mode.toString(), works.apply(Operations.cached(mode))));
            rows.add(perOperation("alloc-8-tables", mode.toString(), works.apply(new Shape.SharedLookup(mode))));
            rows.add(perOperation("alloc-batch", mode.toString(), works.apply(Operations.batch(mode))));
        }
        // Both write into a buffer that is there, so the reused one should allocate nothing.
        JavaWork reused = works.apply(Operations.table(Memory.REUSED));
        rows.add(row("alloc-builder", "reused", perChunk(reused), reused, 0));
        JavaWork fresh = works.apply(Operations.table(Memory.NEW));
        rows.add(row("alloc-builder", "new", perChunk(fresh) / outputLength(), fresh, 2));
        return rows;
    }

    private static double outputLength() {
        return new OurSide(new Data()).build(Keys.ofTable(0), Keys.BLOCKS_PER_TABLE).length;
    }

    private static Row perOperation(String operation, String variant, JavaWork work) {
        return row(operation, variant, perChunk(work) / work.operations(), work, 0);
    }

    private static Row row(String operation, String variant, double bytes, JavaWork work, double goal) {
        double nanos = work.nanosPerOperation(Settings.SAMPLE_NANOS);
        return new Row(operation, variant, Side.OURS, bytes, nanos, true, goal);
    }

    private static double perChunk(JavaWork work) {
        work.run(CHUNKS);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run(CHUNKS);
        return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / CHUNKS;
    }
}
