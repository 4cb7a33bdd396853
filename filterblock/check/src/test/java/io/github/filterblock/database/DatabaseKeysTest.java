// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseKeysTest {
    @TempDir
    private Path directory;

    /** All other keys are still visited, and the block that is named is the one where somebody should begin to look. */
    @Test
    @Tag("TF-12")
    void theFirstBlockThatHasAKeyWithoutATagIsNamed() throws IOException {
        byte[] tagged = TestTable.internalKey("a".getBytes(StandardCharsets.US_ASCII), 7, 1);
        byte[] last = TestTable.internalKey("z".getBytes(StandardCharsets.US_ASCII), 8, 1);
        TestTable table = TestTable.ofWholeKeys()
                .storedBlock(tagged)
                .storedBlock("b".getBytes(StandardCharsets.US_ASCII))
                .storedBlock("c".getBytes(StandardCharsets.US_ASCII))
                .storedBlock(last);
        Path file = directory.resolve("000005.ldb");
        Files.write(file, table.bytes());
        List<String> visited = new ArrayList<>();
        CorruptTableException e = assertThrows(
                CorruptTableException.class,
                () -> DatabaseKeys.visitTable(
                        new LiveTable(file, 5, 0, "default", 0, 0, Optional.empty(), LiveTable.State.PRESENT, 0),
                        "leveldb.BytewiseComparator",
                        SequenceLimit.NONE,
                        (key, offset, length) ->
                                visited.add(new String(key, offset, length, StandardCharsets.US_ASCII))));
        assertEquals(Reason.BAD_ENTRIES, e.reason());
        assertEquals(table.write().open().index().get(1).handle().offset(), e.offset());
        assertEquals(List.of("a", "z"), visited);
    }
}
