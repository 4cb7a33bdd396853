// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All keys of a database: none that its program finds is missing, and parts that cannot be read are an exception. */
@Tag("DB-8")
class DatabaseTest {
    @TempDir
    Path folder;

    private Path made;
    private Path plyvel;
    private Path log;

    @BeforeEach
    void copy() throws IOException {
        made = folder.resolve("made");
        HandMadeDatabase.write(made, 2, 1);
        plyvel = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("old"));
        log = plyvel.resolve("000025.log");
    }

    private static List<String> keysOf(Path directory) throws IOException {
        List<String> keys = new ArrayList<>();
        try (Database opened = Database.open(directory)) {
            opened.visitKeys((key, offset, length) -> keys.add(new String(key, offset, length, US_ASCII)));
            opened.checkUnchanged();
        }
        return keys;
    }

    private static CorruptDatabaseException assertRefused(Path database, Reason reason, String end) {
        CorruptDatabaseException e = assertThrows(CorruptDatabaseException.class, () -> keysOf(database));
        assertEquals(reason, e.reason());
        assertTrue(e.getMessage().endsWith(end), e::getMessage);
        return e;
    }

    /** Of all but Chromium's, whose listing names records of IndexedDB and no keys. */
    @Test
    void noKeyOfAnyWriterIsMissing() throws IOException {
        for (GoldenDatabase golden : GoldenDatabase.all()) {
            if (!golden.name().equals("chromium")) {
                Set<String> missing = new HashSet<>(golden.entries().keySet());
                try (Database opened = Database.open(golden.directory())) {
                    opened.visitKeys((key, offset, length) ->
                            missing.remove(HexFormat.of().formatHex(key, offset, offset + length)));
                }
                assertEquals(Set.of(), missing, golden.name());
            }
        }
    }

    private static byte[] logOf(String... keys) {
        return BatchBytes.log(Arrays.stream(keys)
                .map(key -> new BatchBytes().delete(key.getBytes(US_ASCII)))
                .toArray(BatchBytes[]::new));
    }

    @Test
    void aTornEndOfTheLogIsItsEnd() throws IOException {
        byte[] two = logOf("only in the log", "torn");
        Files.write(log, Arrays.copyOf(two, two.length - 1));
        List<String> keys = keysOf(plyvel);
        assertTrue(keys.contains("only in the log") && !keys.contains("torn"));
        Files.write(log, two);
        assertEquals(keys.size() + 1, keysOf(plyvel).size());
    }

    /** By their numbers, which a listing in the order of names does not give. */
    @Test
    void neededLogsAreReadInTheOrderOfTheirNumbersAfterAllTables() throws IOException {
        for (String number : List.of("9223372036854775808", "1000000", "999999", "18446744073709551615")) {
            Files.write(made.resolve(number + ".log"), logOf(number));
        }
        Files.write(made.resolve("000001.log"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8}); // obsolete, and damaged
        assertEquals(
                List.of(
                        "key000000000",
                        "key000000001",
                        "999999",
                        "1000000",
                        "9223372036854775808",
                        "18446744073709551615"),
                keysOf(made));
    }

    @Test
    void damageInTheLogIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        bytes[20] ^= 1;
        Files.write(log, bytes);
        CorruptDatabaseException e = assertRefused(plyvel, Reason.BAD_RECORD, " is stored");
        assertTrue(e.getMessage().contains("000025.log: offset 0: the checksum"), e::getMessage);
        Files.write(log, BatchBytes.log(new BatchBytes().counting(1)));
        assertRefused(plyvel, Reason.BAD_BATCH, "counts 1 operations, but there are 0");
    }

    @Test
    void keysWithoutTagsAreRefused() throws IOException {
        Path untagged = folder.resolve("untagged");
        HandMadeDatabase.write(untagged, "short", "key with \u0007 1234567");
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> keysOf(untagged));
        assertTrue(e.getMessage().contains("without the tag"), e::getMessage);
    }

    /** The kinds of entries of LevelDB and Basho are 0 to 3. */
    @Test
    void theKindOfAnEntryIsAtMostThree() throws IOException {
        HandMadeDatabase.write(folder.resolve("kinds"), "a\u0003\0\0\0\0\0\0\0", "b\0\0\0\0\0\0\0\0");
        assertEquals(List.of("a", "b"), keysOf(folder.resolve("kinds")));
        for (String kind : List.of("\u0004", "\u0080", "\u00ff")) {
            Path other = folder.resolve("kind-" + (int) kind.charAt(0));
            HandMadeDatabase.write(other, "a" + kind + "\0\0\0\0\0\0\0");
            assertThrows(IOException.class, () -> keysOf(other), other::toString);
        }
    }

    /** Opening a FIFO would wait for ever. */
    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nothingButRegularFilesIsOpened() throws Exception {
        for (String name : List.of("LOCK", "CURRENT", "MANIFEST-000023", "000025.log", "000018.ldb")) {
            Path copy = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("fifo-" + name));
            Files.deleteIfExists(copy.resolve(name));
            Databases.makeFifo(copy.resolve(name));
            FileSystemException e = assertThrows(FileSystemException.class, () -> keysOf(copy));
            assertEquals(copy.resolve(name) + ": is a FIFO, not a regular file", e.getMessage());
        }
        for (String unneeded : List.of("000099.ldb", "000001.log", "notes")) {
            Databases.makeFifo(plyvel.resolve(unneeded));
        }
        assertTrue(keysOf(plyvel).size() > 500);
    }

    @Test
    @Tag("DB-2")
    void theNumberOfAManifestMayHaveTwentyDigits() throws IOException {
        Files.move(made.resolve("MANIFEST-000005"), made.resolve("MANIFEST-18446744073709551615"));
        Files.writeString(made.resolve("CURRENT"), "MANIFEST-18446744073709551615\n");
        assertEquals(2, keysOf(made).size());
    }

    private static void lengthen(Path file, long length) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(length);
        }
    }

    @Test
    @Tag("DB-2")
    void filesThatAreTooLongAreNotReadToTheirEnd() throws IOException {
        lengthen(made.resolve("MANIFEST-000005"), (1L << 30) + 1);
        assertRefused(made, Reason.BAD_RECORD, "a MANIFEST of 1073741825 bytes is too large to read");
        lengthen(made.resolve("CURRENT"), 1L << 33);
        assertRefused(made, Reason.BAD_CURRENT, "CURRENT: offset 64: CURRENT does not end with a line end");
    }

    @Test
    @Tag("DB-6")
    void aMissingTableIsReportedAtTheEditThatAddsIt() throws IOException {
        Files.delete(made.resolve("000011.ldb"));
        CorruptDatabaseException e = assertRefused(made, Reason.BAD_TABLES, ": table 000011.ldb is not there");
        List<Long> offsets = new ArrayList<>();
        Log.Reader edits = Log.Reader.ofManifest("", Files.readAllBytes(made.resolve("MANIFEST-000005")));
        for (Log.Record record = edits.next(); record != null; record = edits.next()) {
            offsets.add(record.offset());
        }
        assertEquals(4, offsets.size());
        assertEquals(offsets.get(3), e.offset());
    }
}
