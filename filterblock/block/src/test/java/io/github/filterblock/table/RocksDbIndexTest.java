// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static io.github.filterblock.bloom.Bytes.hex;
import static io.github.filterblock.table.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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

    private static KeyValueBlock block(byte[]... parts) throws CorruptTableException {
        return KeyValueBlock.wrap(TestBlocks.join(parts), "a.sst", 99);
    }

    private static KeyValueBlock block(String entries) throws CorruptTableException {
        return block(hex(entries), hex(RESTART));
    }

    private static RocksDbProperties properties(String... namesAndValues) throws CorruptTableException {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            entries.add(Entry.of(namesAndValues[i], hex(namesAndValues[i + 1])));
        }
        return RocksDbProperties.read(block(TestBlocks.entries(entries, 1)));
    }

    private static List<IndexEntry> read(KeyValueBlock index, IndexEntries.Place place, String... properties)
            throws CorruptTableException {
        return IndexReader.entriesOf(index, Optional.of(properties(properties)), place);
    }

    private static String text(List<IndexEntry> entries) {
        return entries.stream()
                .map(each -> new String(each.key(), US_ASCII) + " "
                        + each.handle().offset() + " " + each.handle().size())
                .collect(Collectors.joining(", "));
    }

    /** Sizes 100, 102 (zigzag 4), 99 (zigzag 5): each block follows the trailer of the one before. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '' | ''
            00 02 6161 8008 64  01 01 62 04  01 01 63 05  00 01 64 00 07 | aa 1024 100, ab 1129 102, ac 1236 99, d 0 7
            00 01 61 00 07  01 02 6263 00 | a 0 7, abc 12 7
            """)
    void differencesAddUp(String entries, String read) throws CorruptTableException {
        assertEquals(read, text(read(block(entries), PLACE, DELTA, "01")));
    }

    @Test
    @Tag("RF-11")
    void firstKeysOfDataBlocksAreSkipped() throws CorruptTableException {
        KeyValueBlock sound = block("00 01 61 00 07 02 6161  01 01 62 00 03 616262");
        assertEquals("a 0 7, ab 12 7", text(read(sound, PLACE, TYPE, "03000000", DELTA, "01")));
        for (String length : List.of("03", "09")) {
            KeyValueBlock cut = block("00 01 61 00 07 " + length + " 6161");
            assertRefused(Reason.BAD_ENTRIES, 99, () -> read(cut, PLACE, TYPE, "03000000", DELTA, "01"));
        }
    }

    /** In the last ones the rest of the key would be among the restarts. */
    @ParameterizedTest
    @CsvSource({
        "01 01 61 00 07, 0", // shares with nothing
        "00 05 61 00 07, 0", // a key that is too long
        "00 01 61, 0", // without a value
        "00 01 61 00, 0", // without a size
        "80, 0", // a length that does not end
        "00 ffffffffffffffffff01 61 00 07, 0", // a key of 2^64-1 bytes
        "00 01 61 ffffffffffffffffff01 07, 0", // an offset of 2^64-1
        "00 10 61616161616161616161616161616161 00 07 01 14 61, 20",
        "00 03 6161, 0",
        "00 02 61, 0",
        "00 01 61 00 07 01 03 6161, 5"
    })
    void entriesThatDoNotFitAreDamage(String entries, int at) throws CorruptTableException {
        for (String restarts : List.of(RESTART, "00000000 00000000 02000000")) {
            KeyValueBlock index = block(hex(entries), hex(restarts));
            String detail = "entry at byte " + at + " of the index";
            assertRefused(Reason.BAD_ENTRIES, 99, detail, () -> read(index, PLACE, DELTA, "01"));
        }
    }

    @Test
    @Tag("TF-5")
    void anIndexIsAsLargeAsASoundTableAllows() throws CorruptTableException {
        KeyValueBlock three = block("00 01 61 00 07  00 01 62 0c 07  01 01 63 00");
        IndexEntries.Place tooSmall = new IndexEntries.Place("a.sst", 99, 32);
        assertEquals(
                3,
                read(three, new IndexEntries.Place("a.sst", 99, 33), DELTA, "01")
                        .size());
        assertRefused(Reason.TOO_LARGE, 99, () -> read(three, tooSmall, DELTA, "01"));
    }

    /** Ten keys of 2 MiB: nine share all but a byte, and are written out for 18 MiB. */
    @Test
    @Tag("TF-5")
    void keysThatShareAreCountedWhole() throws CorruptTableException {
        byte[] key = new byte[2 << 20];
        byte[] first = TestBlocks.join(new byte[1], TestBlocks.varint(key.length), key, hex("0007"));
        byte[] sharing = TestBlocks.join(TestBlocks.varint(key.length - 1), hex("016100"));
        byte[] eight = TestBlocks.join(sharing, sharing, sharing, sharing, sharing, sharing, sharing, sharing);
        assertEquals(
                9, read(block(first, eight, hex(RESTART)), PLACE, DELTA, "01").size());
        KeyValueBlock ten = block(first, eight, sharing, hex(RESTART));
        assertRefused(Reason.TOO_LARGE, 99, () -> read(ten, PLACE, DELTA, "01"));
    }

    @Test
    @Tag("TF-5")
    void keysThatShareMayAmountToTheFileAndSixteenMebibytes() throws CorruptTableException {
        PLACE.checkSize(1, (16 << 20) + 1000);
        assertRefused(Reason.TOO_LARGE, 99, () -> PLACE.checkSize(1, (16 << 20) + 1001));
        IndexEntries.Place large = new IndexEntries.Place("a.ldb", 99, 1L << 40);
        large.checkSize(1, Integer.MAX_VALUE - 16);
        assertRefused(Reason.TOO_LARGE, 99, () -> large.checkSize(1, Integer.MAX_VALUE - 15));
    }

    @Test
    void propertiesSayHowTheIndexIsRead() throws CorruptTableException {
        KeyValueBlock plain = block("00 03 02 6b6579 05 06");
        assertEquals("key 5 6", text(read(plain, PLACE)));
        assertEquals("key 5 6", text(read(plain, PLACE, TYPE, "00000000")));
        assertEquals("key 5 6", text(read(block("00 03 6b6579 05 06"), PLACE, DELTA, "01")));
        byte[] tagged = read(plain, PLACE, USER_KEYS, "01").get(0).key();
        assertArrayEquals(hex("6b6579 0000000000000000"), tagged);
        assertFalse(properties(DELTA, "01", DELTA, "00").hasDeltaIndex(), "the last of a name counts");
        assertTrue(properties(DELTA, "00", DELTA, "01").hasDeltaIndex());
    }

    /** Parts of 21 bytes each at 100 and 200, with the entries of one data block and of two. */
    @Test
    void partsOfAnIndexAreReadInTheirOrder() throws IOException {
        Optional<RocksDbProperties> properties = Optional.of(properties(TYPE, "02000000", DELTA, "01"));
        KeyValueBlock first = block("00 01 61 00 07");
        KeyValueBlock second = block("00 01 62 0c 08  00 01 63 19 09");
        IndexReader.Blocks blocks = handle -> handle.offset() == 100 ? first : second;
        KeyValueBlock top = block("00 01 61 64 15  00 01 63 c801 15");
        assertEquals("a 0 7, b 12 8, c 25 9", text(IndexReader.readAll(top, properties, blocks, PLACE)));
        KeyValueBlock again = block("00 01 61 64 15  00 01 63 64 15");
        assertRefused(Reason.BAD_ORDER, 99, () -> IndexReader.readAll(again, properties, blocks, PLACE));
    }
}
