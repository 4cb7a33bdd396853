// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.VersionEdit.NewTable;
import io.github.filterblock.database.VersionEdit.Origin;
import io.github.filterblock.database.VersionEdit.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        return VersionEdits.decode("MANIFEST-000005", new Log.Record(100, record), kind);
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

    /** A table of Pebble's without point keys. */
    private static RecordBytes onlyRangeKeys() {
        return edit().field(104, 2, 7, 900)
                .raw(0)
                .prefixed(SMALLEST)
                .prefixed(LARGEST)
                .number(5)
                .number(6)
                .number(1);
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
    }

    /** RocksDB orders the tables of level 0 by them, and one that all keys share counts instead of their tags. */
    @Test
    @Tag("DB-9")
    @Tag("DB-10")
    void sequenceNumbersOfNewTablesAreRead() throws CorruptDatabaseException {
        RecordBytes inPath = edit().field(102, 2, 7, 3, 900)
                .prefixed(SMALLEST)
                .prefixed(LARGEST)
                .number(5)
                .number(6);
        for (VersionEdit edit : List.of(
                rocksDb(pebbleFile(100)),
                rocksDb(inPath),
                rocksDb(newFile4().number(1)),
                pebble(pebbleFile(100)),
                pebble(inPath),
                pebble(pebbleFile(103).number(1)),
                pebble(onlyRangeKeys()))) {
            assertEquals(
                    Optional.of(new VersionEdit.Sequences(5, 6)),
                    only(edit).bounds().sequences());
            assertEquals(OptionalLong.empty(), only(edit).bounds().commonSequence());
        }
        NewTable ingested = only(rocksDb(edit().field(100, 2, 7, 900)
                .prefixed(SMALLEST)
                .prefixed(LARGEST)
                .number(6)
                .number(6)));
        assertEquals(OptionalLong.of(6), ingested.bounds().commonSequence());
        NewTable ofLevelDb =
                only(rocksDb(edit().field(7, 2, 7, 900).prefixed(SMALLEST).prefixed(LARGEST)));
        assertEquals(OptionalLong.empty(), ofLevelDb.bounds().commonSequence());
    }

    /** A tag has 56 bits for it; a greater one would count as the newest of all. */
    @Test
    @Tag("DB-9")
    void sequenceNumbersHave56Bits() throws CorruptDatabaseException {
        long most = (1L << 56) - 1;
        for (long number : new long[] {most, most + 1, -1}) {
            RecordBytes added = edit().field(100, 2, 7, 900)
                    .prefixed(SMALLEST)
                    .prefixed(LARGEST)
                    .number(number)
                    .number(number);
            if (number == most) {
                assertEquals(
                        OptionalLong.of(most), only(rocksDb(added)).bounds().commonSequence());
                assertEquals(OptionalLong.of(most), only(pebble(added)).bounds().commonSequence());
            } else {
                for (Executable decoding : List.<Executable>of(() -> rocksDb(added), () -> pebble(added))) {
                    CorruptDatabaseException e = assertThrows(CorruptDatabaseException.class, decoding);
                    assertTrue(e.detail().endsWith("more than 2^56 - 1"), e.detail());
                }
            }
        }
    }

    @Test
    @Tag("DB-9")
    void onlyTheKindsOfRocksDbsKeysAreBounds() throws CorruptDatabaseException {
        Set<Integer> known = Set.of(0, 1, 2, 7, 15, 17, 20, 22, 24, 26);
        for (int kind = 0; kind < 256; kind++) {
            byte[] bound = SMALLEST.clone();
            bound[bound.length - 8] = (byte) kind;
            RecordBytes edit = edit().field(7, 2, 7, 900).prefixed(bound).prefixed(LARGEST);
            if (known.contains(kind)) {
                assertArrayEquals(
                        bound, rocksDb(edit).newTables().get(0).bounds().smallest());
            } else {
                assertEquals(
                        "byte 7 of this version edit: the smallest key of a new table has the unknown kind " + kind,
                        refusal(DatabaseKind.ROCKSDB, edit));
            }
            pebble(edit);
        }
    }

    /** RocksDB refuses a field that has another form than its own, whether it needs its contents or not. */
    @ParameterizedTest
    @CsvSource({
        "2, 01, mark for compaction",
        "3, 0102030405060708, smallest log number to keep",
        "4, 09, oldest blob file",
        "5, 09, time of the oldest ancestor",
        "6, 8001, time of creation",
        "9, 01, temperature",
        "12, 000102030405060708090a0b0c0d0e0f, unique id",
        "13, 09, epoch number",
        "14, 09, size of range deletions",
        "15, 09, size of the tail",
        "16, 00, mark for timestamps"
    })
    @Tag("DB-9")
    void fieldsOfATableHaveTheirForms(int tag, String contents, String name) throws CorruptDatabaseException {
        byte[] right = HexFormat.of().parseHex(contents);
        only(rocksDb(newFile4().number(tag).prefixed(right).number(1)));
        byte[] shorter = Arrays.copyOf(right, right.length - 1);
        assertEquals("the " + name + " of a new table is malformed", malformed(tag, shorter));
        byte[] longer = Arrays.copyOf(right, right.length + 1);
        if (tag == 2 || tag == 9 || tag == 12 || tag == 16) {
            assertEquals("the " + name + " of a new table is malformed", malformed(tag, longer));
        } else {
            only(rocksDb(newFile4().number(tag).prefixed(longer).number(1)));
        }
    }

    private static String malformed(int tag, byte[] contents) {
        return refusal(
                        DatabaseKind.ROCKSDB,
                        newFile4().number(tag).prefixed(contents).number(1))
                .replaceFirst("byte [0-9]+ of this version edit: ", "");
    }

    @Test
    @Tag("DB-9")
    void whatFieldsOfATableSayIsRead() throws CorruptDatabaseException {
        VersionEdit.Origin origin = only(rocksDb(newFile4()
                        .number(4)
                        .prefixed(new byte[] {(byte) 0x81, 1})
                        .number(65)
                        .prefixed(new byte[] {3})
                        .number(1)))
                .origin();
        assertEquals(129, origin.oldestBlobFile());
        assertEquals(3, origin.path());
        NewTable here = only(rocksDb(newFile4().number(65).prefixed(new byte[1]).number(1)));
        assertEquals(0, here.origin().path());
        VersionEdit.Origin none = only(rocksDb(newFile4().number(1))).origin();
        assertEquals(new Origin(0, Optional.empty(), Origin.NO_PREFIX, false, 0), none);
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
        assertEquals(Optional.of("other"), added.addedFamily());
        assertEquals(Optional.of(2), added.remainingInGroup());
        assertTrue(rocksDb(edit().field(200, 3).field(202)).dropsFamily());
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
            assertEquals(List.of(new VersionEdit.Blobs(1, 2, 3)), edit.newBlobFiles());
        }
        for (int garbage : new int[] {401, (1 << 13) + 3}) {
            VersionEdit edit = rocksDb(edit().field(garbage, 1, 2, 3).number(0).field(2, 77));
            assertEquals(77, edit.counters().get(VersionEdit.Counter.LOG_NUMBER));
            assertEquals(List.of(new VersionEdit.Blobs(1, 2, 3)), edit.blobGarbage());
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
                refused(DatabaseKind.ROCKSDB, newFile4().number(127), "unknown field 127, which must be understood"),
                refused(
                        DatabaseKind.ROCKSDB,
                        edit().field(400, 1, 2, 3).raw(0, 0).number(65),
                        "a blob file has the unknown field 65, which must be understood"),
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
        assertArrayEquals(bytes("p"), fourth.origin().prefix());
        assertFalse(fourth.origin().replacesSuffixes());
        for (String suffix : List.of("s", "")) {
            Origin origin = only(pebble(
                            pebbleFile(103).number(68).prefixed(bytes(suffix)).number(1)))
                    .origin();
            assertEquals(!suffix.isEmpty(), origin.replacesSuffixes());
            assertEquals(!suffix.isEmpty(), origin.replacesKeys());
        }
    }

    @Test
    @Tag("DB-10")
    void theOutermostOfPebblesBoundsCount() throws CorruptDatabaseException {
        only(pebble(onlyRangeKeys()));
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
                Path.of("MANIFEST-000005"), RecordBytes.log(all.toArray(RecordBytes[]::new)), DatabaseKind.ROCKSDB);
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
        assertTrue(counts.contains("the number of edits that follow, 0, contradicts"), counts);
        String outside = refusedManifest(edit().field(300, 2), edit().field(2, 9));
        assertTrue(outside.contains("another edit comes before its end"), outside);
        String torn = refusedManifest(edit().field(300, 2));
        assertTrue(torn.contains("ends inside an atomic group"), torn);
    }

    /** Small records, of which each takes some hundred bytes until the group ends. */
    @Test
    @Tag("DB-9")
    void anAtomicGroupHasABound() throws Exception {
        int most = (64 << 20) / 400;
        for (int count : new int[] {1000, most + 1000}) {
            RecordBytes[] edits = new RecordBytes[count];
            Arrays.setAll(edits, i -> edit().field(300, count - 1 - i));
            if (count == 1000) {
                assertEquals(count, rocksDbManifest(edits).editCount() - 1);
            } else {
                String refused = refusedManifest(edits);
                assertTrue(refused.endsWith("its edits take more than 64 MiB"), refused);
            }
        }
    }

    /** The bound is that of one group. */
    @Test
    @Tag("DB-9")
    void manyAtomicGroupsHaveNoBound() throws Exception {
        int size = 1000;
        RecordBytes[] edits = new RecordBytes[size * (2 + (64 << 20) / 400 / size)];
        Arrays.setAll(edits, i -> edit().field(300, size - 1 - i % size));
        assertEquals(edits.length, rocksDbManifest(edits).editCount() - 1);
    }

    @Test
    @Tag("DB-9")
    void allEditsOfAnAtomicGroupCount() throws Exception {
        Manifest manifest = rocksDbManifest(
                newFile4().number(1).field(300, 1),
                edit().added(0, 9, 5).deleted(2, 7).added(0, 8, 5).field(300, 0),
                edit().deleted(0, 8));
        assertEquals(Set.of(9L), manifest.tables().keySet());
    }

    @Test
    @Tag("DB-9")
    void aDroppedColumnFamilyTakesItsTablesAlong() throws Exception {
        RecordBytes family = edit().field(200, 3).field(201).prefixed(bytes("other"));
        RecordBytes itsTable = edit().field(200, 3).added(0, 9, 5);
        RecordBytes dropped = edit().field(200, 3).field(202);
        assertEquals(
                Set.of(8L, 9L),
                rocksDbManifest(edit().added(0, 8, 5), family, itsTable)
                        .tables()
                        .keySet());
        Manifest manifest = rocksDbManifest(edit().added(0, 8, 5), family, itsTable, dropped);
        assertEquals(Set.of(8L), manifest.tables().keySet());
        assertEquals(Set.of(0), manifest.families().keySet());
        assertEquals("there is no column family 3", refusedManifest(itsTable));
        assertEquals("there is no column family 3", refusedManifest(dropped));
        assertEquals("column family 3 is added twice", refusedManifest(family, family));
    }

    @Test
    @Tag("DB-10")
    void pebbleRefusesTheSame() {
        String deleted = refusedByPebble(edit().deleted(2, 7));
        assertTrue(deleted.contains("is deleted from level 2, where it is not"), deleted);
        String twice = refusedByPebble(edit().added(2, 7, 5), edit().added(2, 7, 5));
        assertTrue(twice.contains("is added twice to level 2"), twice);
        String level = refusedByPebble(edit().added(7, 7, 5));
        assertTrue(level.contains("the level of a new table is 7; there are levels 0 to 6"), level);
    }

    private static String refusedByPebble(RecordBytes... edits) {
        return assertThrows(
                        CorruptDatabaseException.class,
                        () -> Manifest.of(Path.of("MANIFEST-000005"), RecordBytes.log(edits), DatabaseKind.PEBBLE))
                .detail();
    }

    /** The last sequence number may stay, and a number above 2^63 is not below 0. */
    @Test
    @Tag("DB-9")
    void rocksDbsLastSequenceNumberMayStayOrGrow() throws Exception {
        assertEquals(
                OptionalLong.of(-1),
                rocksDbManifest(edit().field(4, 1000), edit().field(4, -2), edit().field(4, -1))
                        .lastSequence());
        assertEquals(
                "the last sequence number falls from 18446744073709551615 to 1001",
                refusedManifest(edit().field(4, -1), edit().field(4, 1001)));
    }

    @Test
    @Tag("DB-10")
    void theFileOfAVirtualTableIsForgottenOnceItIsRemoved() throws Exception {
        RecordBytes two = edit().field(105, 9, 300).field(105, 10, 400);
        Manifest manifest = Manifest.of(
                Path.of("MANIFEST-000005"), RecordBytes.log(two, edit().field(106, 9)), DatabaseKind.PEBBLE);
        assertEquals(Optional.empty(), manifest.backingSize(9));
        assertEquals(Optional.of(400L), manifest.backingSize(10));
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
