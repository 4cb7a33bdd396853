// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
    @TempDir
    Path directory;

    private Path write(TestTable table) throws IOException {
        return Files.write(directory.resolve("a.ldb"), table.bytes());
    }

    private static TestTable apples() {
        return TestTable.ofWholeKeys().block("apple", "banana");
    }

    /** One block of three keys in a filter of 9 bytes; the array offset is 9. */
    private static TestTable changed(UnaryOperator<byte[]> change) {
        return apples().changeFilter(0, change);
    }

    private static byte[] with(byte[] block, int index, int value) {
        byte[] copy = block.clone();
        copy[index < 0 ? block.length + index : index] = (byte) value;
        return copy;
    }

    private static byte[] withOffset(byte[] block, int index, int value) {
        byte[] copy = block.clone();
        ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putInt(block.length + index, value);
        return copy;
    }

    private ToolRun explain(TestTable table, Object... words) throws IOException {
        Path file = write(table);
        ToolRun text = ToolRun.of(List.of(words), "explain", file);
        ToolRun json = ToolRun.of(List.of(words), "explain", "--json", file);
        assertEquals(text.status(), json.status());
        assertEquals("filterblock.explain/1", json.json().get("schema").getAsString());
        assertEquals(file.toString(), json.json().get("file").getAsString());
        assertTrue(text.lines().get(0).startsWith(file + ": "), text.out());
        assertEquals(
                text.lines().get(0).endsWith(": may match") ? "may-match" : "absent",
                json.json().get("answer").getAsString());
        String why = json.json().get("why").getAsString();
        assertTrue(text.out().contains(why), () -> why + " in " + text.out());
        return text;
    }

    private void assertExplained(int status, String words, TestTable table, Object... question) throws IOException {
        ToolRun run = explain(table, question);
        assertTrue(run.out().contains(words), () -> words + " in " + run.out());
        assertEquals(status, run.status(), run.out());
    }

    @Test
    @Tag("FB-7")
    void bitsOfAPresentKeyAreAllSet() throws IOException {
        ToolRun run = explain(apples(), "apple");
        assertEquals(0, run.status());
        assertTrue(run.out().contains("all 6 bits are set (FB-7)"), run.out());
        assertFalse(run.out().contains("not set"), run.out());
    }

    @Test
    @Tag("FB-7")
    void theBitThatDecidesIsMarkedOnce() throws IOException {
        ToolRun run = explain(apples(), "avocado");
        assertEquals(1, run.status());
        assertEquals(
                1,
                run.lines().stream()
                        .filter(line -> line.endsWith("not set, which decides"))
                        .count(),
                run.out());
        JsonObject json = ToolRun.of("explain", "--json", directory.resolve("a.ldb"), "avocado")
                .json();
        JsonObject reading = json.getAsJsonArray("blocks")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("readings")
                .get(0)
                .getAsJsonObject();
        JsonArray probes = reading.getAsJsonArray("probes");
        assertEquals(6, probes.size());
        long deciding = reading.get("decidingBit").getAsLong();
        for (JsonElement element : probes) {
            JsonObject probe = element.getAsJsonObject();
            long bit = probe.get("bit").getAsLong();
            assertEquals(bit / 8, probe.get("byte").getAsLong());
            assertEquals(1 << bit % 8, probe.get("mask").getAsInt());
            if (!probe.get("set").getAsBoolean()) {
                assertEquals(bit, deciding);
                break;
            }
        }
    }

    @Test
    void keysAreWrittenInThreeForms() throws IOException {
        Path file = write(apples());
        ToolRun text = ToolRun.of("explain", file, "apple");
        assertEquals(text, ToolRun.of("explain", "--hex", file, "6170706c65"));
        assertEquals(text, ToolRun.of("explain", "--escaped", file, "appl\\x65"));
        ToolRun.of("explain", "--hex", file, "6").assertOneLineOfError(2, "'6'");
        ToolRun.of("explain", "--hex", "--escaped", file, "61").assertOneLineOfError(2, "--hex");
        assertEquals(1, ToolRun.of("explain", file, "").status(), "an empty key is a key");
    }

    @Test
    void wrongUsageIsOneLine() throws IOException {
        Path file = write(apples());
        ToolRun.of("explain").assertOneLineOfError(2, "FILE");
        ToolRun.of("explain", file).assertOneLineOfError(2, "KEY");
        ToolRun.of("explain", file, "a", "b").assertOneLineOfError(2, "'b'");
        for (String offset : List.of("x", "-1", "18446744073709551616", "")) {
            ToolRun.of("explain", "--block=" + offset, file, "a").assertOneLineOfError(2, "--block");
        }
        ToolRun.of("explain", directory.resolve("none"), "a").assertOneLineOfError(3, "none", "no such file");
        ToolRun.of("explain", Golden.damaged("n-trunc-47.ldb"), "a").assertOneLineOfError(3, "n-trunc-47.ldb");
        ToolRun json = ToolRun.of("explain", "--json", directory.resolve("none"), "a");
        assertEquals("unreadable", json.json().get("status").getAsString());
        assertEquals(3, json.status());
    }

    @Test
    @Tag("FB-23")
    void offsetsOutsideAreExplained() throws IOException {
        assertExplained(0, "window 1 is beyond the last of the 1 filters", apples(), "apple", "--block", 2048);
        assertExplained(
                0,
                "window 9007199254740991 is beyond the last of the 1 filters: every key may match (FB-23)",
                apples(),
                "apple",
                "--block",
                "18446744073709551615");
    }

    @Test
    @Tag("FB-8")
    @Tag("FB-13")
    void emptyFiltersAreExplained() throws IOException {
        TestTable far = TestTable.ofWholeKeys().valueLength(5000).block("a").block("b");
        assertExplained(1, "filter 1: the filter is empty", far, "a", "--block", 2048);
        byte[] oneByte = {6, 0, 0, 0, 0, 1, 0, 0, 0, 11};
        assertExplained(
                1,
                "the filter denies 2 of 2 keys of the table, so it is not believed",
                changed(block -> oneByte),
                "apple");
        assertExplained(
                1, "has no bits, so it denies every key (FB-8)", changed(block -> oneByte), "apple", "--block", 0);
    }

    @Test
    @Tag("FB-9")
    void reservedProbesAreExplained() throws IOException {
        assertExplained(0, "k is 31, above 30 and reserved", changed(block -> with(block, 8, 31)), "x", "--block", 0);
        assertExplained(0, "k is 255, above 30 and reserved", changed(block -> with(block, 8, 255)), "x", "--block", 0);
        assertExplained(0, "k is 0: no bit is asked", changed(block -> with(block, 8, 0)), "x", "--block", 0);
    }

    @Test
    @Tag("FB-19")
    @Tag("FB-20")
    @Tag("FB-22")
    @Tag("FB-25")
    void damagedBlocksAreExplained() throws IOException {
        // The exit status is that of a corrupt table; the answer is still "may match".
        assertExplained(
                1, "has 3 bytes, fewer than the 5 of an empty one", changed(block -> new byte[3]), "x", "--block", 0);
        assertExplained(
                1,
                "the array offset 14 lies beyond its own place at 13",
                changed(block -> withOffset(block, -5, 14)),
                "x",
                "--block",
                0);
        assertExplained(1, "base lg is 64, above 63", changed(block -> with(block, -1, 64)), "x", "--block", 0);
        assertExplained(
                1,
                "filter 0 starts at 10 and ends at 9, which is before its start: every key may match (FB-25)",
                changed(block -> withOffset(block, -9, 10)),
                "x",
                "--block",
                0);
        TestTable beyond = TestTable.ofWholeKeys()
                .valueLength(5000)
                .block("a")
                .block("b")
                .changeFilter(0, block -> {
                    int count = (block.length - 5 - 18) / 4;
                    byte[] copy = block;
                    for (int i = 1; i < count; i++) {
                        copy = withOffset(copy, -5 - 4 * i, 300);
                    }
                    return copy;
                });
        assertExplained(1, "beyond the array offset 18", beyond, "x", "--block", 2048);
        assertExplained(1, "LevelDB itself would deny it", beyond, "x", "--block", 2048);
    }

    @Test
    @Tag("TF-14")
    void whatCannotDenyIsExplained() throws IOException {
        assertExplained(
                0, "the table has no filter for data blocks: every key may match", apples().withoutFilter(), "x");
        assertExplained(
                0,
                "the table has no filter for data blocks: every key may match",
                apples().withoutFilter(),
                "x",
                "--block",
                0);
        TestTable unknown = apples().policy("mine\u001b", ReferencePolicy.fnvSet());
        assertExplained(0, "the policy mine\\x1b is not built in: every key may match (TF-14)", unknown, "x");
        assertExplained(
                0, "the policy mine\\x1b is not built in: every key may match (TF-14)", unknown, "x", "--block", 0);
        assertExplained(
                1, "the filter block cannot be read", apples().changeFilter(9, block -> block), "x", "--block", 0);
        assertEquals(
                1,
                ToolRun.of("explain", Golden.damaged("n-flip-filter-bit.ldb"), "x")
                        .status(),
                "as query");
        assertTrue(ToolRun.of("explain", Golden.damaged("n-flip-filter-bit.ldb"), "x")
                .out()
                .contains("the checksum of the filter block is wrong"));
        TestTable prefixes = apples().properties("rocksdb.block.based.table.whole.key.filtering", "0");
        assertExplained(0, "the filter holds only prefixes of keys", prefixes, "x");
        assertExplained(0, "the table has no data block", TestTable.ofWholeKeys(), "x");
    }

    @Test
    @Tag("TF-15")
    void withoutOrderEveryBlockIsAsked() throws IOException {
        TestTable odd = TestTable.ofWholeKeys()
                .valueLength(3000)
                .block("pear")
                .block("banana")
                .block("apple");
        assertExplained(0, "3 asked, 2 deny the key; the first that does not:", odd, "banana");
        assertExplained(1, "the filters of all 3 data blocks deny the key", odd, "nothing");
        assertExplained(1, "the key is above the last key of the index", apples(), "zebra");
    }

    /** Where no key tells the dialect, the reading that lets a key pass is named. */
    @Test
    @Tag("TF-14")
    void everyDialectThatRemainsIsShown() throws IOException {
        TestTable open = TestTable.ofWholeKeys()
                .policy(TestTable.OLD_LEVELDB, ReferencePolicy.bloom(10))
                .block("apple", "banana");
        ToolRun run = explain(open, "avocado");
        assertEquals(1, run.status());
        assertTrue(run.out().contains("read as         goleveldb"), run.out());
        assertTrue(run.out().contains("read as         leveldb-1.17-signed"), run.out());
        assertTrue(run.out().contains("and every other reading denies it too"), run.out());
        ToolRun forced = explain(open, "--dialect", "goleveldb", "avocado");
        assertFalse(forced.out().contains("signed"), forced.out());
    }

    @Test
    void thePlaceInTheFileIsReported() {
        JsonObject json = ToolRun.of("explain", "--json", Golden.path("tb123-onekey"), "key00000000")
                .json();
        JsonObject block = json.getAsJsonArray("blocks").get(0).getAsJsonObject();
        assertEquals(
                58, block.getAsJsonObject("filter").get("fileOffset").getAsLong(), "the filter block starts there");
        assertEquals("FB-24", block.get("rule").getAsString());
        assertEquals("index", json.get("search").getAsString());
        assertEquals("6b65793030303030303030", json.get("key").getAsString());
    }
}
