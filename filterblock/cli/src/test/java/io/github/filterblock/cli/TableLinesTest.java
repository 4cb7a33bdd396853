// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.table.TableFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines for tables that are stored anywhere are those of the command line. */
class TableLinesTest {
    private static final TableLines<?> VERIFY = TableLines.verify(FilterHints.NONE, 1000);
    private static final TableLines<?> AUDIT = TableLines.audit(FilterHints.NONE, 1, 100);

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

    private static TableLines.Result result(TableLines<?> lines, Path file) {
        return lines.of(file.toString(), new InFile(file));
    }

    private static String line(TableLines<?> lines, Path file) {
        return result(lines, file).line();
    }

    private static TableLines.Totals totals(TableLines<?> lines, List<Path> files) {
        return files.stream().map(file -> result(lines, file).totals()).reduce(lines.none(), TableLines.Totals::plus);
    }

    @Test
    void aLineIsThatOfTheCommandLineAndHasItsStatus() {
        for (Path file : files()) {
            assertEquals(ToolRun.of("verify", "--json", file).lines(), List.of(line(VERIFY, file)));
            assertEquals(ToolRun.of("audit", "--json", "--samples=100", file).lines(), List.of(line(AUDIT, file)));
            for (TableLines.Result result : List.of(result(VERIFY, file), result(AUDIT, file))) {
                String status = result.status().id();
                assertTrue(result.line().contains("\"status\":\"" + status + "\""), result::line);
            }
        }
        assertEquals(TableStatus.NOT_A_TABLE, result(VERIFY, files().get(3)).status());
        assertTrue(VERIFY.of("s3://bucket/a.ldb", new InFile(files().get(0)))
                .line()
                .contains("\"file\":\"s3://bucket/a.ldb\""));
    }

    @Test
    void aTableThatCannotBeReadHasTheReasonOfItsStore() {
        for (TableLines<?> lines : List.of(VERIFY, AUDIT)) {
            TableLines.Result result = result(lines, Path.of("none"));
            assertTrue(result.line().contains("\"status\":\"unreadable\","), result::line);
            assertTrue(result.line().contains("\"reason\":\"mine\""), result::line);
            assertEquals(result, lines.unreadable("none", "mine"));
            assertEquals(TableStatus.UNREADABLE, result.status());
        }
    }

    @Test
    void findingsAreLimited() {
        String line = line(TableLines.verify(FilterHints.NONE, 0), files().get(2));
        JsonObject limited = JsonParser.parseString(line).getAsJsonObject();
        assertEquals(0, limited.getAsJsonArray("findings").size());
        assertTrue(limited.get("findingsTotal").getAsLong() > 0);
    }

    @Test
    void resultsAddUpInAnyGroups(@TempDir Path directory) throws IOException {
        for (TableLines<?> lines : List.of(VERIFY, AUDIT)) {
            String merged = totals(lines, files()).line();
            TableLines.Totals last = totals(lines, files().subList(1, files().size()));
            assertEquals(merged, last.plus(totals(lines, files().subList(0, 1))).line());
            assertTrue(merged.contains("\"results\":4,"), merged);
            assertTrue(lines.none().line().contains("\"results\":0,"));
        }
        List<String> audits = files().stream().map(file -> line(AUDIT, file)).toList();
        Path kept = Files.write(directory.resolve("kept"), audits);
        assertEquals(
                ToolRun.of("audit", "--merge", "--json", kept).lines(),
                List.of(totals(AUDIT, files()).line()));
        JsonObject sum = JsonParser.parseString(totals(VERIFY, files()).line()).getAsJsonObject();
        assertEquals("filterblock.verify.merged/1", sum.get("schema").getAsString());
        for (String member : List.of("keys", "falseNegatives", "blocks", "findingsTotal")) {
            long expected = files().stream()
                    .mapToLong(file -> JsonParser.parseString(line(VERIFY, file))
                            .getAsJsonObject()
                            .get(member)
                            .getAsLong())
                    .sum();
            assertEquals(expected, sum.get(member).getAsLong(), member);
        }
        assertTrue(sum.get("keys").getAsLong() > 0 && sum.get("findingsTotal").getAsLong() > 0, sum::toString);
    }

    @Test
    void totalsAreSentFromMachineToMachine() throws IOException, ClassNotFoundException {
        for (TableLines<?> lines : List.of(VERIFY, AUDIT)) {
            TableLines.Totals totals = totals(lines, files());
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(totals);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                assertEquals(totals, in.readObject());
            }
        }
    }

    @Test
    void noSumOverflows() {
        for (int i = 0; i < 5; i++) {
            long[] most = new long[5];
            long[] one = new long[5];
            most[i] = Long.MAX_VALUE;
            one[i] = 1;
            assertThrows(ArithmeticException.class, () -> verifications(most).plus(verifications(one)), "number " + i);
        }
        MergedAudits results = new MergedAudits(Audit.NONE, Long.MAX_VALUE, 0);
        assertThrows(ArithmeticException.class, () -> results.plus(new MergedAudits(Audit.NONE, 1, 0)));
        MergedAudits without = new MergedAudits(Audit.NONE, 0, Long.MAX_VALUE);
        assertThrows(ArithmeticException.class, () -> without.plus(new MergedAudits(Audit.NONE, 0, 1)));
    }

    private static MergedVerifications verifications(long... numbers) {
        return new MergedVerifications(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }
}
