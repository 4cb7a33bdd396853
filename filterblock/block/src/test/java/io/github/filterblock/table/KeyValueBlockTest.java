// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries of a block, sound or damaged, and the limits of what they may take. */
class KeyValueBlockTest {
    private static final List<Entry> ENTRIES = List.of(
            entry("", "nothing"), entry("apple", "1"), entry("applet", ""), entry("b", "2"), entry("box", "three"));
    private static final long FREE_KEYS = 16 << 20;
    private static final byte[] NO_HANDLE = {0, 0};

    private static Entry entry(String key, String value) {
        return Entry.of(key, value.getBytes(US_ASCII));
    }

    private static KeyValueBlock open(byte[] contents) throws CorruptTableException {
        return KeyValueBlock.of(contents, "a.ldb", 4711);
    }

    private static KeyValueBlock.Cursor cursor(byte[] contents) throws CorruptTableException {
        return open(contents).cursor();
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    @ParameterizedTest
    @Tag("TF-7")
    @ValueSource(ints = {1, 2, 3, 16})
    void entriesAreReadWhateverTheRestartInterval(int interval) throws CorruptTableException {
        KeyValueBlock block = open(TestBlocks.entries(ENTRIES, interval));
        assertEquals((ENTRIES.size() + interval - 1) / interval, block.restartCount());
        KeyValueBlock.Cursor cursor = block.cursor();
        for (int i = 0; i < ENTRIES.size(); i++) {
            assertTrue(cursor.next());
            assertArrayEquals(ENTRIES.get(i).key(), cursor.copyOfKey());
            assertArrayEquals(ENTRIES.get(i).value(), cursor.copyOfValue());
            if (i % interval == 0) {
                assertEquals(block.restart(i / interval), cursor.entryIndex());
                assertEquals(0, cursor.sharedLength());
            }
        }
        assertFalse(cursor.next());
        assertFalse(cursor.next());
    }

    /** iq80's empty metaindex has no restart, that of every other writer has one. */
    @ParameterizedTest
    @Tag("TF-7")
    @CsvSource({"00000000, 0", "0000000001000000, 1", "000000000000000002000000, 2"})
    void blocksWithoutEntriesAreEmpty(String contents, int restarts) throws CorruptTableException {
        KeyValueBlock block = open(hex(contents));
        assertEquals(restarts, block.restartCount());
        assertFalse(block.cursor().next());
    }

    @ParameterizedTest
    @Tag("TF-7")
    @ValueSource(
            strings = {
                "",
                "00",
                "000000",
                "01000000",
                "00000000 02000000",
                "ffffffff",
                "00000000 00000080",
                "00000000 00000040",
                "00000000 ffffffff"
            })
    void restartsThatDoNotFitAreDamage(String contents) {
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> open(hex(contents)));
        assertEquals(Reason.BAD_ENTRIES, e.reason());
        assertEquals(4711, e.offset());
        assertEquals("a.ldb", e.file());
    }

