// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which keys a table shows, in which form, and why it shows none. */
@Tag("TF-12")
class TableKeysTest {
    private static final String REVERSE = "rocksdb.ReverseBytewiseComparator";

    private static TestFile tagged() {
        return TestTable.ofInternalKeys()
                .block("apple", "banana")
                .block("cherry")
                .write();
    }

    /** The first two blocks have a key without room for a tag. */
    private static TestFile someTagged() {
        return TestTable.ofInternalKeys()
                .withoutFilter()
                .storedBlock("short".getBytes(ISO_8859_1))
                .storedBlock("shorter".getBytes(ISO_8859_1))
                .block("tail")
                .write();
    }

    private static List<String> shown(TestFile file, KeyFormat format, Optional<String> comparator) throws IOException {
        List<String> shown = new ArrayList<>();
        try (TableFile table = file.open()) {
            TableKeys.visit(
                    table,
                    table.structure(),
                    format,
                    comparator,
                    (offset, key, length) -> shown.add(offset + " " + new String(key, 0, length, ISO_8859_1)));
        }
        return shown;
    }

    private static CorruptTableException refused(TestFile file, KeyFormat format, Optional<String> comparator) {
        return assertThrows(CorruptTableException.class, () -> shown(file, format, comparator));
    }

    private static List<String> readable(TestFile file) throws IOException {
        List<String> shown = new ArrayList<>();
        try (TableFile table = file.open()) {
            TableKeys.visitReadable(
                    table,
                    TableReport.of(table),
                    (offset, key, length) -> shown.add(new String(key, 0, length, ISO_8859_1)));
        }
        return shown;
    }

    @Test
    void keysComeWithTheirBlocksInTheFormThatIsAskedFor() throws IOException {
        long second = tagged().data().get(1).offset();
        List<String> user = List.of("0 apple", "0 banana", second + " cherry");
        assertEquals(user, shown(tagged(), KeyFormat.USER_KEY, Optional.empty()));
        List<String> whole = shown(tagged(), KeyFormat.WHOLE_KEY, Optional.empty());
        assertEquals(
                user,
                whole.stream().map(key -> key.substring(0, key.length() - 8)).toList());
    }

    @Test
    void theFirstKeyWithoutRoomForATagIsNamed() throws IOException {
        CorruptTableException e = refused(someTagged(), KeyFormat.USER_KEY, Optional.empty());
        assertEquals(0, e.offset());
        assertEquals(Reason.BAD_ENTRIES, e.reason());
        assertEquals("the data block has a key that is too short for the 8-byte tag of internal keys", e.detail());
        assertEquals(
                3, shown(someTagged(), KeyFormat.WHOLE_KEY, Optional.empty()).size());
    }

    @Test
    @Tag("TF-15")
    void keysAreInTheOrderOfTheComparator() throws IOException {
        assertEquals(
                3,
                shown(tagged(), KeyFormat.USER_KEY, Optional.of("leveldb.BytewiseComparator"))
                        .size());
        assertEquals(3, shown(tagged(), KeyFormat.USER_KEY, Optional.of("mine")).size());
        CorruptTableException e = refused(tagged(), KeyFormat.USER_KEY, Optional.of(REVERSE));
        assertEquals(Reason.BAD_ORDER, e.reason());
        assertEquals(0, e.offset());
        assertEquals(
                "the key \"banana\" comes after \"apple\", against the order of " + REVERSE
                        + "; keys are out of order at 2 places",
                e.detail());
    }

    /** What is wrong with the blocks comes first, whatever their keys are like. */
    @Test
    void theFirstBlockThatCannotBeReadIsNamed() throws IOException {
        TestFile sound = tagged();
        long second = sound.data().get(1).offset();
        CorruptTableException damaged = refused(sound.flipping(second), KeyFormat.USER_KEY, Optional.of(REVERSE));
        assertEquals(Reason.CHECKSUM, damaged.reason());
        assertEquals(second, damaged.offset());
        TestFile unread = TestTable.ofInternalKeys()
                .block("apple")
                .block("cherry")
                .undecoded(1)
                .write();
        CorruptTableException undecoded = refused(unread, KeyFormat.USER_KEY, Optional.empty());
        assertEquals(Reason.UNKNOWN_COMPRESSION, undecoded.reason());
        assertEquals(
                "block type 3 (not zstd; bzip2 if RocksDB wrote it) is not decoded; 1 of 2 data blocks was not checked",
                undecoded.detail());
    }

    @Test
    void whatCanBeReadOfADamagedTableIsShown() throws IOException {
        assertEquals(List.of("apple", "banana", "cherry"), readable(tagged()));
        assertEquals(List.of("cherry"), readable(tagged().flipping(3)));
        TestFile rocksDb = TestTable.ofInternalKeys()
                .storedBlock("short".getBytes(ISO_8859_1))
                .block("apple")
                .properties("rocksdb.comparator", "leveldb.BytewiseComparator")
                .write();
        assertEquals(List.of("apple"), readable(rocksDb), "all keys of RocksDB's have a tag");
    }

    /** As many bytes with other keys, or as many keys in more bytes. */
    @Test
    void keysAreNotSoughtInAFileThatChanged() throws IOException {
        TestFile two = TestTable.ofInternalKeys().block("a", "b").write();
        TestFile one = TestTable.ofInternalKeys().valueLength(32).block("a").write();
        TestFile longer = TestTable.ofInternalKeys().block("a", "bb").write();
        assertEquals(two.bytes().length, one.bytes().length);
        TableReport report = TableReport.of(two.open());
        SoughtKeys sought = new SoughtKeys(List.of(), report.structure());
        TableKeys.seek(two.open(), report, sought);
        for (TestFile changed : List.of(one, longer)) {
            IOException e = assertThrows(IOException.class, () -> TableKeys.seek(changed.open(), report, sought));
            assertEquals("the file changed while it was read", e.getMessage());
        }
    }
}
