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

/** Builds filter blocks; a score is the time for one block. {@code -Dbenchmark.jmh="BlockBuilderBench -prof gc"} */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BlockBuilderBench {
    /** Only ours takes notice of the last two parameters. */
    @Param({"ours", "pcmind", "port"})
    public String side;

    /** Data blocks of 4 KiB: a table of 2 MiB, one of 64 MiB. */
    @Param({"512", "16384"})
    public int blocks;

    @Param({"NEW", "REUSED"})
    public Shape.Memory builder;

    /** The buffer that is written to. */
    @Param({"HEAP", "DIRECT"})
    public Shape.Output out;

    private JavaWork work;

    @Setup
    public void setUp() {
        work = Peers.work(side, new Shape.Build(blocks, builder, out));
    }

    @Benchmark
    public long build() {
        return work.chunk();
    }
}
