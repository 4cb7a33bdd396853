// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.CorpusTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryCommandTest {
    @TempDir
    Path directory;

    private Path table;

    @BeforeEach
    void writeATable() throws IOException {
        byte[] odd = {0, 'x', (byte) 0xff, '\\'};
        byte[] bytes = TestTable.ofWholeKeys()
                .block(new byte[0], odd, "apple".getBytes(UTF_8), "pl\u00fcm".getBytes(UTF_8))
                .bytes();
        table = Files.write(directory.resolve("a.ldb"), bytes);
    }

    private Path lines(String... lines) throws IOException {
        return Files.write(directory.resolve("lines"), List.of(lines));
    }

    /** Runs with other standard input. */
    private static ToolRun withInput(String input, Object... words) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(UTF_8)));
        try {
            return ToolRun.of(words);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void keysAreWrittenInThreeForms() {
        assertEquals(0, ToolRun.of("query", table, "pl\u00fcm", "").status());
        assertEquals(
                0,
                ToolRun.of("query", "--hex", table, "6170706c65", "0078FF5c", "")
                        .status());
        assertEquals(
                0,
                ToolRun.of("query", "--escaped", table, "\\x00x\\xff\\\\", "pl\\xc3\\xbcm", "pl\u00fcm")
                        .status());
        assertEquals(1, ToolRun.of("query", table, "\\x00x\\xff\\\\").status(), "text is not unescaped");
    }

    @Test
    void keysComeFromAFileToo() throws IOException {
        ToolRun run = ToolRun.of("query", table, "--keys-from", lines("apple", "", "pear"), "pl\u00fcm");
        assertEquals(
                List.of("may match  pl\u00fcm", "may match  apple", "may match  ", "absent     pear"), run.lines());
        assertEquals(1, run.status());
        ToolRun hex = ToolRun.of("query", "--hex", table, "--keys-from", lines("6170706c65", "00"));
        assertEquals(List.of("may match  6170706c65", "absent     00"), hex.lines());
        ToolRun input = withInput("apple\npear\n", "query", table, "--keys-from", "-");
        assertEquals(List.of("may match  apple", "absent     pear"), input.lines());
    }

    /** Every recorded probe of a golden table, in the order in which it was asked, in the form of the question. */
    @Test
    void probesAnswerAsTheOriginals() throws IOException {
        for (String name : List.of("cpp123-default", "goleveldb-baselg8", "old117-signed-high", "tb123-raw-bin")) {
            CorpusTable golden = Golden.table(name);
            List<String> questions = golden.probes().stream()
                    .map(probe -> Long.toUnsignedString(probe.blockOffset()) + "\t"
                            + HexFormat.of().formatHex(probe.key()))
                    .toList();
            String expected = golden.probes().stream()
                    .map(probe -> Long.toUnsignedString(probe.blockOffset()) + "\t"
                            + HexFormat.of().formatHex(probe.key()) + "\t"
                            + (probe.mayMatch() ? "may-match" : "absent") + System.lineSeparator())
                    .collect(Collectors.joining());
            ToolRun fromFile =
                    ToolRun.of("query", golden.path(), "--questions", lines(questions.toArray(String[]::new)));
            assertEquals(expected, fromFile.out());
            assertEquals(1, fromFile.status());
            ToolRun fromInput =
                    withInput(String.join("\n", questions) + "\n", "query", golden.path(), "--questions", "-");
            assertEquals(expected, fromInput.out());
        }
    }

    @Test
    void emptyKeysAndHugeOffsetsAreProbes() throws IOException {
        ToolRun run =
                ToolRun.of("query", table, "--questions", lines("0\t", "18446744073709551615\t00FF", "2048\t6170"));
        assertEquals(
                List.of("0\t\tmay-match", "18446744073709551615\t00ff\tmay-match", "2048\t6170\tmay-match"),
                run.lines());
        assertEquals(0, run.status());
    }

    @Test
    void aBadProbeIsNamedByItsLine() throws IOException {
        for (String bad : List.of(
                "",
                "0",
                "0 61",
                "\t61",
                "x\t61",
                "-1\t61",
                "18446744073709551616\t61",
                "0\t6",
                "0\tzz",
                "0\t61\ttrue")) {
            ToolRun run = ToolRun.of("query", table, "--questions", lines("0\t61", "0\t62", bad));
            run.assertOneLineOfError(2, "line 3", directory.resolve("lines").toString());
        }
    }

    @Test
    void jsonSaysWhichBlockWasAsked() throws IOException {
        ToolRun run = ToolRun.of("query", "--json", table, "apple", "pear", "--questions", lines("7\t61"));
        assertEquals(1, run.status());
        JsonObject json = run.json();
        assertEquals("filterblock.query/1", json.get("schema").getAsString());
        assertEquals(table.toString(), json.get("file").getAsString());
        assertEquals("ok", json.get("status").getAsString());
        assertEquals("index", json.get("search").getAsString());
        JsonArray answers = json.getAsJsonArray("answers");
        assertEquals(
                "[{\"key\":\"6170706c65\",\"blockOffset\":0,\"answer\":\"may-match\"},"
                        + "{\"key\":\"70656172\",\"blockOffset\":0,\"answer\":\"absent\"},"
                        + "{\"key\":\"61\",\"blockOffset\":7,\"answer\":\"absent\"}]",
                answers.toString());
        JsonObject beyond = ToolRun.of("query", "--json", table, "zzz").json();
        assertEquals(
                JsonNull.INSTANCE,
                beyond.getAsJsonArray("answers").get(0).getAsJsonObject().get("blockOffset"));
    }

    @Test
    void theReadingCanBeForced() {
        Path signed = Golden.path("old117-signed-high");
        String key = Golden.table("old117-signed-high").probes().stream()
                .filter(probe -> probe.kind().equals("present"))
                .map(probe -> HexFormat.of().formatHex(probe.key()))
                .findFirst()
                .orElseThrow();
        assertEquals(0, ToolRun.of("query", "--hex", signed, key).status());
        assertEquals(
                0,
                ToolRun.of("query", "--hex", "--dialect", "leveldb-1.17-signed", signed, key)
                        .status());
        ToolRun wrong = ToolRun.of("query", "--hex", "--dialect", "leveldb-1.17-unsigned", signed, key);
        assertEquals(List.of("may match  " + key), wrong.lines(), "a reading that the keys contradict denies nothing");
        assertEquals(1, wrong.status());
        ToolRun user = ToolRun.of("query", "--hex", "--key-domain", "whole-key", signed, key);
        assertEquals(1, user.status());
        assertTrue(user.err().contains("denies"), user.err());
    }
}
