// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.database.CorruptDatabaseException;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.DatabaseInUseException;
import io.github.filterblock.database.Databases;
import io.github.filterblock.durable.OpenSteps;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused: nothing is written then, and nothing is left beside the target. */
class RetrofitRefusalTest {
    @TempDir
    Path folder;

    private Path database;
    private Path target;

    @BeforeEach
    void copy() throws IOException {
        database = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("old"));
        target = folder.resolve("new");
    }

    private <T extends Throwable> T assertRefused(Class<T> type, String... parts) throws IOException {
        Map<String, String> before = Databases.contents(database);
        T e = assertThrows(type, () -> DatabaseRetrofit.of(database, target).run());
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), e::getMessage);
        }
        assertFalse(Files.exists(target));
        assertEquals(List.of(), Databases.leftOvers(target));
        assertEquals(before, Databases.contents(database));
        return e;
    }

    private void assertCorrupt(Reason reason, String... parts) throws IOException {
        assertEquals(
                reason, assertRefused(CorruptDatabaseException.class, parts).reason());
    }

    @Test
    @Tag("DB-1")
    void aDirectoryWithoutCurrentIsNoDatabase() throws IOException {
        Files.delete(database.resolve("CURRENT"));
        assertCorrupt(Reason.NO_DATABASE, "old: offset 0: no LevelDB database");
    }

    @Test
    void thereMustBeADirectory() throws IOException {
        database = folder.resolve("old/000016.ldb");
        assertThrows(
                NotDirectoryException.class,
                () -> DatabaseRetrofit.of(database, target).run());
        database = folder.resolve("none");
        assertThrows(
                NoSuchFileException.class,
                () -> DatabaseRetrofit.of(database, target).run());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "MANIFEST-000023",
                "MANIFEST-000023\n\n",
                "MANIFEST-000023\r\n",
                "../old/MANIFEST-000023\n",
                "MANIFEST-000024\n",
                "MANIFEST-99999999999999999999999\n",
                "MANIFEST-\n",
                "\u001b[31mMANIFEST-000023\n"
            })
    @Tag("DB-2")
    void currentNamesAManifest(String contents) throws IOException {
        Files.writeString(database.resolve("CURRENT"), contents);
        assertCorrupt(Reason.BAD_CURRENT, "CURRENT: offset ", "CURRENT ", contents.contains("[") ? "'\\x1b[31mM" : "");
    }

    @Test
    @Tag("DB-2")
    void everyFlipInCurrentIsRefused() throws IOException {
        byte[] current = Files.readAllBytes(database.resolve("CURRENT"));
        for (int i = 0; i < current.length * Byte.SIZE; i++) {
            byte[] flipped = current.clone();
            flipped[i / Byte.SIZE] ^= (byte) (1 << i % Byte.SIZE);
            Files.write(database.resolve("CURRENT"), flipped);
            assertCorrupt(Reason.BAD_CURRENT);
        }
    }

    @Test
    @Tag("DB-2")
    void aRenameOfGoleveldbMustBeOver() throws IOException {
        Files.writeString(database.resolve("CURRENT.24"), "MANIFEST-000024\n");
        assertCorrupt(Reason.BAD_CURRENT, "CURRENT.24: offset 0: goleveldb was stopped");
    }

    @Test
    @Tag("DB-6")
    void everyLiveTableMustBeThere() throws IOException {
        Files.delete(database.resolve("000018.ldb"));
        assertCorrupt(Reason.BAD_TABLES, "MANIFEST-000023: offset 0: table 000018.ldb is not there");
    }

    @ParameterizedTest
    @ValueSource(ints = {-4000, -5, -4, -1, 1, 4, 100})
    @Tag("DB-6")
    void everyTableMustHaveItsSize(int more) throws IOException {
        Path table = database.resolve("000018.ldb");
        byte[] bytes = Files.readAllBytes(table);
        Files.write(table, Arrays.copyOf(bytes, bytes.length + more));
        if (more == -4) {
            // what iq80 claims too much; but this table has lost its footer
            assertRefused(CorruptTableException.class, "000018.ldb: offset ");
        } else {
            assertCorrupt(Reason.BAD_TABLES, "000018.ldb: offset " + (bytes.length + more) + ": the table ends here");
        }
    }

    /** In every tenth byte of a table. */
    @Test
    void damagedTablesAreRefused() throws IOException {
        Path table = database.resolve("000018.ldb");
        byte[] bytes = Files.readAllBytes(table);
        for (int i = 0; i < bytes.length; i += i < bytes.length - 60 ? 101 : 1) {
            boolean padding = i >= bytes.length - 48 && i < bytes.length - 8 && bytes[i] == 0;
            if (!padding) {
                byte[] flipped = bytes.clone();
                flipped[i] ^= 0x10;
                Files.write(table, flipped);
                assertRefused(CorruptTableException.class, "000018.ldb: offset ");
            }
        }
    }

    /** A filter that stays must be sound, too. */
    @Test
    void damagedFiltersAreRefusedUnlessTheyAreReplaced() throws IOException {
        database = Databases.copy(GoldenDatabase.named("goleveldb"), folder.resolve("go"));
        Path table = database.resolve("000015.ldb");
        byte[] bytes = Files.readAllBytes(table);
        int filter;
        try (TableFile opened = TableFile.open(table)) {
            filter = (int) opened.metaindex().get(0).handle().orElseThrow().offset();
        }
        bytes[filter + 1] ^= 1;
        Files.write(table, bytes);
        assertRefused(CorruptTableException.class, "000015.ldb: offset " + filter);
        DatabaseRetrofit.of(database, target)
                .withPlan(FilterPlan.KEEP
                        .withDialect(FilterDialect.LEVELDB)
                        .withBitsPerKey(10)
                        .withBaseLg(11))
                .run();
        assertEquals(BloomFilterPolicy.levelDb(10).name(), policyOf(target.resolve("000015.ldb")));
    }

    private static String policyOf(Path file) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            return table.metaindex().get(0).policyName().orElseThrow();
        }
    }

    @Test
    void theTargetMustNotBeThere() throws IOException {
        Files.createDirectory(target);
        assertThrows(
                FileAlreadyExistsException.class,
                () -> DatabaseRetrofit.of(database, target).run());
        assertEquals(List.of(), Databases.files(target));
        assertThrows(
                FileAlreadyExistsException.class,
                () -> DatabaseRetrofit.of(database, database).run());
        assertThrows(
                FileAlreadyExistsException.class,
                () -> DatabaseRetrofit.of(database, folder).run());
    }

    @Test
    void pathsMustNotBeEmpty() {
        for (DatabaseRetrofit retrofit :
                List.of(DatabaseRetrofit.of(Path.of(""), target), DatabaseRetrofit.of(database, Path.of("")))) {
            NoSuchFileException e = assertThrows(NoSuchFileException.class, retrofit::run);
            assertTrue(e.getMessage().contains("an empty path"), e::getMessage);
        }
    }

    /** Another program rewrites a table in place between two passes over it. */
    @Test
    void aTableThatChangesWhileItIsCopiedIsRefused() throws IOException {
        for (String name : List.of("plyvel", "goleveldb")) {
            Path copy = Databases.copy(GoldenDatabase.named(name), folder.resolve("changed-" + name));
            Path table = Databases.tables(copy).get(0);
            OpenSteps changing = new OpenSteps() {
                private boolean changed;

                @Override
                public FileChannel create(Path file, boolean privately) throws IOException {
                    if (!changed) {
                        byte[] bytes = Files.readAllBytes(table);
                        bytes[40] ^= 1;
                        Files.write(table, bytes);
                        changed = true;
                    }
                    return super.create(file, privately);
                }
            };
            IOException e = assertThrows(
                    IOException.class,
                    () -> DatabaseRetrofit.of(copy, target)
                            .withOutputs(changing::directory)
                            .run());
            assertTrue(
                    e.getMessage().startsWith(table + ": another program changed the table while it was copied"),
                    e::getMessage);
            assertFalse(Files.exists(target));
            assertEquals(List.of(), Databases.leftOvers(target));
        }
    }

    @Test
    void theTargetsParentMustBeThere() {
        assertThrows(
                NoSuchFileException.class,
                () -> DatabaseRetrofit.of(database, folder.resolve("none/new")).run());
    }

    @Test
    void theTargetMustNotLieInsideTheDatabase() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), database);
        for (Path inside : List.of(database.resolve("new"), link.resolve("new"))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> DatabaseRetrofit.of(database, inside).run());
            assertThrows(
                    IllegalArgumentException.class,
                    () -> DatabaseRetrofit.of(link, inside).run());
        }
        assertFalse(Files.exists(database.resolve("new")));
    }

    @Test
    @Tag("DB-7")
    void aDatabaseThatChangesMeanwhileIsRefused() throws IOException {
        for (String changed : List.of("CURRENT", "MANIFEST-000023", "LOCK", "000025.log", "000099.log", "000024.ldb")) {
            Path copy = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("changing-" + changed));
            DatabaseRetrofit retrofit = DatabaseRetrofit.of(copy, target).withListener((table, done, tables) -> {
                if (done == tables) {
                    append(copy.resolve(changed));
                }
            });
            IOException e = assertThrows(IOException.class, retrofit::run);
            assertTrue(e instanceof DatabaseInUseException || changed.equals("000024.ldb"), () -> changed + ": " + e);
            assertFalse(Files.exists(target));
            assertEquals(List.of(), Databases.leftOvers(target));
        }
    }

    private static void append(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            channel.write(ByteBuffer.wrap(new byte[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
