// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static io.github.filterblock.bloom.Bytes.hex;
import static io.github.filterblock.table.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries of a block, sound or damaged, and the limits of what they may take. */
class KeyValueBlockTest {
    @Test
    void onlyRestartsThatExistAreGiven() throws Exception {
        byte[] contents = TestBlocks.entries(List.of(Entry.of("a", new byte[1]), Entry.of("b", new byte[1])), 1);
        KeyValueBlock block = KeyValueBlock.wrap(contents, "test", 0);
        assertEquals(2, block.restartCount());
        assertEquals(0, block.restart(0));
        for (int restart : new int[] {-1, 2, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> block.restart(restart));
        }
    }

    private static final List<Entry> ENTRIES = List.of(
            entry("", "nothing"), entry("apple", "1"), entry("applet", ""), entry("b", "2"), entry("box", "three"));
    private static final byte[] NO_HANDLE = {0, 0};
    private static final byte[] ONE_RESTART = hex("00000000 01000000");

    private static Entry entry(String key, String value) {
        return Entry.of(key, Bytes.ascii(value));
    }

    private static KeyValueBlock open(byte[] contents) throws CorruptTableException {
        return KeyValueBlock.wrap(contents, "a.ldb", 4711);
    }

    private static List<String> entriesOf(KeyValueBlock block) throws CorruptTableException {
        List<String> entries = new ArrayList<>();
        KeyValueBlock.Cursor cursor = block.cursor();
        while (cursor.next()) {
            assertEquals(cursor.copyOfValue().length, cursor.valueLength());
            String value = new String(block.contents(), cursor.valueIndex(), cursor.valueLength(), US_ASCII);
            entries.add(cursor.keyText() + "=" + value);
        }
        assertFalse(cursor.next());
        return entries;
    }

    @ParameterizedTest
    @Tag("TF-7")
    @ValueSource(ints = {1, 2, 3, 16})
    void entriesAreReadWhateverTheRestartInterval(int interval) throws CorruptTableException {
        KeyValueBlock block = open(TestBlocks.entries(ENTRIES, interval));
        assertEquals((ENTRIES.size() + interval - 1) / interval, block.restartCount());
        KeyValueBlock.Cursor cursor = block.cursor();
        long bytes = 0;
        for (int i = 0; i < ENTRIES.size(); i++) {
            Entry entry = ENTRIES.get(i);
            assertTrue(cursor.next());
            assertArrayEquals(entry.key(), cursor.copyOfKey());
            assertArrayEquals(entry.value(), cursor.copyOfValue());
            if (i % interval == 0) {
                assertEquals(block.restart(i / interval), cursor.entryIndex());
                assertEquals(0, cursor.sharedLength());
            }
            bytes += entry.key().length;
            assertEquals(bytes, cursor.keyBytes());
            assertTrue(cursor.valueIs(entry.value()));
            assertFalse(cursor.valueIs(Bytes.ascii("threes")));
            int unshared = entry.key().length - cursor.sharedLength();
            assertEquals(
                    new String(entry.key(), cursor.sharedLength(), unshared, US_ASCII),
                    new String(block.contents(), cursor.unsharedIndex(), unshared, US_ASCII));
        }
        for (String prefix : List.of("", "bo", "box", "ba", "boxes")) {
            assertEquals("box".startsWith(prefix), cursor.keyStartsWith(prefix), prefix);
        }
        assertFalse(cursor.next());
        assertFalse(cursor.next());
    }

    /** The last ones are RocksDB's (RF-12): keys, then values, restarts, and where the values start. */
    @ParameterizedTest
    @Tag("TF-7")
    @Tag("RF-12")
    @CsvSource(delimiter = '|', textBlock = """
            # without entries: iq80's has no restart, that of every other writer has one
            00000000                                                                              | 0 | ''
            00000000 01000000                                                                     | 1 | ''
            00000000 00000000 02000000                                                            | 2 | ''
            # lengths that are longer than they need be
            8000 8180808000 8100 61 62 00000000 01000000                                          | 1 | a=b
            # values apart; hashed as well; of uniform keys; without restarts the first value is the first one
            000101 00 61 010102 62 000101 03 63 31 3232 33 00000000 09000000 0e000000 02000010    | 2 | a=1 ab=22 c=3
            000101 00 61 010102 62 000101 03 63 31 3232 33 00000000 09000000 010100 0e000000 02000090 |2 | a=1 ab=22 c=3
            000101 00 61 010102 62 000101 03 63 31 3232 33 00000000 09000000 0e000000 02000030    | 2 | a=1 ab=22 c=3
            000101 61 010102 62 31 3232 08000000 00000010                                         | 0 | a=1 ab=22
            """)
    void formsOfABlockAreRead(String contents, int restarts, String entries) throws CorruptTableException {
        KeyValueBlock block = open(hex(contents));
        assertEquals(restarts, block.restartCount());
        assertEquals(entries, String.join(" ", entriesOf(block)));
    }

