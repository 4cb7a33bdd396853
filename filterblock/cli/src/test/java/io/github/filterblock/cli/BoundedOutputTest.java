// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import io.github.filterblock.database.Databases;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small file can hold a long list: its beginning is printed, and how much more there is. */
class BoundedOutputTest {
    private static final int MORE_ENTRIES = 1200;

    @TempDir
    Path directory;

    private Path table;

    /** One entry of the metaindex is the filter's, 1,200 are of unknown blocks. */
    @BeforeEach
    void writeATable() throws IOException {
        table = Files.write(
                directory.resolve("a.ldb"),
                TestTable.ofWholeKeys()
                        .block("apple")
                        .changeMetaindexEntries(entries -> {
                            byte[] value = entries.get(0).value();
                            for (int i = 0; i < MORE_ENTRIES; i++) {
                                String name = String.format(Locale.ROOT, "other.%05d", i);
                                entries.add(new Entry(name.getBytes(US_ASCII), value));
                            }
                        })
                        .bytes());
    }

    private static long entries(ToolRun run) {
        return run.lines().stream()
                .filter(line -> line.startsWith("  metaindex"))
                .count();
    }

    @Test
    void theFirstTwentyArePrintedAndHowManyMoreThereAre() {
        ToolRun run = ToolRun.of("inspect", table);
        assertEquals(20, entries(run));
        assertTrue(run.lines().contains("  1,181 more; --all prints them"), run.out());
        ToolRun all = ToolRun.of("inspect", "--all", table);
        assertEquals(MORE_ENTRIES + 1, entries(all));
        assertTrue(!all.out().contains(" more"), "nothing is left out");
    }

    @Test
    void listsInJsonHaveAtMostTheLimitOfMembersAndTheirTrueLength() {
        assertMembers(1000, ToolRun.of("inspect", "--json", table));
        assertMembers(7, ToolRun.of("inspect", "--json", "--limit=7", table));
        assertMembers(0, ToolRun.of("inspect", "--json", "--limit=0", table));
        assertMembers(MORE_ENTRIES + 1, ToolRun.of("inspect", "--json", "--all", table));
        assertMembers(MORE_ENTRIES + 1, ToolRun.of("inspect", "--json", "--limit=5000", table));
        assertMembers(MORE_ENTRIES + 1, ToolRun.of("inspect", "--json", "--all", "--limit=7", table));
        ToolRun.of("inspect", "--limit=-1", table).assertOneLineOfError(2, "--limit", "-1");
    }

    private static void assertMembers(int expected, ToolRun run) {
        JsonObject json = run.json();
        assertEquals(expected, json.getAsJsonArray("metaindex").size());
        assertEquals(MORE_ENTRIES + 1, json.get("metaindexTotal").getAsInt());
    }

    @Test
    void rowsOfFiltersAreBoundedToo() {
        Path many = Golden.path("goleveldb-baselg1");
        assertTrue(ToolRun.of("inspect", "--filters", many).out().contains(" more; --all prints them"));
        JsonObject inspected =
                ToolRun.of("inspect", "--json", "--filters", "--limit=3", many).json();
        JsonObject filter = inspected.getAsJsonObject("filter");
        assertEquals(3, filter.getAsJsonArray("rows").size());
        assertEquals(3628, filter.get("filters").getAsInt());
    }

