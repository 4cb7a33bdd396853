// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.CorpusTable;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Opens filters; a score is the time for one opening. {@code -Dbenchmark.jmh="OpenBench -prof gc"} */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class OpenBench {
    /** A golden table. */
    @Param({"tb123-100k", "goleveldb-default"})
    public String table;

    /** What holds the table and its filter block. */
    @Param({"HEAP", "DIRECT", "POOLED_DIRECT", "COMPOSITE", "MAPPED"})
    public ByteBufKind kind;

    private static final byte[] KEY = new byte[Keys.FIXED_LENGTH];

    private CorpusTable golden;
    private ByteBuf file;
    private ByteBuf block;

    @Setup
    public void setUp() {
        golden = Golden.table(table);
        file = kind.of(golden.bytes());
        block = kind.of(golden.filterBlock().orElseThrow());
    }

    @TearDown
    public void tearDown() {
        file.release();
        block.release();
    }

    /** The block is at hand; a copy is made. */
    @Benchmark
    public FilterBlockReader copyOfBlock() {
        return Ours.openCopy(block);
    }

    /** The block is at hand; it is read where it lies, asked once and closed. */
    @Benchmark
    public boolean retainingBlock() {
        try (FilterBlockReader reader = Ours.openRetaining(block)) {
            return reader.keyMayMatch(0, KEY);
        }
    }

    /** From the footer on, in memory. */
    @Benchmark
    public FilterBlockReader filterOfTable() throws IOException {
        try (TableFile opened = TableFile.open(TableSource.of(file, table))) {
            return opened.openFilter().orElseThrow();
        }
    }

    /** From the footer on, in a file that the system has in memory. */
    @Benchmark
    public FilterBlockReader filterOfFile() throws IOException {
        try (TableFile opened = TableFile.open(golden.path())) {
            return opened.openFilter().orElseThrow();
        }
    }
}
