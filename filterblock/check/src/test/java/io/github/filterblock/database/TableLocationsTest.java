// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the file of a live table is looked for, by whose database it is, and what is said of it. */
@Tag("DB-1")
@Tag("DB-6")
class TableLocationsTest {
    private static final byte[] KEY = TestTable.internalKey("k".getBytes(US_ASCII), 1, 1);

    @TempDir
    private Path folder;

    private RecordBytes edit = RecordBytes.complete();

    @BeforeEach
    void makeLog() throws IOException {
        Files.createFile(folder.resolve("000007.log"));
    }

    private TableLocationsTest table(int level, int number, long size) {
        edit.added(level, number, size, KEY, KEY);
        return this;
    }

    private DatabaseReport report() throws IOException {
        HandMadeDatabase.finish(folder, RecordBytes.log(edit));
        return DatabaseReport.of(folder).orElseThrow();
    }

    private List<String> found() throws IOException {
        return report().findings().first().stream().map(Finding::message).toList();
    }

    private String only() throws IOException {
        assertEquals(1, report().tables().size());
        return report().tables().get(0).file().getFileName() + " "
                + report().tables().get(0).state();
    }

    private void write(String name, int length) throws IOException {
        Files.write(folder.resolve(name), new byte[length]);
    }

    /** LevelDB's {@code TableCache::FindTable} tries .ldb first, RocksDB's {@code TableFileName} .sst. */
    @Test
    void ofTwoEndingsTheFirstOfTheProgramCounts() throws IOException {
        table(1, 10, 5);
        write("000010.sst", 5);
        assertEquals("000010.sst PRESENT", only());
        write("000010.ldb", 6);
        assertEquals("000010.ldb WRONG_SIZE", only());
        Files.createFile(folder.resolve("IDENTITY"));
        assertEquals("000010.sst PRESENT", only());
        Files.delete(folder.resolve("000010.sst"));
        assertEquals("000010.ldb WRONG_SIZE", only());
    }

    @Test
    void namesMayDifferOnlyInCapitalLetters() throws IOException {
        table(1, 10, 5);
        for (String name : List.of("notes", "Notes", "NOTES")) {
            write(name, 1);
        }
        write("000010.LDB", 5);
        assertEquals("000010.LDB OTHER_CASE", only());
    }

    /** iq80 states four bytes too many; RocksDB and Pebble have no such writer. */
    @Test
    void onlyInLevelDbsFilesFourBytesMayBeMissing() throws IOException {
        table(1, 10, 9);
        write("000010.sst", 5);
        assertEquals("000010.sst PRESENT", only());
        assertEquals(List.of(), found());
        for (int wrong : new int[] {4, 6, 13}) {
            write("000010.sst", wrong);
            assertEquals("000010.sst WRONG_SIZE", only());
        }
        write("000010.sst", 5);
        Files.createFile(folder.resolve("IDENTITY"));
        assertEquals("000010.sst WRONG_SIZE", only());
    }

    @Test
    void aLengthBeyondAllFilesIsWrong() throws IOException {
        table(1, 10, -1);
        write("000010.ldb", 5);
        assertEquals("000010.ldb WRONG_SIZE", only());
    }

    @Test
    void whatIsWrongIsSaidInWords() throws IOException {
        table(0, 10, 1).table(1, 11, 123_456).table(2, 12, -1).table(3, 13, 5).table(4, 14, 6);
        write("000011.ldb", 0);
        Files.createDirectory(folder.resolve("000013.ldb"));
        write("000014.ldb", 6);
        assertEquals(
                List.of(
                        "000010.ldb (level 0) is missing; the MANIFEST gives 1 byte",
                        "000011.ldb (level 1) is empty, but the MANIFEST gives 123,456 bytes; its data are lost",
                        "000012.ldb (level 2) is missing; the MANIFEST gives 18446744073709551615 bytes",
                        "000013.ldb (level 3) is not a regular file"),
                found());
        DatabaseReport report = report();
        assertEquals("000014.ldb (level 4) is present", report.tables().get(4).description());
        assertEquals(
                List.of(false, false, false, false, true),
                report.tables().stream().map(LiveTable::isReadable).toList());
        assertEquals(4, report.unreadable().size());
    }

