// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.KeyAnswer;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That tables are read as RocksDB wrote them, and their filters as RocksDB reads them. */
class RocksDbConformanceTest {
    private static final String RECIPES = "io.github.filterblock.conformance.RocksDbRecipes#";

    private static TableReport analysis(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            return TableReport.of(table);
        }
    }

    private static TableReport verified(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            return TableReport.of(table, FilterHints.NONE);
        }
    }

    @ParameterizedTest
    @Tag("TF-1")
    @MethodSource(RECIPES + "all")
    void everyTableOpensWithTheFormatVersionItWasWrittenWith(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            assertEquals(RocksDbRecipes.formatVersion(recipe), table.footer().formatVersion());
            assertTrue(table.structure().origin().rocksDb());
            assertFalse(table.structure().origin().basho());
        }
    }

    @ParameterizedTest
    @Tag("TF-11")
    @MethodSource(RECIPES + "readable")
    void dataBlocksOfTheIndexTileTheDataSection(RecipeTable recipe) throws IOException {
        boolean aligned = recipe.option("blockAlign", "false").equals("true");
        int unit = aligned ? Integer.parseInt(recipe.option("blockSize", "")) : 1;
        long end = 0;
        try (TableFile table = TableFile.open(recipe.path())) {
            for (IndexEntry entry : table.index()) {
                assertEquals(end, entry.handle().offset());
                end = (entry.handle().end() + unit - 1) / unit * unit;
            }
        }
        assertEquals(recipe.dataSize().orElseThrow(), end);
    }

    @ParameterizedTest
    @MethodSource(RECIPES + "readable")
    void blocksAndEntriesAreAsManyAsRocksDbCounted(RecipeTable recipe) throws IOException {
        TableReport analysis = analysis(recipe);
        assertEquals(recipe.dataBlocks().orElseThrow(), analysis.dataBlocks().size());
        assertEquals(recipe.entries(), analysis.entries());
        assertEquals(List.of(), analysis.damage());
    }

    @ParameterizedTest
    @Tag("FB-17")
    @MethodSource(RECIPES + "filtered")
    void filterBlockStandsBehindTheDataWithTheSizeThatRocksDbRecorded(RecipeTable recipe) throws IOException {
        TableFilter filter = analysis(recipe).filter().orElseThrow();
        BlockHandle handle = filter.handle().orElseThrow();
        assertEquals(recipe.policy().orElseThrow(), filter.policyName());
        assertEquals(recipe.dataSize().orElseThrow(), handle.offset());
        assertEquals(recipe.filterSize().orElseThrow(), handle.size());
        assertEquals(0, filter.compressionType());
        assertEquals(RocksDbRecipes.BASE_LG, filter.layout().baseLg());
        assertEquals(Findings.NONE, filter.findings());
    }

    @ParameterizedTest
    @Tag("TF-12")
    @Tag("TF-14")
    @MethodSource(RECIPES + "readableAndFiltered")
    void dialectIsRocksDbsAndTheKeysAreInternal(RecipeTable recipe) throws IOException {
        TableReport analysis = analysis(recipe);
        assertEquals(
                List.of(FilterDialect.ROCKSDB_BLOCK), analysis.identification().dialects());
        assertFalse(analysis.identification().ambiguous());
        assertEquals(Optional.of(KeyFormat.USER_KEY), analysis.identification().keyFormat());
    }

    @ParameterizedTest
    @Tag("TF-13")
    @MethodSource(RECIPES + "readableAndFiltered")
    void verifierFindsNothing(RecipeTable recipe) throws IOException {
        TableReport report = verified(recipe);
        assertEquals(List.of(), report.findings().first());
        assertEquals(0, report.falseNegatives());
        assertEquals(TableStatus.OK, report.verifiedStatus());
    }

    @ParameterizedTest
    @Tag("TF-13")
    @MethodSource(RECIPES + "readableAndFiltered")
    void everyKeyPassesTheFilterThatAnEngineOpens(RecipeTable recipe) throws IOException {
        long keys = 0;
        try (TableFile table = TableFile.open(recipe.path())) {
            FilterBlockReader filter = table.openFilter().orElseThrow();
            for (IndexEntry entry : table.index()) {
                KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
                while (cursor.next()) {
                    int userKeyLength = cursor.keyLength() - RocksDbRecipes.TAG_LENGTH;
                    assertTrue(filter.keyMayMatch(entry.handle().offset(), cursor.key(), 0, userKeyLength));
                    keys++;
                }
            }
        }
        assertEquals(recipe.entries(), keys);
    }

    @ParameterizedTest
    @Tag("FB-10")
    @Tag("FB-15")
    @MethodSource(RECIPES + "readableAndFiltered")
    void filterBlockRebuiltFromTheKeysIsTheSameToTheByte(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            TableFilter filter = TableReport.of(table).filter().orElseThrow();
            assertArrayEquals(filter.contents(), RocksDbRecipes.rebuiltFilterBlock(recipe, table));
        }
    }

    @ParameterizedTest
    @Tag("FB-4")
    @MethodSource(RECIPES + "filtered")
    void everyFilterHasTheProbesOfItsPolicy(RecipeTable recipe) throws IOException {
        TableFilter filter = analysis(recipe).filter().orElseThrow();
        int probes = BloomFilterPolicy.rocksDbBlockBased(recipe.bitsPerKey()).probes();
        for (int i = 0; i < filter.layout().filterCount(); i++) {
            if (filter.info(i).length() > 0) {
                assertEquals(probes, filter.info(i).probes());
            }
        }
    }

    @ParameterizedTest
    @Tag("FB-24")
    @MethodSource(RECIPES + "readableAndFiltered")
    void absentKeysGetTheAnswersThatRocksDbGave(RecipeTable recipe) throws IOException {
        TableQuery query = new TableQuery(analysis(recipe));
        for (KeyAnswer answer : recipe.absent()) {
            assertEquals(answer.mayMatch(), query.ask(answer.key()).mayMatch(), answer::toString);
        }
    }

    @ParameterizedTest
    @MethodSource(RECIPES + "all")
    void keyThatRocksDbLetPassIsNeverDenied(RecipeTable recipe) throws IOException {
        TableReport analysis = analysis(recipe);
        TableQuery query = new TableQuery(analysis);
        for (KeyAnswer answer : recipe.absent()) {
            if (answer.mayMatch()) {
                assertTrue(query.ask(answer.key()).mayMatch(), answer::toString);
            }
        }
    }

    @ParameterizedTest
    @Tag("FB-2")
    @MethodSource(RECIPES + "ofWholeKeys")
    void unsignedHashDeniesKeysExactlyWhereATailIsHigh(RecipeTable recipe) throws IOException {
        boolean highTails = recipe.keys().startsWith("high") || recipe.keys().startsWith("prefix");
        long denied = 0;
        try (TableFile table = TableFile.open(recipe.path())) {
            TableReport analysis = TableReport.of(table);
            FilterBlockReader unsigned = FilterBlockReader.wrapping(
                    analysis.filter().orElseThrow().contents(),
                    0,
                    analysis.filter().orElseThrow().contents().length,
                    FilterDialect.LEVELDB.matcher());
            for (DataBlock block : analysis.dataBlocks()) {
                KeyValueBlock.Cursor cursor = table.readEntries(block.handle()).cursor();
                while (cursor.next()) {
                    byte[] userKey = Arrays.copyOf(cursor.key(), cursor.keyLength() - RocksDbRecipes.TAG_LENGTH);
                    boolean match = unsigned.keyMayMatch(block.offset(), userKey);
                    assertTrue(match || hasHighTail(userKey));
                    denied += match ? 0 : 1;
                }
            }
        }
        assertEquals(highTails, denied > 0);
    }

    private static boolean hasHighTail(byte[] key) {
        for (int i = key.length & ~3; i < key.length; i++) {
            if (key[i] < 0) {
                return true;
            }
        }
        return false;
    }
}
