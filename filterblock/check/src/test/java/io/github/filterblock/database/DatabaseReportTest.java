// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestTable;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the files around the tables say, for the databases of LevelDB, Basho, RocksDB and Pebble. */
@Tag("DB-1")
@Tag("DB-2")
@Tag("DB-6")
class DatabaseReportTest {
    private static final Path RECORDS = Path.of("src/test/resources/io/github/filterblock/database");

    @TempDir
    private Path folder;

    private static DatabaseReport report(Path directory) throws IOException {
        return DatabaseReport.of(directory).orElseThrow();
    }

    private static List<String> messages(DatabaseReport report) {
        return report.findings().first().stream()
                .map(finding -> finding.rule() + ": " + finding.message())
                .toList();
    }

    @Test
    void everyGoldenDatabaseIsSound() throws IOException {
        for (GoldenDatabase golden : GoldenDatabase.all()) {
            DatabaseReport report = report(golden.directory());
            assertEquals(List.of(), messages(report), golden.name());
            assertEquals(Optional.of(DatabaseKind.LEVELDB), report.kind());
            assertEquals(Map.of("default", golden.comparator()), report.comparators());
            assertEquals(
                    Databases.tables(golden.directory()).stream()
                            .map(Path::getFileName)
                            .toList(),
                    report.tables().stream()
                            .map(table -> table.file().getFileName())
                            .toList());
            assertTrue(report.isComplete());
        }
    }

    /** The lists are those of the releases themselves, as the profile {@code rocksdb} records them. */
    @ParameterizedTest
    @ValueSource(strings = {"5.18.4", "6.29.5", "8.11.4", "10.10.1"})
    @Tag("DB-9")
    void rocksDbsManifestGivesTheLiveTables(String release) throws IOException {
        Path recorded = RECORDS.resolve("rocksdb-" + release);
        DatabaseReport report = report(recorded);
        assertEquals(Optional.of(DatabaseKind.ROCKSDB), report.kind());
        assertEquals(
                Files.readAllLines(recorded.resolve("live.txt")),
                report.tables().stream().map(DatabaseReportTest::line).sorted().toList());
        assertEquals(
                Map.of(
                        "default", "leveldb.BytewiseComparator",
                        "other", "leveldb.BytewiseComparator",
                        "reverse", "rocksdb.ReverseBytewiseComparator"),
                report.comparators());
        assertEquals(report.tables().size(), report.findings().count(), "the tables are not kept");
        assertTrue(report.findings().first().stream().allMatch(finding -> finding.rule() == Rule.DB_6));
    }

    private static String line(LiveTable table) {
        HexFormat hex = HexFormat.of();
        LiveTable.KeyRange keys = table.keys().orElseThrow();
        return table.columnFamily() + " " + table.level() + " " + table.file().getFileName() + " "
                + table.manifestSize() + " " + hex.formatHex(keys.smallest()) + " " + hex.formatHex(keys.largest());
    }

    private void write(String name, RecordBytes... edits) throws IOException {
        Files.write(folder.resolve(name), RecordBytes.log(edits));
    }

    private static RecordBytes edit() {
        return new RecordBytes();
    }

    /** A repair leaves the MANIFEST before it there, without CURRENT. */
    @Test
    @Tag("DB-1")
    void whatARepairSetAsideIsNotADatabase() throws IOException {
        Path lost = Files.createDirectory(folder.resolve("lost"));
        Files.write(lost.resolve("MANIFEST-000003"), RecordBytes.log(RecordBytes.complete()));
        assertEquals(
                List.of("DB-1: lost: CURRENT is missing; without it, a database cannot be opened"),
                messages(report(lost)));
        write("MANIFEST-000005", RecordBytes.complete());
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000005\n");
        assertEquals(Optional.empty(), DatabaseReport.of(lost));
        assertEquals(List.of(), report(folder).findings().first());
        Files.writeString(lost.resolve("CURRENT"), "MANIFEST-000003\n");
        assertEquals(List.of(), report(lost).findings().first());
    }

