// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code inspect --quick} of a large database; of 8,000 tables with {@code -Dfilterblock.scale=2} or more. */
class SparseDatabaseTest {
    private static final int TABLES = Integer.getInteger("filterblock.scale", 1) > 1 ? 8000 : 400;

    /** On two cores half of it. */
    private static final double MAX_SECONDS_OF_PROCESSORS = 30;

    @TempDir
    Path folder;

    @Test
    void itTakesLittleMemoryAndTime() throws IOException, InterruptedException {
        SparseDatabase.write(folder.resolve("db"), TABLES);
        String command = new ToolProcess(folder, "-Xmx128m").shellCommand("inspect --quick --json db");
        Path times = folder.resolve("times");
        Process process = new ProcessBuilder("bash", "-c", "TIMEFORMAT='%U %S'; time { " + command + " > out 2> err; }")
                .directory(folder.toFile())
                .redirectError(times.toFile())
                .start();
        assertEquals(0, process.waitFor(), Files.readString(folder.resolve("err")));
        double seconds = Stream.of(Files.readString(times).trim().split(" "))
                .mapToDouble(Double::parseDouble)
                .sum();
        assertTrue(seconds < MAX_SECONDS_OF_PROCESSORS, () -> TABLES + " tables: " + seconds + " s of processors");
        List<String> lines = Files.readAllLines(folder.resolve("out"));
        assertEquals(TABLES + 1, lines.size());
        check(JsonParser.parseString(lines.get(TABLES)).getAsJsonObject());
    }

    private static void check(JsonObject sum) {
        assertEquals(TABLES, sum.get("files").getAsInt());
        JsonArray groups = sum.getAsJsonArray("groups");
        assertEquals(6, groups.size());
        double rate = FullFilterPolicy.fastLocalBloom(SparseDatabase.BITS_PER_KEY)
                .plan(SparseDatabase.KEYS, 0)
                .expectedRate(SparseDatabase.KEYS);
        for (int i = 0; i < groups.size(); i++) {
            JsonObject group = groups.get(i).getAsJsonObject();
            assertEquals("default", group.get("columnFamily").getAsString());
            assertEquals(1 + i, group.get("level").getAsInt());
            assertEquals("[\"full fast-local\"]", group.get("kinds").toString());
            assertEquals(10, group.get("bitsPerKey").getAsDouble(), 0.01);
            assertEquals(rate, group.get("expectedFalsePositiveRate").getAsDouble(), 1e-6);
        }
        JsonObject policy = sum.getAsJsonArray("policies").get(0).getAsJsonObject();
        assertEquals("bloomfilter:10:false", policy.get("policy").getAsString());
        assertEquals(0, policy.get("differing").getAsInt());
    }

    /** Tables that a policy of the options would write otherwise are counted. */
    @Test
    void tablesThatDifferFromTheOptionsAreCounted() throws IOException {
        Path database = folder.resolve("db");
        SparseDatabase.write(database, 7);
        for (String policy : List.of("bloomfilter:16:false", "nullptr", "rocksdb.BloomFilter:20:false")) {
            Files.writeString(
                    database.resolve("OPTIONS-000009"),
                    "[TableOptions/BlockBasedTable \"default\"]\n  filter_policy=" + policy + "\n");
            ToolRun run = ToolRun.of("inspect", "--quick", database);
            assertEquals(0, run.status(), run.err());
            assertTrue(
                    run.out()
                            .contains("OPTIONS-000009: default has filter_policy=" + policy
                                    + "; 7 of its 7 tables differ"),
                    run.out());
        }
        for (String policy : List.of("bloomfilter:10:false", "bloomfilter:9.9:false", "other:3")) {
            Files.writeString(
                    database.resolve("OPTIONS-000009"),
                    "[TableOptions/BlockBasedTable \"default\"]\n  filter_policy=" + policy + "\n");
            String out = ToolRun.of("inspect", "--quick", database).out();
            assertTrue(out.contains("filter_policy=" + policy + ", as its tables do"), out);
        }
    }
}
