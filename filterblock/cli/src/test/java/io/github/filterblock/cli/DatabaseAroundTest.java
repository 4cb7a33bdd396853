// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.Databases;
import io.github.filterblock.database.RecordBytes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the verbs say of the database around tables, where the transcripts have no such database. */
@Tag("DB-1")
@Tag("DB-6")
class DatabaseAroundTest {
    private static final Path REPORTED = Path.of("src/test/resources/io/github/filterblock/cli/databases");

    @TempDir
    private Path folder;

    private Path copy(String database) throws IOException {
        return Databases.copy(REPORTED.resolve(database), folder.resolve("db"));
    }

    /** The tables of level 1 lie in the folder sst_1, beside those of the other levels. */
    private Path ofBasho() throws IOException {
        Path database = copy("two-hashes.db");
        for (int level = 0; level < 7; level++) {
            Files.createDirectory(database.resolve("sst_" + level));
        }
        for (Path table : Databases.tables(database)) {
            Files.move(table, database.resolve("sst_1").resolve(table.getFileName()));
        }
        return database;
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify", "inspect", "audit"})
    void bashosTablesAreFoundInTheirFolders(String verb) throws IOException {
        Path database = ofBasho();
        ToolRun run = ToolRun.of(verb, database);
        assertEquals(0, run.status(), run.out() + run.err());
        for (String table : List.of("000005.sst", "000007.sst")) {
            assertTrue(run.out().contains(database.resolve("sst_1").resolve(table) + ": ok"), run.out());
        }
        assertFalse(run.out().contains("missing") || run.out().contains("obsolete"), run.out());
        Files.delete(database.resolve("sst_1").resolve("000005.sst"));
        ToolRun lost = ToolRun.of(verb, database);
        assertEquals(1, lost.status());
        assertTrue(lost.out().contains("DB-6 at offset 0: 000005.sst (level 1) is missing"), lost.out());
    }

    @Test
    void boundsInTheWrongOrderKeepNoTableFromBeingRead() throws IOException {
        Path database = copy("wrong-size.db");
        writeManifest(database, "rocksdb.ReverseBytewiseComparator", edit -> {
            added(edit, database, 5, "account-000000", "account-000039");
        });
        ToolRun run = ToolRun.of("query", database, "account-000001");
        assertTrue(run.out().startsWith("present "), run.out());
    }

    /** Two tables of a level have account-000045: LevelDB asks one of them. */
    @Test
    void whatIsWrongBetweenTablesIsSaidOfTheirKeys() throws IOException {
        Path database = copy("wrong-size.db");
        writeManifest(database, "leveldb.BytewiseComparator", edit -> {
            added(edit, database, 5, "account-000000", "account-000050");
            added(edit, database, 7, "account-000040", "account-000079");
        });
        ToolRun run = ToolRun.of("query", database, "account-000001");
        assertEquals(
                "present            account-000001\t" + database.resolve("000005.ldb"),
                run.lines().get(0));
        assertTrue(run.err().contains("000005.ldb"), run.err());
        assertTrue(run.err().contains("000007.ldb"), run.err());
        assertTrue(run.err().endsWith("; the database's program may not find what the tables have\n"), run.err());
        assertEquals(0, run.status());
    }

    private interface Edit {
        void of(RecordBytes edit) throws IOException;
    }

    private static void writeManifest(Path database, String comparator, Edit tables) throws IOException {
        RecordBytes edit = new RecordBytes()
                .field(1)
                .prefixed(bytes(comparator))
                .field(2, 13)
                .field(3, 20)
                .field(4, 10_000);
        tables.of(edit);
        Files.write(database.resolve("MANIFEST-000004"), RecordBytes.log(edit));
    }

    /** A table of level 1, and its first and last key. */
    private static void added(RecordBytes edit, Path database, int number, String first, String last)
            throws IOException {
        edit.field(7, 1, number, Files.size(database.resolve("00000" + number + ".ldb")))
                .prefixed(bytes(first + "\1\1\0\0\0\0\0\0"))
                .prefixed(bytes(last + "\1\1\0\0\0\0\0\0"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void theDirectoryOfTheProcessHasAName() throws IOException, InterruptedException {
        ToolProcess inside = new ToolProcess(copy("missing-table.db"));
        for (String path : List.of(".", "./", "000005.ldb")) {
            ToolRun run = inside.run("inspect " + path);
            assertEquals(path.equals("000005.ldb") ? 0 : 1, run.status(), run.err());
            assertEquals(run.status() != 0, run.out().contains("\n.: findings\n"), run.out());
            assertFalse(run.out().contains("\n: "), run.out());
        }
    }

    @Test
    void aKeyOfBashosDatabaseIsFoundOrIsInNoTable() throws IOException {
        Path database = ofBasho();
        ToolRun run = ToolRun.of("query", database, "nokey", "nor this");
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("in no table"), run.out());
        Path table = database.resolve("sst_1").resolve("000007.sst");
        Files.move(table, table.resolveSibling("000007.SST"));
        ToolRun doubtful = ToolRun.of("query", database, "nokey", "nor this");
        assertEquals(3, doubtful.status());
        assertFalse(doubtful.out().contains("in no table"), doubtful.out());
        assertTrue(
                doubtful.err().contains("the live table sst_1/000007.SST (level 1) has a name that"), doubtful.err());
    }

    /** A file cut short has no footer; the MANIFEST alone knows how long it was. */
    @ParameterizedTest
    @ValueSource(strings = {"verify", "inspect", "audit"})
    void theLengthOfATableThatCannotBeReadIsCompared(String verb) throws IOException {
        Path table = copy("missing-table.db").resolve("000005.ldb");
        try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw")) {
            file.setLength(700);
        }
        String finding = "000005.ldb (level 1) has 700 bytes, but the MANIFEST gives 1,118 bytes";
        for (Path named : List.of(table, folder.resolve("db"))) {
            ToolRun run = ToolRun.of(verb, named);
            assertEquals(3, run.status());
            assertTrue(run.out().contains(finding), run.out());
        }
        assertFalse(ToolRun.of(verb, table).out().contains("000007.ldb"), "only the table that was named");
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify", "inspect", "audit"})
    void aLiveTableOfZerosIsNamedAsLive(String verb) throws IOException {
        Path database = copy("missing-table.db");
        Files.write(database.resolve("000005.ldb"), new byte[1118]);
        ToolRun run = ToolRun.of(verb, database);
        assertEquals(3, run.status());
        assertTrue(run.out().contains("000005.ldb (level 1) is a live table, but cannot be read as one"), run.out());
    }

    /** Hundreds of thousands of edits in a heap that does not hold what is remembered of them. */
    @Test
    void aManifestThatNeedsTooMuchMemoryIsNamed() throws IOException, InterruptedException {
        Path database = copy("two-hashes.db");
        List<RecordBytes> edits = new ArrayList<>(List.of(RecordBytes.complete()));
        for (int number = 1000; number < 400_000; number += 1000) {
            RecordBytes added = new RecordBytes();
            RecordBytes deleted = new RecordBytes();
            for (int i = 0; i < 1000; i++) {
                added.added(1, number + i, 500);
                deleted.deleted(1, number + i);
            }
            edits.add(added);
            edits.add(deleted);
        }
        Files.write(Databases.manifest(database), RecordBytes.log(edits.toArray(RecordBytes[]::new)));
        List<ToolRun> runs = new ToolProcess(folder, "-Xmx24m")
                .runAll(List.of("verify db", "verify db/000005.sst", "inspect db/000005.sst", "query db nokey"));
        String reason = "it is not known which tables are live";
        for (ToolRun run : runs) {
            String all = run.out() + run.err();
            assertTrue(all.contains("the MANIFEST does not fit into the heap of Java; " + reason), all);
        }
        assertEquals(List.of(0, 0, 0, 3), runs.stream().map(ToolRun::status).toList());
        assertFalse(runs.get(3).out().contains("in no table"), runs.get(3).out());
    }

    /** As large as the largest that {@code retrofit} reads and a byte more; a hole in the file takes no space. */
    @Test
    void aManifestOfAGibibyteIsRefusedOrItsEndIsNamed() throws IOException {
        Path database = copy("two-hashes.db");
        try (RandomAccessFile manifest =
                new RandomAccessFile(Databases.manifest(database).toFile(), "rw")) {
            manifest.setLength((1L << 30) + 1);
        }
        ToolRun verified = ToolRun.of("verify", database.resolve("000005.sst"));
        assertTrue(
                verified.out().contains("it is not known whether the table is live: MANIFEST-000004: "),
                verified.out());
        ToolRun inspected = ToolRun.of("inspect", database.resolve("000005.sst"));
        assertTrue(
                inspected.out().contains("it is not known whether the table is live: MANIFEST-000004: "),
                inspected.out());
        ToolRun refused = ToolRun.of("retrofit", database, folder.resolve("new"));
        assertTrue(refused.err().contains("a MANIFEST of 1073741825 bytes is too large to read"), refused.err());
    }
}
