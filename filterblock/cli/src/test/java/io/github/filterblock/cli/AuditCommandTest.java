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

/** {@code audit}: its JSON, and results that are read back and added up. */
class AuditCommandTest {
    private static final String FEW = "--samples=2000";

    @TempDir
    Path directory;

    private static ToolRun json(Path... tables) {
        return ToolRun.of(List.of(tables), "audit", "--json", FEW);
    }

    private Path kept(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    @Test
    void resultsOfManyMachinesAddUpInAnyOrder() throws IOException {
        Path a = kept(
                "a.json",
                json(Golden.path("cpp123-default"), Golden.path("goleveldb-default"))
                        .out());
        Path b = kept(
                "b.json",
                json(Golden.path("chromium-indexeddb"), Golden.path("cpp123-nofilter"))
                        .out());
        ToolRun ab = ToolRun.of("audit", "--merge", "--json", a, b);
        ToolRun ba = ToolRun.of("audit", "--merge", "--json", b, a);
        assertEquals(0, ab.status(), ab.err());
        assertEquals(ab, ba);
        JsonObject total = ab.json();
        assertEquals(4, total.get("tables").getAsLong());
        assertEquals(3, total.getAsJsonObject("space").get("tables").getAsLong());
        assertEquals(6000, total.getAsJsonObject("randomKeys").get("asked").getAsLong());
        assertTrue(total.get("file").isJsonNull());

        Path c = kept("c.json", json(Golden.path("tb123-onekey")).out());
        Path abKept = kept("ab.json", ab.out());
        JsonObject all = ToolRun.of("audit", "--merge", "--json", a, b, c).json();
        assertEquals(5, all.get("results").getAsLong(), "results, not lines and not files");
        assertEquals(all, ToolRun.of("audit", "--merge", "--json", c, abKept).json());
        Path abc = kept(
                "abc.json", ToolRun.of("audit", "--merge", "--json", abKept, c).out());
        assertEquals(all, ToolRun.of("audit", "--merge", "--json", abc).json(), "a merge of a merge of merges");
    }

    @Test
    void everyFileHasALineAndTheFailedOnesAddNothing() throws IOException {
        ToolRun run =
                json(Golden.path("tb123-onekey"), directory.resolve("none.ldb"), Golden.damaged("n-magic-bit.ldb"));
        assertEquals(3, run.status());
        assertEquals(
                List.of("ok", "unreadable", "not-a-table"),
                run.jsonLines().stream()
                        .map(line -> line.get("status").getAsString())
                        .toList());
        Path kept = kept("a.json", run.out());
        JsonObject total = ToolRun.of("audit", "--merge", "--json", kept).json();
        assertEquals(2, total.get("withoutTable").getAsInt());
        assertEquals(1, total.get("tables").getAsLong());
    }

    @Test
    void aPathThatIsNamedTwiceIsRefusedAndACopyCounts() throws IOException {
        String line = json(Golden.path("tb123-onekey")).out();
        Path a = kept("a.json", line);
        Path b = kept("b.json", "\n" + line);
        ToolRun.of("audit", "--merge", a, directory.resolve("x/../a.json"))
                .assertOneLineOfError(3, "a.json: is named twice");
        assertEquals(
                2,
                ToolRun.of("audit", "--merge", "--json", a, b)
                        .json()
                        .get("tables")
                        .getAsLong());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"schema\":\"filterblock.inspect/1\"} | the schema is filterblock.inspect/1, not filterblock.audit/1",
                "{\"schema\":\"filterblock.audit/2\"} | the schema is filterblock.audit/2, not filterblock.audit/1",
                "{} | the schema is none",
                "[] | no result of audit",
                "{\"schema\":\"filterblock.audit/1\"} | it has no tables",
                "{\"schema\" | damaged JSON",
                "{\"schema\":\"filterblock.audit/1\"}{} | line 2: ",
                "{\"schema\":\"filterblock.audit/1\",\"tables\":1,\"space\":{\"tables\":1e9}} | it has no " + "filters",
                "{'schema':1} | damaged JSON",
                "no JSON at all | damaged JSON"
            })
    void whatIsNoResultIsNamedByLineAndReason(String line, String reason) throws IOException {
        Path file = kept("a.json", "\n" + line + "\n");
        ToolRun.of("audit", "--merge", file).assertOneLineOfError(3, file + ": line 2: ", reason.strip());
    }

    @Test
    void changedNumbersThatCannotBeAreRefused() throws IOException {
        String line = json(Golden.path("tb123-onekey")).out();
        for (String change : List.of(
                "\"asked\":2000=\"asked\":1",
                "\"asked\":2000=\"asked\":-2000",
                "\"asked\":2000=\"asked\":99999999999999999999",
                "\"baseLg\":8=\"baseLg\":64",
                "\"baseLg\":9,\"bitsPerKey\":1,=\"baseLg\":8,\"bitsPerKey\":1,",
                "\"tables\":1,=\"tables\":-1,")) {
            String[] parts = change.split("=");
            assertTrue(line.contains(parts[0]), change);
            Path file = kept("a.json", line.replace(parts[0], parts[1]));
            ToolRun.of("audit", "--merge", file).assertOneLineOfError(3, file + ": line 1: no result of audit: ");
        }
    }

    @Test
    void theSeedDecides() {
        Path table = Golden.path("cpp123-default");
        ToolRun one = ToolRun.of("audit", "--json", FEW, table);
        assertEquals(one, ToolRun.of("audit", "--json", FEW, "--seed=1", table));
        ToolRun two = ToolRun.of("audit", "--json", FEW, "--seed=2", table);
        assertEquals(
                false, one.json().getAsJsonObject("steps").equals(two.json().getAsJsonObject("steps")));
    }
}
