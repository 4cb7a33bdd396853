// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.Corpus;
import io.github.filterblock.testdata.CorpusTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RocksDB's index from format version 4 on: values are differences and have no length in front. */
@Tag("TF-11")
class RocksDbIndexTest {
    private static final String RESTART = "00000000 01000000";
    private static final String DELTA = "rocksdb.index.value.is.delta.encoded";
    private static final String USER_KEYS = "rocksdb.index.key.is.user.key";
    private static final String TYPE = "rocksdb.block.based.table.index.type";

    private static final IndexEntries.Place PLACE = new IndexEntries.Place("a.sst", 99, 1000);

    private static KeyValueBlock block(String hex) throws CorruptTableException {
        return KeyValueBlock.of(HexFormat.of().parseHex(hex.replace(" ", "")), "a.sst", 99);
    }

    private static List<IndexEntry> read(String hex) throws CorruptTableException {
        return read(block(hex), PLACE);
    }

    private static List<IndexEntry> read(KeyValueBlock index, IndexEntries.Place place) throws CorruptTableException {
        return IndexReader.entriesOf(index, Optional.of(properties(DELTA, "01")), place);
    }

    private static List<IndexEntry> read(KeyValueBlock index, RocksDbProperties properties)
            throws CorruptTableException {
        return IndexReader.entriesOf(index, Optional.of(properties), PLACE);
    }

