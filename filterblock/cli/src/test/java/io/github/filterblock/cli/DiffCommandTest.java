// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
    @TempDir
    Path directory;

    private Path write(String name, TestTable table) throws IOException {
        return Files.write(directory.resolve(name), table.bytes());
    }

    private static TestTable table() {
        return TestTable.ofWholeKeys().valueLength(5000).block("a").block("b").block("c");
    }

    private ToolRun diff(TestTable a, TestTable b) throws IOException {
        Path pathA = write("a.ldb", a);
        Path pathB = write("b.ldb", b);
        ToolRun text = ToolRun.of("diff", pathA, pathB);
        ToolRun json = ToolRun.of("diff", "--json", pathA, pathB);
        assertEquals(text.status(), json.status());
        JsonObject object = json.json();
        assertEquals("filterblock.diff/1", object.get("schema").getAsString());
        assertEquals(pathA.toString(), object.get("file").getAsString());
        assertEquals(pathB.toString(), object.get("other").getAsString());
        assertEquals(
                text.status() == 0 ? "equal" : "different", object.get("status").getAsString());
        return text;
    }

    private static void assertLine(ToolRun run, String label, String value) {
        String line = "  " + label + " ".repeat(16 - label.length()) + value;
        assertTrue(run.lines().contains(line), () -> line + "\nin\n" + run.out());
    }

    @Test
    void tablesWithTheSameFilterAreEqual() throws IOException {
        ToolRun run = diff(table(), table());
        assertEquals(0, run.status());
        assertTrue(run.lines().get(0).endsWith(": equal filters"), run.out());
        assertLine(run, "0 to 6", "equal");
        assertLine(run, "in all", "7 equal, 0 different, 0 only in A, 0 only in B");
        assertEquals(0, diff(table().withoutFilter(), table().withoutFilter()).status());
    }

    @Test
    void everyDifferenceHasItsLine() throws IOException {
        ToolRun run = diff(
                table(),
                TestTable.ofWholeKeys()
                        .policy(TestTable.LEVELDB, ReferencePolicy.bloom(12))
                        .valueLength(5000)
                        .block("a")
                        .block("x")
                        .block("c", "d", "e", "f", "g", "h")
                        .block("i"));
        assertEquals(1, run.status());
        assertLine(run, "policy", TestTable.LEVELDB);
        assertLine(run, "base lg", "11");
        assertLine(run, "filter 1", "equal");
        assertTrue(run.out().contains("k 6 in A, 8 in B, "), run.out());
        assertTrue(run.out().contains("A 9 bytes, B 10 bytes; k 6 in A, 8 in B"), run.out());
        assertTrue(run.out().contains("only in B\n"), run.out());
    }

    @Test
    void theSameKeysInOtherDialectsDiffer() throws IOException {
        TestTable signed = TestTable.ofWholeKeys()
                .policy(TestTable.OLD_LEVELDB, ReferencePolicy.signedTailBloom(10))
                .block(new byte[] {1, (byte) 0x80}, new byte[] {1, (byte) 0x81});
        TestTable unsigned = TestTable.ofWholeKeys()
                .policy(TestTable.OLD_LEVELDB, ReferencePolicy.bloom(10))
                .block(new byte[] {1, (byte) 0x80}, new byte[] {1, (byte) 0x81});
        ToolRun run = diff(signed, unsigned);
        assertEquals(1, run.status());
        assertLine(run, "dialect", "A: leveldb-1.17-signed");
        assertLine(run, "", "B: goleveldb");
        assertTrue(run.out().contains("bits only in A, "), run.out());
    }

    @Test
    void aMissingFilterIsADifference() throws IOException {
        ToolRun run = diff(table(), table().withoutFilter());
        assertEquals(1, run.status());
        assertLine(run, "policy", "A: leveldb.BuiltinBloomFilter2");
        assertLine(run, "", "B: no filter");
    }

    @Test
    void bytesOfUnknownPoliciesAreCompared() throws IOException {
        TestTable fnv = table().policy("mine", ReferencePolicy.fnvSet());
        assertEquals(
                0, diff(fnv, table().policy("mine", ReferencePolicy.fnvSet())).status());
        ToolRun run = diff(fnv, table().policy("mine", ReferencePolicy.testHash()));
        assertEquals(1, run.status());
        assertLine(run, "dialect", "unknown");
        assertTrue(run.out().contains(" only in B, of 4 bytes"), run.out());
        ToolRun named = diff(fnv, table().policy("yours", ReferencePolicy.fnvSet()));
        assertEquals(1, named.status(), "the same bytes under another name");
        assertLine(named, "0 to 6", "equal");
    }

    @Test
    void otherWindowsAreNoted() throws IOException {
        ToolRun run = diff(table(), table().baseLg(12));
        assertEquals(1, run.status());
        assertTrue(run.out().contains("base lg differs"), run.out());
    }

    /** A byte before the first filter belongs to none. */
    @Test
    void bytesOutsideTheFiltersCountToo() throws IOException {
        ToolRun run = diff(
                table().changeFilter(0, block -> shifted(block, 1)),
                table().changeFilter(0, block -> shifted(block, 2)));
        assertEquals(1, run.status());
        assertLine(run, "in all", "7 equal, 0 different, 0 only in A, 0 only in B");
        assertTrue(run.out().contains("every filter is equal; other bytes of the block differ"), run.out());
    }

    /** The block with one byte in front of its filters. */
    private static byte[] shifted(byte[] block, int first) {
        ByteBuffer longer = ByteBuffer.allocate(block.length + 1)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) first)
                .put(block);
        int arrayOffset = longer.getInt(longer.capacity() - 5);
        for (int at = arrayOffset + 1; at < longer.capacity() - 1; at += 4) {
            longer.putInt(at, longer.getInt(at) + 1);
        }
        return longer.array();
    }

    @Test
    void whatCannotBeReadIsNotCompared() throws IOException {
        Path good = write("good.ldb", table());
        Path unreadable = write("bad.ldb", table().changeFilter(9, block -> block));
        for (Path bad : List.of(directory.resolve("none"), Golden.damaged("n-trunc-47.ldb"), unreadable)) {
            ToolRun.of("diff", good, bad).assertOneLineOfError(3, bad.toString());
            ToolRun.of("diff", bad, good).assertOneLineOfError(3, bad.toString());
            ToolRun json = ToolRun.of("diff", "--json", good, bad);
            assertEquals(3, json.status());
            assertEquals("unreadable", json.json().get("status").getAsString());
        }
        ToolRun.of("diff", good).assertOneLineOfError(2, "B");
        ToolRun.of("diff", good, good, good).assertOneLineOfError(2, "diff --help");
    }

    /** A copy of a table with one bit of its filter turned. */
    @Test
    void oneBitIsFound() {
        ToolRun run =
                ToolRun.of("diff", Golden.damaged("n-good.ldb"), Golden.damaged("n-flip-filter-bit-crcfixed.ldb"));
        assertEquals(1, run.status());
        assertLine(run, "filter 2", "0 bits only in A, 1 only in B, of 60 bytes");
        assertLine(run, "in all", "3 equal, 1 different, 0 only in A, 0 only in B");
    }
}
