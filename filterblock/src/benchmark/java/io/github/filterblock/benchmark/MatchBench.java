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

/** Asks single filters; a score is the time for one question. {@code -Dbenchmark.jmh="MatchBench -prof gc"} */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MatchBench {
    @Param({"ours", "pcmind", "guava", "port"})
    public String side;

    /** Keys of a filter. */
    @Param({"40", "1000", "100000", "1000000"})
    public int n;

    @Param({"HIT", "MISS", "MIX"})
    public Questions.Mode mode;

    private JavaWork work;

    @Setup
    public void setUp() {
        work = Peers.work(side, new Shape.AskFilters(n, mode));
    }

    @Benchmark
    @OperationsPerInvocation(Questions.PER_CHUNK)
    public long match() {
        return work.chunk();
    }
}
