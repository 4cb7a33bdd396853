// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exit status says what was found, and with several files the worst of it. */
class ExitStatusTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "cpp123-default, ok, 0, ok, 0",
        "cpp123-nofilter, no-filter, 0, no-filter, 0",
        "cpp123-renamed-policy, unknown-policy, 0, unknown-policy, 0",
        "n-flip-filter-bit.ldb, corrupt, 1, corrupt, 1",
        "n-meta-unsorted.ldb, ok, 0, findings, 1",
        "n-trunc-0.ldb, not-a-table, 3, not-a-table, 3",
        "n-magic-bit.ldb, not-a-table, 3, not-a-table, 3",
        "n-foot-endless-varint.ldb, corrupt, 1, corrupt, 1"
    })
    void theStatusOfATableIsThatOfTheProcess(
            String file, String inspected, int inspectStatus, String verified, int verifyStatus) {
        Path path = file.endsWith(".ldb") ? Golden.damaged(file) : Golden.path(file);
        assertStatus("inspect", path, inspected, inspectStatus);
        assertStatus("verify", path, verified, verifyStatus);
    }

    private static void assertStatus(String verb, Path path, String status, int exitStatus) {
        ToolRun json = ToolRun.of(verb, "--json", path);
        assertEquals(status, json.json().get("status").getAsString());
        assertEquals(exitStatus, json.status());
        ToolRun text = ToolRun.of(verb, path);
        assertTrue(text.lines().get(0).endsWith(path.getFileName() + ": " + status), text.out());
        assertEquals(exitStatus, text.status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "verify"})
    void filesThatCannotBeReadAreUnreadable(String verb) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        for (Path path : List.of(directory.resolve("none.ldb"), file.resolve("below-a-file.ldb"))) {
            ToolRun json = ToolRun.of(verb, "--json", path);
            assertEquals(3, json.status());
            JsonObject object = json.json();
            assertEquals("unreadable", object.get("status").getAsString());
            assertEquals(path.toString(), object.get("file").getAsString());
            assertEquals(3, ToolRun.of(verb, path).status());
        }
        assertEquals(
                "no such file",
                ToolRun.of(verb, "--json", directory.resolve("none.ldb"))
                        .json()
                        .get("reason")
                        .getAsString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "verify"})
    void ofSeveralFilesTheLargestCountsAndEachGetsALine(String verb) {
        Path good = Golden.path("tb123-onekey");
        Path corrupt = Golden.damaged("n-flip-filter-bit.ldb");
        Path none = Golden.damaged("n-trunc-1.ldb");
        assertEquals(0, ToolRun.of(verb, good, good).status());
        assertEquals(1, ToolRun.of(verb, good, corrupt, good).status());
        assertEquals(3, ToolRun.of(verb, corrupt, none, good).status());
        ToolRun json = ToolRun.of(verb, "--json", corrupt, directory.resolve("missing"), none, good);
        assertEquals(3, json.status());
        assertEquals(
                List.of("corrupt", "unreadable", "not-a-table", "ok"),
                json.jsonLines().stream()
                        .map(line -> line.get("status").getAsString())
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, Integer.MAX_VALUE})
    void theNumberOfJobsChangesNothing(int jobs) {
        Object[] words = {
            "inspect",
            Golden.path("tb123-onekey"),
            Golden.damaged("n-trunc-1.ldb"),
            Golden.path("cpp123-default"),
            Golden.damaged("n-k-30.ldb"),
            Golden.path("goleveldb-baselg1"),
            directory.resolve("missing.ldb")
        };
        ToolRun usual = ToolRun.of(words);
        assertEquals(usual, ToolRun.of(List.of("--jobs", jobs), words));
        assertEquals(3, usual.status());
    }

    @Test
    void forcedReadingsAreUsedByAllVerbs() {
        Path signed = Golden.path("old117-signed-high");
        assertEquals(0, ToolRun.of("verify", signed).status());
        assertEquals(
                0,
                ToolRun.of("verify", "--dialect", "leveldb-1.17-signed", "--key-domain", "user-key", signed)
                        .status());
        ToolRun wrong = ToolRun.of("verify", "--json", "--dialect", "leveldb-1.17-unsigned", signed);
        assertEquals(1, wrong.status());
        assertEquals(1699, wrong.json().get("falseNegatives").getAsLong());
        JsonObject inspected = ToolRun.of("inspect", "--json", "--dialect", "goleveldb", signed)
                .json();
        assertEquals(
                "goleveldb", inspected.getAsJsonObject("filter").get("dialect").getAsString());
        assertEquals("corrupt", inspected.get("status").getAsString());
        JsonObject whole = ToolRun.of("inspect", "--json", "--key-domain", "whole-key", signed)
                .json();
        assertEquals("whole-key", whole.get("keyDomain").getAsString());
    }

    /** {@code --dialect} reads a filter whatever its policy is called. */
    @Test
    void aDialectReadsARenamedPolicy() {
        ToolRun run = ToolRun.of("verify", "--json", "--dialect", "leveldb", Golden.path("cpp123-renamed-policy"));
        assertEquals(0, run.status());
        assertEquals("ok", run.json().get("status").getAsString());
    }
}
