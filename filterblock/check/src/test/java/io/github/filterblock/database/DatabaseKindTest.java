// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose database it is: names of files tell, and if they do not, the edits of the MANIFEST. */
@Tag("DB-1")
class DatabaseKindTest {
    private static final byte[] KEY = TestTable.internalKey("k".getBytes(US_ASCII), 1, 1);

    @TempDir
    private Path folder;

    private DatabaseKind kindOf(String... names) throws IOException {
        for (String name : names) {
            Files.createFile(folder.resolve(name));
        }
        return DatabaseKind.of(folder, DatabaseDirectory.namesIn(folder));
    }

    @ParameterizedTest
    @CsvSource({
        "LEVELDB, LOG",
        "LEVELDB, marker.manifest.MANIFEST-000001",
        "LEVELDB, OPTIONS-",
        "LEVELDB, sst_7",
        "LEVELDB, sst_11",
        "PEBBLE, marker.format-version.000001.013",
        "ROCKSDB, IDENTITY",
        "ROCKSDB, OPTIONS-000007",
        "BASHO, sst_0",
        "BASHO, sst_6"
    })
    void oneNameTells(DatabaseKind kind, String name) throws IOException {
        assertEquals(kind, kindOf("CURRENT", name));
    }

    /** Pebble before its markers had CURRENT, and options that start with its version. */
    @Test
    void theNewestOptionsTellPebbleFromRocksDb() throws IOException {
        Files.writeString(folder.resolve("OPTIONS-000008"), "[Version]\n  pebble_version=0.1\n");
        assertEquals(DatabaseKind.PEBBLE, kindOf("CURRENT"));
        assertEquals(DatabaseKind.PEBBLE, kindOf("IDENTITY", "OPTIONS-000007"));
        Files.writeString(folder.resolve("OPTIONS-000009"), "[Version]\n  rocksdb_version=8.11.4\n");
        assertEquals(DatabaseKind.ROCKSDB, kindOf("sst_0"));
        Files.createDirectory(folder.resolve("OPTIONS-000010"));
        assertEquals(DatabaseKind.ROCKSDB, kindOf());
    }

