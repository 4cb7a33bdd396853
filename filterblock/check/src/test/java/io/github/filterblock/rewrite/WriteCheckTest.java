// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is looked at in a written table before it gets its name. */
class WriteCheckTest {
    @TempDir
    Path folder;

    private final Path original = Path.of("original.ldb");
    private final TestTable three = TestTable.ofWholeKeys().block("apple", "banana", "cherry");

    private Path written(TestTable table) throws IOException {
        return Files.write(folder.resolve("written"), table.bytes());
    }

    private WriteCheck expected() throws IOException {
        Rebuilt rebuilt = Rebuilt.of(three.bytes(), FilterPlan.KEEP);
        return WriteCheck.with(rebuilt.report().filter(), original, TableReport.of(Rebuilt.open(three.bytes())));
    }

    private void assertRefused(String how, WriteCheck expected, TestTable table) throws IOException {
        Path written = written(table);
        FileSystemException e = assertThrows(FileSystemException.class, () -> expected.check(written));
        assertEquals(original.toString(), e.getFile());
        assertEquals("another program changed the table while it was copied: the copy " + how, e.getReason());
    }

    @Test
    void everyKeyIsThereAndMatches() throws IOException {
        assertRefused(
                "has 2 keys, 3 were read before",
                expected(),
                TestTable.ofWholeKeys().block("apple", "banana"));
        assertRefused(
                "has a filter that denies 3 of its keys",
                expected(),
                TestTable.ofWholeKeys().block("apple", "banana", "cherry").changeFilter(0, block -> {
                    byte[] clear = block.clone();
                    Arrays.fill(clear, 0, 8, (byte) 0);
                    return clear;
                }));
        assertRefused(
                "has no filter",
                expected(),
                TestTable.ofWholeKeys().withoutFilter().block("apple", "banana", "cherry"));
    }

    @Test
    void aTableWithoutANewFilterHasTheSameKeysAndTheSameStatus() throws IOException {
        TableReport before = TableReport.of(Rebuilt.open(three.bytes()));
        assertRefused(
                "has 2 readable keys, 3 were read before",
                WriteCheck.with(Optional.empty(), original, before),
                TestTable.ofWholeKeys().block("apple", "banana"));
        assertRefused(
                "is no-filter, the table was ok",
                WriteCheck.same(original, before),
                TestTable.ofWholeKeys().withoutFilter().block("apple", "banana", "cherry"));
    }

    /** A table with an empty block beside others may have lost keys. */
    @Test
    void aTableWithAnEmptyBlockIsNotRebuilt() {
        byte[] table = TestTable.ofWholeKeys()
                .block("apple")
                .block("banana")
                .changeData(0, block -> HexFormat.of().parseHex("00000000" + "01000000"))
                .bytes();
        IOException e = assertThrows(IOException.class, () -> Rebuilt.of(table, FilterPlan.KEEP.withBitsPerKey(12)));
        assertTrue(
                e.getMessage().endsWith("index and data blocks do not belong together, so that keys may be missing"),
                e::getMessage);
    }
}
