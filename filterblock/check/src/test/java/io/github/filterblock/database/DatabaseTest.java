// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static io.github.filterblock.database.RecordBytes.batch;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.Recorded;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TestBlocks;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All keys of a database: none that its program finds is missing, and parts that cannot be read are an exception. */
@Tag("DB-8")
class DatabaseTest {
    @TempDir
    Path folder;

    private final Recorded cases = new Recorded();

    private static List<String> keysOf(Path directory) throws IOException {
        List<String> keys = new ArrayList<>();
        try (Database opened = Database.open(directory)) {
            opened.visitKeys((key, offset, length) -> keys.add(new String(key, offset, length, US_ASCII)));
            opened.checkUnchanged();
        }
        return keys;
    }

    private interface Change {
        void make(Path database) throws IOException;
    }

    /** The keys of a database of two tables that was changed, or why they cannot be read. */
    private void add(String name, Change change) {
        cases.add(name, () -> {
            Path database = folder.resolve("database-" + name.hashCode());
            HandMadeDatabase.write(database, 2, 1);
            change.make(database);
            try {
                return "keys " + String.join(", ", keysOf(database)) + "\n";
            } catch (CorruptDatabaseException e) {
                return "refused " + e.reason() + ", " + shown(e, database);
            } catch (CorruptTableException e) {
                return "refused " + e.reason() + ", " + shown(e, database);
            }
        });
    }

    private static String shown(IOException e, Path database) {
        return e.getMessage().replace(database.toString(), "DATABASE") + "\n";
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
        return RecordBytes.log(Arrays.stream(keys)
                .map(key -> batch(1).delete(key.getBytes(US_ASCII)))
                .toArray(RecordBytes[]::new));
    }

    private void addLog(String name, byte[] log) {
        add(name, database -> Files.write(database.resolve("000025.log"), log));
    }

    /** A table of one key, stored as it is: the last eight bytes are its tag. */
    private void addKey(String name, String stored) {
        add(name, database -> HandMadeDatabase.write(database, stored));
    }

    @TestFactory
    @Tag("DB-2")
    @Tag("DB-6")
    Stream<DynamicTest> databases() throws IOException {
        byte[] two = logOf("only in the log", "torn");
        addLog("a log", two);
        addLog("a torn end of the log", Arrays.copyOf(two, two.length - 1));
        addLog("damage in the log", TestBlocks.flipped(two, 20 * Byte.SIZE));
        addLog("a batch that counts too many", RecordBytes.log(batch(1)));
        // by their numbers, which a listing in the order of names does not give
        add("logs, the first obsolete and damaged", database -> {
            for (String number : List.of("9223372036854775808", "1000000", "999999", "18446744073709551615")) {
                Files.write(database.resolve(number + ".log"), logOf(number));
            }
            Files.write(database.resolve("000001.log"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        });
        addKey("a key without a tag", "short");
        for (char kind : new char[] {0, 3, 4, 0x80, 0xff}) { // those of LevelDB and Basho are 0 to 3
            addKey("an entry of kind " + (int) kind, "a" + kind + "\0\0\0\0\0\0\0");
        }
        add("the number of a MANIFEST has twenty digits", database -> {
            Files.move(database.resolve("MANIFEST-000005"), database.resolve("MANIFEST-18446744073709551615"));
            Files.writeString(database.resolve("CURRENT"), "MANIFEST-18446744073709551615\n");
        });
        add("a torn end of the MANIFEST", database -> {
            byte[] manifest = Files.readAllBytes(database.resolve("MANIFEST-000005"));
            Files.write(database.resolve("MANIFEST-000005"), Arrays.copyOf(manifest, manifest.length - 1));
        });
        add("a MANIFEST that is too long", database -> lengthen(database.resolve("MANIFEST-000005"), (1L << 30) + 1));
        add("a CURRENT that is too long", database -> lengthen(database.resolve("CURRENT"), 1L << 33));
        add("a table of the last edit is missing", database -> Files.delete(database.resolve("000011.ldb")));
        return cases.compareWith("database/databases.txt");
    }

    private static void lengthen(Path file, long length) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(length);
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
            FileSystemException e = assertThrows(
                    FileSystemException.class, () -> Database.open(copy).close());
            assertEquals(copy.resolve(name) + ": is a FIFO, not a regular file", e.getMessage());
        }
        Path plyvel = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("old"));
        for (String unneeded : List.of("000099.ldb", "000001.log", "notes")) {
            Databases.makeFifo(plyvel.resolve(unneeded));
        }
        assertTrue(keysOf(plyvel).size() > 500);
    }

    @Test
    void onlyLogsAreReadAsLogs() throws IOException {
        Path database = folder.resolve("db");
        HandMadeDatabase.write(database, 2, 1);
        List<String> keys = keysOf(database);
        Files.write(database.resolve("notes"), logOf("not a key"));
        Files.write(database.resolve("notes.log"), logOf("not a key"));
        assertEquals(keys, keysOf(database));
        Files.write(database.resolve("000100.log"), logOf("a key"));
        assertEquals("a key", keysOf(database).get(keys.size()));
        try (Database opened = Database.open(database)) {
            assertEquals(database, opened.directory());
            assertEquals("leveldb.BytewiseComparator", opened.comparator());
            assertEquals(4, opened.versionEdits());
        }
    }
}