    private DatabaseReport report(RecordBytes... edits) throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000005\n");
        Files.write(folder.resolve("MANIFEST-000005"), RecordBytes.log(edits));
        return DatabaseReport.of(folder).orElseThrow();
    }

    private static RecordBytes edit() {
        return new RecordBytes();
    }

    private static RecordBytes table(int tag) {
        RecordBytes table = edit().field(tag, 0, 10, 5)
                .prefixed(KEY)
                .prefixed(KEY)
                .number(1)
                .number(1);
        return tag == 103 ? table.number(1) : table;
    }

    @Test
    @Tag("DB-9")
    @Tag("DB-10")
    void fieldsThatOnlyOneKindHasTell() throws IOException {
        RecordBytes complete = RecordBytes.complete();
        assertEquals(Optional.of(DatabaseKind.LEVELDB), report(complete).kind());
        assertEquals(
                Optional.of(DatabaseKind.ROCKSDB), report(complete, table(103)).kind());
        assertEquals(
                Optional.of(DatabaseKind.ROCKSDB), report(complete, table(100)).kind());
        assertEquals(
                Optional.of(DatabaseKind.ROCKSDB),
                report(complete, edit().field(8192 + 9, 0)).kind());
        assertEquals(
                Optional.of(DatabaseKind.PEBBLE),
                report(complete, edit().field(107, 1, 2, 3, 4, 5)).kind());
        assertEquals(
                Optional.of(DatabaseKind.ROCKSDB),
                report(complete, edit().field(203, 1), edit().added(0, 10, 5)).kind(),
                "nobody else has column families");
        assertEquals(
                Optional.of(DatabaseKind.ROCKSDB),
                report(complete, edit().field(200, 0).added(0, 10, 5)).kind());
        assertEquals(
                Optional.of(DatabaseKind.LEVELDB),
                report(complete, edit().field(10, 4)).kind(),
                "two kinds have this tag, and a bit turns LevelDB's into it");
    }

    /** LevelDB's edits with a damaged tag: RocksDB and Pebble would not have added a table in this way. */
    @ParameterizedTest
    @ValueSource(ints = {106, 8192 + 5})
    void afterATableOfLevelDbADamagedTagIsNoOtherKind(int tag) throws IOException {
        DatabaseReport report = report(RecordBytes.complete().added(0, 10, 5), edit().field(tag, 9));
        assertEquals(Optional.of(DatabaseKind.LEVELDB), report.kind());
        assertFalse(report.isComplete());
        assertTrue(report.findings().first().get(0).message().endsWith("a field has the unknown tag " + tag));
    }

    /** A MANIFEST of RocksDB that is damaged further on is still RocksDB's. */
    @Test
    @Tag("DB-9")
    void theKindThatReadsFurthestCounts() throws IOException {
        DatabaseReport report = report(RecordBytes.complete(), table(103), edit().field(8, 1));
        assertEquals(Optional.of(DatabaseKind.ROCKSDB), report.kind());
        assertEquals(2, report.versionEdits());
        assertTrue(report.findings().first().get(0).message().endsWith("a field has the unknown tag 8"));
    }

    /** Pebble also knows the table of this edit, and reads no further. */
    @Test
    @Tag("DB-9")
    void ofKindsThatReadAsFarTheExpectedOneCounts() throws IOException {
        Files.createFile(folder.resolve("IDENTITY"));
        DatabaseReport report = report(RecordBytes.complete(), table(103), edit().field(99, 1));
        assertEquals(Optional.of(DatabaseKind.ROCKSDB), report.kind());
        assertEquals(2, report.versionEdits());
        Files.delete(folder.resolve("IDENTITY"));
        Files.createFile(folder.resolve("marker.manifest.000001.MANIFEST-000005"));
        assertEquals(Optional.of(DatabaseKind.PEBBLE), report().kind());
    }

    /** RocksDB writes the last sequence number with each edit, and may name the default column family. */
    @Test
    @Tag("DB-9")
    void rocksDbsEditsMayRepeatWhatIsKnown() throws IOException {
        DatabaseReport report = report(
                RecordBytes.complete(),
                edit().field(201).prefixed("default".getBytes(US_ASCII)),
                table(103).field(4, 1000),
                edit().field(4, 1000));
        assertEquals(Optional.of(DatabaseKind.ROCKSDB), report.kind());
        assertTrue(report.isComplete());
        assertEquals(4, report.versionEdits());
        DatabaseReport falling = report(RecordBytes.complete(), table(103), edit().field(4, 999));
        assertFalse(falling.isComplete());
    }

    /** Riak's databases have tables of LevelDB's edits from before an upgrade, and may have no folders any more. */
    @Test
    void bashosTablesMayStandBesideThoseOfLevelDb() throws IOException {
        RecordBytes expiring = edit().field(11, 0, 12, 5).prefixed(KEY).prefixed(KEY);
        DatabaseReport report = report(
                RecordBytes.complete().added(0, 10, 5, KEY, KEY),
                expiring.number(1).number(2).number(3));
        assertEquals(Optional.of(DatabaseKind.BASHO), report.kind());
        assertEquals(2, report.tables().size());
        assertTrue(report.isComplete());
    }

    @Test
    void onlyLevelDbsDatabasesAreOpened() throws IOException {
        report(RecordBytes.complete(), table(103));
        UnsupportedDatabaseException byEdits =
                assertThrows(UnsupportedDatabaseException.class, () -> Database.open(folder));
        assertEquals(DatabaseKind.ROCKSDB, byEdits.kind());
        assertEquals(
                "this is a database of RocksDB; only those of LevelDB can be read and written as a whole",
                byEdits.reason());
        assertEquals(folder + ": " + byEdits.reason(), byEdits.getMessage());
        Files.createFile(folder.resolve("marker.manifest.000001.MANIFEST-000005"));
        UnsupportedDatabaseException byName =
                assertThrows(UnsupportedDatabaseException.class, () -> Database.open(folder));
        assertEquals(DatabaseKind.PEBBLE, byName.kind());
    }

    /** The fields that a program needs, by whose database it is. */
    @ParameterizedTest
    @CsvSource({
        "LEVELDB, 1, comparator",
        "LEVELDB, 2, log number",
        "LEVELDB, 3, next file number",
        "LEVELDB, 4, last sequence number",
        "BASHO, 1, comparator",
        "ROCKSDB, 2, log number",
        "ROCKSDB, 3, next file number",
        "ROCKSDB, 4, last sequence number"
    })
    @Tag("DB-5")
    void aFieldThatAProgramNeedsIsMissed(DatabaseKind kind, int missing, String name) throws IOException {
        RecordBytes edit = edit();
        for (int tag = 1; tag <= 4; tag++) {
            if (tag != missing) {
                edit.field(tag);
                if (tag == 1) {
                    edit.prefixed("leveldb.BytewiseComparator".getBytes(US_ASCII));
                } else {
                    edit.number(7);
                }
            }
        }
        byte[] manifest = RecordBytes.log(edit);
        CorruptDatabaseException e = assertThrows(
                CorruptDatabaseException.class, () -> Manifest.of(Path.of("MANIFEST-000005"), manifest, kind));
        assertEquals("the MANIFEST ends without a " + name, e.detail());
        assertEquals(manifest.length, e.offset());
    }

    @Test
    void aManifestOrCurrentBesideAnotherFileIsLikelyADatabase() {
        for (Set<String> names : List.of(
                Set.of("MANIFEST-000005"),
                Set.of("marker.manifest.000001.MANIFEST-000001"),
                Set.of("CURRENT", "LOCK"),
                Set.of("CURRENT", "IDENTITY"))) {
            assertTrue(DatabaseDirectory.isLikelyIn(names), names::toString);
        }
        for (Set<String> names : List.of(
                Set.<String>of(),
                Set.of("CURRENT"),
                Set.of("LOCK", "IDENTITY"),
                Set.of("MANIFEST", "CURRENT", "LOG"))) {
            assertFalse(DatabaseDirectory.isLikelyIn(names), names::toString);
        }
    }

    @Test
    void currentManifestAndLogsAreParts() {
        for (String part : List.of("CURRENT", "db/MANIFEST-000005", "000007.log")) {
            assertTrue(DatabaseDirectory.isPart(Path.of(part)), part);
        }
        for (String other : List.of("000005.ldb", "LOCK", "LOG", "000007.dbtmp", "notes.log", "CURRENT.bak", "/")) {
            assertFalse(DatabaseDirectory.isPart(Path.of(other)), other);
        }
    }
}
