// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which logs a database needs, by their names and sizes. */
@Tag("DB-1")
class WriteAheadLogsTest {
    @TempDir
    private Path folder;

    /** The logs that are needed since number 7, each with its size. */
    private List<String> needed(DatabaseKind kind, Set<String> names) throws IOException {
        Manifest manifest = Manifest.of(Path.of("MANIFEST-000005"), RecordBytes.log(RecordBytes.complete()), kind);
        return WriteAheadLogs.needed(folder, new TreeSet<>(names), manifest).stream()
                .map(log -> log.file().getFileName() + " " + log.size())
                .toList();
    }

    /** A program that removes a log has written its entries elsewhere, which the listing may not show. */
    @Test
    void aLogThatIsGoneMeanwhileWasNotEmpty() throws IOException {
        Files.createFile(folder.resolve("000008.log"));
        Files.write(folder.resolve("000009.log"), new byte[5]);
        Set<String> names = Set.of("000007.log", "000008.log", "000009.log");
        for (DatabaseKind kind : List.of(DatabaseKind.LEVELDB, DatabaseKind.ROCKSDB)) {
            assertEquals(List.of("000007.log -1", "000009.log 5"), needed(kind, names));
        }
    }

    /** Pebble goes on in another file where a disk is slow; the parts of a log that is needed are needed. */
    @ParameterizedTest
    @CsvSource({"PEBBLE, '[000007-001.log 2, 000010-002.log 2, 1000000-003.log 2]'", "ROCKSDB, []", "LEVELDB, []"})
    void partsOfALogOfPebbleAreNeeded(DatabaseKind kind, String expected) throws IOException {
        Set<String> names =
                Set.of("000006-001.log", "000007-001.log", "000010-002.log", "1000000-003.log", "000007-x.log");
        for (String name : names) {
            Files.write(folder.resolve(name), new byte[2]);
        }
        assertEquals(expected, needed(kind, names).toString());
    }
}
