// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.table.TableFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lines for tables that are stored anywhere are those of the command line. */
class TableLinesTest {
    private static final TableLines<?> VERIFY = TableLines.verify(new FilterOptions(), 1000);
    private static final TableLines<?> AUDIT = TableLines.audit(new FilterOptions(), 1, 100);

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

    private static TableLines.Result<?> result(TableLines<?> lines, Path file) {
        return lines.of(file.toString(), new InFile(file));
    }

    private static String line(TableLines<?> lines, Path file) {
        return result(lines, file).line();
    }

    private static List<String> linesAndSum(TableLines<?> lines, Path file) {
        return List.of(line(lines, file), result(lines, file).sum().line());
    }

    private static TableSum sum(TableLines<?> lines, List<Path> files) {
        return files.stream().map(file -> result(lines, file).sum()).reduce(lines.none(), TableSum::plus);
    }

    private static TableStatus status(TableLines.Result<?> result) {
        assertEquals(1, result.sum().results());
        return result.sum().statuses().keySet().iterator().next();
    }

    @Test
    void aLineIsThatOfTheCommandLineAndHasItsStatus() {
        for (Path file : files()) {
            assertEquals(ToolRun.of("verify", "--json", file).lines(), linesAndSum(VERIFY, file));
            assertEquals(ToolRun.of("audit", "--json", "--samples=100", file).lines(), linesAndSum(AUDIT, file));
            for (TableLines.Result<?> result :
                    List.<TableLines.Result<?>>of(result(VERIFY, file), result(AUDIT, file))) {
                String status = status(result).id();
                assertTrue(result.line().contains("\"status\":\"" + status + "\""), result::line);
            }
        }
        assertEquals(TableStatus.NOT_A_TABLE, status(result(VERIFY, files().get(3))));
        assertTrue(VERIFY.of("s3://bucket/a.ldb", new InFile(files().get(0)))
                .line()
                .contains("\"file\":\"s3://bucket/a.ldb\""));
    }

    @Test
    void aTableThatCannotBeReadHasTheReasonOfItsStore() {
        for (TableLines<?> lines : List.of(VERIFY, AUDIT)) {
            TableLines.Result<?> result = result(lines, Path.of("none"));
            assertTrue(result.line().contains("\"status\":\"unreadable\","), result::line);
            assertTrue(result.line().contains("\"reason\":\"mine\""), result::line);
            assertEquals(result, lines.unreadable("none", "mine"));
            assertEquals(TableStatus.UNREADABLE, status(result));
        }
    }

    @Test
    void findingsAreLimited() {
        String line = line(TableLines.verify(new FilterOptions(), 0), files().get(2));
        JsonObject limited = JsonParser.parseString(line).getAsJsonObject();
        assertEquals(0, limited.getAsJsonArray("findings").size());
        assertTrue(limited.get("findingsTotal").getAsLong() > 0);
    }

    @Test
    void resultsAddUpInAnyGroups() {
        for (TableLines<?> lines : List.of(VERIFY, AUDIT)) {
            String merged = sum(lines, files()).line();
            TableSum last = sum(lines, files().subList(1, files().size()));
            assertEquals(merged, last.plus(sum(lines, files().subList(0, 1))).line());
            assertTrue(merged.contains("\"files\":4,"), merged);
            assertTrue(lines.none().line().contains("\"files\":0,"));
        }
        JsonObject audits = JsonParser.parseString(sum(AUDIT, files()).line()).getAsJsonObject();
        assertEquals("filterblock.audit.sum/1", audits.get("schema").getAsString());
        assertEquals(1, audits.get("withoutTable").getAsLong());
        assertEquals(3, audits.get("tables").getAsLong());
        assertEquals(
                files().subList(0, 3).stream()
                        .mapToLong(file -> asked(line(AUDIT, file)))
                        .sum(),
                asked(audits.toString()));
        JsonObject sum = JsonParser.parseString(sum(VERIFY, files()).line()).getAsJsonObject();
        assertEquals("filterblock.verify.sum/1", sum.get("schema").getAsString());
        for (String member : List.of("keys", "falseNegatives", "blocks", "findingsTotal")) {
            long expected = files().stream()
                    .mapToLong(file -> number(line(VERIFY, file), member))
                    .sum();
            assertEquals(expected, sum.get(member).getAsLong(), member);
        }
        assertTrue(sum.get("keys").getAsLong() > 0 && sum.get("findingsTotal").getAsLong() > 0, sum::toString);
    }

    /** A failure has its findings, and nothing that it does not know. */
    private static long number(String line, String member) {
        JsonObject verified = JsonParser.parseString(line).getAsJsonObject();
        if (verified.has(member)) {
            return verified.get(member).getAsLong();
        }
        assertEquals("filterblock.failure/1", verified.get("schema").getAsString());
        return member.equals("findingsTotal")
                ? verified.getAsJsonArray("findings").size()
                : 0;
    }

    private static long asked(String line) {
        JsonObject audit = JsonParser.parseString(line).getAsJsonObject();
        return audit.getAsJsonObject("randomKeys").get("asked").getAsLong();
    }

    @Test
    void linesAreSentFromMachineToMachine() throws IOException, ClassNotFoundException {
        for (TableLines<?> lines : List.of(VERIFY, AUDIT)) {
            assertEquals(result(lines, files().get(0)), result(copy(lines), files().get(0)));
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T copy(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    @Test
    void sumsAreSentFromMachineToMachine() throws IOException, ClassNotFoundException {
        for (TableLines<?> lines : List.of(VERIFY, AUDIT)) {
            TableSum sum = sum(lines, files());
            assertEquals(sum, copy(sum));
        }
    }

    @Test
    void noSumOverflows() {
        for (int i = 0; i < 6; i++) {
            long[] most = new long[6];
            long[] one = new long[6];
            most[i] = Long.MAX_VALUE;
            one[i] = 1;
            assertThrows(ArithmeticException.class, () -> verifications(most).plus(verifications(one)), "number " + i);
        }
        AuditSum most = new AuditSum(Map.of(TableStatus.OK, Long.MAX_VALUE), Audit.NONE);
        AuditSum one = new AuditSum(Map.of(TableStatus.OK, 1L), Audit.NONE);
        assertThrows(ArithmeticException.class, () -> most.plus(one));
        AuditSum other = new AuditSum(Map.of(TableStatus.CORRUPT, 1L), Audit.NONE);
        assertThrows(ArithmeticException.class, () -> most.plus(other).results());
    }

    private static VerifySum verifications(long... numbers) {
        return new VerifySum(Map.of(), numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
    }
}