    /** Two keys, each in an interval of its own, and one bucket; 254 and 255 have no interval, the others do. */
    @ParameterizedTest
    @Tag("RF-12")
    @CsvSource({
        "fe 0100 02000080, ''",
        "00 0100 02000080, b",
        "01 0100 02000080, a",
        "ff 0100 02000080, a",
        "02 0100 02000080, ab",
        "fd 0100 02000080, ab",
        "'' , ''"
    })
    void hashIndexHidesKeysOfOtherIntervals(String index, String hidden) throws CorruptTableException {
        String tag = "0100000000000000";
        String entries = "000900 61" + tag + "000900 62" + tag + "00000000 0c000000";
        KeyValueBlock block = open(hex(entries + (index.isEmpty() ? "02000000" : index)));
        StringBuilder found = new StringBuilder();
        KeyValueBlock.Cursor cursor = block.cursor();
        while (cursor.next()) {
            found.append(cursor.isHiddenByHashIndex() ? cursor.keyText().substring(0, 1) : "");
        }
        assertEquals(hidden, found.toString());
    }

    /** What is too short for a tag is no key of a database. */
    @Test
    @Tag("RF-12")
    void keysWithoutATagAreNotHidden() throws CorruptTableException {
        KeyValueBlock.Cursor cursor =
                open(hex("000700 61626364656667 00000000 05 0100 01000080")).cursor();
        assertTrue(cursor.next());
        assertFalse(cursor.isHiddenByHashIndex());
    }

    /** Without a hash index the top bit of the number of restarts is a part of the number. */
    @ParameterizedTest
    @Tag("TF-7")
    @Tag("RF-12")
    @CsvSource(delimiter = '|', textBlock = """
            ''                                          | a block of 0 bytes has no room for its number of restarts
            00                                          | 1 bytes has no room
            000000                                      | 3 bytes has no room
            01000000                                    | a block of 4 bytes claims 1 restarts
            00000000 02000000                           | 8 bytes claims 2 restarts
            ffffffff                                    | claims 4294967295 restarts
            00000000 00000080                           | claims 2147483648 restarts
            00000000 00000040                           | claims 1073741824 restarts
            00000000 ffffffff                           | claims 4294967295 restarts
            # no hash index: nothing before it, half a number of buckets, no bucket, more buckets than bytes, no room
            00000080                                    | claims 2147483648 restarts
            00 00000080                                 | claims 2147483648 restarts
            0000 00000080                               | claims 2147483648 restarts
            00000000 00000000 0000 01000080             | claims 2147483649 restarts
            00000000 00000000 0900 01000080             | claims 2147483649 restarts
            00000000 00000000 0300 03000080             | claims 2147483651 restarts
            # lengths of the shared part, the unshared part and the value
            00 00000000 01000000                        | entry at byte 0 of the block has a length that does not end
            0001 00000000 01000000                      | has a length that does not end
            80 00000000 01000000                        | has a length that does not end
            0080808080808000 00000000 01000000          | has a length that does not end
            000001 00000000 01000000                    | and has 0 + 1 more, with 0 left in the block
            000100 00000000 01000000                    | and has 1 + 0 more, with 0 left in the block
            00010161 00000000 01000000                  | and has 1 + 1 more, with 1 left in the block
            000102 61 62 00000000 01000000              | shares 0 bytes with a key of 0 and has 1 + 2 more, with 2 left
            01010061 00000000 01000000                  | shares 1 bytes with a key of 0 and has 1 + 0 more, with 1 left
            00010061 02000062 00000000 01000000         | byte 4 of the block shares 2 bytes with a key of 1
            00010061 05010062 00000000 01000000         | byte 4 of the block shares 5 bytes with a key of 1
            00ffffffff0f00 00000000 01000000            | has a length of 4294967295
            0000ffffffff0f 00000000 01000000            | has a length of 4294967295
            00ffffffff0700 61 00000000 01000000         | has 2147483647 + 0 more, with 1 left
            00ffffffff07ffffffff07 00000000 01000000    | has 2147483647 + 2147483647 more, with 0 left
            ffffffff070000 00000000 01000000            | shares 2147483647 bytes with a key of 0
            0003036b65797661 00000000 01000000          | and has 3 + 3 more, with 5 left in the block
            # values apart
            000101 00 61 31 00000000 0a000000 01000010  | the values of a block start at byte 10, past its end
            000101 02 61 31 00000000 05000000 01000010  | byte 0 of the block has its value at 2, past the end
            000102 00 61 31 00000000 05000000 01000010  | byte 0 of the block has a value of 2 bytes, with 1 left
            000101 00 61 31 00000000 04000000 01000010  | and has 1 + 0 more, with 0 left in the block
            """)
    void damageIsNamed(String contents, String detail) {
        assertRefused(Reason.BAD_ENTRIES, 4711, detail, () -> entriesOf(open(hex(contents))));
    }

