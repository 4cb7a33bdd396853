// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.Recorded;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.database.CorruptDatabaseException;
import io.github.filterblock.database.Database;
import io.github.filterblock.database.Databases;
import io.github.filterblock.database.HandMadeDatabase;
import io.github.filterblock.database.RecordBytes;
import io.github.filterblock.durable.OpenSteps;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What is refused: nothing is written then, and nothing is left beside the target. */
@Tag("DB-1")
@Tag("DB-2")
@Tag("DB-6")
@Tag("DB-7")
class RetrofitRefusalTest {
    @TempDir
    Path folder;

    private final Recorded cases = new Recorded();
    private Path database;
    private Path target;

    @BeforeEach
    void copy() throws IOException {
        copy("plyvel", "old");
        target = folder.resolve("new");
    }

    private void copy(String golden, String name) throws IOException {
        database = Databases.copy(GoldenDatabase.named(golden), folder.resolve(name));
    }

    private <T extends Throwable> T assertRefused(Class<T> type, DatabaseRetrofit retrofit) throws IOException {
        Map<String, String> before = Databases.contents(database);
        T e = assertThrows(type, retrofit::run);
        assertFalse(Files.exists(target, LinkOption.NOFOLLOW_LINKS));
        assertEquals(List.of(), Databases.leftOvers(target));
        assertEquals(before, Databases.contents(database));
        return e;
    }

    private <T extends Throwable> T assertRefused(Class<T> type) throws IOException {
        return assertRefused(type, DatabaseRetrofit.of(database, target));
    }

    private interface Change {
        void make() throws IOException;
    }

    /** A refused retrofit of a copy that was changed. */
    private void add(String name, Change change) {
        cases.add(name, () -> {
            copy("plyvel", "old-" + name.hashCode());
            change.make();
            return described(assertRefused(Exception.class));
        });
    }

    private String described(Exception e) {
        String reason = e instanceof CorruptDatabaseException corrupt ? " " + corrupt.reason() : "";
        return e.getClass().getSimpleName() + reason + ": "
                + e.getMessage().replace(database.toString(), "OLD").replace(folder.toString(), "FOLDER") + "\n";
    }

    private Path file(String name) {
        return database.resolve(name);
    }

    @TestFactory
    Stream<DynamicTest> databases() throws IOException {
        add("no CURRENT", () -> Files.delete(file("CURRENT")));
        for (String name : List.of(
                "",
                "MANIFEST-000023",
                "MANIFEST-000023\n\n",
                "MANIFEST-000023\r\n",
                "../old/MANIFEST-000023\n",
                "MANIFEST-000024\n",
                "MANIFEST-99999999999999999999999\n",
                "MANIFEST-\n",
                "MANIFEST 000023\n",
                "MANIFEST-00002/\n",
                "MANIFEST-00002:\n",
                "\n",
                "\u001b[31mMANIFEST-000023\n")) {
            String shown = name.replace("\n", "\\n").replace("\r", "\\r").replace("\u001b", "\\e");
            add("CURRENT '" + shown + "'", () -> Files.writeString(file("CURRENT"), name));
        }
        add("a rename of goleveldb's", () -> Files.writeString(file("CURRENT.24"), "MANIFEST-000024\n"));
        add("a table that is not there", () -> Files.delete(file("000018.ldb")));
        for (int more : new int[] {-4000, -5, -4, -1, 1, 4, 100}) { // four less is what iq80 claims too much
            add("a table with " + more + " bytes more", () -> {
                byte[] bytes = Files.readAllBytes(file("000018.ldb"));
                Files.write(file("000018.ldb"), Arrays.copyOf(bytes, bytes.length + more));
            });
        }
        add("keys above the last sequence number", () -> {
            byte[] edit = RecordBytes.log(new RecordBytes().field(4, 3));
            Files.write(file("MANIFEST-000023"), edit, StandardOpenOption.APPEND);
        });
        for (String name : List.of("CURRENT", "MANIFEST-000023", "000025.log", "000018.ldb")) {
            add("a link in the place of " + name, () -> {
                Path elsewhere = folder.resolve("elsewhere-" + name);
                Files.move(file(name), elsewhere);
                Files.createSymbolicLink(file(name), elsewhere);
            });
        }
        return cases.compareWith("rewrite/refused-databases.txt");
    }

