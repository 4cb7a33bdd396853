// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.RebuildReport.FilterInfo;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** That a filter built again with its own parameters gives the file that its writer wrote. */
class RebuildIdentityTest {
    private static final List<String> LEVELDB_ITSELF = List.of(
            "LevelDB C++", "google/leveldb", "Chromium", "plyvel", "classic-level", "leveldown", "leveldb-mcpe");

    private static boolean isLevelDbItself(CorpusTable table) {
        return LEVELDB_ITSELF.stream().anyMatch(table.file().writer()::contains);
    }

    private static boolean hasBuiltinFilter(CorpusTable table) {
        return table.filter()
                .flatMap(filter -> filter.policy())
                .filter(name -> !FilterDialect.named(name).isEmpty())
                .isPresent();
    }

    /** The parameters of a filter as a plan for a table that has none. */
    private static FilterPlan planOf(FilterInfo filter) {
        return FilterPlan.KEEP
                .withDialect(filter.dialect())
                .withBitsPerKey(filter.bitsPerKey())
                .withBaseLg(filter.baseLg());
    }

    /**
     * What LevelDB wrote and was dropped comes back, so the file without a filter is the one that LevelDB writes
     * without a policy.
     */
    @TestFactory
    Stream<DynamicTest> ownParametersGiveTheSameFile() {
        return Corpus.configured().tables().stream()
                .filter(table -> table.file().magicOk().orElse(true))
                .filter(table -> !table.file().writer().contains("7.8.3"))
                .filter(table -> table.hasNoFilter() || hasBuiltinFilter(table))
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> check(table)));
    }

    private static void check(CorpusTable table) throws IOException {
        Rebuilt dropped = Rebuilt.of(table.bytes(), FilterPlan.DROP);
        assertEquals(Optional.empty(), dropped.report().filter());
        if (table.hasNoFilter()) {
            assertArrayEquals(table.bytes(), dropped.bytes());
            assertTrue(dropped.report().identical());
            return;
        }
        assertTrue(dropped.bytes().length < table.bytes().length);
        Rebuilt kept = Rebuilt.of(table.bytes(), FilterPlan.KEEP);
        assertEquals(kept.bytes().length, kept.report().newSize());
        boolean raw = table.filter().orElseThrow().blockType().orElse(0) == 0;
        assertEquals(raw, kept.report().identical());
        assertEquals(raw, Arrays.equals(table.bytes(), kept.bytes()));
        if (isLevelDbItself(table)) {
            FilterInfo own = kept.report().filter().orElseThrow();
            FilterHints hints = new FilterHints(Optional.empty(), Optional.of(own.keyFormat()));
            assertArrayEquals(
                    table.bytes(),
                    Rebuilt.of(dropped.bytes(), planOf(own), hints).bytes());
        }
    }

    /** An unknown name, said to be of a known dialect, stays. */
    @Test
    void theNameOfAPolicyStays() throws IOException {
        CorpusTable table = Corpus.bundled().tables().stream()
                .filter(each -> each.name().equals("cpp123-renamed-policy"))
                .findFirst()
                .orElseThrow();
        FilterHints asLevelDb = new FilterHints(Optional.of(FilterDialect.LEVELDB), Optional.empty());
        Rebuilt kept = Rebuilt.of(table.bytes(), FilterPlan.KEEP.withBitsPerKey(10), asLevelDb);
        assertArrayEquals(table.bytes(), kept.bytes());
        assertEquals(table.filter().orElseThrow().policy(), kept.report().oldPolicyName());
    }

    /** RocksDB's own footers, padded data blocks, properties behind the filter, and every index that is read. */
    @TestFactory
    Stream<DynamicTest> tablesOfRocksDbToo() {
        return RecipeTables.rocksDb().tables().stream()
                .filter(RebuildIdentityTest::canBeRebuilt)
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> {
                    Rebuilt kept = Rebuilt.of(table.bytes(), FilterPlan.KEEP);
                    assertArrayEquals(table.bytes(), kept.bytes());
                    FilterInfo own = kept.report().filter().orElseThrow();
                    Rebuilt dropped = Rebuilt.of(table.bytes(), FilterPlan.DROP);
                    assertArrayEquals(table.bytes(), dropped.again(planOf(own)).bytes());
                }));
    }

    private static boolean canBeRebuilt(RecipeTable table) {
        return table.policy().isPresent()
                && Stream.of("prefix", "index-hash", "index-two", "bzip2", "dictionary")
                        .noneMatch(table.name()::contains);
    }
}