    @Test
    @Tag("DB-9")
    void aTableOfAnotherColumnFamilyIsNamedWithIt() throws IOException {
        Files.createFile(folder.resolve("IDENTITY"));
        edit.field(200, 3).field(201).prefixed("other".getBytes(US_ASCII));
        table(1, 10, 5);
        assertEquals(
                List.of("000010.sst (level 1, column family other) is missing; the MANIFEST gives 5 bytes"), found());
    }

    /** Only the options of RocksDB name the directory, so it is not known whether the table is there. */
    @Test
    @Tag("DB-9")
    void tablesInOtherDirectoriesAreNotLookedFor() throws IOException {
        Files.createFile(folder.resolve("IDENTITY"));
        for (int number : new int[] {10, 11, 12}) {
            edit.field(102, 1, number, number - 10, 5)
                    .prefixed(TestTable.internalKey(new byte[] {(byte) number}, 1, 1))
                    .prefixed(TestTable.internalKey(new byte[] {(byte) number}, 1, 1))
                    .number(1)
                    .number(1);
        }
        write("000010.sst", 5);
        write("000011.sst", 4);
        assertEquals(List.of(), found());
        DatabaseReport report = report();
        assertEquals(List.of("2 of the live tables lie in another directory, and were not looked for"), report.notes());
        assertEquals(
                "000011.sst (level 1) lies in another directory, which only the options of the program name",
                report.tables().get(1).description());
        assertEquals(2, report.unreadable().size());
    }

    /** RocksDB 7.8.3 with the db_paths p1 and p2 keeps no table in the directory of the MANIFEST. */
    @Test
    @Tag("DB-9")
    void theFirstOfSeveralDirectoriesMayBeAnotherToo() throws IOException {
        Files.createFile(folder.resolve("IDENTITY"));
        for (int number : new int[] {10, 11}) {
            edit.field(102, 1, number, number - 10, 5)
                    .prefixed(TestTable.internalKey(new byte[] {(byte) number}, 1, 1))
                    .prefixed(TestTable.internalKey(new byte[] {(byte) number}, 1, 1))
                    .number(1)
                    .number(1);
        }
        String elsewhere = "1 of the live tables lies in another directory, and was not looked for";
        assertEquals(List.of("000010.sst (level 1) is missing; the MANIFEST gives 5 bytes"), found());
        assertEquals(
                List.of(
                        elsewhere,
                        "no live table is in this directory: the missing ones may lie in the first of RocksDB's"
                                + " db_paths, which need not be the database's own directory"),
                report().notes());
        write("000010.sst", 5);
        assertEquals(List.of(elsewhere), report().notes());
        write("000010.sst", 4);
        assertEquals(List.of(elsewhere), report().notes());
    }

    /** Pebble may keep tables in an object store; then a catalog of them is there. */
    @Test
    @Tag("DB-10")
    void withACatalogOfRemoteFilesNoTableIsMissing() throws IOException {
        Files.createFile(folder.resolve("marker.manifest.000001.MANIFEST-000005"));
        table(1, 10, 5);
        assertEquals("000010.sst MISSING", only());
        Files.createFile(folder.resolve("REMOTE-OBJ-CATALOG-000001"));
        assertEquals("000010.sst ELSEWHERE", only());
        assertEquals(List.of(), found());
        assertEquals(
                List.of("1 of the live tables lies in another directory, and was not looked for"), report().notes());
        write("000010.sst", 5);
        assertEquals("000010.sst PRESENT", only());
    }

