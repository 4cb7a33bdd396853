// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.DamagedFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code verify} and {@code inspect} say of every table and every damaged file agrees. */
class VerifyJsonTest {
    private static final Set<String> SOUND = Set.of("ok", "no-filter", "unknown-policy");
    private static final Set<String> BAD = Set.of("corrupt", "not-a-table");

    private static String text(JsonObject json, String member) {
        return json.get(member).getAsString();
    }

    private static boolean isDenied(JsonElement finding) {
        return text(finding.getAsJsonObject(), "rule").equals("TF-13");
    }

    @Test
    void statusesAgreeWithFindingsAndWithInspect() {
        List<Path> files = Stream.concat(
                        Corpus.configured().tables().stream().map(CorpusTable::path),
                        Corpus.configured().damaged().stream().map(DamagedFile::path))
                .toList();
        List<JsonObject> verified = ToolRun.of(files, "verify", "--json").jsonLines();
        List<JsonObject> inspected = ToolRun.of(files, "inspect", "--json").jsonLines();
        assertEquals(files.size(), verified.size());
        assertEquals(files.size(), inspected.size());
        for (int i = 0; i < files.size(); i++) {
            JsonObject json = verified.get(i);
            String name = files.get(i).toString();
            String status = text(json, "status");
            List<JsonElement> findings = json.getAsJsonArray("findings").asList();
            assertEquals(name, text(json, "file"));
            assertEquals(SOUND.contains(status), findings.isEmpty(), name);
            long denied = findings.stream().filter(VerifyJsonTest::isDenied).count();
            assertEquals(json.get("falseNegatives").getAsLong(), denied, name);
            String other = text(inspected.get(i), "status");
            assertEquals(BAD.contains(status), BAD.contains(other), name);
            if (BAD.contains(status)) {
                assertEquals(status, other, name);
                assertFalse(text(inspected.get(i), "reason").isBlank(), name);
            }
        }
    }
}
