// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.Finding;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What RocksDB requires of tables in level 0, blob files and backups. */
class RocksDbFilesTest {
    private static final int EPOCH = 13;
    private static final int OLDEST_BLOB_FILE = 4;
    private static final int END = 1;

    @TempDir
    private Path folder;

    private RecordBytes edit = RecordBytes.complete();

    @BeforeEach
    void makeDatabase() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000005\n");
        Files.writeString(folder.resolve("IDENTITY"), "an identity");
    }

    private static byte[] key(String userKey, long sequence) {
        return TestTable.internalKey(userKey.getBytes(US_ASCII), sequence, 1);
    }

    /** Adds a table of 3 bytes with an additional field. */
    private void table(long level, long number, String smallest, String largest, int field, int value)
            throws IOException {
        edit.field(103, level, number, 3)
                .prefixed(key(smallest, number))
                .prefixed(key(largest, number))
                .number(number)
                .number(number)
                .number(field)
                .prefixed(new byte[] {(byte) value})
                .number(END);
        Files.writeString(folder.resolve(DatabaseFileName.ofTable(number, ".sst")), "sst");
    }

    private DatabaseReport report(Path directory) throws IOException {
        Files.write(directory.resolve("MANIFEST-000005"), RecordBytes.log(edit));
        return DatabaseReport.of(directory).orElseThrow();
    }

    private List<String> messages() throws IOException {
        return report(folder).findings().first().stream()
                .map(finding -> finding.rule() + ": " + finding.message())
                .toList();
    }

    private RecordBytes blobFile(long number, long values) {
        return edit.field(400, number, values, 100)
                .prefixed(new byte[0])
                .prefixed(new byte[0])
                .number(0);
    }

    private RecordBytes garbage(long number, long values) {
        return edit.field(401, number, values, 50).number(0);
    }

    @Test
    @Tag("DB-9")
    void blobFilesAreThereAsLongAsTheyHaveValues() throws IOException {
        blobFile(12, 3);
        garbage(12, 2);
        assertEquals(List.of("DB-9: 000012.blob is missing; values lost: 3"), messages());
        Files.write(folder.resolve("000012.blob"), new byte[161]);
        assertEquals(List.of("DB-9: 000012.blob has 161 bytes, but the MANIFEST gives 162"), messages());
        Files.write(folder.resolve("000012.blob"), new byte[162]);
        assertEquals(List.of(), messages());
    }

    @Test
    @Tag("DB-9")
    void aBlobFileOfGarbageIsObsoleteUnlessATableNamesIt() throws IOException {
        blobFile(12, 3);
        garbage(12, 1);
        garbage(12, 2);
        assertEquals(List.of(), messages());
        table(1, 13, "a", "b", OLDEST_BLOB_FILE, 12);
        assertEquals(List.of("DB-9: 000012.blob is missing; values lost: 3"), messages());
    }

    /** Its finding leads to the edit that added it, and a table of another column family does not need it. */
    @Test
    @Tag("DB-9")
    void aBlobFileBelongsToItsColumnFamily() throws IOException {
        RecordBytes first = blobFile(12, 1_234_567);
        int offset = RecordBytes.log(first).length;
        RecordBytes added = new RecordBytes().field(400, 13, 3, 1000).raw(0, 0, 0);
        RecordBytes garbage = new RecordBytes().field(401, 13, 3, 1000).number(0);
        edit = new RecordBytes().field(200, 3).field(201).prefixed("other".getBytes(US_ASCII));
        table(1, 14, "a", "b", OLDEST_BLOB_FILE, 13);
        Files.createDirectory(folder.resolve("000012.blob"));
        Files.write(folder.resolve("MANIFEST-000005"), RecordBytes.log(first, added, garbage, edit));
        assertEquals(List.of("DB-9: 000012.blob is missing; values lost: 1,234,567"), foundIn(folder));
        edit = new RecordBytes();
        table(1, 15, "a", "b", OLDEST_BLOB_FILE, 13);
        Files.write(folder.resolve("000013.blob"), new byte[1]);
        Files.write(folder.resolve("MANIFEST-000005"), RecordBytes.log(first, added, garbage, edit));
        assertEquals(
                "DB-9: 000013.blob has 1 bytes, but the MANIFEST gives 1,062",
                foundIn(folder).get(1));
        assertEquals(
                List.of(0L, (long) offset),
                DatabaseReport.of(folder).orElseThrow().findings().first().stream()
                        .map(Finding::offset)
                        .toList());
    }

    private static List<String> foundIn(Path directory) throws IOException {
        return DatabaseReport.of(directory).orElseThrow().findings().first().stream()
                .map(finding -> finding.rule() + ": " + finding.message())
                .toList();
    }

    @Test
    @Tag("DB-9")
    void blobFilesAreAddedOnceAndBeforeTheirGarbage() throws IOException {
        blobFile(12, 3);
        blobFile(12, 3);
        assertEquals(List.of("DB-6: MANIFEST-000005: blob file 12 is added twice"), messages());
        edit = RecordBytes.complete();
        garbage(12, 3);
        assertEquals(List.of("DB-6: MANIFEST-000005: blob file 12 has garbage, but was not added"), messages());
    }

    /** Two backups share their tables; one of the other length is not that of the MANIFEST. */
    @Test
    @Tag("DB-9")
    void theTablesOfABackupAreShared() throws IOException {
        Path backup = folder.resolve("backup");
        Path first = Files.createDirectories(backup.resolve("private/1"));
        Files.createDirectory(backup.resolve("meta"));
        Path shared = Files.createDirectory(backup.resolve("shared_checksum"));
        Files.copy(folder.resolve("CURRENT"), first.resolve("CURRENT"));
        table(1, 8, "a", "b", EPOCH, 1);
        table(1, 9, "c", "d", EPOCH, 1);
        blobFile(12, 3);
        Files.writeString(shared.resolve("000008_sY52KIAV1BEUDC144E4CV_3.sst"), "sst");
        Files.writeString(shared.resolve("000009_sY52KIAV1BEUDC144E4CV_4.sst"), "sst1");
        Files.write(shared.resolve("000012_sY52KIAV1BEUDC144E4CV.blob"), new byte[162]);
        DatabaseReport report = report(first);
        assertEquals(
                List.of("000009.sst (level 1) is missing; the MANIFEST gives 3 bytes"),
                report.findings().first().stream()
                        .map(finding -> finding.message())
                        .toList());
        assertEquals(
                List.of(
                        "1 of the live tables lies with those that all backups share, and was not compared with the"
                                + " MANIFEST",
                        "values lie in blob files (000012.blob), of which only presence and length were compared with"
                                + " the MANIFEST"),
                report.notes());
        assertEquals(
                "000008_sY52KIAV1BEUDC144E4CV_3.sst (level 1) lies with the tables that all backups share",
                report.tables().get(0).description());
        Files.createDirectory(backup.resolve("shared"));
        Files.writeString(backup.resolve("shared/000009.sst"), "sst");
        assertEquals(0, report(first).findings().count());
        Files.delete(backup.resolve("meta"));
        assertEquals(3, report(first).findings().count(), "it is not a backup");
    }

    private Path backup(String... folders) throws IOException {
        Path backup = folder.resolve("backup");
        for (String each : folders) {
            Files.createDirectories(backup.resolve(each));
        }
        Path one = Files.createDirectories(backup.resolve("private/1"));
        Files.copy(folder.resolve("CURRENT"), one.resolve("CURRENT"));
        table(1, 8, "a", "b", EPOCH, 1);
        return one;
    }

    /** Databases of one backup directory have files of the same number; another ending or number is another file. */
    @Test
    @Tag("DB-9")
    void ofFilesWithOneNumberTheOneOfTheRightLengthIsTheTable() throws IOException {
        Path one = backup("meta", "shared_checksum");
        Path shared = one.getParent().resolveSibling("shared_checksum");
        for (String other :
                List.of("000008_1_3.blob", "0000081_1_3.sst", "000007_1_3.sst", "000008.sst", "000009_1_3.sst")) {
            Files.writeString(shared.resolve(other), "sst");
        }
        Files.createDirectory(shared.resolve("000008_0_3.sst"));
        Files.writeString(shared.resolve("000008_1_4.sst"), "long");
        assertEquals(1, report(one).findings().count());
        Path table = Files.writeString(shared.resolve("000008_2_3.sst"), "sst");
        DatabaseReport report = report(one);
        assertEquals(0, report.findings().count());
        assertEquals(table, report.tables().get(0).file());
    }

    /** As RocksDB shares tables unless it is told to add checksums to their names. */
    @Test
    @Tag("DB-9")
    void theTablesOfAnOldBackupHaveTheirUsualNames() throws IOException {
        Path one = backup("meta", "shared");
        assertEquals(1, report(one).findings().count());
        Path table = Files.writeString(one.getParent().resolveSibling("shared").resolve("000008.sst"), "sst");
        DatabaseReport report = report(one);
        assertEquals(0, report.findings().count());
        assertEquals(
                "000008.sst (level 1) lies with the tables that all backups share",
                report.tables().get(0).description());
        Files.delete(table);
        Files.delete(table.getParent());
        assertEquals(false, BackupFolder.isBackup(one), "neither folder is there");
        Files.createDirectory(table.getParent());
        Files.delete(one.getParent().resolveSibling("meta"));
        assertEquals(false, BackupFolder.isBackup(one));
    }
}