    /** RocksDB's hash index: bytes of buckets and their number between restarts and the number of restarts. */
    @ParameterizedTest
    @Tag("TF-7")
    @ValueSource(ints = {1, 2, 7, 255, 256, 300})
    void aHashIndexIsPassedOver(int buckets) throws CorruptTableException {
        byte[] number = {(byte) buckets, (byte) (buckets >> 8)};
        byte[] block = TestBlocks.join(
                hex("00 01 01 61 31  00 01 01 62 32  00000000 05000000"), new byte[buckets], number, hex("02000080"));
        KeyValueBlock hashed = open(block);
        assertEquals(2, hashed.restartCount());
        assertEquals(5, hashed.restart(1));
        assertEquals(10, hashed.entriesLimit());
        assertEquals(block.length, hashed.length());
        assertEquals(List.of("a=1", "b=2"), entriesOf(hashed));
    }

    @Test
    @Tag("TF-7")
    void onlyBlocksOfUpTo64KibibytesHaveAHashIndex() throws CorruptTableException {
        byte[] value = new byte[(1 << 16) - 2 - 1 - 4 - 6]; // number of buckets, a bucket, a restart, the entry
        byte[] hashed = TestBlocks.join(TestBlocks.entry(0, new byte[] {'a'}, value), hex("00000000 00 0100 01000080"));
        assertEquals((1 << 16) + 4, hashed.length);
        assertEquals(1, open(hashed).restartCount());
        assertThrows(CorruptTableException.class, () -> open(TestBlocks.join(new byte[1], hashed)));
    }

    @Test
    @Tag("TF-7")
    void keysHaveALimit() throws CorruptTableException {
        int most = KeyValueBlock.MAX_KEY_LENGTH;
        byte[] longest = TestBlocks.entry(0, new byte[most], new byte[0]);
        byte[] longer = TestBlocks.entry(most, new byte[1], new byte[0]);
        KeyValueBlock.Cursor cursor =
                open(TestBlocks.join(longest, longer, ONE_RESTART)).cursor();
        assertTrue(cursor.next());
        assertEquals(most, cursor.keyLength());
        assertRefused(Reason.TOO_LARGE, 4711, " has " + (most + 1) + " bytes", cursor::next);
    }

