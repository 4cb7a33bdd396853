// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.Databases;
import io.github.filterblock.database.HandMadeDatabase;
import io.github.filterblock.database.RecordBytes;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database whose program merges its tables into one while they are read. */
@Tag("DB-7")
class DatabaseInUseTest {
    /** More tables than are read ahead of the first line that is printed. */
    private static final int TABLES = 1100;

    private static final String[] KEYS = IntStream.range(0, TABLES)
            .mapToObj(i -> String.format(Locale.ROOT, "key%09d", i))
            .toArray(String[]::new);

    @TempDir
    private Path folder;

    private Path database;

    @BeforeEach
    void makeDatabase() throws IOException {
        database = folder.resolve("db");
        HandMadeDatabase.write(database, TABLES, 0);
    }

    /** Writes one table with all keys and a MANIFEST that names it, and removes the others, as a compaction does. */
    private void merge() throws IOException {
        byte[] table = TestTable.ofInternalKeys().withoutFilter().block(KEYS).bytes();
        List<Path> old = Databases.tables(database);
        Files.write(database.resolve("005000.ldb"), table);
        RecordBytes edit = RecordBytes.complete()
                .field(3, 6000)
                .field(4, 10_000_000)
                .field(7, 2, 5000, table.length)
                .prefixed(bound(KEYS[0]))
                .prefixed(bound(KEYS[TABLES - 1]));
        Files.write(database.resolve("MANIFEST-005001"), RecordBytes.log(edit));
        Files.writeString(database.resolve("CURRENT.tmp"), "MANIFEST-005001\n");
        Files.move(database.resolve("CURRENT.tmp"), database.resolve("CURRENT"), StandardCopyOption.REPLACE_EXISTING);
        for (Path each : old) {
            Files.delete(each);
        }
    }

    private static byte[] bound(String key) {
        return (key + "\1\1\0\0\0\0\0\0").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Runs the tool, and merges the tables when it prints its first line. */
    private ToolRun runWhileMerging(Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        PrintWriter merging = new PrintWriter(out) {
            private boolean isMerged;

            @Override
            public void print(String text) {
                super.print(text);
                if (!isMerged && !text.isEmpty()) {
                    isMerged = true;
                    try {
                        merge();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        };
        String[] args = Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
        int status = FilterBlockTool.run(Terminals.NONE, merging, new PrintWriter(err), args);
        return new ToolRun(status, out.toString(), err.toString());
    }

    @Test
    void noKeyThatIsAlwaysThereIsSaidToBeNowhere() throws IOException {
        Path keys = Files.write(folder.resolve("keys"), List.of(KEYS));
        ToolRun run = runWhileMerging("query", database, "--keys-from", keys);
        assertEquals(0, run.status(), run.err());
        assertFalse(run.out().contains("in no table") || run.out().contains("not found"), run.out());
        assertTrue(run.out().contains(KEYS[TABLES - 1] + "\t" + database.resolve("005000.ldb")), run.out());
        assertTrue(run.err().contains("a program changed the database while its tables were read"), run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"verify", "inspect", "audit"})
    void aTableThatIsMergedMeanwhileIsNoLoss(String verb) {
        ToolRun run = runWhileMerging(verb, database);
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains(database.resolve("005000.ldb") + ": "), run.out());
        assertTrue(run.out().contains("a program changed the database while its tables were read"), run.out());
        assertFalse(run.out().contains("DB-6") || run.out().contains("no such file"), run.out());
    }

    /** A table that is removed without a new MANIFEST is lost. */
    @Test
    void aTableThatIsRemovedMeanwhileIsMissing() throws IOException {
        List<String> keys = new ArrayList<>(List.of("query", database.toString()));
        keys.add("nokey");
        Files.delete(database.resolve("000010.ldb"));
        ToolRun run = ToolRun.of(keys.toArray());
        assertEquals(3, run.status(), run.err());
        assertTrue(run.out().startsWith("not found          nokey\n"), run.out());
        assertTrue(run.err().contains("000010.ldb (level 1) is missing"), run.err());
    }

    /** A batch puts a key and deletes it, and does the same with another key the other way round. */
    @Test
    void theNewestEntryOfALogCounts(@TempDir Path folder) throws IOException {
        HandMadeDatabase.write(folder, TestTable.ofInternalKeys().block("other").bytes());
        byte[] deleted = {1};
        byte[] kept = {2};
        Files.write(
                folder.resolve("000007.log"),
                RecordBytes.log(RecordBytes.batch(4)
                        .put(deleted, deleted)
                        .delete(kept)
                        .delete(deleted)
                        .put(kept, kept)));
        DatabaseAnswers answers = DatabaseAnswers.of(folder, List.of(deleted, kept));
        assertTrue(answers.of(0).allMatch(DatabaseAnswers.Statement::isDeleted), answers::sum);
        assertTrue(answers.of(1).allMatch(DatabaseAnswers.Statement::isKept), answers::sum);
        assertEquals(2, answers.statements().size());
    }
}
