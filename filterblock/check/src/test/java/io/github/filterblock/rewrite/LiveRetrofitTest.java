// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.Windows;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.database.Databases;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.GoldenDatabase;
import io.github.filterblock.testdata.contract.NativeDatabase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LevelDB opens retrofitted databases, finds every key, and uses the new filters. */
class LiveRetrofitTest {
    private static final HexFormat HEX = HexFormat.of();

    @TempDir
    Path folder;

    private Path target;

    @BeforeEach
    void levelDbIsThere() {
        assumeTrue(NativeDatabase.whyNotAvailable().isEmpty(), NativeDatabase::whyNotAvailable);
        target = folder.resolve("new");
    }

    private GoldenDatabase retrofit(String name, UnaryOperator<FilterPlan> more) throws IOException {
        GoldenDatabase database = GoldenDatabase.named(name);
        boolean hasFilters = database.policy().isPresent();
        FilterPlan plan = hasFilters ? FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB) : FilterPlan.KEEP;
        DatabaseRetrofit.of(database.directory(), target)
                .withPlan(more.apply(plan))
                .run();
        return database;
    }

    @ParameterizedTest
    @ValueSource(strings = {"plyvel", "iq80", "pcmind", "goleveldb"})
    void levelDbReadsEveryKeyAndReplaysTheLog(String name) throws IOException {
        GoldenDatabase database = retrofit(name, plan -> plan);
        try (NativeDatabase open = NativeDatabase.open(target, 10)) {
            Map<String, String> found = new TreeMap<>();
            open.scan()
                    .forEach((key, value) ->
                            found.put(key, Databases.sha256(value).substring(0, 16)));
            assertEquals(new TreeMap<>(database.entries()), found);
            for (Map.Entry<String, String> entry : database.entries().entrySet()) {
                NativeDatabase.Answer answer = open.get(HEX.parseHex(entry.getKey()));
                assertEquals(
                        entry.getValue(),
                        Databases.sha256(answer.value().orElseThrow()).substring(0, 16));
                NativeDatabase.Answer absent = open.get(HEX.parseHex(entry.getKey() + "00"));
                assertTrue(absent.isAbsent(), absent::error);
            }
        }
        NativeDatabase.open(target, 0).close();
    }

    @Test
    void withoutRetrofitLevelDbDoesNotReadIq80s() throws IOException {
        Path copy = Databases.copy(GoldenDatabase.named("iq80"), folder.resolve("copy"));
        try (NativeDatabase open = NativeDatabase.open(copy, 10)) {
            IOException e = assertThrows(IOException.class, open::scan);
            assertTrue(e.getMessage().contains(".sst"), e::getMessage);
        }
    }

    /**
     * After the retrofit every data block is damaged: LevelDB still answers for a key that all filters deny, and meets
     * the damage for any other. This library says which keys are denied.
     */
    @ParameterizedTest
    @ValueSource(strings = {"plyvel", "iq80", "pcmind", "goleveldb"})
    void theFiltersAreUsed(String name) throws IOException {
        assertFiltersAreUsed(retrofit(name, plan -> plan));
    }

    /** The change to one filter for each table: LevelDB reads this layout like its own. */
    @ParameterizedTest
    @ValueSource(strings = {"plyvel", "iq80", "goleveldb"})
    void oneFilterForEachTableIsUsed(String name) throws IOException {
        GoldenDatabase database = retrofit(
                name,
                plan -> plan.withDialect(FilterDialect.LEVELDB)
                        .withBaseLg(Windows.MAX_BASE_LG)
                        .withBitsPerKey(10));
        for (Path table : Databases.tables(target)) {
            assertEquals(1, filtersOf(table), table::toString);
        }
        assertFiltersAreUsed(database);
    }

    private static int filtersOf(Path file) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            BlockHandle filter = table.metaindex().get(0).handle().orElseThrow();
            return FilterBlockLayout.of(ByteBuffer.wrap(table.read(filter).contents()))
                    .filterCount();
        }
    }

    private void assertFiltersAreUsed(GoldenDatabase database) throws IOException {
        for (Path log : Databases.files(target)) {
            if (log.toString().endsWith(".log")) {
                Files.write(log, new byte[0]); // or LevelDB makes a table of it, and merges it with the damaged ones
            }
        }
        List<TableQuery> tables = new ArrayList<>();
        for (Path file : Databases.tables(target)) {
            try (TableFile table = TableFile.open(file)) {
                TableQuery query = new TableQuery(TableReport.of(table));
                assertEquals(TableQuery.Search.INDEX, query.search());
                tables.add(query);
            }
            damageData(file);
        }
        int denied = 0;
        int asked = 0;
        List<String> keys = new ArrayList<>(database.entries().keySet());
        for (int i = 5; i < keys.size() - 5; i += 9) {
            for (String key : List.of(keys.get(i), keys.get(i) + "00")) {
                byte[] bytes = HEX.parseHex(key);
                boolean absent =
                        tables.stream().noneMatch(each -> each.ask(bytes).mayMatch());
                assertAnswer(bytes, absent);
                denied += absent ? 1 : 0;
                asked++;
            }
            if (asked > 40) {
                break;
            }
        }
        assertTrue(denied > asked / 4 && denied < asked * 3 / 4, denied + " of " + asked);
    }

    /** A database of its own for each question: LevelDB would begin to repair what it found damaged. */
    private void assertAnswer(byte[] key, boolean absent) throws IOException {
        Path copy = folder.resolve("copy-" + HEX.formatHex(key));
        Databases.copy(target, copy);
        try (NativeDatabase open = NativeDatabase.open(copy, 10)) {
            NativeDatabase.Answer answer = open.get(key);
            assertEquals(absent, answer.isAbsent(), () -> HEX.formatHex(key) + " " + answer.error());
            assertEquals(absent, answer.error().isEmpty(), answer::error);
        }
        try (NativeDatabase open = NativeDatabase.open(copy, 0)) {
            assertFalse(open.get(key).error().isEmpty(), "without filters the damage is met");
        }
    }

    private static void damageData(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try (TableFile table = TableFile.open(file)) {
            for (IndexEntry entry : table.index()) {
                bytes[(int) entry.handle().offset() + 3] ^= 0x40;
            }
        }
        Files.write(file, bytes);
    }
}
