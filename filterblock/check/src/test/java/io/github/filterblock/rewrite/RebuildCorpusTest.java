// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.TableResult.NewFilter;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.KeyKind;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every table of the corpus: with its own parameters it is the file that its writer wrote, and with others data and
 * index stay and nothing is wrong with the filter. A sample of the others in every build, all in the long profile.
 */
class RebuildCorpusTest {
    private static final boolean ALL = Integer.getInteger("filterblock.scale", 1) > 1;
    private static final int LARGE = 200 << 10;
    private static final int[] BITS = {1, 7, 10, 44, 100};
    private static final int[] BASE_LGS = {11, 0, 4, 13, 40, 63};
    private static final List<FilterPlan> PLANS = plans();
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

    /** Only the plan of a block-based filter is tested here. */
    private static boolean hasFullFilter(CorpusTable table) {
        try {
            return Rebuilt.open(table.bytes()).structure().keyFilterEntry().isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FilterRecipe.Block recipeOf(NewFilter filter) {
        return (FilterRecipe.Block) filter.recipe();
    }

    /** The parameters of a filter as a plan for a table that has none. */
    private static FilterPlan planOf(FilterRecipe.Block filter) {
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
        return tables().filter(table -> !table.file().writer().contains("7.8.3"))
                .filter(table -> table.hasNoFilter() || hasBuiltinFilter(table))
                .filter(table -> !hasFullFilter(table))
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> checkOwn(table)));
    }

    private static void checkOwn(CorpusTable table) throws IOException {
        Rebuilt dropped = Rebuilt.of(table.bytes(), FilterPlan.DROP);
        assertEquals(Optional.empty(), dropped.result().filter());
        if (table.hasNoFilter()) {
            assertArrayEquals(table.bytes(), dropped.bytes());
            assertTrue(dropped.result().identical());
            return;
        }
        assertTrue(dropped.bytes().length < table.bytes().length);
        Rebuilt kept = Rebuilt.of(table.bytes(), FilterPlan.KEEP);
        assertEquals(kept.bytes().length, kept.result().newSize());
        boolean raw = table.filter().orElseThrow().blockType().orElse(0) == 0;
        assertEquals(raw, kept.result().identical());
        assertEquals(raw, Arrays.equals(table.bytes(), kept.bytes()));
        if (isLevelDbItself(table)) {
            FilterRecipe.Block own = recipeOf(kept.result().filter().orElseThrow());
            FilterHints hints = new FilterHints(Optional.empty(), Optional.of(own.keyFormat()));
            assertArrayEquals(
                    table.bytes(),
                    Rebuilt.of(dropped.bytes(), planOf(own), hints).bytes());
        }
    }

    /** RocksDB's own footers, padded data blocks, properties behind the filter, and every index that is read. */
    @TestFactory
    Stream<DynamicTest> tablesOfRocksDbToo() {
        return RecipeTables.rocksDb().tables().stream()
                .filter(RebuildCorpusTest::canBeRebuilt)
                .map(table -> DynamicTest.dynamicTest(table.name(), () -> {
                    Rebuilt kept = Rebuilt.of(table.bytes(), FilterPlan.KEEP);
                    assertArrayEquals(table.bytes(), kept.bytes());
                    FilterRecipe.Block own = recipeOf(kept.result().filter().orElseThrow());
                    Rebuilt dropped = Rebuilt.of(table.bytes(), FilterPlan.DROP);
                    assertArrayEquals(table.bytes(), dropped.again(planOf(own)).bytes());
                }));
    }

    private static boolean canBeRebuilt(RecipeTable table) {
        return table.policy().isPresent()
                && Stream.of("prefix", "index-hash", "index-two", "bzip2", "dictionary")
                        .noneMatch(table.name()::contains);
    }

    private static List<FilterPlan> plans() {
        List<FilterPlan> plans = new ArrayList<>();
        for (int bits : BITS) {
            for (int baseLg : BASE_LGS) {
                for (FilterDialect dialect : FilterDialect.values()) {
                    if (dialect.isWritten()) {
                        plans.add(FilterPlan.KEEP
                                .withDialect(dialect)
                                .withBitsPerKey(bits)
                                .withBaseLg(baseLg));
                    }
                }
            }
        }
        return plans;
    }

