// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What a program that rewrites tables gives, and gets back: ranges, reports, and what an exception carries. */
class RewriteApiTest {
    private static final OptionalDouble OPEN = OptionalDouble.empty();
    private static final OptionalInt NONE = OptionalInt.empty();

    @TempDir
    Path folder;

    @Test
    void plansAndThreadsHaveRanges() {
        DatabaseRetrofit retrofit =
                DatabaseRetrofit.of(GoldenDatabase.named("plyvel").directory(), folder.resolve("new"));
        retrofit.withThreads(1);
        List<Executable> refused = List.of(
                () -> retrofit.withThreads(0),
                () -> new FilterPlan(false, Optional.of(FilterDialect.BASHO_2), OPEN, NONE),
                () -> new FilterPlan(false, Optional.empty(), OptionalDouble.of(-1), NONE),
                () -> new FilterPlan(false, Optional.empty(), OPEN, OptionalInt.of(64)),
                () -> new FilterPlan(true, Optional.of(FilterDialect.LEVELDB), OPEN, NONE),
                () -> new FilterPlan(true, Optional.empty(), OptionalDouble.of(10), NONE),
                () -> new FilterPlan(true, Optional.empty(), OPEN, OptionalInt.of(11)),
                () -> FilterPlan.KEEP.withBitsPerKey(Double.NaN),
                () -> FilterPlan.KEEP.withBitsPerKey(1000.5),
                () -> FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB).withBitsPerKey(9.9),
                () -> FilterPlan.DROP.withFullFilter(FullFilterKind.RIBBON),
                () -> FilterPlan.KEEP.withFullFilter(FullFilterKind.EMPTY),
                () -> FilterPlan.KEEP.withFullFilter(FullFilterKind.ALWAYS),
                () -> FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB).withFullFilter(FullFilterKind.RIBBON),
                () -> FilterPlan.KEEP.withBaseLg(11).withFullFilter(FullFilterKind.RIBBON),
                () -> FilterPlan.KEEP.withFullFilter(FullFilterKind.RIBBON).withBitsPerKey(0),
                () -> FilterPlan.KEEP.withFullFilter(FullFilterKind.RIBBON).withBitsPerKey(101),
                () -> FilterPlan.KEEP.withFullFilter(FullFilterKind.RIBBON).withBaseLg(11),
                () -> FilterPlan.KEEP.withFullFilter(FullFilterKind.RIBBON).withDialect(FilterDialect.LEVELDB));
        for (int i = 0; i < refused.size(); i++) {
            assertThrows(IllegalArgumentException.class, refused.get(i), "case " + i);
        }
        new FilterPlan(true, Optional.empty(), OPEN, NONE);
        new FilterPlan(false, Optional.of(FilterDialect.LEVELDB), OptionalDouble.of(0), OptionalInt.of(63));
    }

    @Test
    void reportsSayWhatWasWritten() throws IOException {
        FilterPlan plan = new FilterPlan(false, Optional.empty(), OptionalDouble.of(14), NONE);
        TableResult rebuilt = TableRebuild.rebuild(
                Corpus.bundled().directory().resolve("tables/cpp123-default.ldb"),
                folder.resolve("t"),
                plan,
                FilterHints.NONE);
        assertTrue(rebuilt.toString().startsWith("TableResult["), rebuilt::toString);
        DatabaseRetrofit.Report report = DatabaseRetrofit.of(
                        GoldenDatabase.named("iq80").directory(), folder.resolve("new"))
                .run();
        assertEquals(
                "Report[MANIFEST-000023 with 2 version edits, 4 tables, 1 of them with a wrong size in it, "
                        + "2 other files copied, 0 left out]",
                report.toString());
    }

    @Test
    void aResultSaysWhatTheTableHadAndWhatItHas() throws IOException {
        byte[] before = TestTable.ofInternalKeys()
                .block("apple", "banana")
                .block("cherry", "damson")
                .bytes();
        Rebuilt rebuilt = Rebuilt.of(before, FilterPlan.KEEP.withBitsPerKey(14));
        assertEquals(
                new TableResult(
                        "in memory",
                        TableResult.Change.REPLACED,
                        4,
                        2,
                        Optional.of("leveldb.BuiltinBloomFilter2"),
                        OptionalLong.of(filterOf(before).size()),
                        Optional.of(new TableResult.NewFilter(
                                "leveldb.BuiltinBloomFilter2",
                                new FilterRecipe.Block(FilterDialect.LEVELDB, KeyFormat.USER_KEY, 14, 11),
                                Optional.empty(),
                                1,
                                filterOf(rebuilt.bytes()).size())),
                        OptionalLong.empty(),
                        before.length,
                        rebuilt.bytes().length,
                        false,
                        Optional.empty(),
                        List.of()),
                rebuilt.result());
        Rebuilt dropped = rebuilt.again(FilterPlan.DROP);
        assertEquals(TableResult.Change.DROPPED, dropped.result().change());
        assertEquals(Optional.empty(), dropped.result().filter());
        TableResult still = dropped.again(FilterPlan.DROP).result();
        assertEquals(TableResult.Change.NONE, still.change());
        assertEquals(Optional.empty(), still.oldPolicyName());
        assertEquals(OptionalLong.empty(), still.oldFilterSize());
        assertTrue(still.identical());
        TableResult inDatabase = still.inDatabase("000010.ldb", still.oldSize() + 4);
        assertEquals("000010.ldb", inDatabase.file());
        assertTrue(inDatabase.hadWrongSize());
        assertEquals(false, still.inDatabase("000010.ldb", still.oldSize()).hadWrongSize());
        assertEquals(false, still.hadWrongSize());
    }

    private static BlockHandle filterOf(byte[] table) throws IOException {
        return Rebuilt.open(table).metaindex().get(0).handle().orElseThrow();
    }

    @Test
    void anExceptionNamesFileAndSetting() {
        UnwritableFilterException e = new UnwritableFilterException("000005.ldb", Parameter.values()[0], "unclear");
        assertEquals("000005.ldb", e.file());
        assertEquals(Parameter.values()[0], e.parameter());
        assertEquals("unclear", e.detail());
        assertEquals("000005.ldb: unclear", e.getMessage());
    }
}
