// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.Finding;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableVerifier;
import io.github.filterblock.analysis.VerifyReport;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.CorpusTable;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.List;
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

/** Verifies whole tables; a score is the time for one table. {@code -Dbenchmark.jmh="VerifyBench -prof gc"} */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class VerifyBench {
    /** A golden table: stored raw, compressed with Snappy, with long keys. */
    @Param({"tb123-100k", "goleveldb-default", "cpp123-longkeys"})
    public String table;

    /** What holds the table. */
    @Param({"HEAP", "DIRECT", "COMPOSITE", "MAPPED"})
    public ByteBufKind kind;

    private ByteBuf file;
    private ByteBuf block;

    @Setup
    public void setUp() {
        CorpusTable golden = Golden.table(table);
        file = kind.of(golden.bytes());
        block = kind.of(golden.filterBlock().orElseThrow());
    }

    @TearDown
    public void tearDown() {
        file.release();
        block.release();
    }

    /** Checksums, blocks, layout, and each key against its filter. */
    @Benchmark
    public VerifyReport wholeTable() throws IOException {
        try (TableFile opened = TableFile.open(TableSource.of(file, table))) {
            return TableVerifier.verify(opened, FilterHints.NONE);
        }
    }

    /** The filter block alone. */
    @Benchmark
    public List<Finding> filterBlock() {
        return FilterBlockVerifier.verifyBloom(block);
    }

    /** The yardstick: checksums and keys of all data blocks, and nothing done with them. */
    @Benchmark
    public long decodingAlone() throws IOException {
        long sum = 0;
        try (TableFile opened = TableFile.open(TableSource.of(file, table))) {
            for (IndexEntry entry : opened.index()) {
                KeyValueBlock.Cursor cursor = opened.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    sum += cursor.keyLength();
                }
            }
        }
        return sum;
    }
}