    private static Stream<CorpusTable> tables() {
        return Corpus.configured().tables().stream()
                .filter(table -> table.file().magicOk().orElse(true));
    }

    /**
     * Of each table as many plans as the build is for, of a large one fewer; together the tables of a sample have every
     * plan.
     *
     * @param first number of the first plan in a sample
     */
    private static List<FilterPlan> plansFor(CorpusTable table, int first) {
        int count = table.bytes().length > LARGE ? 1 : 3;
        return ALL
                ? PLANS
                : IntStream.range(first, first + count)
                        .mapToObj(i -> PLANS.get(i % PLANS.size()))
                        .toList();
    }

    @TestFactory
    Stream<DynamicTest> anyPlanGivesASoundTable() {
        List<DynamicTest> tests = new ArrayList<>();
        int taken = 0;
        for (CorpusTable table : tables().toList()) {
            List<FilterPlan> plans = plansFor(table, taken);
            taken += plans.size();
            tests.add(DynamicTest.dynamicTest(table.name(), () -> {
                TableReport before = TableReport.of(Rebuilt.open(table.bytes()));
                TableStructure structure = Rebuilt.open(table.bytes()).structure();
                boolean refused = hasFullFilter(table) || structure.origin().filtersPrefixes();
                for (FilterPlan plan : refused ? List.<FilterPlan>of() : plans) {
                    check(table, before, plan);
                }
            }));
        }
        assertTrue(Corpus.configured() != Corpus.bundled() || taken >= PLANS.size(), "every plan is in the sample");
        return tests.stream();
    }

    private static void check(CorpusTable table, TableReport before, FilterPlan plan) throws IOException {
        byte[] bytes = table.bytes();
        KeyFormat likely =
                table.file().keyKind().equals(Optional.of(KeyKind.INTERNAL)) ? KeyFormat.USER_KEY : KeyFormat.WHOLE_KEY;
        FilterHints known = new FilterHints(
                Optional.empty(), before.keyFormat().isPresent() ? Optional.empty() : Optional.of(likely));
        Rebuilt rebuilt = Rebuilt.of(bytes, plan, known);
        NewFilter built = rebuilt.result().filter().orElseThrow();
        FilterRecipe.Block filter = recipeOf(built);
        FilterDialect dialect = plan.dialect().orElseThrow();
        assertEquals(dialect.policyName(), built.policyName());
        assertEquals(plan.baseLg().getAsInt(), filter.baseLg());
        assertSameDataAndIndex(before, bytes, rebuilt.bytes());

        FilterHints hints = new FilterHints(Optional.of(dialect), Optional.of(filter.keyFormat()));
        TableFile file = Rebuilt.open(rebuilt.bytes());
        TableReport verified = TableReport.of(file, hints);
        TableVerification verification = TableVerification.of(file, verified);
        assertEquals(
                TableStatus.OK,
                verification.status(),
                () -> plan + ": " + verification.findings().first());
        assertEquals(before.entries(), verified.entries());
        assertEquals(
                before.structure().metaindex().size() + (before.filter().isEmpty() ? 1 : 0),
                verified.structure().metaindex().size());
        Rebuilt again = rebuilt.again(FilterPlan.KEEP.withDialect(dialect).withBitsPerKey(filter.bitsPerKey()));
        assertArrayEquals(rebuilt.bytes(), again.bytes(), "settled");
    }

    private static void assertSameDataAndIndex(TableReport before, byte[] old, byte[] rebuilt) throws IOException {
        int dataEnd = (int) TableLayout.dataEnd(before.facts().blocks());
        assertEquals(-1, Arrays.mismatch(old, 0, dataEnd, rebuilt, 0, dataEnd), "data blocks");
        TableFile table = Rebuilt.open(rebuilt);
        assertArrayEquals(
                stored(old, before.structure().footer().index()),
                stored(rebuilt, table.footer().index()));
        assertEquals(
                before.structure().footer().checksum(),
                table.structure().footer().checksum());
        assertEquals(
                before.structure().footer().formatVersion(),
                table.structure().footer().formatVersion());
    }

    private static byte[] stored(byte[] table, BlockHandle handle) {
        return Arrays.copyOfRange(table, (int) handle.offset(), (int) handle.end());
    }
}