    /** A filter without a bit denies every key: the memory for this does not grow with the number of keys. */
    @Test
    void ofFindingsAThousandAreKept() throws IOException {
        String[] keys = IntStream.range(0, 1500)
                .mapToObj(i -> String.format(Locale.ROOT, "%08d", i))
                .toArray(String[]::new);
        Path denying = Files.write(
                directory.resolve("denying.ldb"),
                TestTable.ofWholeKeys()
                        .block(keys)
                        .changeFilter(0, block -> new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 9, 0, 0, 0, 11})
                        .bytes());
        JsonObject json = ToolRun.of("verify", "--json", "--all", denying).json();
        assertEquals(1000, json.getAsJsonArray("findings").size());
        long total = json.get("findingsTotal").getAsLong();
        assertTrue(total >= keys.length, () -> total + " findings");
        ToolRun all = ToolRun.of("verify", "--all", denying);
        assertEquals(1, all.status());
        assertTrue(all.out().endsWith("\n  " + (total - 1000) + " more\n"), "the rest is counted");
        long denied = all.lines().stream()
                .filter(line -> line.contains("is denied by"))
                .count();
        assertTrue(denied > 900 && denied <= 1000, () -> denied + " denied keys are printed");
        assertTrue(ToolRun.of("verify", denying).out().endsWith(" more; --all prints them\n"));
    }

    /** Answers are as many as the questions: they are the user's, not the file's. */
    @Test
    void answersAreNotCut() throws IOException {
        Path keys = Files.writeString(directory.resolve("keys"), "apple\n".repeat(1500));
        ToolRun text = ToolRun.of("query", table, "--keys-from", keys);
        assertEquals(1500, text.lines().size());
        assertEquals(
                1500,
                ToolRun.of("query", "--json", table, "--keys-from", keys)
                        .json()
                        .getAsJsonArray("answers")
                        .size());
    }

    private static final Path DELETED = Path.of("src/test/resources/io/github/filterblock/cli/databases/deleted.db");

    @Test
    void everyKeyInNoTableIsNamed() {
        List<String> asked = IntStream.range(0, 50).mapToObj(i -> "none" + i).toList();
        ToolRun run = ToolRun.of(asked, "query", DELETED);
        List<String> expected = new ArrayList<>();
        asked.forEach(key -> expected.add("in no table        " + key));
        assertEquals(expected, run.lines().subList(0, run.lines().size() - 1));
        assertEquals(1, run.status());
    }

    /** One table keeps the key, and a newer one deletes it. */
    @Test
    void everyDisputedKeyIsExplained() {
        ToolRun run = ToolRun.of(Collections.nCopies(50, "account-000003"), "query", DELETED);
        List<String> remarks = run.err().lines().toList();
        assertEquals(50, remarks.size());
        assertTrue(remarks.stream().allMatch(line -> line.endsWith(" deletes it")), run.err());
    }

    /** All keys are held while the tables are read. */
    @Test
    void moreKeysThanFitAreRefused() throws IOException {
        int most = QuestionOptions.MAX_QUESTIONS;
        Path keys = Files.writeString(directory.resolve("keys"), "\n".repeat(most + 1));
        ToolRun.of("query", table, "--keys-from", keys).assertOneLineOfError(2, "more than 1,048,576 keys");
        Path long64 = Files.writeString(directory.resolve("long"), ("k".repeat(1 << 20) + "\n").repeat(65));
        ToolRun.of("query", table, "--keys-from", long64).assertOneLineOfError(2, "more than 67,108,864 bytes");
    }

    /** 22 tables that the MANIFEST does not name are not copied. */
    @Test
    void ofFilesThatAreLeftOutTwentyAreNamed() throws IOException {
        Path database = Databases.copy(GoldenDatabase.named("plyvel"), directory.resolve("db"));
        for (int i = 0; i < 22; i++) {
            String name = String.format(Locale.ROOT, "%06d.%s", 1 + i % 15, i < 15 ? "ldb" : "sst");
            Files.write(database.resolve(name), new byte[0]);
        }
        String text = ToolRun.of("retrofit", database, directory.resolve("new")).out();
        String leftOut = text.substring(text.indexOf("  left out "));
        assertTrue(leftOut.endsWith(" and 2 more\n"), leftOut);
        assertEquals(20, leftOut.split(", ").length);
        String all = ToolRun.of("retrofit", "--all", database, directory.resolve("all"))
                .out();
        assertEquals(22, all.substring(all.indexOf("  left out ")).split(", ").length);
        JsonObject json = ToolRun.of("retrofit", "--json", "--limit=3", database, directory.resolve("json"))
                .json();
        assertEquals(3, json.getAsJsonArray("leftOut").size());
        assertEquals(22, json.get("leftOutTotal").getAsInt());
    }

    @Test
    void totalsCountWhatIsNotListed() throws IOException {
        TestTable unknown = TestTable.ofWholeKeys().compressData(9, contents -> contents);
        for (int i = 1000; i < 2100; i++) {
            unknown.block("key" + i);
        }
        Path file = Files.write(directory.resolve("2.ldb"), unknown.bytes());
        JsonObject inspected = ToolRun.of("inspect", "--json", file).json();
        assertEquals(1100, inspected.get("damageTotal").getAsInt());
        JsonObject verified = ToolRun.of("verify", "--json", "--limit=3", file).json();
        assertEquals(3, verified.getAsJsonArray("findings").size());
        assertTrue(verified.get("findingsTotal").getAsInt() >= 1100, verified::toString);
    }
}
