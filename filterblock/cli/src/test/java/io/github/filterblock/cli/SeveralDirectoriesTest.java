// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.RecordBytes;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database of RocksDB with several {@code db_paths}, whose second table lies in another directory. */
@Tag("DB-9")
class SeveralDirectoriesTest {
    private static final String NOTE = "1 of the live tables lies in another directory, and was not looked for";

    @TempDir
    private Path folder;

    private Path database;
    private byte[] second;

    @BeforeEach
    void makeDatabase() throws IOException {
        database = Files.createDirectory(folder.resolve("db"));
        RecordBytes edit = new RecordBytes()
                .field(1)
                .prefixed(bytes("leveldb.BytewiseComparator"))
                .field(2, 0)
                .field(3, 20)
                .field(4, 2_000_000);
        byte[] first = table(edit, 10, 0, "apple");
        second = table(edit, 11, 1, "pear");
        Files.write(database.resolve("000010.sst"), first);
        Files.write(database.resolve("MANIFEST-000005"), RecordBytes.log(edit));
        Files.writeString(database.resolve("CURRENT"), "MANIFEST-000005\n");
        Files.writeString(database.resolve("IDENTITY"), "identity");
    }

    private static byte[] table(RecordBytes edit, int number, int path, String key) {
        byte[] table = TestTable.ofInternalKeys().withoutFilter().block(key).bytes();
        edit.field(102, 1, number, path, table.length)
                .prefixed(TestTable.internalKey(bytes(key), 1, 1))
                .prefixed(TestTable.internalKey(bytes(key), 2_000_000, 1))
                .number(1)
                .number(2_000_000);
        return table;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Below the database's directory, or beside it. */
    @ParameterizedTest
    @ValueSource(strings = {"db/second", "ssd"})
    void aTableInAnotherDirectoryThatWasReadIsNotInDoubt(String place) throws IOException {
        Path other = Files.createDirectory(folder.resolve(place));
        Path table = Files.write(other.resolve("000011.sst"), second);
        boolean isBelow = place.startsWith("db/");
        ToolRun verified = isBelow ? ToolRun.of("verify", database) : ToolRun.of("verify", database, other);
        assertEquals(0, verified.status(), verified.out());
        assertTrue(verified.out().contains(table + ": no-filter"), verified.out());
        assertFalse(verified.out().contains("another directory"), verified.out());
        ToolRun asked = ToolRun.of("query", isBelow ? database : folder, "apple", "pear", "nokey");
        assertEquals(1, asked.status(), asked.err());
        assertTrue(asked.out().contains("present            pear\t" + table), asked.out());
        assertTrue(asked.out().contains("in no table        nokey"), asked.out());
    }

    @Test
    void aTableThatIsNotLookedForIsNamed() {
        ToolRun verified = ToolRun.of("verify", database);
        assertEquals(0, verified.status(), verified.out());
        assertTrue(verified.out().contains(NOTE), verified.out());
        ToolRun asked = ToolRun.of("query", database, "pear");
        assertEquals(3, asked.status());
        assertTrue(asked.out().startsWith("not found          pear\n"), asked.out());
    }

    /** A file of the same name with another length is another table. */
    @Test
    void anotherTableOfItsNameIsNotTakenForIt() throws IOException {
        Path other = Files.createDirectory(folder.resolve("ssd"));
        byte[] longer =
                TestTable.ofInternalKeys().withoutFilter().block("pear", "plum").bytes();
        Files.write(other.resolve("000011.sst"), longer);
        ToolRun verified = ToolRun.of("verify", database, other);
        assertTrue(verified.out().contains(NOTE), verified.out());
    }

    /** A table beside a live one, which the MANIFEST does not name, is obsolete: its keys may be deleted since. */
    @ParameterizedTest
    @ValueSource(strings = {"db/second", "ssd"})
    void aTableBesideALiveOneInAnotherDirectoryIsObsolete(String place) throws IOException {
        Path other = Files.createDirectory(folder.resolve(place));
        Files.write(other.resolve("000011.sst"), second);
        Path old = Files.write(
                other.resolve("000007.sst"),
                TestTable.ofInternalKeys().withoutFilter().block("plum").bytes());
        ToolRun asked = ToolRun.of("query", folder, "plum");
        assertEquals(1, asked.status(), asked.err());
        assertTrue(asked.out().startsWith("in no live table   plum\n"), asked.out());
        ToolRun withOld = ToolRun.of("query", "--obsolete", folder, "plum");
        assertTrue(withOld.out().contains("plum\t" + old + " (obsolete)"), withOld.out());
    }
}
