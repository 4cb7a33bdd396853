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

/** Asks readers of filter blocks, one question after the other; a score is the time for one question. {@code
 * -Dbenchmark.jmh="BlockReaderBench -prof gc"} */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BlockReaderBench {
    /** Only ours takes notice of the last two parameters. */
    @Param({"ours", "pcmind", "port"})
    public String side;

    /** Filter blocks of 30 KB that are asked at random. */
    @Param({"1", "200", "2000"})
    public int tables;

    @Param({"HIT", "MISS", "MIX"})
    public Questions.Mode mode;

    /** What the readers are opened on, and how. */
    @Param({"WRAPPING_ARRAY", "COPY_OF_HEAP", "COPY_OF_DIRECT", "COPY_OF_COMPOSITE", "RETAINING_DIRECT", "MIXED"})
    public Shape.Door door;

    /** Where keys lie. */
    @Param({"SINGLE", "KEYS_IN_HEAP_BUFFER", "KEYS_IN_DIRECT_BUFFER"})
    public Shape.Manner keys;

    private JavaWork work;

    @Setup
    public void setUp() {
        int questions = tables == 1 ? Questions.IN_CACHE : Questions.COLD;
        work = Peers.work(side, new Shape.Lookup(tables, questions, mode, door, keys));
    }

    @Benchmark
    @OperationsPerInvocation(Questions.PER_CHUNK)
    public long ask() {
        return work.chunk();
    }
}
