// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.engine.DatabaseFilters;
import io.github.filterblock.engine.FilterCounters;
import io.github.filterblock.rewrite.DatabaseRetrofit;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.GoldenDatabase;
import io.github.filterblock.testdata.KeyKind;
import io.github.filterblock.testdata.contract.NativeDatabase;
import io.github.filterblock.testdata.contract.NativeLevelDb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LevelDB reads files of iq80 with filters, iq80 reads files of LevelDB, and both meet damage. */
class Iq80FilesTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final int COUNT = 20_000;
    private static final String ENGINES_GUAVA = "guava-21.0";
    private static final String OLDEST_GUAVA = "guava-16.0.1";

    @TempDir
    Path folder;

    private static Path copy(Path directory, Path target) throws IOException {
        Files.createDirectories(target);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                Files.copy(file, target.resolve(name.replace(".ldb", ".sst"))); // iq80 knows only the older name
            }
        }
        return target;
    }

    /** Opens a database, puts the usual keys into it and compacts it. */
    private static Iq80Store filled(Iq80 engine, Path directory, DatabaseFilters filters) throws IOException {
        Iq80Store store = engine.open(directory, filters);
        Iq80Process.fill(store, COUNT);
        store.compact();
        return store;
    }

    private static void assertFilled(Store store) {
        for (int i = 0; i < COUNT; i++) {
            assertArrayEquals(
                    Iq80Process.value(i), store.get(Iq80Process.key(i)).orElseThrow());
            assertTrue(store.get(Iq80Process.key(i + COUNT)).isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"WINDOWS", "TABLE"})
    void aDamagedFilterIsReportedAndLosesNoKey(Layout layout) throws IOException {
        Path directory = folder.resolve("damaged");
        filled(Iq80.USUAL, directory, Iq80.filters(layout, 0)).close();
        List<Path> tables = Iq80.tables(directory);
        for (Path table : tables) {
            flipABitOfTheFilter(table);
        }
        List<String> heard = new ArrayList<>();
        DatabaseFilters filters = Iq80.filters(layout, 0).withListener(reason -> heard.add(reason.getMessage()));
        try (Iq80Store store = Iq80.USUAL.open(directory, filters)) {
            assertFilled(store);
            FilterCounters.Snapshot counts = filters.counters().snapshot();
            assertEquals(tables.size(), counts.unusableFilters());
            assertEquals(0, counts.absent());
            assertTrue(counts.withoutFilter() >= COUNT);
        }
        assertEquals(tables.size(), heard.size());
    }

    private static void flipABitOfTheFilter(Path table) throws IOException {
        long offset;
        try (TableFile file = TableFile.open(table)) {
            offset = file.metaindex().stream()
                    .filter(entry -> entry.filterForm().isPresent())
                    .findFirst()
                    .orElseThrow()
                    .handle()
                    .orElseThrow()
                    .offset();
        }
        byte[] bytes = Files.readAllBytes(table);
        bytes[(int) offset] ^= 4;
        Files.write(table, bytes);
    }

    @Test
    void statisticsSayWhatFiltersDo() throws IOException {
        DatabaseFilters filters = Iq80.filters(Layout.WINDOWS, 0);
        try (Iq80Store store = filled(Iq80.USUAL, folder.resolve("counted"), filters)) {
            assertFilled(store);
            FilterCounters.Snapshot counts = filters.counters().snapshot();
            assertTrue(counts.absent() > COUNT * 0.8, counts::toString);
            assertTrue(counts.mayMatch() >= COUNT, counts::toString);
            assertTrue(counts.falsePositiveRate() > 0 && counts.falsePositiveRate() < 0.2, counts::toString);
            assertTrue(counts.openFilters() > 0 && counts.retainedBytes() > COUNT, counts::toString);
        }
        assertEquals(0, filters.counters().snapshot().openFilters());
        assertEquals(0, filters.counters().snapshot().retainedBytes());
    }

    /**
     * Zero-padded decimal numbers, even ones stored and odd ones asked for, in keys of 16 bytes: neighbours differ in
     * the top of the last word that is hashed, and share much of their probes. ADOPTING.md has the figures.
     */
    @Test
    void structuredKeysCostFalsePositives() throws IOException {
        double windows = rateOfDecimals(Layout.WINDOWS, "%016d");
        double table = rateOfDecimals(Layout.TABLE, "%016d");
        assertTrue(windows > 0.02 && table > 0.015, windows + " in windows, " + table + " with one filter");
        double longer = rateOfDecimals(Layout.WINDOWS, "%017d");
        double appended = rateOfDecimals(Layout.WINDOWS, "%016dk");
        System.out.printf(
                "zero-padded decimals: %.1f %% in windows, %.1f %% with one filter; 17 digits %.1f %%, a byte "
                        + "behind %.1f %%%n",
                windows * 100, table * 100, longer * 100, appended * 100);
    }

    private double rateOfDecimals(Layout layout, String form) throws IOException {
        Path directory = folder.resolve(layout + form.replace('%', '-'));
        DatabaseFilters filters = Iq80.filters(layout, 0);
        try (Iq80Store store = Iq80.USUAL.open(directory, filters)) {
            for (int i = 0; i < 100_000; i += 2) {
                store.put(String.format(form, i).getBytes(StandardCharsets.US_ASCII), new byte[100]);
            }
            store.compact();
            for (int i = 1; i < 100_000; i += 2) {
                store.get(String.format(form, i).getBytes(StandardCharsets.US_ASCII));
            }
        }
        double measured = filters.counters().snapshot().falsePositiveRate();
        double audited = Iq80.audit(directory).steps().rate();
        assertEquals(measured, audited, 0.15 * measured + 0.001, "audit, one step: " + audited);
        return measured;
    }

    private static void assertFiltersAreUsedByLevelDb(Path directory) throws IOException {
        List<Path> tables = Iq80.tables(directory);
        assertTrue(tables.size() > 0);
        for (Path table : tables) {
            NativeLevelDb.TableLookups lookups = NativeLevelDb.shared()
                    .lookUpAll(Files.readAllBytes(table), "leveldb.BuiltinBloomFilter2", KeyKind.INTERNAL);
            assertEquals("", lookups.error());
            assertEquals(lookups.keys(), lookups.found());
            assertEquals(lookups.keys(), lookups.asked());
            assertEquals(0, lookups.denied());
            assertTrue(lookups.absentDenied() > 0.9 * lookups.absentAsked(), lookups::toString);
        }
    }

    private static void assertLevelDbFinds(Path directory, int count) throws IOException {
        try (NativeDatabase open = NativeDatabase.open(directory, 10)) {
            assertEquals(count, open.scan().size());
            for (int i = 0; i < count; i += 7) {
                assertArrayEquals(
                        Iq80Process.value(i),
                        open.get(Iq80Process.key(i)).value().orElseThrow());
                assertTrue(open.get(Iq80Process.key(i + count)).isAbsent());
            }
        }
    }

    /** LevelDB believes the sizes in the MANIFEST, and iq80 writes those of compacted tables four bytes too large. */
    @ParameterizedTest
    @EnumSource(names = {"WINDOWS", "TABLE"})
    void levelDbReadsAndUsesTheFilters(Layout layout) throws IOException, InterruptedException {
        assumeTrue(NativeDatabase.whyNotAvailable().isEmpty(), NativeDatabase::whyNotAvailable);
        Path corrected = folder.resolve("corrected");
        Iq80Process.run(
                Iq80Process.SIZES, ENGINES_GUAVA, "fill", corrected.toString(), layout.name(), String.valueOf(COUNT));
        assertFiltersAreUsedByLevelDb(corrected);
        assertLevelDbFinds(corrected, COUNT);

        Path wrongSizes = folder.resolve("wrong-sizes");
        filled(new Iq80(Engine.SMALL_WRITE_BUFFER), wrongSizes, Iq80.filters(layout, 0))
                .close();
        Path retrofitted = folder.resolve("retrofitted");
        Iq80Process.run(Iq80Process.SIZES, OLDEST_GUAVA, "retrofit", wrongSizes.toString(), retrofitted.toString());
        assertFiltersAreUsedByLevelDb(retrofitted);
        assertLevelDbFinds(retrofitted, COUNT);
        try (NativeDatabase open = NativeDatabase.open(wrongSizes, 10)) {
            assertThrows(IOException.class, open::scan);
        }
    }

    /** What rewrites and audits, beside the Guava that an engine brings, from the oldest on. */
    @ParameterizedTest
    @ValueSource(strings = {OLDEST_GUAVA, ENGINES_GUAVA, "guava-29.0-jre"})
    void anyGuavaWillDo(String guava) throws IOException, InterruptedException {
        Path old = folder.resolve("old");
        Path filled = folder.resolve("new");
        Iq80Process.run(Iq80Process.SIZES, ENGINES_GUAVA, "fill", old.toString(), Layout.TABLE.name(), "2000");
        Iq80Process.run(Iq80Process.SIZES, guava, "retrofit", old.toString(), filled.toString());
        Iq80Process.run(Iq80Process.SIZES, guava, "audit", filled.toString());
        assertTrue(Iq80.audit(filled).space().keys() > 0);
    }

    /** A golden database of LevelDB's whose log LevelDB turns into a table, with its own filter; iq80 uses it. */
    @Test
    void filtersOfLevelDbAreUsed() throws IOException {
        assumeTrue(NativeDatabase.whyNotAvailable().isEmpty(), NativeDatabase::whyNotAvailable);
        GoldenDatabase plyvel = GoldenDatabase.named("plyvel");
        Path levelDbs = copy(plyvel.directory(), folder.resolve("plyvel"));
        NativeDatabase.open(levelDbs, 10).close();
        assertEntriesAndDenials(copy(levelDbs, folder.resolve("renamed")), plyvel, Layout.WINDOWS);
    }

    @ParameterizedTest
    @EnumSource(names = {"WINDOWS", "TABLE"})
    void afterARetrofitEveryEngineReads(Layout layout) throws IOException, InterruptedException {
        for (String name : List.of("iq80", "plyvel")) {
            GoldenDatabase golden = GoldenDatabase.named(name);
            Path target = folder.resolve(name);
            FilterPlan plan = layout == Layout.TABLE ? FilterPlan.KEEP.withBaseLg(63) : FilterPlan.KEEP;
            DatabaseRetrofit.of(golden.directory(), target).withPlan(plan).run();
            Path stock = copy(target, folder.resolve(name + "-stock"));
            Path patched = copy(target, folder.resolve(name + "-patched"));
            assertEntriesAndDenials(patched, golden, layout);
            assertStockReads(stock, golden);
            if (NativeDatabase.whyNotAvailable().isEmpty()) {
                try (NativeDatabase open = NativeDatabase.open(target, 10)) {
                    assertEntries(golden, open.scan());
                }
            }
        }
    }

    private void assertStockReads(Path directory, GoldenDatabase golden) throws IOException, InterruptedException {
        Path dump = folder.resolve("dump");
        Iq80Process.run(Iq80Process.STOCK, ENGINES_GUAVA, "dump", directory.toString(), dump.toString());
        Map<String, byte[]> found = new TreeMap<>();
        for (String line : Files.readAllLines(dump)) {
            String[] words = line.split(" ", -1);
            found.put(words[0], HEX.parseHex(words[1]));
        }
        assertEntries(golden, found);
    }

    private static void assertEntries(GoldenDatabase golden, Map<String, byte[]> found) {
        Map<String, String> hashes = new TreeMap<>();
        found.forEach((key, value) -> hashes.put(key, hash(value)));
        assertEquals(new TreeMap<>(golden.entries()), hashes);
    }

    private static void assertEntriesAndDenials(Path directory, GoldenDatabase golden, Layout layout)
            throws IOException {
        DatabaseFilters filters = Iq80.filters(layout, 0);
        try (Iq80Store store = Iq80.USUAL.open(directory, filters)) {
            Map<String, byte[]> found = new TreeMap<>();
            store.scan((key, value) -> found.put(HEX.formatHex(key), value));
            assertEntries(golden, found);
            for (Map.Entry<String, String> entry : golden.entries().entrySet()) {
                byte[] key = HEX.parseHex(entry.getKey());
                assertEquals(entry.getValue(), hash(store.get(key).orElseThrow()));
                assertTrue(store.get(HEX.parseHex(entry.getKey() + "00")).isEmpty());
            }
            assertTrue(
                    filters.counters().snapshot().absent() > 100,
                    () -> filters.counters().toString());
        }
    }

    private static String hash(byte[] value) {
        try {
            return HEX.formatHex(MessageDigest.getInstance("SHA-256").digest(value))
                    .substring(0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An engine that is started without its policy still uses the filters, and drops them by compactions. */
    @Test
    void withoutThePolicyFiltersVanishTableByTable() throws IOException {
        Path directory = folder.resolve("forgotten");
        filled(Iq80.USUAL, directory, Iq80.filters(Layout.WINDOWS, 0)).close();
        DatabaseFilters forgotten = DatabaseFilters.withoutPolicy();
        try (Iq80Store store = Iq80.USUAL.open(directory, forgotten)) {
            assertFilled(store);
            assertTrue(forgotten.counters().snapshot().absent() > 0);
            Iq80Process.fill(store, COUNT);
            store.compact();
        }
        DatabaseFilters again = DatabaseFilters.of(BloomFilterPolicy.levelDb(10));
        try (Iq80Store store = Iq80.USUAL.open(directory, again)) {
            assertFilled(store);
            assertEquals(0, again.counters().snapshot().absent());
        }
    }
}
