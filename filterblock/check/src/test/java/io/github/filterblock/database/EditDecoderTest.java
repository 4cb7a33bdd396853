// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.VersionEdit.NewTable;
import io.github.filterblock.database.VersionEdit.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The version edits of RocksDB and Pebble, field by field: what is read, and each way in which a field is refused. */
class EditDecoderTest {
    private static final byte[] SMALLEST = key("a");
    private static final byte[] LARGEST = key("z");

    private static byte[] key(String userKey) {
        return (userKey + "\1\0\0\0\0\0\0\0").getBytes(US_ASCII);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    private static RecordBytes edit() {
        return new RecordBytes();
    }

    private static VersionEdit decode(DatabaseKind kind, byte[] record) throws CorruptDatabaseException {
        return EditDecoder.decode("MANIFEST-000005", new Log.Record(100, record), kind);
    }

    private static VersionEdit rocksDb(RecordBytes edit) throws CorruptDatabaseException {
        return decode(DatabaseKind.ROCKSDB, edit.toByteArray());
    }

    private static VersionEdit pebble(RecordBytes edit) throws CorruptDatabaseException {
        return decode(DatabaseKind.PEBBLE, edit.toByteArray());
    }

    private static String refusal(DatabaseKind kind, RecordBytes edit) {
        CorruptDatabaseException e =
                assertThrows(CorruptDatabaseException.class, () -> decode(kind, edit.toByteArray()));
        assertEquals(100, e.offset());
        assertEquals(CorruptDatabaseException.Reason.BAD_EDIT, e.reason());
        return e.detail();
    }

    /** The beginning of a table that RocksDB adds with tag 103, up to its additional fields. */
    private static RecordBytes newFile4() {
        return edit().field(103, 2, 7, 900)
                .prefixed(SMALLEST)
                .prefixed(LARGEST)
                .number(5)
                .number(6);
    }

    private static RecordBytes pebbleFile(int tag) {
        return edit().field(tag, 2, 7, 900)
                .prefixed(SMALLEST)
                .prefixed(LARGEST)
                .number(5)
                .number(6);
    }

    private static NewTable only(VersionEdit edit) {
        assertEquals(1, edit.newTables().size());
        NewTable table = edit.newTables().get(0);
        assertEquals(new Place(2, 7), table.place());
        assertEquals(900, table.size());
        assertArrayEquals(SMALLEST, table.bounds().smallest());
        assertArrayEquals(LARGEST, table.bounds().largest());
        return table;
    }

    @Test
    @Tag("DB-9")
    void eachEncodingOfRocksDbsNewFilesGivesTheSameTable() throws CorruptDatabaseException {
        only(rocksDb(edit().field(7, 2, 7, 900).prefixed(SMALLEST).prefixed(LARGEST)));
        NewTable second = only(rocksDb(edit().field(100, 2, 7, 900)
                .prefixed(SMALLEST)
                .prefixed(LARGEST)
                .number(5)
                .number(6)));
        assertEquals(0, second.origin().path());
        NewTable third = only(rocksDb(edit().field(102, 2, 7, 3, 900)
                .prefixed(SMALLEST)
                .prefixed(LARGEST)
                .number(5)
                .number(6)));
        assertEquals(3, third.origin().path());
        NewTable fourth = only(rocksDb(newFile4().number(1)));
        assertEquals(0, fourth.origin().path());
        assertEquals(Optional.empty(), fourth.origin().checksum());
    }

    @Test
    @Tag("DB-9")
    void additionalFieldsOfATableAreReadOrPassedOver() throws CorruptDatabaseException {
        NewTable table = only(rocksDb(newFile4()
                .number(65)
                .prefixed(new byte[] {2})
                .number(7)
                .prefixed(new byte[] {1, 2, 3, 4})
                .number(8)
                .prefixed(bytes("FileChecksumCrc32c"))
                .number(2)
                .prefixed(new byte[] {1})
                .number(15)
                .prefixed(new byte[] {5})
                .number(1)));
        assertEquals(2, table.origin().path());
        assertEquals(
                "FileChecksumCrc32c", table.origin().checksum().orElseThrow().function());
        assertArrayEquals(
                new byte[] {1, 2, 3, 4}, table.origin().checksum().orElseThrow().value());
    }

    @Test
    @Tag("DB-9")
    void fieldsOfColumnFamiliesAndGroupsAreRead() throws CorruptDatabaseException {
        VersionEdit added = rocksDb(edit().field(200, 3)
                .field(201)
                .prefixed(bytes("other"))
                .field(203, 9)
                .field(10, 4)
                .field(300, 2));
        assertEquals(3, added.family());
        assertEquals(Optional.of(2), added.remainingInGroup());
        rocksDb(edit().field(200, 3).field(202));
    }

    @Test
    @Tag("DB-9")
    void blobFilesAndLogsArePassedOver() throws CorruptDatabaseException {
        for (int addition : new int[] {400, (1 << 13) + 2}) {
            VersionEdit edit = rocksDb(edit().field(addition, 1, 2, 3)
                    .prefixed(bytes("checksum"))
                    .prefixed(new byte[4])
                    .number(2)
                    .prefixed(new byte[3])
                    .number(0)
                    .field(2, 77));
            assertEquals(Map.of(VersionEdit.Counter.LOG_NUMBER, 77L), edit.counters());
        }
        for (int garbage : new int[] {401, (1 << 13) + 3}) {
            VersionEdit edit = rocksDb(edit().field(garbage, 1, 2, 3).number(0).field(2, 77));
            assertEquals(77, edit.counters().get(VersionEdit.Counter.LOG_NUMBER));
        }
        VersionEdit logs = rocksDb(edit().field((1 << 13) + 4, 8)
                .number(2)
                .number(1000)
                .number(1)
                .field((1 << 13) + 5, 8)
                .field((1 << 13) + 9)
                .prefixed(new byte[20])
                .field(2, 77));
        assertEquals(77, logs.counters().get(VersionEdit.Counter.LOG_NUMBER));
    }

    @TestFactory
    @Tag("DB-9")
    Stream<DynamicTest> whatRocksDbMustUnderstandIsRefused() {
        return Stream.of(
                refused(DatabaseKind.ROCKSDB, edit().field(500), "a field has the unknown tag 500"),
                refused(DatabaseKind.ROCKSDB, edit().field(101), "a field has the unknown tag 101"),
                refused(DatabaseKind.ROCKSDB, newFile4().number(66), "unknown field 66, which must be understood"),
                refused(
                        DatabaseKind.ROCKSDB,
                        newFile4().number(65).prefixed(new byte[2]).number(1),
                        "the path of a new table is not 0 to 3"),
                refused(
                        DatabaseKind.ROCKSDB,
                        newFile4().number(65).prefixed(new byte[] {4}).number(1),
                        "the path of a new table is not 0 to 3"),
                refused(
                        DatabaseKind.ROCKSDB,
                        newFile4().number(65).prefixed(new byte[] {-1}).number(1),
                        "the path of a new table is not 0 to 3"),
                refused(
                        DatabaseKind.ROCKSDB,
                        edit().field(401, 1, 2, 3).number(64),
                        "a blob file has the unknown field 64, which must be understood"),
                refused(
                        DatabaseKind.ROCKSDB,
                        edit().field((1 << 13) + 4, 8).number(3),
                        "a write-ahead log has the unknown field 3"),
                refused(
                        DatabaseKind.ROCKSDB,
                        edit().field(100, 2, 7, 900).prefixed(new byte[7]),
                        "the smallest key of a new table has 7 bytes, too few for an internal key"),
                refused(
                        DatabaseKind.ROCKSDB,
                        edit().field(201).number(0xffff_ffffL),
                        "the name of a column family has 4294967295 bytes, with 0 left in the record"),
                refused(
                        DatabaseKind.ROCKSDB,
                        edit().field((1 << 13) + 9).number(1 << 30).raw(1, 2),
                        "has 1073741824 bytes, with 2 left in the record"),
                refused(DatabaseKind.ROCKSDB, edit().field(100).number(1L << 31), "the level of a new table is"));
    }

    private static DynamicTest refused(DatabaseKind kind, RecordBytes edit, String detail) {
        return DynamicTest.dynamicTest(HexFormat.of().formatHex(edit.toByteArray()), () -> {
            String refusal = refusal(kind, edit);
            assertTrue(refusal.contains(detail), refusal);
        });
    }

    @Test
    @Tag("DB-10")
    void eachEncodingOfPebblesNewFilesGivesTheSameTable() throws CorruptDatabaseException {
        only(pebble(pebbleFile(100)));
        only(pebble(edit().field(102, 2, 7, 3, 900)
                .prefixed(SMALLEST)
                .prefixed(LARGEST)
                .number(5)
                .number(6)));
        NewTable fourth = only(pebble(pebbleFile(103)
                .number(66)
                .number(3)
                .number(67)
                .prefixed(bytes("p"))
                .number(69)
                .number(1)
                .number(2)
                .number(1)
                .number(2)
                .number(3)
                .number(4)
                .number(70)
                .number(1)
                .number(1)
                .number(2)
                .number(3)
                .number(4)
                .number(6)
                .prefixed(new byte[3])
                .number(1)));
        assertEquals(Optional.of(3L), fourth.origin().backing());
        assertTrue(fourth.origin().replacesKeys());
        assertTrue(only(pebble(pebbleFile(103).number(68).prefixed(bytes("s")).number(1)))
                .origin()
                .replacesKeys());
    }

    @Test
    @Tag("DB-10")
    void theOutermostOfPebblesBoundsCount() throws CorruptDatabaseException {
        only(pebble(edit().field(104, 2, 7, 900)
                .raw(0)
                .prefixed(SMALLEST)
                .prefixed(LARGEST)
                .number(5)
                .number(6)
                .number(1)));
        for (int marker : new int[] {1, 3, 5, 7}) {
            boolean pointFirst = (marker & 2) != 0;
            boolean pointLast = (marker & 4) != 0;
            only(pebble(edit().field(104, 2, 7, 900)
                    .raw(marker)
                    .prefixed(pointFirst ? SMALLEST : key("b"))
                    .prefixed(pointLast ? LARGEST : key("y"))
                    .prefixed(pointFirst ? key("b") : SMALLEST)
                    .prefixed(pointLast ? key("y") : LARGEST)
                    .number(5)
                    .number(6)
                    .number(1)));
        }
    }

    @Test
    @Tag("DB-10")
    void otherFieldsOfPebbleAreRead() throws CorruptDatabaseException {
        VersionEdit edit = pebble(edit().field(105, 9, 300)
                .field(106, 8)
                .field(107, 1, 2, 3, 4, 5)
                .field(108, 1, 2)
                .field(5, 1)
                .prefixed(new byte[2])
                .field(2, 77));
        assertEquals(Map.of(9L, 300L), edit.createdBackings());
        assertEquals(List.of(8L), edit.removedBackings());
        assertEquals(77, edit.counters().get(VersionEdit.Counter.LOG_NUMBER));
    }

    @TestFactory
    @Tag("DB-10")
    Stream<DynamicTest> whatPebbleMustUnderstandIsRefused() {
        return Stream.of(
                refused(DatabaseKind.PEBBLE, edit().field(109), "a field has the unknown tag 109"),
                refused(DatabaseKind.PEBBLE, edit().field(101), "a field has the unknown tag 101"),
                refused(DatabaseKind.PEBBLE, edit().number(-1), "a field has the unknown tag 18446744073709551615"),
                refused(
                        DatabaseKind.PEBBLE,
                        pebbleFile(103).number(71),
                        "a new table has the unknown field 71, which must be understood"),
                refused(
                        DatabaseKind.PEBBLE,
                        edit().field(104, 2, 7, 900).raw(2),
                        "a new table without point keys has their bounds"),
                refused(
                        DatabaseKind.PEBBLE,
                        edit().field(104, 2, 7, 900).raw(4),
                        "a new table without point keys has their bounds"),
                refused(
                        DatabaseKind.PEBBLE,
                        edit().field(104, 2, 7, 900),
                        "the kinds of bounds of a new table is missing"),
                refused(
                        DatabaseKind.PEBBLE,
                        pebbleFile(103).number(69).number(1).number(-1).number(2),
                        "a reference to a blob file does not end"));
    }

    /** A record that ends inside a field is refused wherever it ends; between two fields it is shorter and sound. */
    @Test
    @Tag("DB-9")
    @Tag("DB-10")
    void everyTruncationIsRefused() throws CorruptDatabaseException {
        List<RecordBytes> fieldsOfRocksDb = List.of(
                newFile4()
                        .number(65)
                        .prefixed(new byte[] {1})
                        .number(7)
                        .prefixed(new byte[4])
                        .number(1),
                edit().field(102, 2, 7, 3, 900)
                        .prefixed(SMALLEST)
                        .prefixed(LARGEST)
                        .number(5)
                        .number(6),
                edit().field(400, 1, 2, 3)
                        .prefixed(bytes("c"))
                        .prefixed(new byte[4])
                        .number(2)
                        .prefixed(new byte[3])
                        .number(0),
                edit().field((1 << 13) + 4, 8).number(2).number(1000).number(1),
                edit().field(201).prefixed(bytes("other")));
        List<RecordBytes> fieldsOfPebble = List.of(
                pebbleFile(103)
                        .number(66)
                        .number(3)
                        .number(67)
                        .prefixed(bytes("p"))
                        .number(1),
                edit().field(104, 2, 7, 900)
                        .raw(7)
                        .prefixed(SMALLEST)
                        .prefixed(LARGEST)
                        .prefixed(SMALLEST)
                        .prefixed(LARGEST)
                        .number(5)
                        .number(6)
                        .number(1),
                edit().field(107, 1, 2, 3, 4, 5));
        int refused = 0;
        for (Map.Entry<DatabaseKind, List<RecordBytes>> each : Map.of(
                        DatabaseKind.ROCKSDB, fieldsOfRocksDb, DatabaseKind.PEBBLE, fieldsOfPebble)
                .entrySet()) {
            for (RecordBytes field : each.getValue()) {
                byte[] whole = field.toByteArray();
                decode(each.getKey(), whole);
                for (int length = 1; length < whole.length; length++) {
                    byte[] cut = Arrays.copyOf(whole, length);
                    assertThrows(CorruptDatabaseException.class, () -> decode(each.getKey(), cut));
                    refused++;
                }
            }
        }
        assertTrue(refused > 100, () -> "only so many cuts were tried");
    }

    private static Manifest rocksDbManifest(RecordBytes... edits) throws Exception {
        List<RecordBytes> all = new ArrayList<>(List.of(RecordBytes.complete()));
        all.addAll(List.of(edits));
        return Manifest.of(
                java.nio.file.Path.of("MANIFEST-000005"),
                RecordBytes.log(all.toArray(RecordBytes[]::new)),
                DatabaseKind.ROCKSDB);
    }

    private static String refusedManifest(RecordBytes... edits) {
        return assertThrows(CorruptDatabaseException.class, () -> rocksDbManifest(edits))
                .detail();
    }

    @Test
    @Tag("DB-9")
    void anAtomicGroupIsWholeAndCountsDown() throws Exception {
        assertEquals(
                3,
                rocksDbManifest(newFile4().number(1).field(300, 2), edit().field(300, 1), edit().field(300, 0))
                                .editCount()
                        - 1);
        String counts = refusedManifest(edit().field(300, 2), edit().field(300, 0));
        assertTrue(counts.contains("0 edits are said to follow"), counts);
        String outside = refusedManifest(edit().field(300, 2), edit().field(2, 9));
        assertTrue(outside.contains("an edit that is not part of it comes before its end"), outside);
        String torn = refusedManifest(edit().field(300, 2));
        assertTrue(torn.contains("ends inside an atomic group"), torn);
    }

    @Test
    @Tag("DB-9")
    void rocksDbRefusesWhatLevelDbPassesOver() {
        String deleted = refusedManifest(edit().deleted(2, 7));
        assertTrue(deleted.contains("is deleted from level 2, where it is not"), deleted);
        String twice = refusedManifest(newFile4().number(1), newFile4().number(1));
        assertTrue(twice.contains("is added twice to level 2"), twice);
        String comparator = refusedManifest(edit().field(1).prefixed(bytes("other")));
        assertTrue(comparator.contains("the comparator is other here"), comparator);
    }
}
