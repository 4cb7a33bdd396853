// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories with a MANIFEST or CURRENT that are not those of the other files. */
@Tag("DB-6")
class MissingTablesTest {
    @TempDir
    private Path folder;

    private List<String> messages() throws IOException {
        return DatabaseReport.of(folder).orElseThrow().findings().first().stream()
                .map(finding -> finding.message())
                .toList();
    }

    private void writeDatabase(int... tables) throws IOException {
        RecordBytes edit = RecordBytes.complete();
        for (int table : tables) {
            edit.added(1, table, 3, new byte[] {(byte) table, 1, 0, 0, 0, 0, 0, 0, 0}, new byte[] {
                (byte) table, 1, 0, 0, 0, 0, 0, 0, 0
            });
        }
        Files.write(folder.resolve("MANIFEST-000005"), RecordBytes.log(edit));
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000005\n");
        Files.createFile(folder.resolve("000007.log"));
    }

    @Test
    void aManifestWithoutAnyOfItsTablesIsOfAnotherDatabase() throws IOException {
        writeDatabase(8, 9, 10, 11);
        Files.createFile(folder.resolve("000099.ldb"));
        String none = "none of the 4 live tables of MANIFEST-000005 is here (000008.ldb, 000009.ldb, 000010.ldb and 1"
                + " more), but ";
        String means = ": the MANIFEST is of another database or of another time";
        assertEquals(List.of(none + "another table is (000099.ldb)" + means), messages());
        Files.createFile(folder.resolve("000098.sst"));
        assertEquals(List.of(none + "2 other tables are (000098.sst, 000099.ldb)" + means), messages());
    }

    @Test
    void threeTablesAreAllNamed() throws IOException {
        writeDatabase(8, 9, 10);
        Files.createFile(folder.resolve("000099.ldb"));
        String message = messages().get(0);
        assertEquals(true, message.contains("(000008.ldb, 000009.ldb, 000010.ldb), but"), message);
    }

    @Test
    void eachMissingTableIsNamedIfOneIsThereOrNoOtherIs() throws IOException {
        writeDatabase(8, 9);
        List<String> both = List.of(
                "000008.ldb (level 1) is missing; the MANIFEST gives 3 bytes",
                "000009.ldb (level 1) is missing; the MANIFEST gives 3 bytes");
        assertEquals(both, messages());
        Files.createFile(folder.resolve("000099.ldb"));
        Files.writeString(folder.resolve("000009.ldb"), "ldb");
        assertEquals(both.subList(0, 1), messages());
    }

    /** LevelDB reads on after the zeros, and tables that edits have removed again cannot be those of lost edits. */
    @Test
    @Tag("DB-4")
    void zerosAheadMayBeBesideObsoleteTables() throws IOException {
        writeDatabase(8);
        RecordBytes added = new RecordBytes().deleted(1, 6).added(1, 8, 3);
        byte[] edits = RecordBytes.log(RecordBytes.complete().added(1, 6, 3), added);
        Files.write(folder.resolve("MANIFEST-000005"), Arrays.copyOf(edits, 4096));
        Files.writeString(folder.resolve("000008.ldb"), "ldb");
        assertEquals(List.of(), messages());
        Files.writeString(folder.resolve("000006.ldb"), "ldb");
        assertEquals(List.of(), messages());
        DatabaseReport report = DatabaseReport.of(folder).orElseThrow();
        assertEquals(true, report.isObsolete(folder.resolve("000006.ldb")).orElseThrow());
        Files.writeString(folder.resolve("000099.ldb"), "ldb");
        assertEquals(1, messages().size());
    }

    /** Another program may have a file of this name; one of a database that has lost the rest names a MANIFEST. */
    @ParameterizedTest
    @ValueSource(strings = {"v1.2.3\n", "2024-01-01", "{}"})
    @Tag("DB-1")
    void aFileCalledCurrentAloneIsNoDatabase(String contents) throws IOException {
        Path current = Files.writeString(folder.resolve("CURRENT"), contents);
        Files.createFile(folder.resolve("README"));
        assertEquals(true, DatabaseReport.of(folder).isEmpty());
        Files.createFile(folder.resolve("000099.ldb"));
        assertEquals(1, messages().size());
        Files.delete(folder.resolve("000099.ldb"));
        Files.createFile(folder.resolve("OPTIONS-000007"));
        assertEquals(1, messages().size());
        Files.delete(folder.resolve("OPTIONS-000007"));
        for (String damaged : List.of("MANIFEST-000005\n", "MANIFEST-", "", "\0\0\0")) {
            Files.writeString(current, damaged);
            assertEquals(1, messages().size(), damaged);
        }
    }
}
