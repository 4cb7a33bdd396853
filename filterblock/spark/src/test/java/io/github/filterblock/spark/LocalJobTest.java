// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs in one process of Spark's, beside the command line tool on the same tables. */
class LocalJobTest {
    @TempDir
    private Path directory;

    private static Commands.Result submit(Object... words) throws IOException, InterruptedException {
        return Commands.sparkSubmit("local[2]", List.of(), Commands.words(words))
                .await();
    }

    @Test
    void twentyThousandTablesAreVerifiedAsByTheTool() throws IOException, InterruptedException {
        Path output = directory.resolve("out");
        Commands.Result result = submit("verify", "--output", output, ManyTables.directory());
        assertEquals(ManyTables.toolStatus(), result.status(), result.err());
        assertTrue(result.err().contains("filterblock: " + ManyTables.COUNT + " files: "), result.err());
        Lines.assertAreThoseOfTheTool(ManyTables.toolLines(), output);
        assertTrue(Files.exists(output.resolve("_SUCCESS")));
        assertFalse(Files.exists(output.resolve("_temporary")));
        String summary = Lines.only(output.resolve("summary.json"));
        assertTrue(summary.contains("\"files\":" + ManyTables.COUNT + ","), summary);
        assertTrue(summary.endsWith("\"warnings\":[],\"exitStatus\":" + result.status() + "}"), summary);
        assertTrue(Lines.only(output.resolve("merged.json")).contains("\"files\":" + ManyTables.COUNT + ","));
    }

    @Test
    void theCorpusIsVerifiedAsByTheToolWhateverPatternsMatchIt() throws IOException, InterruptedException {
        Path lines = directory.resolve("tool.jsonl");
        Path corpus = Commands.TABLES.resolve("corpus");
        Path rocksdb = Commands.TABLES.resolve("rocksdb");
        int status = Commands.runTool(lines, Commands.words("verify", "--json", corpus, rocksdb, PebbleLines.DIRECTORY))
                .status();
        Path output = directory.resolve("out");
        List<?> patterns = List.of(
                corpus + "/{tables,damaged}",
                rocksdb + "/rocks[0-9]*.sst",
                rocksdb,
                PebbleLines.DIRECTORY + "/made-{v[1-8],rocksdb2,leveldb}-*.sst");
        Commands.Result result = submit("verify", "--task-size", 3, "--output", output, patterns);
        assertEquals(status, result.status(), result.err());
        Lines.assertAreThoseOfTheTool(lines, output);
        PebbleLines.assertVerified(output);
    }

    @Test
    void anAuditIsThatOfTheToolHoweverTablesAreSpread() throws IOException, InterruptedException {
        Path some = ManyTables.directory().resolve("db-009");
        Path corpus = Commands.TABLES.resolve("corpus/tables");
        List<String> settings = List.of("--samples", "200", "--seed", "7");
        Path lines = directory.resolve("tool.jsonl");
        int status = Commands.runTool(
                        lines, Commands.words("audit", "--json", settings, some, corpus, PebbleLines.DIRECTORY))
                .status();
        Set<String> sums = new HashSet<>();
        for (int taskSize : List.of(1, 30, 512)) {
            Path output = directory.resolve("out-" + taskSize);
            List<?> options = List.of("--task-size", taskSize, "--output", output);
            Commands.Result result = submit("audit", settings, options, some, corpus, PebbleLines.DIRECTORY);
            assertEquals(status, result.status(), result.err());
            Lines.assertAreThoseOfTheTool(lines, output);
            PebbleLines.assertAudited(output, 200);
            sums.add(Lines.only(output.resolve("merged.json")));
        }
        assertEquals(1, sums.size(), sums::toString);
        JsonObject sum = JsonParser.parseString(sums.iterator().next()).getAsJsonObject();
        List<JsonObject> audits = Lines.ofFiles(lines).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
        assertEquals(audits.size(), sum.get("files").getAsLong());
        for (String keys : List.of("randomKeys", "steps")) {
            for (String number : List.of("asked", "matched")) {
                assertEquals(
                        audits.stream()
                                .filter(audit -> audit.has(keys)) // a failure has none
                                .mapToLong(audit -> number(audit, keys, number))
                                .sum(),
                        number(sum, keys, number),
                        keys + ": " + number);
            }
        }
        assertTrue(number(sum, "randomKeys", "asked") > 0);
    }

    private static long number(JsonObject audit, String keys, String number) {
        return audit.getAsJsonObject(keys).get(number).getAsLong();
    }

    @Test
    void directoriesThatCannotBeListedAreReported() throws IOException, InterruptedException {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        Path output = directory.resolve("out");
        List<?> files =
                List.of(directory + "/none.ldb", directory + "/nothing/*.ldb", Commands.TABLES + "/pcmind/*.ldb");
        Commands.Result result = submit("verify", "--output", output, empty, files);
        assertEquals(3, result.status(), result.err());
        assertTrue(result.err().contains("empty: no .ldb or .sst file in this directory"), result.err());
        assertTrue(
                Lines.ofJob(output)
                        .get("file:" + directory + "/none.ldb")
                        .contains("\"status\":\"unreadable\",\"reason\":\"no such file\""),
                result.err());
        assertEquals(5, Lines.ofJob(output).size());
    }

    @Test
    void wrongUsageIsReported() throws IOException, InterruptedException {
        Path output = Files.createDirectories(directory.resolve("out"));
        Files.writeString(output.resolve("mine.txt"), "mine");
        String table = Commands.TABLES + "/pcmind";
        for (List<?> words : List.of(
                List.of("verify", table),
                List.of("verify", "--output", output, table),
                List.of("verify", "--output", directory + "/new", "nowhere://host/x"),
                List.of("audit", "--samples", "0", "--output", "x", table))) {
            Commands.Result result = submit(words);
            assertEquals(2, result.status(), result.err());
            assertTrue(result.err().contains("filterblock: "), result.err());
            assertFalse(result.err().contains("\tat "), result.err());
        }
    }
}
