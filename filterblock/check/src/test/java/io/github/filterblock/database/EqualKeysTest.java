// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether keys that a comparator calls equal have equal bytes. */
@Tag("DB-5")
class EqualKeysTest {
    @TempDir
    private Path folder;

    private DatabaseReport database(String comparator, TestTable contents) throws IOException {
        byte[] table = contents.bytes();
        RecordBytes edit = new RecordBytes()
                .field(1)
                .prefixed(comparator.getBytes(StandardCharsets.US_ASCII))
                .field(2, 7)
                .field(3, 100)
                .field(4, 10_000_000)
                .added(0, 10, table.length);
        Files.write(folder.resolve("000010.ldb"), table);
        HandMadeDatabase.finish(folder, RecordBytes.log(edit));
        return DatabaseReport.of(folder).orElseThrow();
    }

    private static TestTable table() {
        return TestTable.ofInternalKeys().block("apple");
    }

    private static Optional<String> doubt(DatabaseReport database, boolean equalBytes) throws IOException {
        return database.doubtOfKeys(database.directory().resolve("000010.ldb"), equalBytes);
    }

    @Test
    void whatIsSaidOfAnUnknownComparatorIsBelieved() throws IOException {
        DatabaseReport database = database("com.example.Other", table().withoutFilter());
        assertEquals(
                Optional.of("the database's comparator com.example.Other is not known: keys that it calls equal may"
                        + " differ in bytes"),
                doubt(database, false));
        assertEquals(Optional.empty(), doubt(database, true));
        assertEquals(Optional.empty(), database.doubtOfKeys(folder.resolve("000011.ldb"), false));
    }

    @Test
    void keysWithTimestampsAreNotEqualByBytes() throws IOException {
        DatabaseReport database = database("com.example.Other.u64ts", table().withoutFilter());
        for (boolean equalBytes : new boolean[] {false, true}) {
            assertTrue(
                    doubt(database, equalBytes).orElse("").endsWith("with timestamps, without which they are asked"));
            try (Database opened = Database.open(folder)) {
                assertEquals(doubt(database, equalBytes), opened.doubtOfKeys(equalBytes));
            }
        }
    }

    @Test
    void aSoundFilterShowsThatItsWriterReliesOnBytes() throws IOException {
        assertEquals(Optional.empty(), doubt(database("com.example.Other", table()), false));
    }

    @Test
    void aFilterWithoutKeysShowsNothing() throws IOException {
        TestTable empty = TestTable.ofInternalKeys().block(new byte[0][]);
        assertTrue(doubt(database("com.example.Other", empty), false).isPresent());
        assertTrue(doubt(database("com.example.Other", TestTable.ofInternalKeys()), false)
                .isPresent());
    }

    @Test
    void theOrderOfBytesIsKnown() throws IOException {
        DatabaseReport database = database("leveldb.BytewiseComparator", table().withoutFilter());
        assertEquals(Optional.empty(), doubt(database, false));
    }
}
