// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.database.KeyView.Shown;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Pebble's virtual tables show of the file on which they are. */
@Tag("DB-10")
class KeyViewTest {
    private static final int PUT = 1;

    @TempDir
    private Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bound(String key, long sequence, int kind) {
        return TestTable.internalKey(bytes(key), sequence, kind);
    }

    /** The view of file 5, on which there is one virtual table from b on, with some more fields. */
    private KeyView view(String comparator, byte[] last, long most, UnaryOperator<RecordBytes> fields)
            throws IOException {
        RecordBytes edit = new RecordBytes()
                .field(1)
                .prefixed(bytes(comparator))
                .field(2, 3)
                .field(3, 100)
                .field(4, 1000)
                .field(105, 5, 3)
                .field(103, 6, 9, 3)
                .prefixed(bound("b", 7, PUT))
                .prefixed(last)
                .number(7)
                .number(most)
                .field(66, 5);
        Files.write(
                folder.resolve("MANIFEST-000002"),
                RecordBytes.log(fields.apply(edit).number(1)));
        Files.writeString(folder.resolve("marker.manifest.000001.MANIFEST-000002"), "");
        Path file = Files.writeString(folder.resolve("000005.sst"), "sst");
        DatabaseReport database = DatabaseReport.of(folder).orElseThrow();
        return database.view(database.liveTable(file).orElseThrow());
    }

    private KeyView.Part part(String comparator, byte[] last, long most, UnaryOperator<RecordBytes> fields)
            throws IOException {
        List<KeyView.Part> parts = view(comparator, last, most, fields).parts();
        assertEquals(1, parts.size());
        return parts.get(0);
    }

    private static final String BYTEWISE = "leveldb.BytewiseComparator";

    @Test
    void theBoundsOfAVirtualTableAreKeysOfIt() throws IOException {
        KeyView.Part part = part(BYTEWISE, bound("d", 7, PUT), 9, edit -> edit);
        assertEquals(Shown.NO, part.shows(bytes("a")));
        assertEquals(Shown.YES, part.shows(bytes("b")));
        assertEquals(Shown.YES, part.shows(bytes("d")));
        assertEquals(Shown.NO, part.shows(bytes("d\0")));
        assertEquals(OptionalLong.empty(), part.commonSequence());
    }

    /** RangeDelete, RangeKeyDelete, RangeKeyUnset and RangeKeySet. */
    @ParameterizedTest
    @ValueSource(ints = {15, 19, 20, 21})
    void theEndOfARangeIsNoKeyOfIt(int kind) throws IOException {
        KeyView.Part ended = part(BYTEWISE, bound("d", InternalKey.MAX_SEQUENCE, kind), 9, edit -> edit);
        assertEquals(Shown.YES, ended.shows(bytes("c\377")));
        assertEquals(Shown.NO, ended.shows(bytes("d")));
        KeyView.Part ofKey = part(BYTEWISE, bound("d", 7, kind), 9, edit -> edit);
        assertEquals(Shown.YES, ofKey.shows(bytes("d")));
    }

    @Test
    void theOnlySequenceNumberOfAVirtualTableCountsForAllKeys() throws IOException {
        assertEquals(
                OptionalLong.of(7),
                part(BYTEWISE, bound("d", 7, PUT), 7, edit -> edit).commonSequence());
    }

    @Test
    void aPrefixIsAddedToTheKeysOfTheFile() throws IOException {
        KeyView.Part part =
                part(BYTEWISE, bound("bz", 7, PUT), 9, edit -> edit.number(67).prefixed(bytes("bc")));
        assertEquals(Shown.YES, part.shows(bytes("bcx")));
        assertArrayEquals(bytes("x"), part.inFile(bytes("bcx")));
        assertArrayEquals(bytes("bcx"), part.inDatabase(bytes("x")));
        assertEquals(Shown.YES, part.shows(bytes("bc")));
        assertArrayEquals(bytes(""), part.inFile(bytes("bc")));
        for (String other : List.of("", "b", "bdx", "x")) {
            assertEquals(Shown.NO, part.shows(bytes(other)), other);
        }
        assertFalse(part.replacesSuffixes());
    }

    @Test
    void aKeyThatIsNotShownLacksThePrefixOrLiesOutsideTheBounds() throws IOException {
        KeyView view =
                view(BYTEWISE, bound("bcm", 7, PUT), 9, edit -> edit.number(67).prefixed(bytes("bc")));
        assertEquals(Optional.empty(), view.obstacle(bytes("bcm")));
        assertEquals(
                Optional.of("the key does not begin with the prefix that the MANIFEST gives all keys of the table"
                        + " (DB-10)"),
                view.obstacle(bytes("bdx")));
        assertEquals(
                Optional.of("the key lies outside the bounds that the MANIFEST gives the table (DB-10)"),
                view.obstacle(bytes("bcx")));
        assertEquals(Optional.empty(), KeyView.ALL.obstacle(bytes("")));
    }

    @Test
    void nothingIsKnownOfKeysWithAnotherSuffixInTheBounds() throws IOException {
        KeyView.Part part =
                part(BYTEWISE, bound("d", 7, PUT), 9, edit -> edit.number(68).prefixed(bytes("@7")));
        assertTrue(part.replacesSuffixes());
        assertEquals(Shown.UNKNOWN, part.shows(bytes("c")));
        assertEquals(Shown.NO, part.shows(bytes("e")));
    }

    @Test
    void boundsInAnUnknownOrderSayNothing() throws IOException {
        KeyView.Part part = part("other", bound("d", 7, PUT), 9, edit -> edit);
        assertEquals(Shown.UNKNOWN, part.shows(bytes("a")));
        KeyView.Part prefixed =
                part("other", bound("d", 7, PUT), 9, edit -> edit.number(67).prefixed(bytes("p")));
        assertEquals(Shown.UNKNOWN, prefixed.shows(bytes("pa")));
        assertEquals(Shown.NO, prefixed.shows(bytes("a")));
    }

    @Test
    void aFileOfNoDatabaseShowsAllItsKeys() {
        KeyView.Part all = KeyView.ALL.parts().get(0);
        assertEquals(Shown.YES, all.shows(bytes("a")));
        assertArrayEquals(bytes("a"), all.inFile(bytes("a")));
        assertArrayEquals(bytes("a"), all.inDatabase(bytes("a")));
        assertFalse(KeyView.ALL.replacesSuffixes());
        assertEquals(Optional.empty(), Optional.of(KeyView.ALL).filter(KeyView::replacesKeys));
    }
}
