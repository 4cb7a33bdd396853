// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.KeyAnswer;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A filter that holds prefixes of keys, with the keys or instead of them. */
@Tag("TF-13")
class RocksDbPrefixConformanceTest {
    private static final String RECIPES = "io.github.filterblock.conformance.RocksDbRecipes#";

    private interface KeyCheck {
        void check(long blockOffset, byte[] userKey);
    }

    private static void forAllKeys(TableFile table, KeyCheck check) throws IOException {
        for (IndexEntry entry : table.index()) {
            KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
            while (cursor.next()) {
                int userKeyLength = cursor.keyLength() - RocksDbRecipes.TAG_LENGTH;
                check.check(entry.handle().offset(), Arrays.copyOf(cursor.key(), userKeyLength));
            }
        }
    }

    private static FilterBlockReader reader(TableReport analysis, FilterMatcher matcher) {
        byte[] block = analysis.filter().orElseThrow().contents();
        return FilterBlockReader.wrapping(block, 0, block.length, matcher);
    }

    @ParameterizedTest
    @MethodSource(RECIPES + "readableAndFiltered")
    void propertySaysWhetherWholeKeysAreInTheFilter(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            assertEquals(!recipe.prefixOnly(), table.structure().origin().filtersWholeKeys());
        }
    }

    @ParameterizedTest
    @MethodSource(RECIPES + "ofPrefixesOnly")
    void filterOfPrefixesDeniesNoKeyAndSaysWhy(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            TableReport analysis = TableReport.of(table);
            assertEquals(
                    FilterIdentification.Trust.PREFIXES_ONLY,
                    analysis.identification().trust());
            assertEquals(
                    List.of(FilterDialect.ROCKSDB_BLOCK),
                    analysis.identification().dialects());
            assertEquals(TableStatus.OK, analysis.status());

            TableQuery query = new TableQuery(analysis);
            assertEquals(TableQuery.Search.NO_FILTER, query.search());
            FilterBlockReader opened = table.openFilter().orElseThrow();
            forAllKeys(table, (blockOffset, userKey) -> {
                assertTrue(query.ask(userKey).mayMatch());
                assertTrue(opened.keyMayMatch(blockOffset, userKey));
            });
            Random random = new Random(1);
            for (int i = 0; i < 1000; i++) {
                byte[] key = new byte[random.nextInt(12)];
                random.nextBytes(key);
                assertTrue(query.ask(key).mayMatch());
                assertTrue(query.askFilter(random.nextLong(), key));
                assertTrue(opened.keyMayMatch(random.nextInt(1 << 15), key));
            }
        }
    }

    @ParameterizedTest
    @MethodSource(RECIPES + "ofPrefixesOnly")
    void rocksDbDistinguishedNoKeysByPrefixesAlone(RecipeTable recipe) {
        assertFalse(recipe.absent().isEmpty());
        assertTrue(recipe.absent().stream().allMatch(KeyAnswer::mayMatch));
    }

    // What a reader that does not know the property would do.
    @ParameterizedTest
    @MethodSource(RECIPES + "ofPrefixesOnly")
    void bitsOfPrefixesWouldDenyMostKeysOfTheTable(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            TableReport analysis = TableReport.of(table);
            FilterBlockReader bits = reader(analysis, FilterDialect.ROCKSDB_BLOCK.matcher());
            long[] denied = {0};
            forAllKeys(table, (blockOffset, userKey) -> {
                denied[0] += bits.keyMayMatch(blockOffset, userKey) ? 0 : 1;
            });
            assertTrue(denied[0] > recipe.entries() / 2, denied[0] + " of " + recipe.entries());
        }
    }

    @ParameterizedTest
    @MethodSource(RECIPES + "readableAndFiltered")
    void prefixOfEveryKeyMatches(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            FilterBlockReader bits = reader(TableReport.of(table), FilterDialect.ROCKSDB_BLOCK.matcher());
            forAllKeys(
                    table,
                    (blockOffset, userKey) -> RocksDbRecipes.prefix(recipe, userKey)
                            .ifPresent(prefix -> assertTrue(bits.keyMayMatch(blockOffset, prefix))));
        }
    }

    @ParameterizedTest
    @MethodSource(RECIPES + "ofWholeKeys")
    void filterOfKeysIsTrustedAlsoWherePrefixesAreInIt(RecipeTable recipe) throws IOException {
        try (TableFile table = TableFile.open(recipe.path())) {
            TableReport analysis = TableReport.of(table);
            assertEquals(
                    FilterIdentification.Trust.TRUSTED,
                    analysis.identification().trust());
            assertEquals(TableQuery.Search.INDEX, new TableQuery(analysis).search());
            for (DataBlock block : analysis.dataBlocks()) {
                assertTrue(block.keyCount() > 0);
            }
        }
    }
}
