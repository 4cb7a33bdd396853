// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
    @TempDir
    Path directory;

    private Path write(TestTable table) throws IOException {
        return Files.write(directory.resolve("a.ldb"), table.bytes());
    }

    private static TestTable apples() {
        return TestTable.ofWholeKeys().block("apple", "banana");
    }

    private ToolRun explain(TestTable table, Object... words) throws IOException {
        Path file = write(table);
        ToolRun text = ToolRun.of(List.of(words), "explain", file);
        ToolRun json = ToolRun.of(List.of(words), "explain", "--json", file);
        assertEquals(text.status(), json.status());
        assertEquals("filterblock.explain/1", json.json().get("schema").getAsString());
        assertEquals(file.toString(), json.json().get("file").getAsString());
        assertTrue(text.lines().get(0).startsWith(file + ": "), text.out());
        assertEquals(
                text.lines().get(0).endsWith(": may match") ? "may-match" : "absent",
                json.json().get("answer").getAsString());
        String why = json.json().get("why").getAsString();
        assertTrue(text.out().contains(why), () -> why + " in " + text.out());
        return text;
    }

    @Test
    @Tag("FB-7")
    void theBitThatDecidesIsMarkedOnce() throws IOException {
        ToolRun run = explain(apples(), "avocado");
        assertEquals(1, run.status());
        assertEquals(
                1,
                run.lines().stream()
                        .filter(line -> line.endsWith("not set, which decides"))
                        .count(),
                run.out());
        JsonObject json = ToolRun.of("explain", "--json", directory.resolve("a.ldb"), "avocado")
                .json();
        JsonObject reading = json.getAsJsonArray("blocks")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("readings")
                .get(0)
                .getAsJsonObject();
        JsonArray probes = reading.getAsJsonArray("probes");
        assertEquals(6, probes.size());
        long deciding = reading.get("decidingBit").getAsLong();
        for (JsonElement element : probes) {
            JsonObject probe = element.getAsJsonObject();
            long bit = probe.get("bit").getAsLong();
            assertEquals(bit / 8, probe.get("byte").getAsLong());
            assertEquals(1 << bit % 8, probe.get("mask").getAsInt());
            if (!probe.get("set").getAsBoolean()) {
                assertEquals(bit, deciding);
                break;
            }
        }
    }

    @Test
    void keysAreWrittenInThreeForms() throws IOException {
        Path file = write(apples());
        ToolRun text = ToolRun.of("explain", file, "apple");
        assertEquals(text, ToolRun.of("explain", "--hex", file, "6170706c65"));
        assertEquals(text, ToolRun.of("explain", "--escaped", file, "appl\\x65"));
        assertEquals(1, ToolRun.of("explain", file, "").status(), "an empty key is a key");
    }
}
