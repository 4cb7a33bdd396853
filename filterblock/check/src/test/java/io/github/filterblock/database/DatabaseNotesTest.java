// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is worth knowing of the files around the tables, though it breaks no rule. */
@Tag("DB-1")
@Tag("DB-2")
class DatabaseNotesTest {
    @TempDir
    private Path folder;

    private static List<String> notes(Path database) throws IOException {
        DatabaseReport report = DatabaseReport.of(database).orElseThrow();
        assertEquals(List.of(), report.findings().first());
        return report.notes();
    }

    private Path golden() throws IOException {
        return Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("db"));
    }

    @Test
    void otherManifestsAreNamed() throws IOException {
        Path database = golden();
        assertEquals(List.of(), notes(database));
        String used = String.valueOf(Databases.manifest(database).getFileName());
        Files.createFile(database.resolve("MANIFEST-000900"));
        assertEquals(
                List.of("MANIFEST-000900 is there too, and was not read: the tables are those of " + used),
                notes(database));
        for (int i = 1; i < 3; i++) {
            Files.createFile(database.resolve("MANIFEST-00090" + i));
        }
        assertEquals(
                List.of("MANIFEST-000900, MANIFEST-000901, MANIFEST-000902 are there too, and were not read: the tables"
                        + " are those of " + used),
                notes(database));
        for (int i = 3; i < 5; i++) {
            Files.createFile(database.resolve("MANIFEST-00090" + i));
        }
        assertEquals(
                List.of("MANIFEST-000900, MANIFEST-000901, MANIFEST-000902 and 2 more MANIFESTs are there too, and were"
                        + " not read: the tables are those of " + used),
                notes(database));
    }

    @Test
    void whatGoleveldbWouldUseInsteadOfCurrentIsNamed() throws IOException {
        Path database = golden();
        Files.createFile(database.resolve("CURRENT.bak"));
        assertEquals(List.of(), notes(database));
        Files.createFile(database.resolve("CURRENT.24"));
        assertEquals(List.of("CURRENT.24 is left over; goleveldb would use it instead of CURRENT"), notes(database));
    }

    /** Pebble keeps the MANIFEST before its present one. */
    @Test
    @Tag("DB-10")
    void anotherManifestOfPebbleIsNotNamed() throws IOException {
        Files.createFile(folder.resolve("marker.manifest.000001.MANIFEST-000006"));
        Files.createFile(folder.resolve("MANIFEST-000005"));
        Files.write(folder.resolve("000010.sst"), new byte[5]);
        byte[] manifest = RecordBytes.log(
                RecordBytes.complete(), new RecordBytes().added(6, 10, 5, internal("a"), internal("b")));
        Files.write(folder.resolve("MANIFEST-000006"), manifest);
        assertEquals(List.of(), notes(folder));
    }

    @Test
    void linksToAnotherDirectoryAreNamed() throws IOException {
        Path database = golden();
        Path other = Files.createDirectory(folder.resolve("other"));
        for (String name :
                List.of("CURRENT", String.valueOf(Databases.manifest(database).getFileName()))) {
            Path file = database.resolve(name);
            Path moved = Files.move(file, other.resolve(name));
            Files.createSymbolicLink(file, moved);
            assertEquals(
                    List.of(name + " is a link to " + moved
                            + ", a file of another directory; the tables are those of this one"),
                    notes(database));
            Files.delete(file);
            Path beside = Files.move(moved, database.resolve("kept"));
            Files.createSymbolicLink(file, Path.of("kept"));
            assertEquals(List.of(), notes(database), "a link inside of the directory");
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Test
    @Tag("DB-9")
    void moreLevelsThanUsualAreNamed() throws IOException {
        Files.createFile(folder.resolve("IDENTITY"));
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        Files.write(folder.resolve("000010.sst"), new byte[5]);
        for (int level : List.of(6, 7)) {
            byte[] manifest = RecordBytes.log(
                    RecordBytes.complete(), new RecordBytes().added(level, 10, 5, internal("a"), internal("b")));
            Files.write(folder.resolve("MANIFEST-000006"), manifest);
            assertEquals(
                    level == 6
                            ? List.of()
                            : List.of("tables lie in level 7: RocksDB opens the database only if its option num_levels"
                                    + " is 8 or more"),
                    notes(folder));
        }
    }

    private static byte[] internal(String key) {
        return (key + "\1\0\0\0\0\0\0\0").getBytes(StandardCharsets.US_ASCII);
    }
}
