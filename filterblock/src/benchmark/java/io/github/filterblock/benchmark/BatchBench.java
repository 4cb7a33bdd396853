// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Asks many questions at a time, in two ways; a score is the time for one question. {@code
 * -Dbenchmark.jmh="BatchBench -prof gc"} */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BatchBench {
    /** Filter blocks of 30 KB that are asked at random, by {@link #batches}. */
    @Param({"1", "8", "200", "2000"})
    public int tables;

    @Param({"HIT", "MISS", "MIX"})
    public Questions.Mode mode;

    /** What the readers are opened on, and how. */
    @Param({"COPY_OF_HEAP", "RETAINING_DIRECT", "MIXED"})
    public Shape.Door door;

    private JavaWork batches;
    private JavaWork singles;
    private JavaWork shared;

    @Setup
    public void setUp() {
        int questions = tables <= 8 ? Questions.IN_CACHE : Questions.COLD;
        Side ours = Peers.byName(Side.OURS);
        batches = work(ours, new Shape.Lookup(tables, questions, mode, door, Shape.Manner.BATCH));
        singles = work(ours, new Shape.Lookup(tables, questions, mode, door, Shape.Manner.SINGLE));
        shared = work(ours, new Shape.SharedLookup(mode));
    }

    private static JavaWork work(Side side, Shape shape) {
        return (JavaWork) shape.on(side).orElseThrow();
    }

    /** 64 questions at a time. */
    @Benchmark
    @OperationsPerInvocation(Questions.PER_CHUNK)
    public long batches() {
        return batches.chunk();
    }

    /** The same questions one after the other, for comparison. */
    @Benchmark
    @OperationsPerInvocation(Questions.PER_CHUNK)
    public long singles() {
        return singles.chunk();
    }

    /** Each key hashed once and asked of eight tables. */
    @Benchmark
    @OperationsPerInvocation(Questions.PER_CHUNK * Keys.SHARED_TABLES)
    public long oneKeyOfEightTables() {
        return shared.chunk();
    }
}
