// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The writers in MANIFEST.md are made from index.json: what is expected here is what to paste there. */
class ManifestTest {
    @Test
    void writersAreThoseOfTheIndex() throws IOException {
        Path corpus = Corpus.bundled().directory();
        JsonObject index = JsonParser.parseString(Files.readString(corpus.resolve("index.json")))
                .getAsJsonObject();
        Map<String, List<JsonObject>> filesOfWriters = new LinkedHashMap<>();
        for (JsonElement file : index.getAsJsonArray("files")) {
            filesOfWriters
                    .computeIfAbsent(file.getAsJsonObject().get("writer").getAsString(), tag -> new ArrayList<>())
                    .add(file.getAsJsonObject());
        }
        List<String> rows = filesOfWriters.entrySet().stream()
                .map(writer -> row(writer.getKey(), writer.getValue()))
                .toList();
        assertEquals(
                rows,
                Files.readAllLines(corpus.resolve("MANIFEST.md")).stream()
                        .filter(line -> line.matches("\\| `\\w+` \\|.*\\d \\|"))
                        .toList());
    }

    private static String row(String tag, List<JsonObject> files) {
        List<CorpusTable> tables = Corpus.bundled().tables().stream()
                .filter(table -> files.stream()
                        .anyMatch(file -> file.get("name").getAsString().equals(table.name())))
                .toList();
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %d | %d | %,d |",
                tag,
                tables.get(0).file().writer(),
                files.size(),
                tables.stream().filter(table -> table.filter().isPresent()).count(),
                files.stream().mapToLong(file -> file.get("size").getAsLong()).sum());
    }
}