    /** Any bytes; small numbers, of which many are lengths that fit, before a number of restarts; and a flipped bit. */
    @Provide
    Arbitrary<byte[]> blocks() {
        Arbitrary<byte[]> body = Arbitraries.of(
                        (byte) 0, (byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5, (byte) 0x80, (byte) 0xff)
                .array(byte[].class)
                .ofMaxSize(200);
        Arbitrary<byte[]> restarts = Arbitraries.oneOf(Arbitraries.integers().between(0, 8), Arbitraries.integers())
                .map(TestBlocks::u32);
        byte[] sound = TestBlocks.entries(ENTRIES, 4);
        return Arbitraries.oneOf(
                FilterBlockArbitraries.bytes(),
                Combinators.combine(body, restarts).as(TestBlocks::join),
                Arbitraries.integers().between(0, 8 * sound.length - 1).map(bit -> TestBlocks.flipped(sound, bit)));
    }

    /** Entries one after the other, none beyond the block, and then the end or the documented exception. */
    @Property(tries = 4000)
    @net.jqwik.api.Tag("TF-7")
    void anyBytesEndInEntriesOrTheDocumentedException(@ForAll("blocks") byte[] contents) {
        try {
            KeyValueBlock block = KeyValueBlock.wrap(contents, "a", 7);
            int entriesLimit = contents.length - 4 - 4 * block.restartCount();
            KeyValueBlock.Cursor cursor = block.cursor();
            int nextAtLeast = 0;
            while (cursor.next()) {
                assertTrue(cursor.entryIndex() >= nextAtLeast);
                assertTrue(cursor.sharedLength() <= cursor.keyLength());
                int length = 3 + cursor.keyLength() - cursor.sharedLength() + cursor.copyOfValue().length;
                nextAtLeast = cursor.entryIndex() + length;
                assertTrue(nextAtLeast <= entriesLimit);
            }
        } catch (CorruptTableException e) {
            assertEquals(Reason.BAD_ENTRIES, e.reason());
            assertEquals(7, e.offset());
        }
    }

    @Test
    @Tag("TF-7")
    void keysOfABlockMayAmountToAMultipleOfIt() {
        assertEquals(256_000, KeyValueBlock.mostKeyBytes(1000));
        assertEquals(256L * Integer.MAX_VALUE, KeyValueBlock.mostKeyBytes(Integer.MAX_VALUE));
        assertEquals(256_000, KeyValueBlock.mostKeyBytes(1000, 10));
        assertEquals((1L << 30) + 2048 * 1000, KeyValueBlock.mostKeyBytes(64 << 20, 1000));
        assertEquals(256L * (64 << 20), KeyValueBlock.mostKeyBytes(64 << 20, 64 << 20));
    }

    @ParameterizedTest
    @CsvSource({"0, 17179869184", "1, 1075789824", "7, 1075789824"})
    @Tag("TF-7")
    void keysOfACompressedBlockHaveALowerLimitInColumnsToo(int type, long most) throws IOException {
        byte[] file = TestBlocks.join(
                TestBlocks.withTrailer(new byte[1000], type),
                TestBlocks.footer(TestBlocks.handle(0, 0), TestBlocks.handle(0, 0)));
        try (TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(file), "a.sst"))) {
            assertEquals(most, table.read(new BlockHandle(0, 1000)).mostKeyBytes(64 << 20));
        }
    }

    private static List<MetaindexEntry> metaindex(List<Entry> entries, int interval) throws CorruptTableException {
        return MetaindexEntry.readAll(open(TestBlocks.entries(entries, interval)), "a.ldb", 4711);
    }

    @Test
    @Tag("TF-7")
    @Tag("TF-8")
    void aMetaindexHasAtMostTenThousandEntries() throws CorruptTableException {
        List<Entry> entries = new ArrayList<>();
        IntStream.range(100_000, 110_000).forEach(i -> entries.add(Entry.of(Integer.toString(i), NO_HANDLE)));
        assertEquals(10_000, metaindex(entries, 1).size());
        entries.add(Entry.of("z", NO_HANDLE));
        assertRefused(Reason.TOO_LARGE, 4711, () -> metaindex(entries, 1));
    }

    /** Of a hundred names that share all but three bytes: what they have written out, and what the block has. */
    @Test
    @Tag("TF-7")
    @Tag("TF-8")
    void namesAndValuesOfAMetaindexMayAmountToTheBlockAndSixteenKibibytes() throws CorruptTableException {
        List<Entry> entries = IntStream.range(100, 200)
                .mapToObj(i -> Entry.of("n".repeat(200) + i, NO_HANDLE))
                .toList();
        int fit = entries.size();
        while (fit * (203 + 2) > (16 << 10) + TestBlocks.entries(entries.subList(0, fit), 1 << 20).length) {
            fit--;
        }
        assertTrue(fit > 70 && fit < 100, "the limit is in between");
        assertEquals(fit, metaindex(entries.subList(0, fit), 1 << 20).size());
        List<Entry> oneMore = entries.subList(0, fit + 1);
        assertRefused(Reason.TOO_LARGE, 4711, () -> metaindex(oneMore, 1 << 20));
    }

    @Test
    @Tag("TF-7")
    @Tag("TF-8")
    void namesAndValuesOfAMetaindexAmountToAMebibyteAtMost() throws CorruptTableException {
        byte[] value = new byte[(1 << 20) - 1];
        assertEquals(1, metaindex(List.of(Entry.of("n", value)), 1).size());
        assertRefused(Reason.TOO_LARGE, 4711, () -> metaindex(List.of(Entry.of("nn", value)), 1));
    }
}
