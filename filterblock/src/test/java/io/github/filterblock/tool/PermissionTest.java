// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that must not be read or written are named, and no others. */
@EnabledOnOs(OS.LINUX)
class PermissionTest {
    @TempDir
    Path directory;

    private Path closed;

    /** A sound table, a table and a list without read permission, and a directory without write permission. */
    @BeforeEach
    void writeFiles() throws IOException {
        byte[] table = TestTable.ofWholeKeys().block("apple").bytes();
        Files.write(directory.resolve("a.ldb"), table);
        allow(Files.write(directory.resolve("private.ldb"), table), "---------");
        allow(Files.writeString(directory.resolve("list"), "apple"), "---------");
        closed = Files.createDirectory(directory.resolve("closed"));
        Files.write(closed.resolve("b.ldb"), table);
        allow(closed, "r-xr-xr-x");
    }

    @AfterEach
    void open() throws IOException {
        allow(closed, "rwxr-xr-x");
    }

    private static void allow(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private ToolRun run(String words) throws IOException, InterruptedException {
        return new ToolProcess(directory).withoutPrivileges().run(words);
    }

    @Test
    void aTableThatMayNotBeReadIsNamedAndTheNextIsRead() throws IOException, InterruptedException {
        ToolRun run = run("verify --jobs=1 private.ldb a.ldb");
        assertEquals(3, run.status());
        assertEquals("private.ldb: unreadable", run.lines().get(0));
        assertTrue(run.lines().get(1).matches(" +reason +permission denied"), run.out());
        assertTrue(run.out().contains("a.ldb: ok"), run.out());
        assertEquals("", run.err());
    }

    @Test
    void aDirectoryThatMayNotBeListedIsNamed() throws IOException, InterruptedException {
        allow(closed, "-wx--x--x");
        ToolRun run = run("verify closed a.ldb");
        assertEquals(3, run.status());
        assertEquals("closed: permission denied\n", run.err());
        assertTrue(run.out().startsWith("a.ldb: ok\n"), run.out());
    }

    @ParameterizedTest
    @CsvSource({
        "query private.ldb apple, private.ldb",
        "rebuild private.ldb new.ldb, private.ldb",
        "query a.ldb --keys-from list, list",
        "verify --files-from list, list",
        "audit --merge list, list",
        "rebuild a.ldb closed/new.ldb, closed/new.ldb",
        "inspect --html closed/page.html a.ldb, closed/page.html"
    })
    void theFileThatMayNotBeReadOrWrittenIsNamed(String words, String named) throws IOException, InterruptedException {
        ToolRun run = run(words);
        run.assertOneLineOfError(3, named + ": ", "permission denied");
        assertFalse(Files.exists(directory.resolve("new.ldb")));
        assertFalse(Files.exists(closed.resolve("new.ldb")));
    }
}
