// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines for tables that are stored anywhere are those of the command line. */
class TableLinesTest {
    private static final TableLines VERIFY = TableLines.verify(FilterHints.NONE, 1000);
    private static final TableLines AUDIT = TableLines.audit(FilterHints.NONE, 1, 100);

    private record InFile(Path path) implements TableLines.Opener {
        @Override
        public TableFile open() throws IOException {
            return TableFile.open(path);
        }

        @Override
        public String reason(IOException e) {
            return "mine";
        }
    }

    private static List<Path> files() {
        return List.of(
                Golden.path("tb123-onekey"),
                Golden.path("cpp123-nofilter"),
                Golden.damaged("n-flip-data.ldb"),
                Golden.damaged("n-magic-bit.ldb"));
    }

    private static String line(TableLines lines, Path file) {
        return lines.of(file.toString(), new InFile(file));
    }

    @Test
    void aLineIsThatOfTheCommandLine() {
        for (Path file : files()) {
            assertEquals(ToolRun.of("verify", "--json", file).lines(), List.of(line(VERIFY, file)));
            assertEquals(ToolRun.of("audit", "--json", "--samples=100", file).lines(), List.of(line(AUDIT, file)));
        }
        JsonObject elsewhere = JsonParser.parseString(
                        VERIFY.of("s3://bucket/a.ldb", new InFile(Golden.path("tb123-onekey"))))
                .getAsJsonObject();
        assertEquals("s3://bucket/a.ldb", elsewhere.get("file").getAsString());
    }

    @Test
    void aTableThatCannotBeReadHasTheReasonOfItsStore(@TempDir Path directory) {
        String line = line(VERIFY, directory.resolve("none"));
        assertTrue(line.contains("\"status\":\"unreadable\",\"reason\":\"mine\""), line);
        assertEquals(line, VERIFY.unreadable(directory.resolve("none").toString(), "mine"));
        assertTrue(AUDIT.unreadable("x", "why").contains("\"reason\":\"why\""));
    }

    @Test
    void findingsAreLimited() {
        String line = line(TableLines.verify(FilterHints.NONE, 0), Golden.damaged("n-flip-data.ldb"));
        JsonObject limited = JsonParser.parseString(line).getAsJsonObject();
        assertEquals(0, limited.getAsJsonArray("findings").size());
        assertTrue(limited.get("findingsTotal").getAsLong() > 0);
    }

    @Test
    void linesAreMergedInAnyGroups(@TempDir Path directory) throws IOException {
        for (TableLines lines : List.of(VERIFY, AUDIT)) {
            List<String> all = files().stream().map(file -> line(lines, file)).toList();
            String merged = lines.merged(all.iterator());
            String halves = lines.merged(List.of(
                            lines.merged(all.subList(0, 1).iterator()),
                            lines.merged(all.subList(1, all.size()).iterator()))
                    .iterator());
            assertEquals(merged, halves);
            assertTrue(merged.contains("\"results\":4,"), merged);
        }
        List<String> audits = files().stream().map(file -> line(AUDIT, file)).toList();
        Path kept = Files.write(directory.resolve("kept"), audits);
        assertEquals(ToolRun.of("audit", "--merge", "--json", kept).lines(), List.of(AUDIT.merged(audits.iterator())));
        List<String> verified = files().stream().map(file -> line(VERIFY, file)).toList();
        JsonObject sum =
                JsonParser.parseString(VERIFY.merged(verified.iterator())).getAsJsonObject();
        assertEquals("filterblock.verify.merged/1", sum.get("schema").getAsString());
        for (String member : List.of("keys", "falseNegatives", "blocks", "findingsTotal")) {
            long expected = verified.stream()
                    .mapToLong(line -> JsonParser.parseString(line)
                            .getAsJsonObject()
                            .get(member)
                            .getAsLong())
                    .sum();
            assertEquals(expected, sum.get(member).getAsLong(), member);
        }
        assertTrue(sum.get("keys").getAsLong() > 0 && sum.get("findingsTotal").getAsLong() > 0, sum::toString);
    }

    @Test
    void nothingMergedIsNothing() throws IOException {
        assertTrue(VERIFY.merged(List.<String>of().iterator()).contains("\"results\":0,\"keys\":0,"));
        assertTrue(AUDIT.merged(List.<String>of().iterator()).contains("\"results\":0,"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"results", "keys", "falseNegatives", "blocks", "findingsTotal"})
    void noSumOfVerificationsOverflows(String member) throws IOException {
        String one =
                VERIFY.merged(List.of(line(VERIFY, Golden.path("tb123-onekey"))).iterator());
        String most = one.replaceFirst("\"" + member + "\":[0-9]+", "\"" + member + "\":" + Long.MAX_VALUE);
        String least = one.replaceFirst("\"" + member + "\":[0-9]+", "\"" + member + "\":1");
        IOException e = assertThrows(
                IOException.class, () -> VERIFY.merged(List.of(most, least).iterator()));
        assertEquals("the results add up to more than 64 bits hold", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"results", "withoutTable"})
    void noSumOfAuditsOverflows(String member) throws IOException {
        String one = AUDIT.merged(
                List.of(line(AUDIT, Golden.damaged("n-magic-bit.ldb"))).iterator());
        String most = one.replaceFirst("\"" + member + "\":[0-9]+", "\"" + member + "\":" + Long.MAX_VALUE);
        IOException e = assertThrows(
                IOException.class, () -> AUDIT.merged(List.of(most, one).iterator()));
        assertEquals("the results add up to more than 64 bits hold", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "{}", "{\"schema\":\"filterblock.inspect/1\"}"})
    void whatIsNoResultIsRefused(String line) {
        IOException e = assertThrows(
                IOException.class, () -> VERIFY.merged(List.of(line).iterator()));
        assertTrue(
                e.getMessage().startsWith("no result of verify: ")
                        || e.getMessage().startsWith("damaged JSON: "),
                e::getMessage);
        assertThrows(IOException.class, () -> AUDIT.merged(List.of(line).iterator()));
    }

    @Test
    void theHeadOfALineIsRead() {
        Path file = Golden.path("tb123-onekey");
        String verified = line(VERIFY, file);
        String audited = line(AUDIT, file);
        assertEquals(Optional.of(new LineHead(file.toString(), TableStatus.OK)), LineHead.read(verified, "verify"));
        LineHead head = LineHead.read(audited, "audit").orElseThrow();
        assertEquals(file.toString(), head.file());
        assertFalse(LineHead.read(audited, "verify").isPresent());
        assertFalse(LineHead.read(verified.substring(1), "verify").isPresent());
        assertFalse(
                LineHead.read(verified.replace("\"ok\"", "\"fine\""), "verify").isPresent());
        assertFalse(LineHead.read("{\"schema\":\"filterblock.verify/1\",\"status\":\"ok\"}", "verify")
                .isPresent());
        assertFalse(LineHead.read("{\"schema\":\"filterblock.verify/1\",\"file\":\"a\"}", "verify")
                .isPresent());
    }
}
