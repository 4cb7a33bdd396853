// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.io.BufferedReader;
import java.io.File;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * LevelDB opens retrofitted databases, finds every key, and uses the new filters. In the long profile goleveldb and
 * Chromium, driven by the recipes of the golden databases, read theirs; it takes {@code go} with Debian's {@code
 * golang-github-syndtr-goleveldb-dev}, and {@code chromium} with {@code python3}.
 */
class LiveRetrofitTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final Path RECIPES = Path.of("../../testdata/recipes/databases");
    private static final String[] GO = {
        "go", "run", RECIPES.resolve("make_goleveldb.go").toString()
    };
    private static final Path GO_PATH = Path.of("/usr/share/gocode");

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
        retrofit(database.directory(), target, more.apply(plan));
        return database;
    }

    private static void retrofit(Path from, Path to, FilterPlan plan) throws IOException {
        DatabaseRetrofit.of(from, to).withPlan(plan).run();
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

    /**
     * After the retrofit every data block is damaged: LevelDB still answers for a key that all filters deny, and meets
     * the damage for any other. This library says which keys are denied.
     */
    @ParameterizedTest
    @CsvSource({
        "plyvel, false",
        "iq80, false",
        "pcmind, false",
        "goleveldb, false",
        "plyvel, true",
        "iq80, true",
        "goleveldb, true"
    })
    void theFiltersAreUsed(String name, boolean oneForEachTable) throws IOException {
        FilterPlan one = FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB).withBaseLg(Windows.MAX_BASE_LG);
        GoldenDatabase database = retrofit(name, plan -> oneForEachTable ? one.withBitsPerKey(10) : plan);
        for (Path table : oneForEachTable ? Databases.tables(target) : List.<Path>of()) {
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

    /** Names changed so that LevelDB uses the filters; LevelDB writes; and back again for goleveldb. */
    @Test
    void goleveldbReadsWhatWentToLevelDbAndBack() throws Exception {
        requireGo();
        GoldenDatabase golden = GoldenDatabase.named("goleveldb");
        Path there = folder.resolve("there");
        retrofit(golden.directory(), there, FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB));
        try (NativeDatabase open = NativeDatabase.open(there, 10)) {
            assertEquals(golden.entries().keySet(), open.scan().keySet());
        }
        retrofit(there, target, FilterPlan.KEEP.withDialect(FilterDialect.GOLEVELDB));
        assertListed(golden, GO);
    }

    @Test
    void goleveldbReadsOtherFiltersOfItsOwn() throws Exception {
        requireGo();
        GoldenDatabase golden = GoldenDatabase.named("goleveldb");
        retrofit(golden.directory(), target, FilterPlan.KEEP.withBaseLg(13).withBitsPerKey(16));
        assertListed(golden, GO);
    }

    @Test
    @Tag("DB-7")
    void whatGoleveldbHasOpenIsReadAsItIs() throws Exception {
        requireGo();
        Path database = Databases.copy(GoldenDatabase.named("goleveldb"), folder.resolve("old"));
        Process open = start(GO, "hold", database.toString());
        try (BufferedReader lines = open.inputReader()) {
            assertEquals("open", lines.readLine());
            assertFalse(DatabaseRetrofit.of(database, target).run().tables().isEmpty());
        } finally {
            open.getOutputStream().close();
            open.waitFor();
        }
    }

    @Test
    void chromiumReadsItsRecordsBack() throws Exception {
        requireLongProfile();
        assumeTrue(isInstalled("chromium") && isInstalled("python3"), "it takes chromium and python3");
        GoldenDatabase golden = GoldenDatabase.named("chromium");
        retrofit(golden.directory(), target, FilterPlan.KEEP.withBitsPerKey(16));
        assertListed(golden, "python3", RECIPES.resolve("make_chromium.py").toString());
    }

    /** A recipe, run by a program, lists what the database has. */
    private void assertListed(GoldenDatabase golden, String... program) throws Exception {
        Path listing = folder.resolve("listing");
        Process process = start(program, "read", target.toString(), listing.toString());
        assertEquals(0, process.waitFor());
        List<String> expected = new ArrayList<>();
        golden.entries().forEach((key, hash) -> expected.add(key + " " + hash));
        assertEquals(expected, Files.readAllLines(listing));
    }

    private static void requireLongProfile() {
        assumeTrue(Integer.getInteger("filterblock.scale", 1) > 1, "only in the long profile");
    }

    private static void requireGo() {
        requireLongProfile();
        assumeTrue(
                isInstalled("go") && Files.isDirectory(GO_PATH.resolve("src/github.com/syndtr/goleveldb")),
                "it takes go and golang-github-syndtr-goleveldb-dev");
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private static Process start(String[] program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("GO111MODULE", "off");
        builder.environment().put("GOPATH", GO_PATH.toString());
        return builder.start();
    }
}
