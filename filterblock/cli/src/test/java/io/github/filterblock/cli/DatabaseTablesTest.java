// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of tables is verified, and asked for a key, as a whole; a database says which tables are obsolete. */
class DatabaseTablesTest {
    private static final Path SOUND = Golden.path("cpp123-default");
    private static final Path ONE_KEY = Golden.path("tb123-onekey");

    @TempDir
    Path folder;

    private Path database;
    private Path obsolete;

    @BeforeEach
    void copyDatabase() throws IOException {
        database = Files.createDirectory(folder.resolve("db"));
        try (Stream<Path> files = Files.list(GoldenDatabase.named("goleveldb").directory())) {
            for (Path file : files.toList()) {
                Files.copy(file, database.resolve(file.getFileName()));
            }
        }
        obsolete = Files.copy(ONE_KEY, database.resolve("000002.ldb"));
    }

    @Test
    void aTableThatIsWellHasOneLineAmongOthersAndTheLastLineSumsUp() throws IOException {
        Path tables = Files.createDirectory(folder.resolve("tables"));
        Files.copy(SOUND, tables.resolve("1.ldb"));
        Files.copy(Golden.path("cpp123-nofilter"), tables.resolve("2.ldb"));
        List<String> well = List.of(tables.resolve("1.ldb") + ": ok", tables.resolve("2.ldb") + ": no-filter");
        ToolRun run = ToolRun.of("verify", tables);
        assertEquals(0, run.status());
        assertEquals(
                append(well, "2 files: 1 ok, 1 no-filter; 5,500 keys checked, 0 denied by their filters"), run.lines());
        Files.copy(Golden.damaged("n-flip-data.ldb"), tables.resolve("3.ldb"));
        ToolRun damaged = ToolRun.of("verify", tables);
        assertEquals(1, damaged.status());
        assertEquals(well, damaged.lines().subList(0, 2));
        assertTrue(damaged.lines().get(4).contains("TF-4 at offset 0"), damaged.out());
        String sum = "3 files: 1 ok, 1 no-filter, 1 corrupt; 5,637 keys checked, 0 denied by their filters";
        assertEquals(List.of(sum), damaged.lines().subList(5, 6));
        ToolRun quiet = ToolRun.of("verify", "--quiet", tables);
        assertEquals(1, quiet.status());
        assertEquals(damaged.lines().subList(2, 6), quiet.lines());
        assertEquals(
                List.of("corrupt"),
                ToolRun.of("verify", "--quiet", "--json", tables).jsonLines().stream()
                        .map(line -> line.get("status").getAsString())
                        .toList());
    }

    /** One that is named has its details, and nothing to sum up. */
    @Test
    void aSingleTableIsToldInFull() {
        assertEquals(2, ToolRun.of("verify", SOUND).lines().size());
        assertEquals(new ToolRun(0, "", ""), ToolRun.of("verify", "--quiet", SOUND));
    }

    private static List<String> append(List<String> lines, String last) {
        return Stream.concat(lines.stream(), Stream.of(last)).toList();
    }

    @Test
    void tablesThatTheManifestDoesNotNameAreMarked() throws IOException {
        ToolRun verified = ToolRun.of("verify", database);
        assertEquals(obsolete + ": ok, obsolete", verified.lines().get(0));
        assertFalse(verified.lines().get(1).contains("obsolete"), verified.out());
        assertTrue(verified.out().contains(", 1 of them obsolete; "), verified.out());
        assertTrue(ToolRun.of("inspect", obsolete).out().startsWith(obsolete + ": ok, obsolete\n"));
        for (String verb : List.of("verify", "inspect")) {
            List<JsonObject> lines = ToolRun.of(verb, "--json", database).jsonLines();
            assertTrue(lines.get(0).get("obsolete").getAsBoolean(), verb);
            assertFalse(lines.get(1).get("obsolete").getAsBoolean(), verb);
            assertFalse(ToolRun.of(verb, "--json", ONE_KEY).json().has("obsolete"), "no database");
        }
        Files.write(obsolete, new byte[3]);
        JsonObject unreadable = ToolRun.of("inspect", "--json", obsolete).json();
        assertTrue(unreadable.get("obsolete").getAsBoolean());
        assertEquals(3, unreadable.get("size").getAsInt());
        Files.write(database.resolve("CURRENT"), new byte[0]);
        assertFalse(ToolRun.of("verify", "--json", obsolete).json().has("obsolete"), "nobody knows");
    }

    @Test
    void theTablesThatMayHoldAKeyAreNamed() {
        ToolRun run = ToolRun.of("query", database, "key00000000");
        assertEquals("", run.err());
        assertEquals(0, run.status());
        assertEquals(
                "may match  key00000000\t" + obsolete + " (obsolete)",
                run.lines().get(0));
        int tables = ToolRun.of("inspect", "--json", database).jsonLines().size();
        int holding = run.lines().size() - 1;
        assertEquals(
                tables + " tables: " + holding + " may hold the key",
                run.lines().get(holding));
    }

    @Test
    void aKeyThatNoTableMayHoldIsAbsent() throws IOException {
        Path keys = Files.writeString(folder.resolve("keys"), "key00000000\nno key\n");
        Path tables = Files.createDirectory(folder.resolve("tables"));
        Path table = Files.copy(ONE_KEY, tables.resolve("1.ldb"));
        ToolRun none = ToolRun.of("query", tables, "no key");
        assertEquals(new ToolRun(1, "1 table: 0 may hold the key\n", ""), none);
        Files.copy(SOUND, tables.resolve("2.ldb"));
        ToolRun both = ToolRun.of("query", tables, "--keys-from", keys);
        assertEquals(1, both.status());
        assertEquals("may match  key00000000\t" + table, both.lines().get(0));
        String sum = "2 tables: 2 may hold at least one of the 2 keys, 1 of them are in no table";
        assertEquals(sum, both.lines().get(2), both.out());
        List<JsonObject> json =
                ToolRun.of("query", "--json", tables, "key00000000", "no key").jsonLines();
        assertEquals(2, json.size());
        for (int i : IntStream.range(0, 2).toArray()) {
            assertEquals(2, json.get(i).getAsJsonArray("answers").size());
        }
    }

    @Test
    void aDamagedTableIsNamedAndTheOthersAreAsked() throws IOException {
        Path broken = Files.write(database.resolve("000001.ldb"), new byte[3]);
        ToolRun run = ToolRun.of("query", database, "key00000000");
        assertEquals(3, run.status());
        assertTrue(run.err().startsWith(broken + ": not-a-table: "), run.err());
        assertTrue(run.out().startsWith("may match  key00000000\t" + obsolete), run.out());
    }
}
