// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Makes filters; a score is the time for one filter. {@code -Dbenchmark.jmh="CreateFilterBench -prof gc"} */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CreateFilterBench {
    @Param({"ours", "pcmind", "guava", "port"})
    public String side;

    @Param({"20", "40", "1000", "100000"})
    public int n;

    /** Length of the keys: 16, or 8 to 40. */
    @Param({"FIXED", "MIXED"})
    public Keys.Law lengths;

    @Param({"NEW", "REUSED"})
    public Shape.Memory out;

    private CreateWork work;

    @Setup
    public void setUp() {
        work = (CreateWork) Peers.work(side, new Shape.Create(n, lengths, out));
    }

    @Benchmark
    public long create() {
        return work.filter();
    }
}
