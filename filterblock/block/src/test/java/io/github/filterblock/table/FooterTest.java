// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static io.github.filterblock.table.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The last bytes of a table: LevelDB's footer, and RocksDB's with a checksum type and a format version. */
class FooterTest {
    private static final BlockHandle METAINDEX = new BlockHandle(81, 47);
    private static final BlockHandle INDEX = new BlockHandle(133, 14);
    private static final byte[] FOOTER = TestBlocks.footer(METAINDEX.encode(), INDEX.encode());
    private static final byte[] MAGIC = Bytes.hex("f7cff485b741e288");
    private static final byte[] ENDLESS = new byte[40];

    static {
        Arrays.fill(ENDLESS, (byte) 0x80);
    }

    private static byte[] ofRocksDb(int checksum, byte[] handles, int version) {
        return TestBlocks.join(
                new byte[] {(byte) checksum}, Arrays.copyOf(handles, 40), TestBlocks.u32(version), MAGIC);
    }

    private static byte[] ofRocksDb(int checksum, int version) {
        return ofRocksDb(checksum, TestBlocks.join(METAINDEX.encode(), INDEX.encode()), version);
    }

    private static Footer read(byte[] file) throws IOException {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(file), "a.ldb")).footer();
    }

    /** LevelDB's footer is RocksDB's of version 0, and the bytes before it are not part of it. */
    @Test
    void theLast48BytesCount() throws IOException {
        Footer expected = new Footer(METAINDEX, INDEX, BlockChecksum.CRC32C, 0);
        assertEquals(expected, new Footer(METAINDEX, INDEX));
        assertArrayEquals(FOOTER, expected.encode());
        for (byte[] before : new byte[][] {{}, {2}, new byte[152]}) {
            assertEquals(expected, read(TestBlocks.join(before, FOOTER)));
        }
    }

    @Test
    void aFileShorterThanAFooterIsNoTable() {
        for (int length = 0; length < Footer.LENGTH; length++) {
            byte[] end = Arrays.copyOfRange(FOOTER, FOOTER.length - length, FOOTER.length);
            CorruptTableException e = assertRefused(Reason.TOO_SHORT, 0, () -> read(end));
            assertTrue(e.reason().isNotATable());
            assertTrue(e.getMessage().contains("a.ldb") && e.getMessage().contains(" " + length + " bytes"));
        }
        byte[] end = Arrays.copyOfRange(ofRocksDb(1, 5), 1, 53);
        assertRefused(Reason.TOO_SHORT, 4, "no room for the 53 bytes", () -> read(end));
    }

    @Test
    void everyBitOfTheMagicNumberCounts() {
        for (int bit = 8 * 40; bit < 8 * 48; bit++) {
            byte[] file = TestBlocks.join(new byte[100], TestBlocks.flipped(FOOTER, bit));
            assertTrue(assertRefused(Reason.BAD_MAGIC, 140, () -> read(file))
                    .reason()
                    .isNotATable());
        }
    }

    @Test
    void handlesThatDoNotEndAreDamage() {
        CorruptTableException e =
                assertRefused(Reason.BAD_HANDLE, 0, () -> read(TestBlocks.footer(ENDLESS, new byte[0])));
        assertFalse(e.reason().isNotATable());
        assertRefused(Reason.BAD_HANDLE, 1, () -> read(ofRocksDb(1, ENDLESS, 5)));
        byte[] metaindex = METAINDEX.encode();
        assertRefused(Reason.BAD_HANDLE, metaindex.length, "index", () -> read(TestBlocks.footer(metaindex, ENDLESS)));
    }

    /** Four numbers of up to ten bytes each fill the forty bytes. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void longFormsAreRead(@ForAll long a, @ForAll long b, @ForAll long c, @ForAll long d) throws IOException {
        byte[] metaindex = TestBlocks.join(TestBlocks.overlongVarint(a, 10), TestBlocks.overlongVarint(b, 10));
        byte[] index = TestBlocks.join(TestBlocks.overlongVarint(c, 10), TestBlocks.overlongVarint(d, 10));
        assertEquals(
                new Footer(new BlockHandle(a, b), new BlockHandle(c, d)), read(TestBlocks.footer(metaindex, index)));
    }

    @ParameterizedTest
    @CsvSource({"0, NONE", "1, CRC32C", "2, XXHASH", "3, XXHASH64", "4, XXH3", "5, UNKNOWN", "255, UNKNOWN"})
    void versionsUpTo5AreReadWithAnyChecksum(int number, BlockChecksum checksum) throws IOException {
        for (int version = 0; version <= 5; version++) {
            byte[] footer = ofRocksDb(number, version);
            Footer expected = new Footer(METAINDEX, INDEX, checksum, version);
            assertEquals(expected, read(footer));
            assertEquals(expected, read(TestBlocks.join(new byte[99], footer)));
            if (checksum == BlockChecksum.UNKNOWN) {
                assertThrows(IllegalStateException.class, expected::encode);
            } else if (version > 0) {
                assertArrayEquals(footer, expected.encode());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
    void laterVersionsAreForeign(int version) {
        String detail = Integer.toUnsignedString(version);
        assertRefused(Reason.FOREIGN_FORMAT, 41, detail, () -> read(ofRocksDb(1, version)));
        assertTrue(Reason.FOREIGN_FORMAT.isNotATable());
    }

    private static byte[] ofPebble(int checksum, int format) {
        return TestBlocks.join(
                new byte[] {(byte) checksum},
                Bytes.hex("ab073bec0117"),
                new byte[34],
                TestBlocks.u32(format),
                Bytes.hex("f09faab3f09faab3"));
    }

    @ParameterizedTest
    @Tag("PB-2")
    @CsvSource({"1, 1, CRC32C", "3, 2, XXHASH64", "1, 4, CRC32C", "3, 5, XXHASH64"})
    void formatsOfPebbleAreRead(int number, int format, BlockChecksum checksum) throws IOException {
        Footer footer = read(ofPebble(number, format));
        assertEquals(new BlockHandle(939, 59), footer.metaindex());
        assertEquals(new BlockHandle(236, 23), footer.index());
        assertEquals(checksum, footer.checksum());
        assertEquals(format, footer.pebbleFormat());
        assertEquals(0, footer.formatVersion());
        assertThrows(IllegalStateException.class, footer::encode);
    }

    /** The footers that FORMAT-PEBBLE.md shows. */
    @ParameterizedTest
    @Tag("PB-2")
    @CsvSource({
        "01be05488a0124, 34, 241c7d0b06000000f09faab3f09faab3, 6, 0, 702, 138",
        "01c505486b24, 35, c00000004185e66107000000f09faab3f09faab3, 7, 192, 709, 107"
    })
    void longerFootersOfPebbleAreRead(
            String handles, int zeros, String end, int format, int attributes, long metaindex, long index)
            throws IOException {
        byte[] stored = TestBlocks.join(Bytes.hex(handles), new byte[zeros], Bytes.hex(end));
        Footer footer = read(stored);
        assertEquals(format, footer.pebbleFormat());
        assertEquals(attributes, footer.pebbleAttributes());
        assertEquals(new BlockHandle(metaindex, 72), footer.metaindex());
        assertEquals(new BlockHandle(index, 36), footer.index());
        for (int i = 0; i < stored.length - Long.BYTES - Integer.BYTES; i++) {
            byte[] damaged = stored.clone();
            damaged[i] ^= 4;
            int place = stored.length - 16;
            assertRefused(Reason.CHECKSUM, place, "the footer's checksum is wrong", () -> read(damaged));
        }
        byte[] cut = Arrays.copyOfRange(stored, 4, stored.length);
        assertRefused(
                Reason.TOO_SHORT, cut.length - 48, "no room for the " + stored.length + " bytes", () -> read(cut));
    }

    @ParameterizedTest
    @Tag("PB-2")
    @CsvSource({
        "1, 0, 41, Pebble has no format 0",
        "1, 9, 41, format 9 of Pebble is newer than 8",
        "1, -1, 41, format 4294967295 of Pebble is newer than 8",
        "2, 4, 0, checksums of type 2",
        "0, 4, 0, checksums of type 0"
    })
    void otherFormatsOfPebbleAreForeign(int checksum, int format, int offset, String detail) {
        assertRefused(Reason.FOREIGN_FORMAT, offset, detail, () -> read(ofPebble(checksum, format)));
    }

    @ParameterizedTest
    @Tag("PB-2")
    @CsvSource({"1, metaindex", "4, index"})
    void handlesOfPebblesFooterEnd(int at, String what) {
        byte[] footer = ofPebble(1, 4);
        Arrays.fill(footer, at, 41, (byte) 0xff);
        assertRefused(Reason.BAD_HANDLE, at, "the handle of the " + what + " does not end", () -> read(footer));
    }

    /** Names of tables that have another form. */
    @ParameterizedTest
    @CsvSource({
        "f09faab3f09fa680, FOREIGN_FORMAT, a blob file of Pebble",
        "f09faab3f09fa682, FOREIGN_FORMAT, a blob file of Pebble",
        "6495bf6396224282, FOREIGN_FORMAT, plain",
        "b8138f7aeb18344f, FOREIGN_FORMAT, plain",
        "7378f1c5d0896792, FOREIGN_FORMAT, cuckoo",
        "f09faab3f09faab4, BAD_MAGIC, not a LevelDB table"
    })
    void relatedFormatsAreNamed(String magic, Reason reason, String detail) {
        byte[] footer = TestBlocks.join(new byte[40], Bytes.hex(magic));
        assertRefused(reason, 40, detail, () -> read(footer));
    }

    /** Their magic number is LevelDB's, and LevelDB puts index and metaindex in the other order. */
    @Test
    void tablesOfSurrealKvAreNamed() throws IOException {
        assertRefused(Reason.FOREIGN_FORMAT, 70, "a table of SurrealKV", () -> read(ofSurrealKv(30, "0101")));
        assertEquals(new BlockHandle(30, 35), read(ofSurrealKv(30, "0102")).metaindex());
        assertEquals(new BlockHandle(31, 34), read(ofSurrealKv(31, "0101")).metaindex());
    }

    private static byte[] ofSurrealKv(int metaindex, String beforeFooter) {
        byte[] footer = new Footer(new BlockHandle(metaindex, 65 - metaindex), new BlockHandle(10, 15)).encode();
        return TestBlocks.join(new byte[70], Bytes.hex(beforeFooter), footer);
    }

    /** RocksDB's own footers come out again, at their place and at no other. */
    @Test
    @Tag("RF-1")
    void footersWithContextAreWrittenAsRocksDbDoes() throws IOException {
        int written = 0;
        for (RocksDbFilterTable each : RocksDbFilterCorpus.bundled().tables()) {
            byte[] bytes = each.bytes();
            Footer footer = read(bytes);
            long offset = footer.metaindex().end();
            byte[] stored = Arrays.copyOfRange(bytes, bytes.length - 53, bytes.length);
            if (footer.formatVersion() >= 6) {
                written++;
                assertArrayEquals(stored, footer.encode(offset), each.toString());
                assertThrows(IllegalStateException.class, footer::encode);
                assertThrows(IllegalArgumentException.class, () -> footer.encode(offset + 1));
            } else {
                assertArrayEquals(footer.encode(), footer.encode(offset));
            }
        }
        assertTrue(written >= 10, "footers: " + written);
    }

    /** One byte of the last 53 of a sound table is changed; with {@code sealed} the footer's checksum fits. */
    @ParameterizedTest
    @CsvSource({
        "2, false, BAD_MAGIC", "6, false, CHECKSUM", "10, false, CHECKSUM", "14, false, CHECKSUM",
        "15, true, OUTSIDE_FILE", "20, true, ", "36, true, FOREIGN_FORMAT", "41, true, FOREIGN_FORMAT"
    })
    @Tag("RF-1")
    void footersWithContextAreChecked(int at, boolean sealed, Reason reason) throws IOException {
        byte[] bytes = RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().equals("base-full-fv7.sst"))
                .findFirst()
                .orElseThrow()
                .bytes();
        Footer sound = read(bytes);
        bytes[bytes.length - 53 + at] ^= 0x40;
        if (sealed) {
            Seal.footer(bytes, sound);
        }
        if (reason == null) {
            assertEquals(7, read(bytes).formatVersion());
        } else {
            CorruptTableException e = assertThrows(CorruptTableException.class, () -> read(bytes));
            assertEquals(reason, e.reason());
        }
    }
}
