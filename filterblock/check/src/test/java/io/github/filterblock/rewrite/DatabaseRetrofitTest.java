// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.Databases;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.database.RecordBytes;
import io.github.filterblock.rewrite.TableResult.Change;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole databases with other filters, read again by this library; {@link LiveRetrofitTest} asks LevelDB itself. */
@Tag("DB-1")
class DatabaseRetrofitTest {
    @TempDir
    Path folder;

    private Path target;

    @BeforeEach
    void name() {
        target = folder.resolve("new");
    }

    private Path plyvel() throws IOException {
        return Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("old"));
    }

    static List<GoldenDatabase> databases() {
        return GoldenDatabase.all();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void everyTableIsSoundAndHasItsSizeInTheManifest(GoldenDatabase database) throws IOException {
        Map<String, String> before = Databases.contents(database.directory());
        DatabaseRetrofit.Report report =
                DatabaseRetrofit.of(database.directory(), target).withThreads(2).run();

        assertEquals(before, Databases.contents(database.directory()), "no input byte changes");
        assertEquals(List.of(), Databases.leftOvers(target));
        Change expected = database.policy().isPresent() ? Change.KEPT : Change.ADDED;
        assertEquals(database.tables(), report.count(expected));
        assertEquals(database.tables(), report.tables().size());
        assertEquals(List.of(), report.leftOut());
        Map<String, String> after = Databases.contents(target);
        assertEquals(before.keySet(), after.keySet());
        for (String copied : report.copied()) {
            assertEquals(before.get(copied), after.get(copied));
        }
        assertTablesAreSound(target, database.policy().orElse("leveldb.BuiltinBloomFilter2"));

        Path second = folder.resolve("second");
        DatabaseRetrofit.Report again = DatabaseRetrofit.of(target, second).run();
        assertEquals(database.tables(), again.count(Change.KEPT));
        assertEquals(after, Databases.contents(second), "the second time nothing changes");
    }

    private static void assertTablesAreSound(Path directory, String policy) throws IOException {
        List<Path> tables = Databases.tables(directory);
        List<Long> sizes = new ArrayList<>();
        for (Path file : tables) {
            sizes.add(Files.size(file));
            try (TableFile table = TableFile.open(file)) {
                TableVerification verified = TableVerification.of(table);
                assertEquals(
                        TableStatus.OK,
                        verified.status(),
                        () -> file + ": " + verified.findings().first());
                assertEquals(
                        Optional.of(policy),
                        verified.report().filter().flatMap(each -> each.entry().policyName()));
            }
        }
        assertEquals(manifestSizes(directory), sizes);
    }

    private static List<Long> manifestSizes(Path directory) throws IOException {
        try (Database database = Database.openWithoutLock(directory)) {
            return database.tables().stream().map(LiveTable::manifestSize).toList();
        }
    }

    @Test
    void aPolicyIsForAllTables() throws IOException {
        DatabaseRetrofit.Report report = DatabaseRetrofit.of(
                        GoldenDatabase.named("goleveldb").directory(), target)
                .withPlan(FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB))
                .run();
        assertEquals(4, report.count(Change.REPLACED));
        assertTablesAreSound(target, "leveldb.BuiltinBloomFilter2");
        Path back = folder.resolve("back");
        DatabaseRetrofit.of(target, back)
                .withPlan(FilterPlan.KEEP.withDialect(FilterDialect.GOLEVELDB))
                .run();
        assertTablesAreSound(back, "leveldb.BuiltinBloomFilter");
    }

    @Test
    void filtersAreDropped() throws IOException {
        Path with = folder.resolve("with");
        Path without = folder.resolve("without");
        GoldenDatabase plyvel = GoldenDatabase.named("plyvel");
        DatabaseRetrofit.of(plyvel.directory(), with).run();
        DatabaseRetrofit.Report report =
                DatabaseRetrofit.of(with, without).withPlan(FilterPlan.DROP).run();
        assertEquals(4, report.count(Change.DROPPED));
        assertEquals(Databases.contents(plyvel.directory()), Databases.contents(without), "as LevelDB wrote it");
    }

    /** iq80's sizes are four bytes too large, so that LevelDB opens none of its tables. */
    @Test
    @Tag("DB-6")
    void wrongSizesOfIq80AreSetRight() throws IOException {
        DatabaseRetrofit.Report report = DatabaseRetrofit.of(
                        GoldenDatabase.named("iq80").directory(), target)
                .withPlan(FilterPlan.DROP)
                .run();
        assertEquals(4, report.count(Change.NONE));
        List<TableResult> tables = report.tables();
        assertEquals(tables.stream().map(TableResult::newSize).toList(), manifestSizes(target));
        assertTrue(tables.stream().allMatch(table -> table.newSize() == table.oldSize()));
        assertEquals(
                List.of("000016.sst"),
                report.correctedSizes().stream().map(TableResult::file).toList());
        assertEquals(
                report.correctedSizes().get(0).oldSize() + 4,
                report.correctedSizes().get(0).manifestSize().orElseThrow());
        assertEquals(
                List.of(),
                DatabaseRetrofit.of(target, folder.resolve("again")).run().correctedSizes());
    }

    /** Of tables that are copied whole the MANIFEST of the copy must nevertheless have the right sizes. */
    @Test
    @Tag("DB-6")
    void wrongSizesOfKeptTablesAreSetRight() throws IOException {
        Path filtered = folder.resolve("filtered");
        DatabaseRetrofit.of(GoldenDatabase.named("plyvel").directory(), filtered)
                .run();
        List<Long> right = manifestSizes(filtered);
        try (Database database = Database.openWithoutLock(filtered)) {
            Map<Long, Long> asIq80Does =
                    database.tables().stream().collect(Collectors.toMap(LiveTable::number, each -> each.size() + 4));
            Path manifest = filtered.resolve(
                    Files.readString(filtered.resolve("CURRENT")).strip());
            Files.write(manifest, database.manifestWithSizes(asIq80Does));
        }
        DatabaseRetrofit.Report report = DatabaseRetrofit.of(filtered, target).run();
        assertEquals(4, report.count(Change.KEPT));
        assertEquals(4, report.correctedSizes().size());
        assertEquals(right, manifestSizes(target));
    }

    /** A link is copied as a link: what it leads to may be private, and is not the database's. */
    @Test
    void whatNoEngineReadsIsLeftOutAndWhatIsNotLevelDbsIsCopied() throws IOException {
        Path database = plyvel();
        for (String name : ("000001.ldb 000016.sst 000024.log 000030.log 000099.dbtmp MANIFEST-000002 LOG LOG.old LOCK "
                        + "notes.txt")
                .split(" ")) {
            Files.writeString(database.resolve(name), name);
        }
        Files.write(database.resolve("000030.log"), new byte[0]); // an engine replays later logs too
        Files.createDirectory(database.resolve("lost"));
        Databases.makeFifo(database.resolve("pipe"));
        Files.createSymbolicLink(database.resolve("nowhere"), Path.of("none"));
        Path secret = Files.writeString(folder.resolve("secret"), "private");
        Files.createSymbolicLink(database.resolve("readme"), secret);
        DatabaseRetrofit.Report report = DatabaseRetrofit.of(database, target).run();
        assertEquals(
                "000001.ldb, 000016.sst, 000024.log, 000099.dbtmp, MANIFEST-000002, lost (a directory), "
                        + "nowhere (a link that leads nowhere), pipe (a FIFO)",
                String.join(", ", report.leftOut()));
        assertEquals(List.of("000025.log", "000030.log", "CURRENT", "notes.txt", "readme"), report.copied());
        assertEquals("notes.txt", Files.readString(target.resolve("notes.txt")));
        assertEquals("", Files.readString(target.resolve("000030.log")));
        assertEquals(secret, Files.readSymbolicLink(target.resolve("readme")));
        assertFalse(Files.exists(target.resolve("LOG")));
        assertFalse(Files.exists(target.resolve("LOCK")), "every engine makes its own");
    }

    /** While it is being filled, only its owner can read it. */
    @Test
    void aCopyIsNoMorePublicThanItsOriginal() throws IOException {
        Path database = plyvel();
        Files.setPosixFilePermissions(database, PosixFilePermissions.fromString("rwxr-x---"));
        for (Path file : Databases.files(database)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        Set<String> meanwhile = new TreeSet<>();
        DatabaseRetrofit.of(database, target)
                .withListener((table, done, tables) -> meanwhile.add(permissionsOfTemporary()))
                .run();
        assertEquals(Set.of("rwx------"), meanwhile);
        assertEquals("rwxr-x---", permissions(target));
        for (String name : Set.of("000016.ldb", "000025.log", "MANIFEST-000023", "CURRENT")) {
            assertEquals("rw-------", permissions(target.resolve(name)), name);
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private String permissionsOfTemporary() {
        try {
            return permissions(Databases.leftOvers(target).get(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aDatabaseWithoutTablesIsCopied() throws IOException {
        Path database = Files.createDirectory(folder.resolve("old"));
        Files.writeString(database.resolve("CURRENT"), "MANIFEST-000001\n");
        Files.write(database.resolve("MANIFEST-000001"), RecordBytes.log(RecordBytes.complete()));
        assertEquals(List.of(), DatabaseRetrofit.of(database, target).run().tables());
        assertArrayEquals(
                Files.readAllBytes(Databases.manifest(database)), Files.readAllBytes(Databases.manifest(target)));
    }

    /** A writer that allocates ahead, and was stopped. */
    @Test
    void aHoleAtTheEndOfALogStaysAHole() throws Exception {
        Path database = plyvel();
        Path log = database.resolve("000025.log");
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            file.setLength(1L << 28);
        }
        assumeTrue(storedKibibytes(log) < 1 << 10, "no holes here");
        Path copy = target.resolve("000025.log");
        DatabaseRetrofit.of(database, target).run();
        assertEquals(-1, Files.mismatch(log, copy));
        assertTrue(storedKibibytes(copy) < 1 << 10, () -> copy + " is stored in full");
    }

    private static long storedKibibytes(Path file) throws Exception {
        Process du = new ProcessBuilder("du", "-k", file.toString()).start();
        try (BufferedReader lines = du.inputReader()) {
            return Long.parseLong(lines.readLine().split("\\s")[0]);
        }
    }
}