    /** What {@code DBImpl::NewDB} writes is all that the MANIFEST has until the first memtable becomes a table. */
    @Test
    @Tag("DB-5")
    void aNewDatabaseOfRocksDbNeedsNoComparator() throws IOException {
        write("MANIFEST-000001", edit().field(2, 0).field(3, 2).field(4, 0));
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000001\n");
        Files.createFile(folder.resolve("000003.log"));
        assertEquals(
                List.of("DB-5: MANIFEST-000001: the MANIFEST ends without a comparator"), messages(report(folder)));
        Files.writeString(folder.resolve("IDENTITY"), "d2b8d0c1-8a4d-4b0b-a3a3-1f0e5d0c7c6b");
        DatabaseReport report = report(folder);
        assertEquals(Optional.of(DatabaseKind.ROCKSDB), report.kind());
        assertEquals(List.of(), report.findings().first());
        assertTrue(report.isComplete());
        assertEquals(
                List.of("the database has no live table: what it holds is in its write-ahead logs"), report.notes());
    }

    @Test
    @Tag("DB-10")
    void pebblesMarkerAndFieldsAreRead() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000000\n");
        Files.createFile(folder.resolve("marker.manifest.000001.MANIFEST-000001"));
        Files.createFile(folder.resolve("marker.manifest.000002.MANIFEST-000006"));
        Files.write(folder.resolve("000004.sst"), new byte[700]);
        Files.write(folder.resolve("000009.sst"), new byte[300]);
        byte[] key = "k\1\0\0\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII);
        RecordBytes pointsAndRanges = edit().field(104, 6, 4, 700)
                .raw(1 | 2)
                .prefixed("a\1\0\0\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII))
                .prefixed("c\1\0\0\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII))
                .prefixed("b\1\0\0\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII))
                .prefixed("d\1\0\0\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII))
                .field(1, 2)
                .field(6)
                .prefixed(new byte[] {5})
                .field(69, 1, 2, 3, 4, 5, 6)
                .field(1);
        RecordBytes virtual = edit().field(105, 9, 300)
                .field(103, 0, 12, 20)
                .prefixed(key)
                .prefixed(key)
                .field(3, 3)
                .field(66, 9)
                .field(1)
                .field(11, 6, 12)
                .field(107, 1, 2, 3, 4, 5)
                .field(10)
                .prefixed(key)
                .prefixed(key)
                .field(0, 5);
        write("MANIFEST-000006", RecordBytes.complete(), pointsAndRanges, virtual);
        DatabaseReport report = report(folder);
        assertEquals(List.of(), messages(report));
        assertEquals(Optional.of(DatabaseKind.PEBBLE), report.kind());
        assertEquals("default 6 000004.sst 700 61 64", line(report.tables().get(0)));
        assertEquals(folder.resolve("000009.sst"), report.tables().get(1).file());
        assertEquals(300, report.tables().get(1).manifestSize());
        assertTrue(report.tables().get(1).keys().isEmpty(), "the file has more keys than the virtual table");
        assertEquals(true, report.isObsolete(folder.resolve("000008.sst")).orElseThrow());
        assertEquals(false, report.isObsolete(folder.resolve("000009.sst")).orElseThrow());
    }

    /** The example of DATABASE.md: the edits of a group count together or not at all. */
    @Test
    @Tag("DB-9")
    void anAtomicGroupCountsOnlyWhole() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        RecordBytes family = edit().field(200, 1)
                .field(201)
                .prefixed("x".getBytes(StandardCharsets.US_ASCII))
                .field(1)
                .prefixed("c".getBytes(StandardCharsets.US_ASCII));
        RecordBytes added = edit().field(200, 1).added(0, 9, 5);
        RecordBytes group = edit().raw(0xac, 2, 0, 0xc8, 1, 1, 6, 0, 9);
        write("MANIFEST-000006", RecordBytes.complete(), family, added);
        assertEquals(1, report(folder).tables().size());
        write("MANIFEST-000006", RecordBytes.complete(), family, added, group);
        DatabaseReport report = report(folder);
        assertEquals(Optional.of(DatabaseKind.ROCKSDB), report.kind(), "told by its fields");
        assertEquals(List.of(), report.tables());
        write("MANIFEST-000006", RecordBytes.complete(), family, added, edit().raw(0xac, 2, 1, 0xc8, 1, 1, 6, 0, 9));
        assertEquals(1, report(folder).tables().size());
        assertEquals(Rule.DB_4, report(folder).findings().first().get(0).rule());
        write("MANIFEST-000006", RecordBytes.complete(), family, group);
        assertEquals(
                List.of("DB-6: MANIFEST-000006: table 9 is deleted from level 0, where it is not"),
                messages(report(folder)).stream()
                        .filter(message -> message.contains("deleted"))
                        .toList());
    }

    @Test
    void whatIsWrongWithTablesIsFound() throws IOException {
        Path database = folder.resolve("db");
        HandMadeDatabase.write(database, 5, 1);
        Files.delete(database.resolve("000010.ldb"));
        Files.move(database.resolve("000011.ldb"), database.resolve("000011.LDB"));
        Files.write(database.resolve("000012.ldb"), new byte[0]);
        Files.write(database.resolve("000013.ldb"), new byte[200]);
        Files.copy(database.resolve("000014.ldb"), database.resolve("000015.ldb"));
        DatabaseReport report = report(database);
        assertEquals(
                List.of(
                        LiveTable.State.MISSING,
                        LiveTable.State.OTHER_CASE,
                        LiveTable.State.EMPTY,
                        LiveTable.State.WRONG_SIZE,
                        LiveTable.State.PRESENT),
                report.tables().stream().map(LiveTable::state).toList());
        assertEquals(3, report.findings().count());
        assertEquals(3, report.unreadable().size());
        assertEquals(true, report.isObsolete(database.resolve("000015.ldb")).orElseThrow());
        assertEquals(
                "000013.ldb (level 1) has 200 bytes, but the MANIFEST gives 145 bytes at offset "
                        + report.tables().get(3).recordOffset() + " of MANIFEST-000005",
                LiveTableChecks.length(report.tables().get(3), report.manifest().orElseThrow())
                        .map(Finding::message)
                        .orElseThrow());
    }

    @Test
    void boundsWithoutTagsAreNoRange() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        assertTrue(hasRange("apple\1\0\0\0\0\0\0\0"));
        assertTrue(hasRange("apple\0\7\0\0\0\0\0\0"));
        assertFalse(hasRange("apple-of-1987"), "a key as it is: its last 8 bytes are no tag");
        assertFalse(hasRange("apple\2\0\0\0\0\0\0\0"), "there is no such type");
        assertFalse(hasRange("apple\1\0\0\0\0\0\0\1"), "no sequence number goes so far");
    }

    private boolean hasRange(String bound) throws IOException {
        byte[] key = bytes(bound);
        write("MANIFEST-000006", RecordBytes.complete(), new RecordBytes().added(1, 10, 100, key, key));
        return report(folder).tables().get(0).keys().isPresent();
    }

    @Test
    @Tag("DB-11")
    void rangesOfOneLevelDoNotOverlap() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        assertTrue(overlap("m", 2, "k", 1));
        assertFalse(overlap("m", 2, "m", 1));
        assertFalse(overlap("m", 2, "n", 9));
        assertTrue(overlap("m", 2, "m", 2), "the same entry");
        assertTrue(overlap("m", 2, "m", 3), "the newer entry comes last, so a program reads the older one");
        write("MANIFEST-000006", RecordBytes.complete(), table(0, 10, "a", "m"), table(0, 11, "k", "z"));
        LiveTable table = report(folder).tables().get(0);
        assertFalse(report(folder).findings().first().stream().anyMatch(found -> found.rule() == Rule.DB_11));
        assertTrue(HiddenKeys.outside(table, bytes("a"), bytes("m")).isEmpty());
        assertTrue(HiddenKeys.outside(table, bytes("Z"), bytes("m")).isPresent());
        assertTrue(HiddenKeys.outside(table, bytes("a"), bytes("m1")).isPresent());
    }

