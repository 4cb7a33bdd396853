// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.DamagedFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code verify}, {@code inspect} and {@code audit} say of every table and every damaged file agrees. */
class VerbsAgreeTest {
    private static final Set<String> SOUND = Set.of("ok", "no-filter", "unknown-policy");
    private static final Set<String> BAD = Set.of("corrupt", "not-a-table");
    private static final List<Path> FILES = Stream.concat(
                    Corpus.configured().tables().stream().map(CorpusTable::path),
                    Corpus.configured().damaged().stream().map(DamagedFile::path))
            .toList();

    private static List<JsonObject> lines(Object... words) {
        List<JsonObject> lines = ToolRun.of(FILES, words).jsonLines();
        assertEquals(FILES.size(), lines.size());
        return lines;
    }

    private static String text(JsonObject json, String member) {
        return json.get(member).getAsString();
    }

    private static boolean isDenied(JsonElement finding) {
        return text(finding.getAsJsonObject(), "rule").equals("TF-13");
    }

    @Test
    void statusesAgreeWithFindingsAndWithInspect() {
        List<JsonObject> verified = lines("verify", "--json");
        List<JsonObject> inspected = lines("inspect", "--json");
        for (int i = 0; i < FILES.size(); i++) {
            JsonObject json = verified.get(i);
            String name = FILES.get(i).toString();
            String status = text(json, "status");
            List<JsonElement> findings = json.getAsJsonArray("findings").asList();
            assertEquals(name, text(json, "file"));
            assertEquals(SOUND.contains(status), findings.isEmpty(), name);
            long denied = findings.stream().filter(VerbsAgreeTest::isDenied).count();
            assertEquals(json.has("keys") ? json.get("falseNegatives").getAsLong() : 0, denied, name);
            String other = text(inspected.get(i), "status");
            assertEquals(BAD.contains(status), BAD.contains(other), name);
            if (BAD.contains(status)) {
                assertEquals(status, other, name);
                assertFalse(text(inspected.get(i), "reason").isBlank(), name);
            }
        }
    }

    /** Of every filter that both read. */
    @Test
    @Tag("FB-11")
    void bytesOfFiltersAndOffsetsAreThoseOfAudit() {
        List<JsonObject> inspected = lines("inspect", "--json");
        List<JsonObject> audited = lines("audit", "--json", "--samples=1");
        int compared = 0;
        for (int i = 0; i < FILES.size(); i++) {
            JsonElement filter = inspected.get(i).get("filter");
            if (filter == null) {
                assertEquals("filterblock.failure/1", text(audited.get(i), "schema"));
                continue;
            }
            JsonObject space = audited.get(i).getAsJsonObject("space");
            if (space.get("tables").getAsInt() > 0 && filter.isJsonObject()) {
                JsonObject shown = filter.getAsJsonObject();
                String overhead = shown.get("form").getAsString().equals("block") ? "offsetBytes" : "indexBytes";
                assertEquals(space.get("filterBytes"), shown.get("filterBytes"), FILES.get(i)::toString);
                assertEquals(space.get("offsetBytes"), shown.get(overhead), FILES.get(i)::toString);
                compared++;
            }
        }
        assertTrue(compared > 0);
        String chromium =
                ToolRun.of("inspect", Golden.path("chromium-indexeddb")).out();
        assertTrue(chromium.contains(" of filters, 1,529 bytes of offsets"), "381 offsets and the tail: " + chromium);
    }
}
