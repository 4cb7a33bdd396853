// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is told without data is what the data tells. */
class QuickInspectTest {
    private static List<Path> tables() throws IOException {
        try (Stream<Path> files =
                Files.list(RocksDbFilterCorpus.bundled().directory().resolve("tables"))) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .sorted()
                    .toList();
        }
    }

    private static String kinds(JsonObject filter) {
        List<String> kinds = new ArrayList<>();
        for (JsonElement kind : filter.getAsJsonArray("kinds")) {
            kinds.add(kind.isJsonObject() ? kind.getAsJsonObject().get("kind").getAsString() : kind.getAsString());
        }
        return String.join(" ", kinds);
    }

    @Test
    void formKindAndRateAreThoseOfTheWholeFilter() throws IOException {
        List<Path> tables = tables();
        List<JsonObject> quick =
                ToolRun.of(tables, "inspect", "--json", "--quick").jsonLines();
        List<JsonObject> whole = ToolRun.of(tables, "inspect", "--json").jsonLines();
        int rates = 0;
        for (int i = 0; i < tables.size(); i++) {
            JsonObject told = quick.get(i);
            JsonElement read = whole.get(i).get("filter");
            assertEquals(whole.get(i).get("file"), told.get("file"));
            if (read.isJsonNull()) {
                assertTrue(told.get("form").isJsonNull(), told.toString());
                continue;
            }
            JsonObject filter = read.getAsJsonObject();
            assertEquals(filter.get("form"), told.get("form"), told::toString);
            if (filter.get("form").getAsString().equals("full")
                    && told.getAsJsonArray("kinds").size() == 1) {
                assertEquals(kinds(filter), kinds(told), told::toString);
            }
            JsonElement rate = told.get("expectedFalsePositiveRate");
            assertTrue(rate.isJsonNull() || told.get("form").getAsString().equals("full"), told::toString);
            boolean usual = !rate.isJsonNull() && told.get("bitsPerKey").getAsDouble() < 30; // not mostly empty lines
            if (usual && filter.get("keys").getAsLong() > 200) {
                double expected = filter.get("expectedFalsePositiveRate").getAsDouble();
                double most = 1.5;
                double factor = rate.getAsDouble() / expected;
                assertTrue(factor < most && factor > 1 / most, told + " " + expected);
                rates++;
            }
        }
        assertTrue(rates > 5, rates + " rates");
    }

    @Test
    void theSumIsTheLastLineAlsoForOneFile() throws IOException {
        for (String option : List.of("--filters", "--quick")) {
            ToolRun run = ToolRun.of("inspect", "--json", option, tables().get(0));
            JsonObject sum = JsonParser.parseString(run.lines().get(1)).getAsJsonObject();
            assertEquals("filterblock.inspect.sum/1", sum.get("schema").getAsString());
            assertEquals(1, sum.get("files").getAsInt());
            assertEquals(option.equals("--filters"), sum.get("dataRead").getAsBoolean());
            JsonArray groups = sum.getAsJsonArray("groups");
            assertEquals(
                    Files.size(tables().get(0)),
                    groups.get(0).getAsJsonObject().get("bytes").getAsLong());
        }
    }

    /** The digest is of the filter's bytes, or of those of all partitions. */
    @Test
    void filtersOfEveryFormHaveADigest() throws IOException {
        int partitioned = 0;
        for (JsonObject table : ToolRun.of(tables(), "inspect", "--json").jsonLines()) {
            if (!table.get("filter").isJsonObject()) {
                continue;
            }
            JsonObject filter = table.getAsJsonObject("filter");
            try (TableFile file = TableFile.open(Path.of(table.get("file").getAsString()))) {
                MessageDigest digest = MessageDigest.getInstance("SHA-256");
                if (filter.get("form").getAsString().equals("block")) {
                    BlockHandle handle = new BlockHandle(
                            filter.get("offset").getAsLong(), filter.get("size").getAsLong());
                    digest.update(file.read(handle).contents());
                } else {
                    for (FilterPartition each :
                            file.keyFilter(file.structure()).orElseThrow().partitions()) {
                        digest.update(file.read(each.handle()).contents());
                    }
                }
                String hex = HexFormat.of().formatHex(digest.digest());
                assertEquals(hex, filter.get("sha256").getAsString(), table::toString);
                partitioned += filter.get("form").getAsString().equals("partitioned") ? 1 : 0;
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError(e);
            }
        }
        assertTrue(partitioned > 3, partitioned + " partitioned filters");
    }
}