    /** Whether two tables of level 1 overlap: one ends with a key of this sequence number, the next one starts so. */
    private boolean overlap(String largest, int itsSequence, String smallest, int nextSequence) throws IOException {
        write(
                "MANIFEST-000006",
                RecordBytes.complete(),
                edit().added(1, 11, 5, internal(smallest, nextSequence), internal("z", 1)),
                edit().added(1, 10, 5, internal("a", 1), internal(largest, itsSequence)));
        return report(folder).findings().first().stream().anyMatch(found -> found.rule() == Rule.DB_11);
    }

    private static byte[] internal(String key, int sequence) {
        return bytes(key + "\1" + (char) sequence + "\0\0\0\0\0\0");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static RecordBytes table(int level, int number, String smallest, String largest) {
        return edit().field(7, level, number, 5)
                .prefixed(bytes(smallest + "\1\0\0\0\0\0\0\0"))
                .prefixed(bytes(largest + "\1\0\0\0\0\0\0\0"));
    }

    @Test
    @Tag("TF-15")
    void keysAreComparedWithTheOrderOfTheManifest() throws IOException {
        TestTable descending = TestTable.ofInternalKeys().withoutFilter().block("b", "a");
        assertEquals(
                List.of("TF-15: the key \"a\" comes after \"b\", against the order of leveldb.BytewiseComparator"),
                findingsOf(descending));
        assertEquals(List.of(), findingsOf(descending.properties("rocksdb.comparator", "leveldb.BytewiseComparator")));
        assertEquals(
                List.of(
                        "TF-15: the key \"a\" comes after \"b\", against the order of leveldb.BytewiseComparator",
                        "DB-11: the table names the comparator rocksdb.ReverseBytewiseComparator, but the MANIFEST"
                                + " leveldb.BytewiseComparator"),
                findingsOf(descending.properties("rocksdb.comparator", "rocksdb.ReverseBytewiseComparator")));
    }

    /** What a database of one table finds in it, but for the range of its keys, which is empty. */
    private List<String> findingsOf(TestTable table) throws IOException {
        HandMadeDatabase.write(folder, table.bytes());
        DatabaseReport database = report(folder);
        LiveTable live = database.tables().get(0);
        try (TableFile file = TableFile.open(live.file())) {
            return database.check(live, file, TableReport.of(file)).first().stream()
                    .map(finding -> finding.rule() + ": " + finding.message())
                    .filter(message -> !message.contains("outside the range"))
                    .toList();
        }
    }

    @Test
    void anOrderThatIsNotKnownIsSaid() throws IOException {
        Files.createFile(folder.resolve("000007.log"));
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        write(
                "MANIFEST-000006",
                edit().field(1)
                        .prefixed(bytes("idb_cmp1"))
                        .field(2, 7)
                        .field(3, 100)
                        .field(4, 1_000_000));
        assertEquals(
                List.of(
                        "the database has no live table: what it holds is in its write-ahead logs",
                        "the order of keys was not checked: it is that of the comparator idb_cmp1"),
                report(folder).notes());
    }

    @Test
    void bashosTablesLieInFolders() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        Path table = Files.createDirectories(folder.resolve("sst_1")).resolve("000010.sst");
        Files.write(table, new byte[5]);
        write(
                "MANIFEST-000006",
                RecordBytes.complete(),
                edit().field(11, 1, 10, 5)
                        .prefixed(new byte[9])
                        .prefixed(new byte[9])
                        .field(1, 2)
                        .number(3));
        DatabaseReport report = report(folder);
        assertEquals(List.of(), messages(report));
        assertEquals(Optional.of(DatabaseKind.BASHO), report.kind());
        assertEquals(table, report.tables().get(0).file());
        assertEquals(
                folder.toAbsolutePath(), DatabaseDirectory.directoryOf(table).orElseThrow());
        assertTrue(report.liveTable(table).isPresent());
    }

