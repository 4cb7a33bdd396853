// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A job's lines about Pebble's tables beside what Pebble's reader found in them. */
final class PebbleLines {
    /** Pebble's tables among those of the project. */
    static final Path DIRECTORY = Commands.TABLES.resolve("pebble");

    private static final PebbleCorpus CORPUS = PebbleCorpus.bundled();

    private PebbleLines() {}

    private static JsonObject of(PebbleTable table, Map<String, String> lines) {
        String line = lines.get("file:" + DIRECTORY.resolve(table.toString()));
        assertTrue(line != null, table.toString());
        return JsonParser.parseString(line).getAsJsonObject();
    }

    /** All keys were read and asked. */
    static void assertVerified(Path output) throws IOException {
        Map<String, String> lines = Lines.ofJob(output);
        for (PebbleTable table : CORPUS.tables()) {
            JsonObject line = of(table, lines);
            boolean filtered = !table.filter().isEmpty();
            assertEquals(filtered ? "ok" : "no-filter", line.get("status").getAsString(), line::toString);
            assertEquals(filtered, line.get("asked").getAsBoolean(), line::toString);
            assertEquals(table.entries(), line.get("keys").getAsLong(), line::toString);
            assertEquals(0, line.get("falseNegatives").getAsLong(), line::toString);
        }
    }

    /** Each filter was asked for as many absent keys as there are samples. */
    static void assertAudited(Path output, int samples) throws IOException {
        Map<String, String> lines = Lines.ofJob(output);
        for (PebbleTable table : CORPUS.tables()) {
            JsonObject random = of(table, lines).getAsJsonObject("randomKeys");
            long asked = table.filter().isEmpty() ? 0 : samples;
            assertEquals(asked, random.get("asked").getAsLong(), table::toString);
        }
    }
}