    /** Two virtual tables are parts of one file, whose length is stated apart from theirs, or not at all. */
    @Test
    @Tag("DB-10")
    void theFileOfVirtualTablesIsLookedForOnce() throws IOException {
        Files.createFile(folder.resolve("marker.manifest.000001.MANIFEST-000005"));
        edit.field(105, 9, 300);
        for (int[] each : new int[][] {{12, 9}, {13, 9}, {14, 8}}) {
            edit.field(103, 1, each[0], 20)
                    .prefixed(TestTable.internalKey(new byte[] {(byte) each[0]}, 1, 1))
                    .prefixed(TestTable.internalKey(new byte[] {(byte) each[0]}, 1, 1))
                    .number(1)
                    .number(1)
                    .field(66, each[1])
                    .field(1);
        }
        write("000009.sst", 300);
        write("000008.sst", 17);
        assertEquals(List.of(), found());
        assertEquals(
                List.of("000008.sst", "000009.sst"),
                report().tables().stream()
                        .map(table -> String.valueOf(table.file().getFileName()))
                        .toList());
        assertEquals(
                List.of(LiveTable.State.PRESENT, LiveTable.State.PRESENT),
                report().tables().stream().map(LiveTable::state).toList());
        write("000009.sst", 299);
        assertEquals(LiveTable.State.WRONG_SIZE, report().tables().get(1).state(), report().tables()::toString);
    }

    /** Then the file has no length that another one could differ from. */
    @Test
    @Tag("DB-10")
    void theLengthOfAVirtualTablesFileIsForgottenWithIt() throws IOException {
        Files.createFile(folder.resolve("marker.manifest.000001.MANIFEST-000005"));
        edit.field(105, 9, 300)
                .field(103, 1, 12, 20)
                .prefixed(KEY)
                .prefixed(KEY)
                .number(1)
                .number(1)
                .field(66, 9)
                .field(1);
        write("000009.sst", 299);
        assertEquals("000009.sst WRONG_SIZE", only());
        HandMadeDatabase.finish(folder, RecordBytes.log(edit, new RecordBytes().field(106, 9)));
        assertEquals(
                LiveTable.State.PRESENT,
                DatabaseReport.of(folder).orElseThrow().tables().get(0).state());
    }

    /** One missing table may have been lost; all of many, with others in their place, are another database's. */
    @Test
    void oneMissingTableIsNamedWhateverElseIsThere() throws IOException {
        table(1, 10, 5);
        write("000099.ldb", 5);
        assertEquals(List.of("000010.ldb (level 1) is missing; the MANIFEST gives 5 bytes"), found());
    }

    /** The kinds are those of values, and a number is above the last one of the MANIFEST. */
    @ParameterizedTest
    @CsvSource({"1001, 1000", "1000, 1001"})
    void aBoundAboveTheLastSequenceNumberIsNotBelieved(long ofSmallest, long ofLargest) throws IOException {
        edit.added(
                1,
                10,
                5,
                TestTable.internalKey(new byte[] {1}, ofSmallest, 1),
                TestTable.internalKey(new byte[] {2}, ofLargest, 1));
        write("000010.ldb", 5);
        assertEquals(List.of(), found());
        assertFalse(report().tables().get(0).keys().isPresent());
    }

    /** Of LevelDB's keys the kinds are 0 and 1; other bytes there show that a key has no tag. */
    @ParameterizedTest
    @CsvSource({"2, 1", "1, 2"})
    void aBoundOfAnotherKindIsNotBelieved(int ofSmallest, int ofLargest) throws IOException {
        edit.added(
                1,
                10,
                5,
                TestTable.internalKey(new byte[] {1}, 9, ofSmallest),
                TestTable.internalKey(new byte[] {2}, 9, ofLargest));
        write("000010.ldb", 5);
        assertFalse(report().tables().get(0).keys().isPresent());
    }

    /** A range deletion that goes on in the next table ends with the largest number. */
    @Test
    void onlyInRocksDbAndPebbleMayABoundHaveTheLargestSequenceNumber() throws IOException {
        long largest = (1L << 56) - 1;
        edit.added(
                1,
                10,
                5,
                TestTable.internalKey(new byte[] {1}, 9, 1),
                TestTable.internalKey(new byte[] {2}, largest, 15));
        write("000010.sst", 5);
        assertEquals(List.of(), found());
        assertFalse(report().tables().get(0).keys().isPresent());
        for (String telling : List.of("IDENTITY", "marker.manifest.000001.MANIFEST-000005")) {
            Files.createFile(folder.resolve(telling));
            assertEquals(List.of(), found());
            assertEquals(
                    "02",
                    "%02x"
                            .formatted(report().tables()
                                    .get(0)
                                    .keys()
                                    .orElseThrow()
                                    .largest()[0]));
        }
    }
}