    /** A database of Basho's with a table in level 2 and one in level 6, each in its folder. */
    private DatabaseReport ofBasho(String second, String sixth) throws IOException {
        Path database = Files.createTempDirectory(folder, "basho");
        Files.writeString(database.resolve("CURRENT"), "MANIFEST-000006\n");
        Files.write(
                database.resolve("MANIFEST-000006"),
                RecordBytes.log(RecordBytes.complete(), table(2, 10, "a", "m"), table(6, 11, "k", "z")));
        for (int level = 0; level < 7; level++) {
            Files.createDirectory(database.resolve("sst_" + level));
        }
        Files.write(database.resolve(second), new byte[5]);
        Files.write(database.resolve(sixth), new byte[5]);
        return report(database);
    }

    @Test
    void aTableOfBashosUnderAnotherNameIsNotCalledObsolete() throws IOException {
        String sixth = "sst_6/000011.sst";
        for (String name :
                List.of("sst_2/000010.SST", "sst_2/000010.LDB", "sst_2/000010.ldb", "sst_3/000010.sst", "000010.sst")) {
            DatabaseReport report = ofBasho(name, sixth);
            assertEquals(
                    List.of("DB-6: " + name + " (level 2) has a name that the database's program does not"
                            + " look for, so the table is missing"),
                    messages(report));
            assertEquals(LiveTable.State.OTHER_CASE, report.tables().get(0).state());
            assertEquals(
                    false, report.isObsolete(report.directory().resolve(name)).orElseThrow());
        }
        assertEquals(
                List.of("DB-6: 000010.sst (level 2) is missing; the MANIFEST gives 5 bytes"),
                messages(ofBasho("sst_2/000012.sst", sixth)));
    }