    private static RocksDbProperties properties(String... namesAndValues) throws CorruptTableException {
        Entry[] entries = new Entry[namesAndValues.length / 2];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = Entry.of(namesAndValues[2 * i], HexFormat.of().parseHex(namesAndValues[2 * i + 1]));
        }
        return RocksDbProperties.read(KeyValueBlock.of(TestBlocks.entries(List.of(entries), 1), "a.sst", 0));
    }

    /** Sizes 100, 102 (zigzag 4), 99 (zigzag 5): each block follows the trailer of the one before. */
    @Test
    void differencesAddUp() throws CorruptTableException {
        List<IndexEntry> entries =
                read("00 02 6161 8008 64" + "01 01 62 04" + "01 01 63 05" + "00 01 64 00 07" + RESTART);
        assertEquals(
                List.of(
                        new BlockHandle(1024, 100),
                        new BlockHandle(1129, 102),
                        new BlockHandle(1236, 99),
                        new BlockHandle(0, 7)),
                entries.stream().map(IndexEntry::handle).toList());
        assertEquals(
                List.of("aa", "ab", "ac", "d"),
                entries.stream().map(entry -> new String(entry.key(), US_ASCII)).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "01 01 61 00 07, shares with nothing",
        "00 05 61 00 07, a key that is too long",
        "00 01 61, without a value",
        "00 01 61 00, without a size",
        "80, a length that does not end",
        "00 ffffffffffffffffff01 61 00 07, a key of 2^64-1 bytes",
        "00 01 61 ffffffffffffffffff01 07, an offset of 2^64-1"
    })
    void entriesThatDoNotFitAreDamage(String entries, String what) {
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> read(entries + RESTART), what);
        assertEquals(Reason.BAD_ENTRIES, e.reason());
        assertEquals(99, e.offset());
    }

    /** The rest of the key would be among the restarts. */
    @Test
    void aKeyEndsBeforeTheRestarts() {
        String first = "00 28" + "61".repeat(40) + "00 07";
        for (String entry : List.of(first + "01 28 61", "00 03 6161", "00 02 61", "00 01 61 00 07 01 03 6161")) {
            assertThrows(CorruptTableException.class, () -> read(entry + "00000000 00000000 02000000"), entry);
        }
    }

    @Test
    @Tag("TF-5")
    void anIndexIsAsLargeAsASoundTableAllows() throws CorruptTableException {
        KeyValueBlock three = block("00 01 61 00 07" + "00 01 62 0c 07" + "01 01 63 00" + RESTART);
        assertEquals(3, read(three, new IndexEntries.Place("a.sst", 99, 33)).size());
        CorruptTableException e =
                assertThrows(CorruptTableException.class, () -> read(three, new IndexEntries.Place("a.sst", 99, 32)));
        assertEquals(Reason.TOO_LARGE, e.reason());
    }

    /** Ten keys of 2 MiB: nine share all but a byte, and are written out for 18 MiB. */
    @Test
    @Tag("TF-5")
    void keysThatShareAreCountedWhole() throws CorruptTableException {
        int length = 2 << 20;
        for (int sharing = 8; sharing < 10; sharing++) {
            byte[] entries = TestBlocks.join(new byte[] {0}, TestBlocks.varint(length), new byte[length], hex("0007"));
            for (int i = 0; i < sharing; i++) {
                entries = TestBlocks.join(entries, TestBlocks.varint(length - 1), hex("016100"));
            }
            KeyValueBlock index = KeyValueBlock.of(TestBlocks.join(entries, hex(RESTART)), "a.sst", 99);
            if (sharing == 8) {
                assertEquals(9, read(index, PLACE).size());
            } else {
                assertThrows(CorruptTableException.class, () -> read(index, PLACE));
            }
        }
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    @Test
    void propertiesSayWhatIsInTheFilter() throws CorruptTableException {
        String extractor = "rocksdb.prefix.extractor.name";
        assertFalse(properties().filtersPrefixes());
        assertFalse(properties(extractor, "").filtersPrefixes());
        assertFalse(properties(extractor, "6e756c6c707472").filtersPrefixes(), "nullptr");
        assertTrue(properties(extractor, "6e756c6c70747272").filtersPrefixes());
        assertTrue(properties(extractor, "").filtersWholeKeys());
        String whole = "rocksdb.block.based.table.whole.key.filtering";
        assertTrue(properties(whole, "31").filtersWholeKeys());
        assertFalse(properties(whole, "30").filtersWholeKeys());
        assertTrue(properties(whole, "3030").filtersWholeKeys());
        assertFalse(properties().belongToRocksDb());
        assertFalse(properties("leveldb.any", "00").belongToRocksDb());
        assertTrue(properties("leveldb.any", "00", "rocksdb.any", "00").belongToRocksDb());
        assertFalse(properties(DELTA, "01", DELTA, "00").hasDeltaIndex(), "the last of a name counts");
        assertTrue(properties(DELTA, "00", DELTA, "01").hasDeltaIndex());
    }

    @Test
    void propertiesSayHowTheIndexIsRead() throws CorruptTableException {
        KeyValueBlock plain =
                KeyValueBlock.of(TestBlocks.entries(List.of(Entry.of("key", TestBlocks.handle(5, 6))), 1), "a.sst", 99);
        IndexEntry expected = new IndexEntry("key".getBytes(US_ASCII), new BlockHandle(5, 6));
        assertEquals(List.of(expected), read(plain, properties()));
        assertEquals(List.of(expected), read(plain, properties(TYPE, "00000000")));
        KeyValueBlock delta = block("00 03 6b6579 05 06" + RESTART);
        assertEquals(List.of(expected), read(delta, properties(DELTA, "01")));
        List<IndexEntry> tagged = read(plain, properties(USER_KEYS, "01"));
        assertArrayEquals(Arrays.copyOf(expected.key(), 11), tagged.get(0).key());
    }

    /** Parts of 21 bytes each at 100 and 200, with the entries of one data block and of two. */
    @Test
    void partsOfAnIndexAreReadInTheirOrder() throws IOException {
        RocksDbProperties properties = properties(TYPE, "02000000", DELTA, "01");
        KeyValueBlock first = block("00 01 61 00 07" + RESTART);
        KeyValueBlock second = block("00 01 62 0c 08" + "00 01 63 19 09" + RESTART);
        String top = "00 01 61 64 15" + "00 01 63 c801 15" + RESTART;
        IndexReader.Blocks blocks = handle -> handle.offset() == 100 ? first : second;
        assertEquals(
                List.of("a 0 7", "b 12 8", "c 25 9"),
                IndexReader.readAll(block(top), Optional.of(properties), blocks, PLACE).stream()
                        .map(each -> new String(each.key(), US_ASCII) + " "
                                + each.handle().offset() + " " + each.handle().size())
                        .toList());
        KeyValueBlock again = block("00 01 61 64 15" + "00 01 63 64 15" + RESTART);
        CorruptTableException e = assertThrows(
                CorruptTableException.class, () -> IndexReader.readAll(again, Optional.of(properties), blocks, PLACE));
        assertEquals(Reason.BAD_ORDER, e.reason());
    }

    @Test
    void firstKeysOfDataBlocksAreSkipped() throws IOException {
        String entries = "00 01 61 00 07 02 6161" + "01 01 62 00 03 616262" + RESTART;
        List<IndexEntry> read = read(block(entries), properties(TYPE, "03000000", DELTA, "01"));
        assertEquals(new BlockHandle(12, 7), read.get(1).handle());
        assertEquals(2, read.size());
        assertThrows(
                CorruptTableException.class,
                () -> read(block("00 01 61 00 07 09 6161" + RESTART), properties(TYPE, "03000000", DELTA, "01")));
    }

    @Test
    void anEmptyIndexHasNoEntries() throws CorruptTableException {
        assertEquals(List.of(), read(RESTART));
    }

    @Test
    void aKeyMayShareAllOfTheOneBefore() throws CorruptTableException {
        List<IndexEntry> entries = read("00 01 61 00 07" + "01 02 6263 00" + RESTART);
        assertArrayEquals("abc".getBytes(US_ASCII), entries.get(1).key());
        assertEquals(new BlockHandle(12, 7), entries.get(1).handle());
    }

    /** RocksDB 7.8.3 wrote 1,500 keys into it. */
    @Test
    void theIndexOfARealTableLeadsToAllItsKeys() throws IOException {
        CorpusTable table = Corpus.bundled().tables().stream()
                .filter(each -> each.name().equals("rocksdb783-fv5"))
                .findFirst()
                .orElseThrow();
        try (TableFile file = TableFile.open(table.path())) {
            assertEquals(1500, countKeys(file));
        }
    }

    private static int countKeys(TableFile file) throws IOException {
        int keys = 0;
        long end = 0;
        for (IndexEntry entry : file.index()) {
            assertEquals(end, entry.handle().offset());
            end = entry.handle().end();
            KeyValueBlock.Cursor cursor = file.readEntries(entry.handle()).cursor();
            while (cursor.next()) {
                keys++;
            }
        }
        return keys;
    }
}