    /** Each is followed by one restart; lengths are of the shared, the unshared part and the value. */
    @ParameterizedTest
    @Tag("TF-7")
    @CsvSource({
        "00, a length is missing",
        "0001, two lengths are missing",
        "80, a length does not end",
        "0080808080808000, a length of too many bytes",
        "000001, the value is missing",
        "000100, the key is missing",
        "00010161, the value behind the key is missing",
        "01010061, shares with nothing",
        "0001006102000062, shares more than there is",
        "00ffffffff0f00, a key of 2^32-1 bytes",
        "0000ffffffff0f, a value of 2^32-1 bytes",
        "00ffffffff07ffffffff07, lengths whose sum passes 2^31",
        "ffffffff070000, shares 2^31-1 bytes",
        "0003036b65797661, a value that reaches into the restarts"
    })
    void lengthsThatDoNotFitAreDamage(String entries, String what) throws CorruptTableException {
        KeyValueBlock.Cursor cursor = cursor(hex(entries + "0000000001000000"));
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> walk(cursor), what);
        assertEquals(Reason.BAD_ENTRIES, e.reason());
        assertEquals(4711, e.offset());
    }

    private static void walk(KeyValueBlock.Cursor cursor) throws CorruptTableException {
        boolean more = true;
        while (more) {
            more = cursor.next();
        }
    }

    /** One byte too few for the value, with a key before it. */
    @Test
    @Tag("TF-7")
    void lengthsAndWhatIsLeftAreNamed() throws CorruptTableException {
        KeyValueBlock.Cursor cursor = cursor(hex("00 01 02 61 62 00000000 01000000"));
        CorruptTableException e = assertThrows(CorruptTableException.class, cursor::next);
        assertTrue(
                e.detail().contains("shares 0 bytes with a key of 0 and has 1 + 2 more, with 2 left in the block"),
                e.detail());
        KeyValueBlock.Cursor greatest = cursor(hex("00 ffffffff07 00 61 00000000 01000000"));
        CorruptTableException fits = assertThrows(CorruptTableException.class, greatest::next);
        assertTrue(fits.detail().contains("has 2147483647 + 0 more, with 1 left"), fits.detail());
        KeyValueBlock.Cursor second = cursor(hex("00010061 05010062 00000000 01000000"));
        assertTrue(second.next());
        CorruptTableException e2 = assertThrows(CorruptTableException.class, second::next);
        assertTrue(e2.detail().contains("byte 4 "), e2.detail());
    }

    @Test
    @Tag("TF-7")
    void keysHaveALimit() throws CorruptTableException {
        int most = KeyValueBlock.MAX_KEY_LENGTH;
        byte[] longest = new byte[most];
        byte[] entries = TestBlocks.join(
                TestBlocks.entry(0, longest, new byte[0]), TestBlocks.entry(most, new byte[1], new byte[0]));
        KeyValueBlock.Cursor cursor = cursor(TestBlocks.join(entries, hex("00000000 01000000")));
        assertTrue(cursor.next());
        assertEquals(most, cursor.keyLength());
        CorruptTableException e = assertThrows(CorruptTableException.class, cursor::next);
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertTrue(e.detail().contains(" has " + (most + 1) + " bytes"), e.detail());
    }

    @Test
    @Tag("TF-7")
    void aCursorKnowsThePartsOfItsEntry() throws CorruptTableException {
        byte[] block = TestBlocks.entries(ENTRIES, 16);
        KeyValueBlock.Cursor cursor = cursor(block);
        long bytes = 0;
        for (Entry entry : ENTRIES) {
            assertTrue(cursor.next());
            bytes += entry.key().length;
            assertEquals(bytes, cursor.keyBytes());
            assertEquals(entry.value().length, cursor.valueLength());
            assertTrue(cursor.valueIs(entry.value()));
            assertFalse(cursor.valueIs("threes".getBytes(US_ASCII)));
            int unshared = entry.key().length - cursor.sharedLength();
            assertEquals(
                    new String(entry.key(), cursor.sharedLength(), unshared, US_ASCII),
                    new String(block, cursor.unsharedIndex(), unshared, US_ASCII));
        }
        assertTrue(cursor.keyStartsWith("box"));
        assertTrue(cursor.keyStartsWith("bo"));
        assertFalse(cursor.keyStartsWith("ba"));
        assertFalse(cursor.keyStartsWith("boxes"));
    }

    /** RocksDB's hash index: bytes of buckets and their number between restarts and the number of restarts. */
    @Test
    @Tag("TF-7")
    void aHashIndexIsPassedOver() throws CorruptTableException {
        byte[] entries = TestBlocks.join(
                TestBlocks.entry(0, new byte[] {'a'}, new byte[] {1}),
                TestBlocks.entry(0, new byte[] {'b'}, new byte[] {2}));
        for (int buckets : new int[] {1, 2, 7, 255, 256, 300}) {
            byte[] block = TestBlocks.join(
                    entries,
                    hex("00000000 05000000"),
                    new byte[buckets],
                    new byte[] {(byte) buckets, (byte) (buckets >> 8)},
                    hex("02000080"));
            KeyValueBlock hashed = open(block);
            assertEquals(2, hashed.restartCount(), () -> buckets + " buckets");
            assertEquals(5, hashed.restart(1));
            assertEquals(entries.length, hashed.entriesLimit());
            assertEquals(block.length, hashed.length());
            KeyValueBlock.Cursor cursor = hashed.cursor();
            assertTrue(cursor.next() && cursor.next());
            assertArrayEquals(new byte[] {2}, cursor.copyOfValue());
            assertFalse(cursor.next());
        }
    }

    /** Without it the top bit of the number of restarts is a part of the number. */
    @ParameterizedTest
    @Tag("TF-7")
    @CsvSource({
        "00000080, nothing before it",
        "00 00000080, half of a number of buckets",
        "0000 00000080, no place for a bucket",
        "00000000 00000000 0000 01000080, no buckets",
        "00000000 00000000 0900 01000080, more buckets than bytes",
        "00000000 00000000 0300 03000080, more restarts than there is room for"
    })
    void whatIsNoHashIndexIsDamage(String contents, String what) {
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> open(hex(contents)), what);
        assertEquals(Reason.BAD_ENTRIES, e.reason());
    }

    @Test
    @Tag("TF-7")
    void onlyBlocksOfUpTo64KibibytesHaveAHashIndex() throws CorruptTableException {
        for (int more = 0; more < 2; more++) {
            int valueLength = (1 << 16) + more - 2 - 1 - 4 - 6; // number of buckets, a bucket, a restart, the entry
            byte[] block = TestBlocks.join(
                    TestBlocks.entry(0, new byte[] {'a'}, new byte[valueLength]),
                    hex("00000000"),
                    hex("00 0100"),
                    hex("01000080"));
            assertEquals((1 << 16) + more + 4, block.length);
            if (more == 0) {
                assertEquals(1, open(block).restartCount());
            } else {
                assertThrows(CorruptTableException.class, () -> open(block));
            }
        }
    }

    @Test
    @Tag("TF-7")
    void overlongLengthsAreLegal() throws CorruptTableException {
        KeyValueBlock.Cursor cursor = cursor(hex("8000 8180808000 8100 61 62 00000000 01000000"));
        assertTrue(cursor.next());
        assertArrayEquals(new byte[] {'a'}, cursor.copyOfKey());
        assertArrayEquals(new byte[] {'b'}, cursor.copyOfValue());
        assertFalse(cursor.next());
    }

    @Provide
    Arbitrary<List<Entry>> entries() {
        return Combinators.combine(FilterBlockArbitraries.keys(), FilterBlockArbitraries.bytes())
                .as((key, value) -> new Entry(key, Arrays.copyOf(value, Math.min(value.length, 20))))
                .list()
                .ofMaxSize(20);
    }

    /** Small numbers, so that many of the bytes are lengths that fit, and a plausible number of restarts. */
    @Provide
    Arbitrary<byte[]> blocks() {
        Arbitrary<byte[]> body = Arbitraries.of(
                        (byte) 0, (byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5, (byte) 0x80, (byte) 0xff)
                .array(byte[].class)
                .ofMaxSize(200);
        Arbitrary<byte[]> restarts = Arbitraries.oneOf(Arbitraries.integers().between(0, 8), Arbitraries.integers())
                .map(TestBlocks::u32);
        return Arbitraries.oneOf(
                FilterBlockArbitraries.bytes(),
                Combinators.combine(body, restarts).as(TestBlocks::join));
    }

    @Property(tries = 3000)
    @net.jqwik.api.Tag("TF-7")
    void anyBytesEndInEntriesOrTheDocumentedException(@ForAll("blocks") byte[] contents) {
        assertEndsWell(contents);
    }

    @Property(tries = 1000)
    @net.jqwik.api.Tag("TF-7")
    void anyFlippedBitEndsInEntriesOrTheDocumentedException(
            @ForAll("entries") List<Entry> entries, @ForAll @IntRange(min = 0) int anyBit) {
        byte[] good = TestBlocks.entries(entries, 4);
        assertEndsWell(TestBlocks.flipped(good, anyBit % (8L * good.length)));
    }

    /** Entries one behind the other, none beyond the block, and then the end or the documented exception. */
    private static void assertEndsWell(byte[] contents) {
        try {
            KeyValueBlock block = KeyValueBlock.of(contents, "a", 7);
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

    private static String refusal(Executable reading) {
        CorruptTableException e = assertThrows(CorruptTableException.class, reading);
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertEquals(7, e.offset());
        return e.getMessage();
    }

    @Test
    @Tag("TF-7")
    void keysOfAnIndexThatShareMayAmountToTheFileAndSixteenMebibytes() throws CorruptTableException {
        IndexEntries.Place place = new IndexEntries.Place("a.ldb", 7, 1000);
        place.checkSize(1, FREE_KEYS + 1000);
        refusal(() -> place.checkSize(1, FREE_KEYS + 1001));
        IndexEntries.Place large = new IndexEntries.Place("a.ldb", 7, 1L << 40);
        large.checkSize(1, Integer.MAX_VALUE - 16);
        refusal(() -> large.checkSize(1, Integer.MAX_VALUE - 15));
    }

    private static KeyValueBlock block(List<TestBlocks.Entry> entries, int interval) {
        return assertDoesNotThrow(() -> KeyValueBlock.of(TestBlocks.entries(entries, interval), "a.ldb", 7));
    }

    private static List<MetaindexEntry> metaindex(List<TestBlocks.Entry> entries) throws CorruptTableException {
        return MetaindexEntry.readAll(block(entries, 1 << 20), "a.ldb", 7);
    }

    @Test
    @Tag("TF-7")
    @Tag("TF-8")
    void aMetaindexHasAtMostTenThousandEntries() throws CorruptTableException {
        List<TestBlocks.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            entries.add(TestBlocks.Entry.of(Integer.toString(100_000 + i), NO_HANDLE));
        }
        assertEquals(
                10_000, MetaindexEntry.readAll(block(entries, 1), "a.ldb", 7).size());
        entries.add(TestBlocks.Entry.of("z", NO_HANDLE));
        refusal(() -> MetaindexEntry.readAll(block(entries, 1), "a.ldb", 7));
    }

    /** Of a hundred names that share all but three bytes: what they have written out, and what the block has. */
    @Test
    @Tag("TF-7")
    @Tag("TF-8")
    void namesAndValuesOfAMetaindexMayAmountToTheBlockAndSixteenKibibytes() throws CorruptTableException {
        List<TestBlocks.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            entries.add(TestBlocks.Entry.of("n".repeat(200) + (100 + i), NO_HANDLE));
        }
        int written = 100 * (203 + 2);
        int blockLength = block(entries, 1 << 20).length();
        int padding = written - (16 << 10) - blockLength;
        assertTrue(padding > 200, "the block is far smaller than what it stands for");
        refusal(() -> metaindex(entries));
        // One entry more whose bytes are all its own widens the limit by its frame of 4 bytes only.
        List<TestBlocks.Entry> fewer = entries;
        while (fewer.size() * 205 > (16 << 10) + block(fewer, 1 << 20).length()) {
            fewer = fewer.subList(0, fewer.size() - 1);
        }
        assertEquals(fewer.size(), metaindex(fewer).size());
        assertTrue(fewer.size() > 70 && fewer.size() < 100, "the limit is in between");
        List<TestBlocks.Entry> oneMore = entries.subList(0, fewer.size() + 1);
        refusal(() -> metaindex(oneMore));
    }

    @Test
    @Tag("TF-7")
    @Tag("TF-8")
    void namesAndValuesOfAMetaindexAmountToAMebibyteAtMost() throws CorruptTableException {
        byte[] value = new byte[(1 << 20) - 1];
        assertEquals(1, metaindex(List.of(TestBlocks.Entry.of("n", value))).size());
        refusal(() -> metaindex(List.of(TestBlocks.Entry.of("nn", value))));
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

    /** Keys, then values, restarts, where the values start, and the number with its flag. */
    private static final String APART = "000101 00 61  010102 62  000101 03 63" // a, ab, c at byte 11
            + "31 3232 33" // 1, 22, 3
            + "00000000 09000000" // restarts
            + "0e000000 02000010";

    private static List<String> entriesOf(String block) throws CorruptTableException {
        KeyValueBlock.Cursor cursor = cursor(hex(block));
        List<String> entries = new ArrayList<>();
        while (cursor.next()) {
            String value = new String(hex(block), cursor.valueIndex(), cursor.valueLength(), US_ASCII);
            entries.add(cursor.keyText() + "=" + value);
        }
        return entries;
    }

    @Test
    @Tag("RF-12")
    void valuesMayBeApart() throws CorruptTableException {
        assertEquals(List.of("a=1", "ab=22", "c=3"), entriesOf(APART));
        String hashed = APART.replace("0e000000 02000010", "01 0100 0e000000 02000090");
        assertEquals(List.of("a=1", "ab=22", "c=3"), entriesOf(hashed));
        assertEquals(List.of("a=1", "ab=22", "c=3"), entriesOf(APART.replace("02000010", "02000030")), "uniform keys");
        assertEquals(
                List.of("a=1", "ab=22"), // without restarts the first value is the first one
                entriesOf("000101 61  010102 62  31 3232  08000000 00000010"));
    }

    @ParameterizedTest
    @Tag("RF-12")
    @CsvSource({
        "0e000000 02000010, 1b000000 02000010, behind its end",
        "01 03 63, 01 05 63, behind the end of the values",
        "000101 03 63, 000102 03 63, with 1 left",
        "0e000000 02000010, 0d000000 02000010, left in the block"
    })
    void damagedValuesApartAreNamed(String part, String damaged, String reason) throws CorruptTableException {
        String block = APART.replace(part, damaged);
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> entriesOf(block));
        assertTrue(e.detail().contains(reason), e.detail());
    }
}
