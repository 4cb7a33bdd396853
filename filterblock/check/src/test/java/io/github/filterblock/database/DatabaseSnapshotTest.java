// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of CURRENT and the MANIFEST, and the places that messages about a database name. */
class DatabaseSnapshotTest {
    @TempDir
    Path folder;

    private CorruptDatabaseException refused() {
        return assertThrows(CorruptDatabaseException.class, () -> Database.open(folder));
    }

    private static void lengthen(Path file, long length) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(length);
        }
    }

    @Test
    @Tag("DB-2")
    void theNumberOfAManifestMayHaveTwentyDigits() throws IOException {
        HandMadeDatabase.write(folder, 1, 0);
        Files.move(folder.resolve("MANIFEST-000005"), folder.resolve("MANIFEST-18446744073709551615"));
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-18446744073709551615\n");
        try (Database database = Database.open(folder)) {
            assertEquals(1, database.tables().size());
            database.checkUnchanged();
        }
    }

    @Test
    @Tag("DB-2")
    void aLongCurrentIsNotReadToItsEnd() throws IOException {
        HandMadeDatabase.write(folder, 1, 0);
        lengthen(folder.resolve("CURRENT"), 1L << 33);
        CorruptDatabaseException e = refused();
        assertEquals(Reason.BAD_CURRENT, e.reason());
        assertEquals(folder.resolve("CURRENT") + ": offset 64: CURRENT does not end with a line end", e.getMessage());
    }

    @Test
    void aManifestOfMoreThanAGibibyteIsNotRead() throws IOException {
        HandMadeDatabase.write(folder, 1, 0);
        lengthen(folder.resolve("MANIFEST-000005"), (1L << 30) + 1);
        CorruptDatabaseException e = refused();
        assertEquals(Reason.BAD_RECORD, e.reason());
        assertTrue(e.getMessage().endsWith("a MANIFEST of 1073741825 bytes is too large to read"), e::getMessage);
    }

    @Test
    @Tag("DB-6")
    void aMissingTableIsReportedAtTheEditThatAddsIt() throws IOException {
        HandMadeDatabase.write(folder, 2, 1);
        Files.delete(folder.resolve("000011.ldb"));
        CorruptDatabaseException e = refused();
        assertEquals(Reason.BAD_TABLES, e.reason());
        byte[] manifest = Files.readAllBytes(folder.resolve("MANIFEST-000005"));
        List<Long> offsets = new ArrayList<>();
        Log.Reader log = Log.Reader.ofManifest("manifest", manifest);
        for (Log.Record record = log.next(); record != null; record = log.next()) {
            offsets.add(record.offset());
        }
        assertEquals(4, offsets.size());
        assertEquals(offsets.get(3), e.offset());
        assertTrue(e.getMessage().endsWith(": table 000011.ldb is not there"), e::getMessage);
    }

    /** By their numbers, which a listing in the order of names does not give. */
    @Test
    void logsAreReadInTheOrderOfTheirNumbersAfterAllTables() throws IOException {
        HandMadeDatabase.write(folder, 1, 0);
        for (String number : List.of("9223372036854775808", "1000000", "999999", "18446744073709551615")) {
            byte[] batch = new BatchBytes()
                    .delete(number.getBytes(StandardCharsets.US_ASCII))
                    .toByteArray();
            Files.write(folder.resolve(number + ".log"), BatchBytes.log(List.of(batch)));
        }
        List<String> keys = new ArrayList<>();
        try (Database database = Database.open(folder)) {
            database.visitKeys(
                    (key, offset, length) -> keys.add(new String(key, offset, length, StandardCharsets.US_ASCII)));
        }
        assertEquals(List.of("key000000000", "999999", "1000000", "9223372036854775808", "18446744073709551615"), keys);
    }

    /** The kinds of entries of LevelDB and Basho are 0 to 3. */
    @Test
    void theKindOfAnEntryIsAtMostThree() throws IOException {
        HandMadeDatabase.write(folder, "a\u0003\0\0\0\0\0\0\0", "b\0\0\0\0\0\0\0\0");
        List<String> keys = new ArrayList<>();
        try (Database database = Database.open(folder)) {
            database.visitKeys(
                    (key, offset, length) -> keys.add(new String(key, offset, length, StandardCharsets.US_ASCII)));
        }
        assertEquals(List.of("a", "b"), keys);
        for (String kind : List.of("\u0004", "\u0080", "\u00ff")) {
            Path other = Files.createDirectory(folder.resolve("kind-" + (int) kind.charAt(0)));
            HandMadeDatabase.write(other, "a" + kind + "\0\0\0\0\0\0\0");
            try (Database database = Database.open(other)) {
                assertThrows(IOException.class, () -> database.visitKeys((key, offset, length) -> {}), other::toString);
            }
        }
    }
}