    @Test
    @Tag("DB-5")
    void aManifestWithoutEditsIsCalledEmpty() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        write("MANIFEST-000006");
        assertEquals(List.of("DB-5: MANIFEST-000006: the MANIFEST is empty"), messages(report(folder)));
        assertEquals(Optional.empty(), report(folder).kind(), "nothing tells whose database it is");
    }

    @Test
    void theLengthsOfIq80sWriterAreNoted() throws IOException {
        Path database = folder.resolve("db");
        HandMadeDatabase.write(database, 3, 1);
        Files.createFile(database.resolve("000007.log"));
        Path table = database.resolve("000011.ldb");
        byte[] bytes = Files.readAllBytes(table);
        Files.write(table, Arrays.copyOf(bytes, bytes.length - 4));
        assertEquals(
                List.of("the MANIFEST gives 4 bytes more than the file has for 1 of the 3 live tables, as iq80's"
                        + " writer does; LevelDB refuses them (DB-6)"),
                report(database).notes());
    }

    /** LevelDB opens such a database, but lost edits leave zeros too: then a table is there that no edit names. */
    @Test
    @Tag("DB-4")
    void zerosThatWereAllocatedAheadAreNoted() throws IOException {
        Path database = folder.resolve("db");
        HandMadeDatabase.write(database, 3, 1);
        Files.createFile(database.resolve("000007.log"));
        Path manifest = database.resolve("MANIFEST-000005");
        byte[] edits = Files.readAllBytes(manifest);
        Files.write(manifest, Arrays.copyOf(edits, 65_536));
        DatabaseReport report = report(database);
        assertEquals(List.of(), messages(report));
        assertTrue(report.isComplete());
        assertEquals(
                "MANIFEST-000005 ends with " + String.format(Locale.ROOT, "%,d", 65_536 - edits.length)
                        + " zeros, which its writer had allocated ahead; LevelDB takes them for the end, and the"
                        + " edits before name every table of the directory",
                report.notes().get(0));
        Files.write(manifest, Arrays.copyOf(edits, 65_535));
        assertZerosAreFound(database);
        byte[] more = Arrays.copyOf(edits, 65_536);
        more[65_000] = 1;
        Files.write(manifest, more);
        assertZerosAreFound(database);
        Files.write(manifest, Arrays.copyOf(edits, 65_536));
        Files.copy(database.resolve("000011.ldb"), database.resolve("000099.ldb"));
        assertZerosAreFound(database);
        Files.delete(database.resolve("000099.ldb"));
        Files.delete(database.resolve("000011.ldb"));
        assertZerosAreFound(database);
    }

    /** LevelDB refuses such a database: an edit that it needs is lost, and its bytes may be among the zeros. */
    @Test
    @Tag("DB-4")
    void zerosInThePlaceOfACounterAreFound() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        Files.createFile(folder.resolve("000007.log"));
        byte[] edits = RecordBytes.log(RecordBytes.complete());
        Files.write(folder.resolve("MANIFEST-000006"), Arrays.copyOf(edits, 4096));
        assertEquals(List.of(), messages(report(folder)));
        byte[] fewer = RecordBytes.log(edit().field(1)
                .prefixed("leveldb.BytewiseComparator".getBytes(StandardCharsets.US_ASCII))
                .field(2, 7)
                .field(3, 100));
        Files.write(folder.resolve("MANIFEST-000006"), Arrays.copyOf(fewer, 4096));
        assertZerosAreFound(folder);
    }

    /** The block before may end with the first part of a record, whose rest was lost. */
    @Test
    @Tag("DB-4")
    void zerosFromTheStartOfABlockAreFound() throws IOException {
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        Files.createFile(folder.resolve("000007.log"));
        for (int left : new int[] {0, 1, 7}) {
            byte[] edits = editsOf(Log.BLOCK_LENGTH - left);
            Files.write(folder.resolve("MANIFEST-000006"), Arrays.copyOf(edits, Log.BLOCK_LENGTH + 4096));
            if (left < Log.HEADER_LENGTH) {
                assertZerosAreFound(folder);
            } else {
                assertEquals(List.of(), messages(report(folder)));
                assertTrue(report(folder).notes().get(1).contains("ends with 4,103 zeros"));
            }
        }
    }

    /** Edits of this length, by a compact pointer. */
    private static byte[] editsOf(int length) {
        int others = RecordBytes.log(RecordBytes.complete().field(5, 0).prefixed(new byte[20_000])).length - 20_000;
        return RecordBytes.log(RecordBytes.complete().field(5, 0).prefixed(new byte[length - others]));
    }

    private static void assertZerosAreFound(Path database) throws IOException {
        DatabaseReport report = report(database);
        assertFalse(report.isComplete());
        assertTrue(messages(report).get(0).contains("there are zeros where a record should be"));
    }

    @Test
    void aBrokenCurrentIsFound() throws IOException {
        Path database = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("db"));
        Path current = database.resolve("CURRENT");
        for (String contents : List.of("", "MANIFEST-000023", "MANIFEST-000023\r\n", "\0\0\0\0", "MANIFEST-000099\n")) {
            Files.writeString(current, contents);
            DatabaseReport report = report(database);
            assertEquals(Rule.DB_2, report.findings().first().get(0).rule());
            assertFalse(report.isComplete());
            assertTrue(report.isObsolete(database.resolve("000018.ldb")).isEmpty());
        }
        Files.delete(current);
        assertEquals(Rule.DB_1, report(database).findings().first().get(0).rule());
    }

    @Test
    @Tag("DB-2")
    void whatIsWrongWithCurrentOrTheMarkerIsSaid() throws IOException {
        write("MANIFEST-000006", RecordBytes.complete());
        write("MANIFEST-000010", RecordBytes.complete());
        String end = "DB-2: CURRENT does not end with a newline";
        assertEquals(List.of(end + ": it is empty"), ofCurrent(""));
        assertEquals(List.of(end + ": it holds only zeros"), ofCurrent("\0\0\0\0"));
        assertEquals(List.of(end), ofCurrent("MANIFEST-000006"));
        assertEquals(
                List.of("DB-2: CURRENT names MANIFEST-000007, which does not exist; there is MANIFEST-000006,"
                        + " MANIFEST-000010"),
                ofCurrent("MANIFEST-000007\n"));
        assertEquals(
                List.of("DB-2: CURRENT names 'MANIFEST-000006\\x0d', which is not a MANIFEST; its line end was"
                        + " translated to CR LF"),
                ofCurrent("MANIFEST-000006\r\n"));
        assertEquals(
                List.of("DB-2: CURRENT is too long for the name of a MANIFEST: it starts with 'MANIFEST-000006'"),
                ofCurrent("MANIFEST-000006\n" + "x".repeat(100)));
        Files.createFile(folder.resolve("marker.manifest.000009.MANIFEST-000006"));
        assertEquals(List.of(), ofCurrent("MANIFEST-000007\n"));
        Files.createFile(folder.resolve("marker.manifest.10.OPTIONS"));
        assertEquals(
                List.of("DB-2: marker.manifest.10.OPTIONS: the marker names 'OPTIONS', which is not a MANIFEST"),
                ofCurrent(""));
    }

    private List<String> ofCurrent(String contents) throws IOException {
        Files.writeString(folder.resolve("CURRENT"), contents);
        return messages(report(folder));
    }

    /** A database is there; nothing tells which of its tables are live. */
    @Test
    @Tag("DB-2")
    void whatIsNoFileIsFoundWhereCurrentOrTheManifestShouldBe() throws IOException {
        Path database = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("db"));
        Path manifest = Databases.manifest(database);
        String name = String.valueOf(manifest.getFileName());
        Files.delete(manifest);
        Files.createDirectory(manifest);
        assertUnknown(name + " is a directory", database);
        Files.delete(manifest);
        Files.createSymbolicLink(manifest, Path.of("nowhere"));
        assertUnknown("CURRENT names " + name + ", which is a link that leads nowhere", database);
        Path current = database.resolve("CURRENT");
        Files.delete(current);
        Files.createDirectory(current);
        assertUnknown("CURRENT is a directory", database);
        Files.delete(current);
        Files.createSymbolicLink(current, Path.of("nowhere"));
        assertUnknown("CURRENT is a link that leads nowhere", database);
    }

    private static void assertUnknown(String message, Path database) throws IOException {
        DatabaseReport report = report(database);
        assertEquals(List.of("DB-2: " + message), messages(report));
        assertFalse(report.isComplete());
        assertEquals(Rule.DB_2, report.findings().first().get(0).rule());
    }

    @Test
    void withoutAManifestOnlyNamesOfFilesTellWhoseADatabaseIs() throws IOException {
        Path database = Databases.copy(GoldenDatabase.named("plyvel"), folder.resolve("db"));
        Files.writeString(database.resolve("CURRENT"), "");
        assertEquals(Optional.empty(), report(database).kind());
        Files.writeString(database.resolve("IDENTITY"), "");
        assertEquals(Optional.of(DatabaseKind.ROCKSDB), report(database).kind());
    }

    /** What is found of a table that is added, by the second edit, with these bounds and some bytes more. */
    private List<String> found(TestTable table, String smallest, String largest, int moreBytes) throws IOException {
        byte[] bytes = table.bytes();
        Files.write(folder.resolve("000010.ldb"), bytes);
        Files.writeString(folder.resolve("CURRENT"), "MANIFEST-000006\n");
        RecordBytes complete = RecordBytes.complete().field(4, 10_000_000);
        write(
                "MANIFEST-000006",
                complete,
                edit().added(1, 10, bytes.length + moreBytes, internal(smallest, 1), internal(largest, 1)));
        DatabaseReport database = report(folder);
        LiveTable live = database.tables().get(0);
        try (TableFile file = TableFile.open(live.file())) {
            List<Finding> findings =
                    database.check(live, file, TableReport.of(file)).first();
            findings.forEach(finding -> assertEquals(RecordBytes.log(complete).length, finding.offset()));
            return findings.stream()
                    .map(finding -> finding.rule() + ": " + finding.message())
                    .toList();
        }
    }

    @Test
    @Tag("DB-11")
    void eachTableIsComparedWithWhatTheManifestSaysOfIt() throws IOException {
        TestTable table = TestTable.ofInternalKeys().block("b", "c").block("d", "k");
        assertEquals(List.of(), found(table, "b", "k", 0));
        String outside = " key of the table lies outside the range that the MANIFEST gives; the database's program does"
                + " not look for it here";
        assertEquals(List.of("DB-11: the first" + outside), found(table, "b1", "k", 0));
        assertEquals(List.of("DB-11: the last" + outside), found(table, "a", "j", 0));
        assertEquals(
                List.of("DB-6: the table has a key without the 8-byte tag that every key of a database has"),
                found(TestTable.ofWholeKeys().block("short"), "a", "z", 0));
        int length = table.bytes().length;
        assertEquals(
                List.of("DB-6: 000010.ldb (level 1) has " + length + " bytes, but the MANIFEST gives " + (length + 1)
                        + " bytes at offset "
                        + RecordBytes.log(RecordBytes.complete().field(4, 10_000_000)).length
                        + " of MANIFEST-000006"),
                found(table, "b", "k", 1));
    }

    @Test
    void aFileThatCannotBeReadIsNamedAsALiveTable() throws IOException {
        Path database = folder.resolve("db");
        HandMadeDatabase.write(database, 3, 1);
        Files.write(database.resolve("000010.ldb"), new byte[0]);
        DatabaseReport report = report(database);
        assertEquals(
                "000010.ldb (level 1) is empty, but the MANIFEST gives 145 bytes; its data are lost",
                report.unreadable(database.resolve("000010.ldb")).orElseThrow().message());
        Finding damaged = report.unreadable(database.resolve("000011.ldb")).orElseThrow();
        assertEquals("000011.ldb (level 1) is a live table, but cannot be read as one", damaged.message());
        assertEquals(Rule.DB_6, damaged.rule());
        assertEquals(report.tables().get(1).recordOffset(), damaged.offset());
        assertEquals(Optional.empty(), report.unreadable(database.resolve("000099.ldb")));
        Path there = Path.of("").toAbsolutePath().relativize(database.toAbsolutePath());
        assertTrue(report.liveTable(there.resolve("000011.ldb")).isPresent(), "by another path");
    }

    @Test
    void theDirectoryOfATableIsTheOneAboveBashosFolders() {
        Path root = Path.of("").toAbsolutePath().getRoot();
        assertEquals(
                Optional.of(root.resolve("db")), DatabaseDirectory.directoryOf(root.resolve("db/sst_6/000010.sst")));
        assertEquals(
                Optional.of(root.resolve("db/sst_7")),
                DatabaseDirectory.directoryOf(root.resolve("db/sst_7/000010.sst")));
        assertEquals(Optional.of(root), DatabaseDirectory.directoryOf(root.resolve("000010.sst")));
        assertEquals(Optional.empty(), DatabaseDirectory.directoryOf(root));
    }

    /** A program replaces the only table after the MANIFEST was read, as often as the test says. */
    @ParameterizedTest
    @CsvSource({"0, 1, 0", "1, 2, 0", "4, 5, 0", "5, 5, 1", "9, 5, 1"})
    @Tag("DB-7")
    void aDatabaseThatChangesIsReadAgain(int changes, int readings, int missing, @TempDir Path folder)
            throws IOException {
        byte[] table = TestTable.ofInternalKeys().withoutFilter().block("key").bytes();
        HandMadeDatabase.write(folder, table);
        int[] read = {0};
        Runnable replaced = () -> {
            read[0]++;
            if (read[0] <= changes) {
                replaceTable(folder, 10 + read[0], table);
            }
        };
        DatabaseReport report = DatabaseReport.of(folder, replaced).orElseThrow();
        assertEquals(readings, read[0]);
        assertEquals(missing, report.unreadable().size());
        assertEquals(missing == 0, report.isCurrent());
    }

    private static void replaceTable(Path folder, int number, byte[] table) {
        try {
            Files.write(folder.resolve("0000" + number + ".ldb"), table);
            RecordBytes edit = RecordBytes.complete().field(4, 10_000_000).added(0, number, table.length);
            Files.write(folder.resolve("MANIFEST-0000" + number), RecordBytes.log(edit));
            Files.writeString(folder.resolve("CURRENT"), "MANIFEST-0000" + number + "\n");
            Files.delete(folder.resolve("0000" + (number - 1) + ".ldb"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
