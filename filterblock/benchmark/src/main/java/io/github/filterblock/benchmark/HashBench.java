// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.bloom.FilterGenerator;
import java.util.concurrent.TimeUnit;
import org.iq80.leveldb.table.PcmindBridge;
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

/** Hashes independent keys; a score is the time for one key. {@code -Dbenchmark.jmh="HashBench -prof gc"} */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HashBench {
    private static final int KEYS = 4096;

    /** Length of the keys, or {@code mixed} for 8 to 40. */
    @Param({"8", "16", "24", "32", "100", "mixed"})
    public String length;

    private byte[] bytes;
    private int[] starts;
    private final FilterGenerator generator = Ours.generator();

    @Setup
    public void setUp() {
        Keys mixed = Keys.first(KEYS, Keys.Law.MIXED);
        if (length.equals("mixed")) {
            bytes = mixed.bytes();
            starts = mixed.starts();
        } else {
            int fixed = Integer.parseInt(length);
            bytes = new byte[KEYS * fixed];
            starts = new int[KEYS + 1];
            for (int i = 0; i < KEYS; i++) {
                starts[i + 1] = starts[i] + fixed;
                RandomWords.writeKey(RandomWords.PRESENT, 2L * i, bytes, starts[i], fixed);
            }
        }
    }

    @Benchmark
    @OperationsPerInvocation(KEYS)
    public int ours() {
        int sum = 0;
        for (int i = 0; i < KEYS; i++) {
            sum += Ours.hash(bytes, starts[i], starts[i + 1] - starts[i]);
        }
        return sum;
    }

    /** Four at once; of keys of one length only. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public int oursTogether() {
        generator.addKeys(bytes, 0, starts[1], KEYS);
        int count = generator.keyCount();
        generator.reset();
        return count;
    }

    @Benchmark
    @OperationsPerInvocation(KEYS)
    public int pcmind() {
        int sum = 0;
        for (int i = 0; i < KEYS; i++) {
            sum += PcmindBridge.hash(bytes, starts[i], starts[i + 1] - starts[i]);
        }
        return sum;
    }
}
