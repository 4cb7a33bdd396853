// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebuildCommandTest {
    private static final Path TABLE = Golden.path("cpp123-default");

    @TempDir
    private Path folder;

    private Path out;

    @BeforeEach
    void name() {
        out = folder.resolve("out.ldb");
    }

    @Test
    void ownParametersGiveTheSameFile() throws IOException {
        ToolRun run = ToolRun.of("rebuild", TABLE, out);
        assertEquals(0, run.status(), run.err());
        assertEquals("", run.err());
        assertTrue(run.out().contains("identical with the table"), run.out());
        assertArrayEquals(Files.readAllBytes(TABLE), Files.readAllBytes(out));
    }

    @Test
    void theNewFilterIsTheOneThatWasAskedFor() {
        ToolRun run = ToolRun.of(
                "rebuild", "--json", "--policy", "leveldb-1.17-signed", "--bits-per-key=7", "--base-lg=12", TABLE, out);
        JsonObject json = run.json();
        assertEquals("filterblock.rebuild/1", json.get("schema").getAsString());
        assertEquals(TABLE.toString(), json.get("file").getAsString());
        assertEquals(out.toString(), json.get("out").getAsString());
        assertEquals("ok", json.get("status").getAsString());
        assertFalse(json.get("identical").getAsBoolean());
        assertEquals(out.toFile().length(), json.get("newSize").getAsLong());
        assertEquals(TABLE.toFile().length(), json.get("size").getAsLong());
        JsonObject filter = json.getAsJsonObject("filter");
        assertEquals("leveldb.BuiltinBloomFilter", filter.get("policy").getAsString());
        assertEquals("leveldb-1.17-signed", filter.get("dialect").getAsString());
        assertEquals(7, filter.get("bitsPerKey").getAsInt());
        assertEquals(12, filter.get("baseLg").getAsInt());
        assertTrue(filter.get("fittingBitsPerKey").isJsonNull());
        assertEquals(
                "leveldb.BuiltinBloomFilter2",
                json.getAsJsonObject("oldFilter").get("policy").getAsString());

        JsonObject inspected = ToolRun.of("inspect", "--json", "--dialect", "leveldb-1.17-signed", out)
                .json()
                .getAsJsonObject("filter");
        for (String member : List.of("policy", "dialect", "baseLg", "filters", "size")) {
            assertEquals(inspected.get(member), filter.get(member), member);
        }
    }

    @Test
    void aDroppedFilterIsNull() {
        JsonObject json = ToolRun.of("rebuild", "--json", "--drop", TABLE, out).json();
        assertTrue(json.get("filter").isJsonNull());
        assertEquals(
                "no-filter",
                ToolRun.of("inspect", "--json", out).json().get("status").getAsString());
    }

    @Test
    void aForcedReadingTakesTheTablesOwnName() throws IOException {
        Path renamed = Golden.path("cpp123-renamed-policy");
        ToolRun run = ToolRun.of("rebuild", "--dialect=leveldb", "--bits-per-key=10", renamed, out);
        assertEquals(0, run.status(), run.err());
        assertArrayEquals(Files.readAllBytes(renamed), Files.readAllBytes(out));
    }

    @Test
    void theKeyDomainCanBeForced() {
        Path raw = Golden.path("tb123-onekey");
        JsonObject filter = ToolRun.of("rebuild", "--json", "--key-domain=user-key", "--bits-per-key=10", raw, out)
                .json()
                .getAsJsonObject("filter");
        assertEquals("user-key", filter.get("keyDomain").getAsString());
    }
}
