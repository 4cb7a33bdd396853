// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import io.github.filterblock.database.Databases;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a script relies on: the exit status of all answers, totals beyond what is listed, and no half of the keys. */
class TotalsAndRefusalsTest {
    @TempDir
    private Path directory;

    private Path write(String name, TestTable table) throws IOException {
        return Files.write(directory.resolve(name), table.bytes());
    }

    private static String[] keys(int count) {
        return IntStream.range(1000, 1000 + count).mapToObj(i -> "key" + i).toArray(String[]::new);
    }

    @Test
    void oneAbsentKeyOfManyIsFoundWhereverItStands() throws IOException {
        Path table = write("1.ldb", TestTable.ofWholeKeys().block("apple", "plum"));
        assertEquals(1, ToolRun.of("query", table, "pear", "apple").status());
        assertEquals(1, ToolRun.of("query", table, "apple", "pear").status());
        assertEquals(0, ToolRun.of("query", table, "apple", "plum").status());
    }

    @Test
    void totalsCountWhatIsNotListed() throws IOException {
        TestTable denied = TestTable.ofWholeKeys().block(keys(100)).changeFilter(0, block -> {
            byte[] clear = block.clone();
            Arrays.fill(clear, 0, 100, (byte) 0);
            return clear;
        });
        JsonObject verified = ToolRun.of("verify", "--json", "--limit", 3, write("1.ldb", denied))
                .json();
        assertEquals(3, verified.getAsJsonArray("findings").size());
        assertTrue(verified.get("findingsTotal").getAsInt() >= 100, verified::toString);
        TestTable unknown = TestTable.ofWholeKeys().compressData(9, contents -> contents);
        Arrays.stream(keys(1100)).forEach(unknown::block);
        JsonObject inspected =
                ToolRun.of("inspect", "--json", write("2.ldb", unknown)).json();
        assertEquals(1100, inspected.get("damageTotal").getAsInt());
    }

    @Test
    void tablesBesideALogAreNotPublishedWithoutIt() throws IOException {
        write("000005.ldb", TestTable.ofWholeKeys().block("apple"));
        assertEquals(
                0,
                ToolRun.of("publish", "--go-zero", "k", "--dry-run", directory).status());
        Files.write(directory.resolve("000006.log"), new byte[0]);
        ToolRun run = ToolRun.of("publish", "--go-zero", "k", "--dry-run", directory);
        assertEquals(ExitStatus.UNREADABLE, run.status(), run::toString);
    }

    /** Its footer is a table's, and its handles are not. */
    @Test
    void aDamagedTableIsNotReplacedByAFilter() throws IOException {
        byte[] damaged = TestTable.ofWholeKeys().block("apple").bytes();
        Arrays.fill(damaged, damaged.length - 48, damaged.length - 28, (byte) 0xff);
        Path table = Files.write(directory.resolve("1.ldb"), damaged);
        Path lines = Files.writeString(directory.resolve("keys"), "apple\n");
        ToolRun run = ToolRun.of("publish", "--go-zero", "k", "--keys-from", lines, "--replace", "--out", table);
        assertEquals(ExitStatus.USAGE, run.status(), run::toString);
        assertArrayEquals(damaged, Files.readAllBytes(table));
    }

    /** The clock is read when the filter is begun, and after each file. */
    @Test
    void aDatabaseThatChangesMeanwhileIsNotPublished() throws IOException {
        Path database = Databases.copy(GoldenDatabase.named("plyvel"), directory.resolve("db"));
        AtomicInteger reads = new AtomicInteger();
        Terminals terminals = new Terminals(false, true, () -> {
            if (reads.incrementAndGet() == 2) {
                try {
                    Files.write(database.resolve("000099.log"), new byte[0]);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return 0;
        });
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        int status = FilterBlockTool.run(
                terminals, out, out, "publish", "--go-zero", "k", "--dry-run", "--json", database.toString());
        assertTrue(reads.get() >= 2);
        assertEquals(ExitStatus.UNREADABLE, status, text::toString);
        assertTrue(text.toString().contains("in-use"), text::toString);
    }
}
