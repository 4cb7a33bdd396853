// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.testdata.GoldenDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Version edits, the set of tables that they make, and edits that no engine wrote. */
@Tag("DB-5")
@Tag("DB-6")
class ManifestTest {

    static List<GoldenDatabase> databases() {
        return GoldenDatabase.all();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void everyWritersManifestIsRead(GoldenDatabase database) throws IOException {
        Path path = Databases.manifest(database.directory());
        byte[] contents = Files.readAllBytes(path);
        Manifest manifest = new Manifest(path, contents);
        assertEquals(database.comparator(), manifest.comparator());
        assertEquals(
                Databases.tables(database.directory()).stream()
                        .map(file -> file.getFileName().toString())
                        .toList(),
                manifest.tables().keySet().stream()
                        .map(number -> DatabaseFiles.Name.ofTable(
                                number, database.name().equals("iq80") ? ".sst" : ".ldb"))
                        .toList());
        assertArrayEquals(contents, manifest.withSizes(Map.of()), "nothing changes without new sizes");
    }

    @Test
    void theLastWordCounts() throws IOException {
        Manifest manifest = EditBytes.decoded(
                EditBytes.complete().added(0, 10, 1000).added(0, 11, 1100),
                new EditBytes().added(1, 10, 1000).deleted(0, 10).deleted(0, 99),
                new EditBytes()
                        .field(2, 20)
                        .field(9, 3)
                        .field(3, 50)
                        .deleted(0, 11)
                        .added(2, 12, 1200));
        assertEquals(List.of(10L, 12L), List.copyOf(manifest.tables().keySet()));
        assertTrue(manifest.needsLog(20) && manifest.needsLog(-1) && manifest.needsLog(3));
        assertFalse(manifest.needsLog(19) || manifest.needsLog(2));
    }

    /** As LevelDB does, whatever the order of the fields. */
    @Test
    void anEditDeletesBeforeItAdds() throws IOException {
        Manifest manifest = EditBytes.decoded(
                EditBytes.complete().added(0, 10, 1000),
                new EditBytes().added(0, 10, 1000).deleted(0, 10));
        assertEquals(1, manifest.tables().size());
    }

    @Test
    void aMovedTableGetsItsSizeEverywhereAndNothingElseChanges() throws IOException {
        EditBytes first = EditBytes.complete()
                .field(5, 1)
                .prefixed(new byte[8])
                .added(0, 10, 100)
                .added(0, 11, 1 << 21);
        EditBytes second = new EditBytes().deleted(0, 10).added(1, 10, 100).field(4, 5000);
        byte[] changed = EditBytes.decoded(first, second).withSizes(Map.of(10L, 20_000L));
        byte[] expected = EditBytes.manifest(
                EditBytes.complete()
                        .field(5, 1)
                        .prefixed(new byte[8])
                        .added(0, 10, 20_000)
                        .added(0, 11, 1 << 21),
                new EditBytes().deleted(0, 10).added(1, 10, 20_000).field(4, 5000));
        assertArrayEquals(expected, changed);
    }

    @Test
    void numbersReachTwoToTheSixtyFour() throws IOException {
        EditBytes edit = EditBytes.complete().field(3, -1).added(6, -2, -1);
        Manifest.AddedTable table = EditBytes.decoded(edit).tables().get(-2L);
        assertEquals(-1, table.size());
        assertEquals("18446744073709551614.ldb", DatabaseFiles.Name.ofTable(table.number(), ".ldb"));
        assertEquals("000007.sst", DatabaseFiles.Name.ofTable(7, ".sst"));
    }

    @Test
    void unknownTagsAreRefused() {
        assertRefused(
                Reason.BAD_EDIT,
                "byte " + EditBytes.complete().toByteArray().length
                        + " of the version edit here: a field has the unknown tag 8",
                EditBytes.complete().field(8, 1));
        assertRefused(
                Reason.BAD_EDIT,
                "a field has the unknown tag 4294967295",
                EditBytes.complete().number(0xffff_ffffL));
    }

    @Test
    void levelsAreSeven() throws IOException {
        assertEquals(
                1,
                EditBytes.decoded(EditBytes.complete().added(6, 10, 1)).tables().size());
        assertRefused(
                Reason.BAD_EDIT,
                "the level of a new table is 7; LevelDB has levels 0 to 6",
                EditBytes.complete().added(7, 10, 1));
        assertRefused(
                Reason.BAD_EDIT,
                "the level of a deleted table is 4294967295",
                EditBytes.complete().deleted(0xffff_ffffL, 1));
    }

    @Test
    void lengthsMustFitTheRecord() {
        EditBytes huge = EditBytes.complete().field(7, 0, 10, 1).number(0xffff_ffffL);
        assertRefused(Reason.BAD_EDIT, "the smallest key of a new table has 4294967295 bytes, with 0 left", huge);
        EditBytes name = new EditBytes().field(1).number(1000).raw('x');
        assertRefused(Reason.BAD_EDIT, "the comparator's name has 1000 bytes, with 1 left", name);
    }

    @Test
    void internalKeysHaveTags() {
        EditBytes edit = EditBytes.complete().field(5, 0).prefixed(new byte[7]);
        assertRefused(Reason.BAD_EDIT, "a compact pointer has 7 bytes, too few", edit);
    }

    @Test
    void numbersMustEnd() {
        EditBytes edit = EditBytes.complete().raw(4, 0x80, 0x80);
        assertRefused(Reason.BAD_EDIT, "the last sequence number does not end", edit);
        EditBytes endless = EditBytes.complete().raw(2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1);
        assertRefused(Reason.BAD_EDIT, "the log number does not end", endless);
    }

    @Test
    void whatEveryDatabaseHasMustBeThere() {
        assertRefused(
                Reason.BAD_EDIT,
                "ends without a comparator",
                new EditBytes().field(2, 1).field(3, 2).field(4, 3));
        assertRefused(Reason.BAD_EDIT, "MANIFEST-000005: offset 0: the MANIFEST ends without a comparator");
        EditBytes unfinished = new EditBytes().field(2, 1).field(3, 2).field(4, 3);
        assertRefused(
                Reason.BAD_EDIT, "offset " + EditBytes.manifest(unfinished).length + ": the MANIFEST ends", unfinished);
        EditBytes comparator = new EditBytes().field(1).prefixed(new byte[] {'c'});
        assertRefused(Reason.BAD_EDIT, "ends without a log number", comparator);
        assertRefused(Reason.BAD_EDIT, "ends without a last sequence number", comparator.field(2, 1));
        assertRefused(Reason.BAD_EDIT, "ends without a next file number", comparator.field(4, 1));
    }

    @Test
    void thereIsOneComparator() {
        assertRefused(
                Reason.BAD_EDIT,
                "the comparator is \\x1b here and leveldb.BytewiseComparator before",
                EditBytes.complete(),
                new EditBytes().field(1).prefixed(new byte[] {0x1b}));
        assertRefused(
                Reason.BAD_EDIT,
                "the comparator is x here and \\x1b before",
                new EditBytes().field(1).prefixed(new byte[] {0x1b}),
                new EditBytes().field(1).prefixed(new byte[] {'x'}));
    }

    @Test
    void aTableIsInOneLevelWithOneSize() {
        assertRefused(
                Reason.BAD_TABLES,
                "table 10 is in two levels",
                EditBytes.complete().added(0, 10, 1),
                new EditBytes().added(1, 10, 1));
        assertRefused(
                Reason.BAD_TABLES,
                "table 10 is added with 2 bytes, and at offset 0 with 18446744073709551615",
                EditBytes.complete().added(0, 10, -1),
                new EditBytes().deleted(0, 10).added(1, 10, 2));
    }

    @Test
    void tablesAreBelowTheNextFileNumber() {
        assertRefused(
                Reason.BAD_TABLES,
                "table 100 is not below the next file number 100",
                EditBytes.complete().added(0, 100, 1));
    }

    private static void assertRefused(Reason reason, String detail, EditBytes... edits) {
        CorruptDatabaseException e = assertThrows(CorruptDatabaseException.class, () -> EditBytes.decoded(edits));
        assertEquals(reason, e.reason(), e::getMessage);
        assertTrue(e.getMessage().startsWith("MANIFEST-000005: offset "), e::getMessage);
        assertTrue(e.getMessage().contains(detail), e::getMessage);
    }

    /** A real one: every byte in every other value of eight, and every end. */
    @ParameterizedTest
    @MethodSource("databases")
    @Tag("DB-3")
    void everyChangedByteOfAManifestIsRefused(GoldenDatabase database) throws IOException {
        Path path = Databases.manifest(database.directory());
        byte[] contents = Files.readAllBytes(path);
        for (int i = 0; i < contents.length; i++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                byte[] flipped = contents.clone();
                flipped[i] ^= (byte) (1 << bit);
                assertThrows(CorruptDatabaseException.class, () -> new Manifest(path, flipped), "byte " + i);
            }
        }
    }

