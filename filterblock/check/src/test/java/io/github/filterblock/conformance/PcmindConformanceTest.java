// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.KeyAnswer;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables by pcmind/leveldb, which sends metaindex and filter block through the compressor like any other block. */
class PcmindConformanceTest {
    private static final int TAG_LENGTH = 8;

    static Stream<RecipeTable> tables() {
        return RecipeTables.pcmind().tables().stream();
    }

    @ParameterizedTest
    @Tag("TF-10")
    @CsvSource({"pcmind12-none-wide, 0, 0", "pcmind12-snappy-narrow, 1, 0", "pcmind12-snappy-wide, 1, 1"})
    void metaindexAndFilterBlockMayBeCompressed(String name, int metaindexType, int filterType) throws IOException {
        try (TableFile table = TableFile.open(RecipeTables.pcmind().table(name).path())) {
            assertEquals(metaindexType, table.read(table.footer().metaindex()).type());
            assertEquals(
                    filterType, TableReport.of(table).filter().orElseThrow().compressionType());
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void tableIsReadAndNothingIsFound(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            TableReport report = TableReport.of(table, FilterHints.NONE);
            assertEquals(List.of(), report.findings().first());
            assertEquals(TableStatus.OK, report.verifiedStatus());
            assertEquals(recipe.entries(), report.entries());
            assertEquals(List.of(FilterDialect.LEVELDB), report.identification().dialects());
            assertEquals(
                    Optional.of(KeyFormat.USER_KEY), report.identification().keyFormat());
        }
    }

    /** Its padded handles let even a metaindex of one entry shrink by an eighth. */
    @ParameterizedTest
    @Tag("TF-6")
    @MethodSource("tables")
    void metaindexIsCompressedLikeData(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            int expected = recipe.path().toString().contains("snappy") ? 1 : 0;
            assertEquals(expected, table.read(table.footer().metaindex()).type());
        }
    }

    @ParameterizedTest
    @Tag("FB-15")
    @MethodSource("tables")
    void filterBlockRebuiltFromTheKeysIsTheSameToTheByte(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            TableFilter filter = TableReport.of(table).filter().orElseThrow();
            FilterBlockBuilder builder =
                    new FilterBlockBuilder(BloomFilterPolicy.levelDb((int) recipe.bitsPerKey()), 11);
            for (IndexEntry entry : table.index()) {
                KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    builder.addKey(cursor.key(), 0, cursor.keyLength() - TAG_LENGTH);
                }
                builder.startBlock(entry.handle().end());
            }
            ByteBuf block = builder.finishBuf(UnpooledByteBufAllocator.DEFAULT);
            try {
                assertArrayEquals(filter.contents(), ByteBufUtil.getBytes(block));
            } finally {
                block.release();
            }
        }
    }

    @ParameterizedTest
    @Tag("TF-13")
    @MethodSource("tables")
    void everyKeyPassesTheFilterThatAnEngineOpens(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            FilterBlockReader filter = table.openFilter().orElseThrow();
            for (IndexEntry entry : table.index()) {
                KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    assertTrue(filter.keyMayMatch(
                            entry.handle().offset(), cursor.key(), 0, cursor.keyLength() - TAG_LENGTH));
                }
            }
        }
    }

    @ParameterizedTest
    @Tag("FB-24")
    @MethodSource("tables")
    void absentKeysGetTheAnswersThatTheOriginalGave(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            TableQuery query = new TableQuery(TableReport.of(table));
            assertEquals(TableQuery.Search.INDEX, query.search());
            for (KeyAnswer answer : recipe.absent()) {
                assertEquals(answer.mayMatch(), query.ask(answer.key()).mayMatch(), answer::toString);
            }
        }
    }
}
