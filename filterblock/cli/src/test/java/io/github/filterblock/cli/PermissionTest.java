// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.Databases;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that must not be read or written are named, and no others. */
@EnabledOnOs(OS.LINUX)
class PermissionTest {
    @TempDir
    Path directory;

    private Path closed;
    private Path database;

    /**
     * A sound table, a table and a list without read permission, a database, a directory without write permission and
     * one in which nothing can be reached.
     */
    @BeforeEach
    void writeFiles() throws IOException {
        byte[] table = TestTable.ofWholeKeys().block("apple").bytes();
        Files.write(directory.resolve("a.ldb"), table);
        allow(Files.write(directory.resolve("private.ldb"), table), "---------");
        allow(Files.writeString(directory.resolve("list"), "apple"), "---------");
        closed = Files.createDirectory(directory.resolve("closed"));
        Files.write(closed.resolve("b.ldb"), table);
        allow(closed, "r-xr-xr-x");
        database = Databases.copy(GoldenDatabase.named("plyvel"), directory.resolve("database"));
        Path locked = Files.createDirectory(directory.resolve("locked"));
        Files.write(locked.resolve("b.ldb"), table);
        allow(locked, "rw-rw-rw-");
    }

    private static void allow(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    /** The rule of rebuild: only those who may read all tables may read what is made of them. */
    @Test
    void whatIsMadeOfAPrivateTableIsPrivate() throws IOException {
        Path open = directory.resolve("a.ldb");
        allow(open, "rw-r--r--");
        Path mine = Files.copy(open, directory.resolve("mine.ldb"));
        allow(mine, "rw-------");
        Path lines = Files.writeString(directory.resolve("lines"), "apple\n");
        allow(lines, "rw-r-----");
        Path out = directory.resolve("out");
        ToolRun.of("inspect", "--html", out, open, mine);
        assertPermissions("rw-------", out);
        ToolRun.of("inspect", "--html", out, open);
        assertPermissions("rw-r--r--", out);
        ToolRun.of("publish", "--go-zero", "k", "--bits=100", "--out", out, mine);
        assertPermissions("rw-------", out);
        ToolRun.of("publish", "--redisbloom", "k", "--out", out, open, mine);
        assertPermissions("rw-------", out);
        ToolRun.of("publish", "--redisbloom", "k", "--out", out, "--keys-from", lines);
        assertPermissions("rw-r-----", out);
        for (String mineAlone : List.of(".log", "000018.ldb")) {
            for (Path file : Databases.files(database)) {
                allow(file, file.toString().endsWith(mineAlone) ? "rw-------" : "rw-r--r--");
            }
            ToolRun.of("publish", "--redisbloom", "k", "--out", out, database);
            assertPermissions("rw-------", out);
        }
    }

    private static void assertPermissions(String permissions, Path out) throws IOException {
        assertEquals(permissions, PosixFilePermissions.toString(Files.getPosixFilePermissions(out)));
        Files.delete(out);
    }

    @Test
    void whatMayNotBeReadIsNamedAndTheNextIsRead() throws IOException, InterruptedException {
        Path unlisted = Files.createDirectory(directory.resolve("unlisted"));
        allow(unlisted, "-wx--x--x");
        List<ToolRun> runs = new ToolProcess(directory)
                .withoutPrivileges()
                .runAll(List.of("verify --jobs=1 private.ldb a.ldb", "verify unlisted a.ldb"));
        ToolRun table = runs.get(0);
        assertEquals(3, table.status());
        assertEquals("private.ldb: unreadable", table.lines().get(0));
        assertTrue(table.lines().get(1).matches(" +reason +permission denied"), table.out());
        assertTrue(table.out().contains("a.ldb: ok"), table.out());
        assertEquals("", table.err());
        ToolRun folder = runs.get(1);
        assertEquals(3, folder.status());
        assertEquals("unlisted: permission denied\n", folder.err());
        assertTrue(folder.out().startsWith("a.ldb: ok\n"), folder.out());
    }

    /** Every ext4 volume has a folder that only root may list; it has none of the database's tables. */
    @Test
    void aFolderOfADatabaseThatMayNotBeReadIsNoDoubt() throws IOException, InterruptedException {
        allow(Files.createDirectory(database.resolve("lost+found")), "---------");
        List<ToolRun> runs = new ToolProcess(directory)
                .withoutPrivileges()
                .runAll(List.of("query database nokey", "verify database", "verify database/lost+found"));
        String remark =
                "database/lost+found: permission denied; it lies in a database, and has none of its live tables";
        ToolRun query = runs.get(0);
        assertEquals(1, query.status(), query.err());
        assertTrue(query.out().startsWith("in no table        nokey\n"), query.out());
        assertTrue(query.err().startsWith(remark), query.err());
        ToolRun verify = runs.get(1);
        assertEquals(0, verify.status(), verify.out());
        assertTrue(verify.err().startsWith(remark), verify.err());
        ToolRun named = runs.get(2);
        assertEquals(3, named.status());
        assertEquals("database/lost+found: permission denied\n", named.err());
    }

    /** A command, and the file that it names. */
    private static final Map<String, String> NAMED = Map.ofEntries(
            Map.entry("query private.ldb apple", "private.ldb"),
            Map.entry("rebuild private.ldb new.ldb", "private.ldb"),
            Map.entry("query a.ldb --keys-from list", "list"),
            Map.entry("rebuild a.ldb closed/new.ldb", "closed/new.ldb"),
            Map.entry("inspect --html closed/page.html a.ldb", "closed/page.html"),
            Map.entry("publish --go-zero users --out closed/filter a.ldb", "closed/filter"),
            Map.entry("publish --go-zero users --dry-run private.ldb", "private.ldb"),
            Map.entry("publish --go-zero users --dry-run locked/b.ldb", "locked/b.ldb"),
            Map.entry("retrofit database closed/new", "closed/new"),
            Map.entry("retrofit database locked/below/new", "locked/below"),
            Map.entry("retrofit locked/database new", "locked/database"),
            Map.entry("rebuild a.ldb locked/below/new.ldb", "locked/below"),
            Map.entry("inspect --html locked/below/page.html a.ldb", "locked/below"));

    @Test
    void theFileThatMayNotBeReadOrWrittenIsNamed() throws IOException, InterruptedException {
        List<String> commands = List.copyOf(NAMED.keySet());
        List<ToolRun> runs = new ToolProcess(directory).withoutPrivileges().runAll(commands);
        for (int i = 0; i < commands.size(); i++) {
            ToolRun run = runs.get(i);
            run.assertOneLineOfError(3, NAMED.get(commands.get(i)) + ": ", "permission denied");
            assertFalse(run.err().matches("(?s)(a.ldb|database): unreadable.*"), run.err());
        }
        assertFalse(Files.exists(directory.resolve("new.ldb")));
        assertFalse(Files.exists(closed.resolve("new.ldb")));
    }

    /** A umask can take the owner's own rights from new files; what a copy may be read by comes from its original. */
    @ParameterizedTest
    @ValueSource(strings = {"022", "0777"})
    void theUmaskDoesNotMatterToACopy(String umask) throws IOException, InterruptedException {
        ToolProcess process = new ToolProcess(directory).withoutPrivileges().before("umask " + umask);
        for (ToolRun run : process.runAll(List.of("rebuild a.ldb new.ldb", "retrofit database new"))) {
            assertEquals(0, run.status(), run.err());
        }
        assertEquals(
                Files.getPosixFilePermissions(directory.resolve("a.ldb")),
                Files.getPosixFilePermissions(directory.resolve("new.ldb")));
        assertEquals(Databases.names(database), Databases.names(directory.resolve("new")));
        for (String file : List.of("", "CURRENT", "000016.ldb")) {
            assertEquals(
                    Files.getPosixFilePermissions(database.resolve(file)),
                    Files.getPosixFilePermissions(directory.resolve("new").resolve(file)));
        }
    }
}