    /** Cut between two records, a MANIFEST is that of an earlier version; it may be complete. */
    @ParameterizedTest
    @MethodSource("databases")
    @Tag("DB-4")
    void everyCutManifestIsRefusedOrAnEarlierOne(GoldenDatabase database) throws IOException {
        Path path = Databases.manifest(database.directory());
        byte[] contents = Files.readAllBytes(path);
        Set<Long> ends = new HashSet<>();
        Log.Reader log = Log.Reader.ofManifest("", contents);
        for (Log.Record record = log.next(); record != null; record = log.next()) {
            ends.add(record.offset());
        }
        ends.remove(0L);
        for (int length = 0; length < contents.length; length++) {
            byte[] cut = Arrays.copyOf(contents, length);
            if (!ends.contains((long) length)) {
                assertThrows(CorruptDatabaseException.class, () -> new Manifest(path, cut), "length " + length);
            }
        }
    }

    /** Bytes that have a right checksum and mean nothing. */
    @Test
    void anyBytesAreDecodedOrRefused() throws IOException {
        Random random = new Random(6);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            for (int j = 0; j < bytes.length; j += 1 + random.nextInt(4)) {
                bytes[j] &= 7;
            }
            Log.Writer log = new Log.Writer();
            log.add(bytes);
            try {
                new Manifest(Path.of("any"), log.toByteArray());
            } catch (CorruptDatabaseException expected) {
                assertTrue(expected.getMessage().startsWith("any: offset "), expected::getMessage);
            }
        }
    }
}