    private void add(String name, Path from, Path to) {
        cases.add(
                name,
                () -> described(assertThrows(
                        Exception.class, () -> DatabaseRetrofit.of(from, to).run())));
    }

    @TestFactory
    Stream<DynamicTest> paths() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), database);
        Path there = Files.createDirectory(folder.resolve("there"));
        Path nowhere = Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("none"));
        add("a table", file("000016.ldb"), target);
        add("nothing", folder.resolve("none"), target);
        add("an empty path", Path.of(""), target);
        add("an empty target", database, Path.of(""));
        add("a target that is there", database, there);
        add("a target that is a link to nowhere", database, nowhere);
        add("the database as target", database, database);
        add("its parent as target", database, folder);
        add("a target whose parent is not there", database, folder.resolve("none/new"));
        add("a target inside", database, file("new"));
        add("a target inside, by a link", database, link.resolve("new"));
        add("a link, and a target inside", link, file("new"));
        add("a link, and a target inside by a link", link, link.resolve("new"));
        return cases.compareWith("rewrite/refused-paths.txt");
    }

    @TestFactory
    Stream<DynamicTest> changesMeanwhile() throws IOException {
        for (String changed : List.of("CURRENT", "MANIFEST-000023", "LOCK", "000025.log", "000099.log", "000024.ldb")) {
            cases.add(changed, () -> {
                copy("plyvel", "changing-" + changed);
                return whenAllIsWritten(() -> Files.write(
                                file(changed), new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND))
                        + left();
            });
        }
        cases.add("the target, when all is written", () -> {
            copy("plyvel", "changing");
            String refused = whenAllIsWritten(() -> Files.createDirectory(target));
            Files.delete(target); // still empty
            return refused + left();
        });
        cases.add("the target, before anything is written", () -> {
            OpenSteps steps = new OpenSteps();
            DatabaseRetrofit retrofit = DatabaseRetrofit.of(
                            GoldenDatabase.named("plyvel").directory(), target)
                    .withOutputs(path -> steps.directory(Files.createDirectory(path)));
            String refused = described(assertThrows(IOException.class, retrofit::run));
            Files.delete(target);
            return refused + left() + "steps " + steps.done() + "\n";
        });
        // another program rewrites a table in place between two passes over it
        for (String golden : List.of("plyvel", "goleveldb")) {
            cases.add("a table of " + golden, () -> {
                copy(golden, "changed-" + golden);
                Path table = Databases.tables(database).get(0);
                byte[] flipped = TestBlocks.flipped(Files.readAllBytes(table), 40 * Byte.SIZE);
                OpenSteps changing = new OpenSteps() {
                    @Override
                    public FileChannel create(Path file, boolean privately) throws IOException {
                        Files.write(table, flipped);
                        return super.create(file, privately);
                    }
                };
                DatabaseRetrofit retrofit =
                        DatabaseRetrofit.of(database, target).withOutputs(changing::directory);
                return described(assertThrows(IOException.class, retrofit::run)) + left();
            });
        }
        return cases.compareWith("rewrite/refused-changes.txt");
    }

    private String left() throws IOException {
        return Files.exists(target) || !Databases.leftOvers(target).isEmpty() ? "something is left\n" : "";
    }

    /** Why a retrofit is refused if something changes behind its last table. */
    private String whenAllIsWritten(Change change) {
        DatabaseRetrofit retrofit = DatabaseRetrofit.of(database, target).withListener((table, done, tables) -> {
            if (done == tables) {
                assertDoesNotThrow(change::make);
            }
        });
        return described(assertThrows(IOException.class, retrofit::run));
    }

    /** In every byte of the footer and of what is before it, but for its padding, and in some of the others. */
    @Test
    void damagedTablesAreRefused() throws IOException {
        Path table = file("000018.ldb");
        byte[] bytes = Files.readAllBytes(table);
        for (int i = 0; i < bytes.length; i += i < bytes.length - 60 ? 101 : 1) {
            boolean padding = i >= bytes.length - 48 && i < bytes.length - 8 && bytes[i] == 0;
            if (!padding) {
                Files.write(table, TestBlocks.flipped(bytes, 8L * i + 4));
                String message = assertRefused(CorruptTableException.class).getMessage();
                assertTrue(message.contains("000018.ldb: offset "), message);
            }
        }
    }

    /** A filter that stays must be sound, too. */
    @Test
    void damagedFiltersAreRefusedUnlessTheyAreReplaced() throws IOException {
        copy("goleveldb", "go");
        Path table = file("000015.ldb");
        long filter;
        try (TableFile opened = TableFile.open(table)) {
            filter = opened.metaindex().get(0).handle().orElseThrow().offset();
        }
        Files.write(table, TestBlocks.flipped(Files.readAllBytes(table), 8 * filter + 8));
        String message = assertRefused(CorruptTableException.class).getMessage();
        assertTrue(message.contains("000015.ldb: offset " + filter), message);
        FilterPlan plan = FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB).withBitsPerKey(10);
        DatabaseRetrofit.of(database, target).withPlan(plan.withBaseLg(11)).run();
        try (TableFile written = TableFile.open(target.resolve("000015.ldb"))) {
            String policy = written.metaindex().get(0).policyName().orElseThrow();
            assertEquals(BloomFilterPolicy.levelDb(10).name(), policy);
        }
    }

    /** Its checksum is right, and it denies every key. */
    @Test
    @Tag("TF-13")
    void aFilterThatDeniesKeysIsRefusedUnlessItIsReplaced() throws IOException {
        database = folder.resolve("denying");
        HandMadeDatabase.write(
                database,
                TestTable.ofInternalKeys()
                        .block("a", "b")
                        .changeFilter(0, block -> {
                            Arrays.fill(block, 0, 8, (byte) 0);
                            return block;
                        })
                        .bytes());
        CorruptTableException refused = assertRefused(CorruptTableException.class);
        assertEquals("the filter denies 2 of 2 keys of the table; use --policy to rebuild it", refused.detail());
        FilterPlan plan = FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB).withBitsPerKey(10);
        DatabaseRetrofit.of(database, target).withPlan(plan.withBaseLg(11)).run();
        assertTrue(Files.exists(target.resolve("CURRENT")));
    }

    /** With a filter that is kept, with one that is added, and shown one by one. */
    @Test
    @Tag("TF-15")
    void keysOutOfOrderAreRefused() throws IOException {
        String expected = "the key \"a\" comes after \"b\", against the order of leveldb.BytewiseComparator";
        for (TestTable table : List.of(
                TestTable.ofInternalKeys().block("b", "a"),
                TestTable.ofInternalKeys().withoutFilter().block("b", "a"))) {
            database = folder.resolve("unordered");
            HandMadeDatabase.write(database, table.bytes());
            assertEquals(expected, assertRefused(CorruptTableException.class).detail());
            try (Database opened = Database.open(database)) {
                CorruptTableException e =
                        assertThrows(CorruptTableException.class, () -> opened.visitKeys((key, offset, length) -> {}));
                assertEquals(expected, e.detail());
            }
        }
    }

    /** With a filter that is kept, and with one that is added: a program would take the last 8 bytes for a tag. */
    @Test
    @Tag("TF-12")
    void keysWithoutTagsAreRefused() throws IOException {
        database = folder.resolve("untagged");
        HandMadeDatabase.write(database, TestTable.ofWholeKeys().block("short").bytes());
        assertEquals(
                "000010.ldb (level 0): the table has a key without the 8-byte tag that every key of a database has",
                assertRefused(CorruptDatabaseException.class).detail());
        HandMadeDatabase.write(
                database, TestTable.ofWholeKeys().withoutFilter().block("short").bytes());
        assertRefused(IOException.class);
    }

    @Test
    void howManyTablesAreWrongIsSaid() throws IOException {
        Files.delete(file("000018.ldb"));
        Files.write(file("000016.ldb"), new byte[0]);
        String detail = assertRefused(CorruptDatabaseException.class).detail();
        assertTrue(detail.startsWith("000016.ldb"), detail);
        assertTrue(detail.endsWith("; of the 4 live tables, 2 differ from the MANIFEST"), detail);
    }
}
