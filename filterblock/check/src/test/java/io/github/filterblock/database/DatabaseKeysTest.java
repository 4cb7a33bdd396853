// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All keys of a database: none that its program finds is missing, and parts that cannot be read are an exception. */
@Tag("DB-8")
class DatabaseKeysTest {
    private static final HexFormat HEX = HexFormat.of();

    @TempDir
    Path folder;

    private Path database;

    /** All but Chromium's, whose listing names records of IndexedDB and no keys. */
    static List<GoldenDatabase> databases() {
        return GoldenDatabase.all().stream()
                .filter(golden -> !golden.name().equals("chromium"))
                .toList();
    }

    @BeforeEach
    void copy() throws IOException {
        database = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("old"));
    }

    private static Set<String> keysOf(Path directory) throws IOException {
        Set<String> keys = new TreeSet<>();
        try (Database opened = Database.open(directory)) {
            opened.visitKeys((key, offset, length) -> keys.add(HEX.formatHex(key, offset, offset + length)));
            opened.checkUnchanged();
        }
        return keys;
    }

    private static Path log(Path directory) throws IOException {
        return Databases.files(directory).stream()
                .filter(file -> file.toString().endsWith(".log"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void noKeyOfAnyWriterIsMissing(GoldenDatabase golden) throws IOException {
        Set<String> keys = keysOf(golden.directory());
        Set<String> missing = new HashSet<>(golden.entries().keySet());
        missing.removeAll(keys);
        assertEquals(Set.of(), missing);
    }

    @Test
    void aTornEndOfTheLogIsItsEnd() throws IOException {
        byte[] key = "only in the log".getBytes(StandardCharsets.UTF_8);
        byte[] log = BatchBytes.log(List.of(
                new BatchBytes().put(key, new byte[10]).toByteArray(),
                new BatchBytes()
                        .put("torn".getBytes(StandardCharsets.UTF_8), new byte[10])
                        .toByteArray()));
        Files.write(log(database), Arrays.copyOf(log, log.length - 1));
        Set<String> keys = keysOf(database);
        assertTrue(keys.contains(HEX.formatHex(key)));
        Files.write(log(database), log);
        assertEquals(keys.size() + 1, keysOf(database).size());
    }

    @Test
    void everyNeededLogIsRead() throws IOException {
        byte[] key = "later".getBytes(StandardCharsets.UTF_8);
        byte[] log = BatchBytes.log(List.of(new BatchBytes().delete(key).toByteArray()));
        Files.write(database.resolve("000030.log"), log);
        Files.write(database.resolve("000001.log"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8}); // obsolete, and damaged
        assertTrue(keysOf(database).contains(HEX.formatHex(key)));
    }

    @Test
    void damageInTheLogIsRefused() throws IOException {
        byte[] log = Files.readAllBytes(log(database));
        log[20] ^= 1;
        Files.write(log(database), log);
        CorruptDatabaseException e = assertThrows(CorruptDatabaseException.class, () -> keysOf(database));
        assertEquals(Reason.BAD_RECORD, e.reason());
        assertTrue(e.getMessage().contains("000025.log: offset 0: the checksum"), e::getMessage);
        Files.write(log(database), BatchBytes.log(List.of(new byte[11])));
        assertEquals(
                Reason.BAD_BATCH,
                assertThrows(CorruptDatabaseException.class, () -> keysOf(database))
                        .reason());
    }

    @Test
    void keysWithoutTagsAreRefused() throws IOException {
        HandMadeDatabase.write(folder.resolve("untagged"), "short", "key with \u0007 1234567");
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> keysOf(folder.resolve("untagged")));
        assertTrue(e.getMessage().contains("without the tag"), e::getMessage);
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
        Databases.makeFifo(database.resolve("000099.ldb"));
        Databases.makeFifo(database.resolve("000001.log"));
        Databases.makeFifo(database.resolve("notes"));
        assertTrue(keysOf(database).size() > 500);
    }
}
