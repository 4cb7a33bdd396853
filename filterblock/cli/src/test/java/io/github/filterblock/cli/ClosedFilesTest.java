// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.database.Databases;
import io.github.filterblock.durable.OpenFiles;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No verb leaves a file or a directory open; nor does any that is recorded or refused. */
class ClosedFilesTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        assumeTrue(OpenFiles.areListed(), "open files are not listed here");
        Files.write(
                folder.resolve("a.ldb"),
                TestTable.ofWholeKeys().block("apple", "banana").bytes());
        Files.copy(Golden.damaged("n-flip-data.ldb"), folder.resolve("damaged.ldb"));
        Files.writeString(folder.resolve("text.ldb"), "no table");
        Path tables = Files.createDirectories(folder.resolve("tables").resolve("below"));
        Files.copy(folder.resolve("a.ldb"), tables.resolve("b.ldb"));
        Files.createDirectory(folder.resolve("empty"));
        Files.writeString(folder.resolve("keys"), "apple\ncherry\n");
        Files.writeString(folder.resolve("probes"), "0\t6170\n");

        ToolRun audit = ToolRun.of("audit", "--json", "--samples=10", folder.resolve("a.ldb"));
        Files.writeString(folder.resolve("audit"), audit.out());
        Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("db"));
        Files.createFile(folder.resolve("db").resolve("LOCK"));
    }

    /** Runs a verb; words with a slash in front are names in the folder. */
    private ToolRun run(String words) {
        List<String> named = Stream.of(words.split(" "))
                .map(word -> word.startsWith("/") ? folder + word : word)
                .toList();
        return ToolRun.of(named.toArray());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "verify /a.ldb /damaged.ldb /text.ldb /none /tables /empty",
                "verify --jobs=2 /tables",
                "inspect --html /page.html /a.ldb /damaged.ldb",
                "audit --merge /audit",
                "audit --merge /audit /keys",
                "query /a.ldb --keys-from /keys",
                "query / --keys-from /keys",
                "query /a.ldb --questions /probes",
                "retrofit --jobs=2 /db /new",
                "publish --go-zero k --out /gz /a.ldb /tables /db",
                "publish --redisbloom k --out /rb --capacity 9999 /db",
                "publish --go-zero k --dry-run --keys-from /keys",
                "publish --go-zero k --dry-run /db /damaged.ldb",
            })
    void everyFileIsClosed(String words) throws IOException {
        ToolRun run = run(words);
        assertEquals(List.of(), OpenFiles.in(folder), run::toString);
    }

    @Test
    void anOlderPageAndAnOlderFilterAreClosed() throws IOException {
        for (int i = 0; i < 2; i++) {
            assertEquals(0, run("inspect --html /page.html /a.ldb").status());
            assertEquals(0, run("publish --redisbloom k --out /rb /a.ldb").status());
            assertEquals(List.of(), OpenFiles.in(folder));
        }
    }

    /** Nor where the database turns out to be damaged after it was locked. */
    @Test
    void aDamagedDatabaseIsClosed() throws IOException {
        Path database = folder.resolve("db");
        for (Path lost : Databases.tables(database).subList(0, 1)) {
            Files.delete(lost);
        }
        assertEquals(1, run("retrofit /db /new").status());
        assertEquals(1, run("publish --go-zero k --dry-run /db").status());
        Files.write(Databases.manifest(database), new byte[] {1, 2, 3});
        assertEquals(1, run("retrofit /db /new").status());
        assertEquals(List.of(), OpenFiles.in(folder));
    }
}
