// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import io.github.filterblock.testdata.DamagedFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The JSON of {@code verify}, member by member, for every table and every damaged file of the corpus. */
class VerifyJsonTest {
    private static final List<String> MEMBERS =
            List.of("schema", "file", "status", "keys", "falseNegatives", "blocks", "findings");
    private static final Pattern RULE = Pattern.compile("(FB|TF)-\\d+");
    private static final Set<String> STATUSES =
            Set.of("ok", "findings", "no-filter", "unknown-policy", "corrupt", "not-a-table", "unreadable");

    private static Stream<CorpusTable> tables() {
        return InspectJsonTest.tables();
    }

    private static JsonObject checkedMembers(JsonObject json, Object file) {
        assertTrue(json.keySet().containsAll(MEMBERS), () -> json.keySet().toString());
        assertEquals("filterblock.verify/1", json.get("schema").getAsString());
        assertEquals(file.toString(), json.get("file").getAsString());
        assertTrue(STATUSES.contains(json.get("status").getAsString()), json::toString);
        for (String number : List.of("keys", "falseNegatives", "blocks")) {
            assertTrue(json.get(number).getAsJsonPrimitive().isNumber());
        }
        for (JsonElement element : json.getAsJsonArray("findings")) {
            JsonObject finding = element.getAsJsonObject();
            assertEquals(List.of("rule", "offset", "message"), List.copyOf(finding.keySet()));
            assertTrue(RULE.matcher(finding.get("rule").getAsString()).matches());
            assertTrue(finding.get("offset").getAsBigInteger().signum() >= 0, "offsets are unsigned");
            assertFalse(finding.get("message").getAsString().isBlank());
        }
        return json;
    }

    private static List<JsonObject> run(String verb, Stream<Path> files, int expectedStatus) {
        ToolRun run = ToolRun.of(files.toList(), verb, "--json");
        assertEquals("", run.err());
        assertEquals(expectedStatus, run.status());
        return run.jsonLines();
    }

    @Test
    void soundTablesHaveNoFindings() {
        List<CorpusTable> tables = tables().toList();
        assumeFalse(tables.isEmpty(), "another corpus may have no tables");
        List<JsonObject> lines = run("verify", tables.stream().map(CorpusTable::path), 0);
        assertEquals(tables.size(), lines.size());
        for (int i = 0; i < tables.size(); i++) {
            CorpusTable table = tables.get(i);
            JsonObject json = checkedMembers(lines.get(i), table.path());
            assertEquals(new JsonArray(), json.getAsJsonArray("findings"), table.name());
            assertEquals(0, json.get("falseNegatives").getAsLong());
            table.data()
                    .numEntries()
                    .ifPresent(keys -> assertEquals(keys, json.get("keys").getAsLong()));
            table.data()
                    .numBlocks()
                    .ifPresent(blocks -> assertEquals(blocks, json.get("blocks").getAsLong()));
            assertTrue(Set.of("ok", "no-filter", "unknown-policy")
                    .contains(json.get("status").getAsString()));
        }
    }

    /** There are findings exactly where the status says so, and false negatives are among them. */
    @Test
    void statusesOfDamagedFilesAgreeWithTheirFindings() {
        List<DamagedFile> files = Corpus.bundled().damaged();
        List<JsonObject> lines = run("verify", files.stream().map(DamagedFile::path), 3);
        assertEquals(files.size(), lines.size());
        for (int i = 0; i < files.size(); i++) {
            JsonObject json = checkedMembers(lines.get(i), files.get(i).path());
            boolean sound = Set.of("ok", "no-filter", "unknown-policy")
                    .contains(json.get("status").getAsString());
            JsonArray findings = json.getAsJsonArray("findings");
            assertEquals(sound, findings.isEmpty(), json::toString);
            assertEquals(
                    json.get("falseNegatives").getAsLong(),
                    findings.asList().stream()
                            .filter(finding -> finding.getAsJsonObject()
                                    .get("rule")
                                    .getAsString()
                                    .equals("TF-13"))
                            .count());
        }
    }

    /** {@code inspect} calls corrupt what {@code verify} does, and says why. */
    @Test
    void inspectAgreesOnWhatIsCorrupt() {
        List<Path> files =
                Corpus.bundled().damaged().stream().map(DamagedFile::path).toList();
        List<JsonObject> verified = run("verify", files.stream(), 3);
        List<JsonObject> inspected = run("inspect", files.stream(), 3);
        Set<String> bad = Set.of("corrupt", "not-a-table");
        for (int i = 0; i < files.size(); i++) {
            String status = inspected.get(i).get("status").getAsString();
            String verifiedStatus = verified.get(i).get("status").getAsString();
            assertEquals(bad.contains(verifiedStatus), bad.contains(status), files.get(i)::toString);
            if (bad.contains(status)) {
                assertEquals(verifiedStatus, status);
                assertFalse(inspected.get(i).get("reason").getAsString().isBlank());
            }
        }
    }
}
