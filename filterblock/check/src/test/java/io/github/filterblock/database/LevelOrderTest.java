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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tables of a level may overlap, by the order of the comparator and by whose database it is. */
@Tag("DB-11")
class LevelOrderTest {
    @TempDir
    private Path folder;

    private RecordBytes edit = RecordBytes.complete();

    private static byte[] key(String userKey, long sequence) {
        return TestTable.internalKey(userKey.getBytes(US_ASCII), sequence, 1);
    }

    private LevelOrderTest table(int level, int number, String smallest, String largest) {
        edit.added(level, number, 5, key(smallest, 1), key(largest, 1));
        return this;
    }

    /** What is found but that the tables are missing. */
    private List<String> found(RecordBytes... more) throws IOException {
        RecordBytes[] edits = new RecordBytes[1 + more.length];
        edits[0] = edit;
        System.arraycopy(more, 0, edits, 1, more.length);
        HandMadeDatabase.finish(folder, RecordBytes.log(edits));
        return DatabaseReport.of(folder).orElseThrow().findings().first().stream()
                .map(Finding::message)
                .filter(message -> !message.contains("is missing"))
                .toList();
    }

    @Test
    void eachTableIsComparedWithTheNextOneOfItsLevel() throws IOException {
        table(1, 13, "v", "z").table(1, 10, "a", "c").table(1, 12, "p", "v").table(1, 11, "c1", "q");
        table(2, 20, "a", "z");
        assertEquals(
                List.of(
                        "the keys of 000011.ldb and 000012.ldb overlap in level 1",
                        "the keys of 000012.ldb and 000013.ldb overlap in level 1"),
                found());
    }

    @Test
    void aFindingLeadsToTheEditThatAddedTheSecondTable() throws IOException {
        int offset = RecordBytes.log(table(1, 10, "a", "m").edit).length;
        assertEquals(List.of("the keys of 000010.ldb and 000011.ldb overlap in level 1"), found(later(1, 11)));
        assertEquals(
                List.of((long) offset),
                DatabaseReport.of(folder).orElseThrow().findings().first().stream()
                        .filter(finding -> finding.message().contains("overlap"))
                        .map(Finding::offset)
                        .toList());
    }

    private static RecordBytes later(int level, int number) {
        return new RecordBytes().added(level, number, 5, key("k", 1), key("z", 1));
    }

    @Test
    void theSmallestKeyOfATableIsNotAboveItsLargest() throws IOException {
        table(0, 10, "m", "a").table(1, 11, "b", "b");
        assertEquals(List.of("000010.ldb: its smallest key is above its largest"), found());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocksdb.ReverseBytewiseComparator", "rev:RocksDB_SE_v3.10"})
    void theOrderIsThatOfTheComparator(String comparator) throws IOException {
        edit = new RecordBytes()
                .field(1)
                .prefixed(comparator.getBytes(US_ASCII))
                .field(2, 7)
                .field(3, 100)
                .field(4, 1000);
        table(1, 10, "z", "k").table(1, 11, "j", "a");
        assertEquals(List.of(), found());
        table(1, 12, "b", "0").table(1, 13, "0", "01");
        assertEquals(
                List.of(
                        "000013.ldb: its smallest key is above its largest",
                        "the keys of 000011.ldb and 000012.ldb overlap in level 1",
                        "the keys of 000012.ldb and 000013.ldb overlap in level 1"),
                found());
        LiveTable first = DatabaseReport.of(folder).orElseThrow().tables().get(0);
        LiveTable.KeyRange range = first.keys().orElseThrow();
        assertEquals(
                List.of(false, true, true, true, false),
                List.of("zz", "z", "m", "k", "j").stream()
                        .map(key -> range.contains(key.getBytes(US_ASCII)))
                        .toList());
    }

    /** Bytes above 127 come after those below. */
    @Test
    void bytesAreComparedUnsigned() throws IOException {
        byte[] high = {(byte) 0x80, 1, 0, 0, 0, 0, 0, 0, 0};
        edit.added(1, 10, 5, key("a", 1), key("\u007f", 1)).added(1, 11, 5, high, high);
        assertEquals(List.of(), found());
    }

    /** Basho's program looks in all tables of level 1, too. */
    @Test
    void bashosTablesMayOverlapInLevelOne() throws IOException {
        Files.createDirectory(folder.resolve("sst_0"));
        table(1, 10, "a", "m").table(1, 11, "k", "z");
        assertEquals(List.of(), found());
        table(2, 12, "a", "m").table(2, 13, "k", "z");
        assertEquals(List.of("the keys of 000012.sst and 000013.sst overlap in level 2"), found());
    }

    @Test
    @Tag("DB-9")
    void columnFamiliesHaveLevelsOfTheirOwn() throws IOException {
        Files.writeString(folder.resolve("IDENTITY"), "an identity");
        table(1, 10, "a", "m");
        RecordBytes family = new RecordBytes()
                .field(200, 3)
                .field(201)
                .prefixed("other".getBytes(US_ASCII))
                .field(1)
                .prefixed("leveldb.BytewiseComparator".getBytes(US_ASCII));
        RecordBytes ofFamily = new RecordBytes().field(200, 3).added(1, 11, 5, key("k", 1), key("z", 1));
        assertEquals(List.of(), found(family, ofFamily));
        assertEquals(
                List.of("the keys of 000010.sst and 000012.sst overlap in level 1"),
                found(family, ofFamily, later(1, 12)));
    }
}
