// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
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

    private static Footer read(byte[] file) throws IOException {
        return TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(file), "a.ldb"))
                .footer();
    }

    private static CorruptTableException refusal(byte[] file) {
        return assertThrows(CorruptTableException.class, () -> read(file));
    }

    @Test
    void theLast48BytesCount() throws IOException {
        assertEquals(new Footer(METAINDEX, INDEX), read(FOOTER));
        assertEquals(new Footer(METAINDEX, INDEX), read(TestBlocks.join(new byte[152], FOOTER)));
    }

    @Test
    void aFileShorterThanAFooterIsNoTable() {
        for (int length = 0; length < Footer.LENGTH; length++) {
            byte[] end = Arrays.copyOfRange(FOOTER, FOOTER.length - length, FOOTER.length);
            CorruptTableException e = refusal(end);
            assertEquals(Reason.TOO_SHORT, e.reason());
            assertEquals(0, e.offset());
            assertTrue(e.reason().meansNoTable());
            assertTrue(e.getMessage().contains("a.ldb") && e.getMessage().contains(" " + length + " bytes"));
        }
    }

    @Test
    void everyBitOfTheMagicNumberCounts() {
        for (int bit = 8 * 40; bit < 8 * 48; bit++) {
            CorruptTableException e = refusal(TestBlocks.join(new byte[100], TestBlocks.flipped(FOOTER, bit)));
            assertEquals(Reason.BAD_MAGIC, e.reason());
            assertEquals(140, e.offset());
            assertTrue(e.reason().meansNoTable());
        }
    }

    @Test
    void handlesThatDoNotEndAreDamage() {
        byte[] endless = new byte[40];
        Arrays.fill(endless, (byte) 0x80);
        CorruptTableException metaindex = refusal(TestBlocks.footer(endless, new byte[0]));
        assertEquals(Reason.BAD_HANDLE, metaindex.reason());
        assertFalse(metaindex.reason().meansNoTable());
        CorruptTableException index = refusal(TestBlocks.footer(METAINDEX.encode(), endless));
        assertEquals(Reason.BAD_HANDLE, index.reason());
        assertEquals(METAINDEX.encode().length, index.offset());
        assertTrue(index.detail().contains("index"), index.detail());
    }

    /** Four numbers of up to ten bytes each fill the forty bytes. */
    @Property(edgeCases = EdgeCasesMode.NONE)
    void longFormsAreRead(@ForAll long a, @ForAll long b, @ForAll long c, @ForAll long d) throws IOException {
        byte[] metaindex = TestBlocks.join(TestBlocks.overlongVarint(a, 10), TestBlocks.overlongVarint(b, 10));
        byte[] index = TestBlocks.join(TestBlocks.overlongVarint(c, 10), TestBlocks.overlongVarint(d, 10));
        assertEquals(
                new Footer(new BlockHandle(a, b), new BlockHandle(c, d)), read(TestBlocks.footer(metaindex, index)));
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
    void any48BytesEndInAFooterOrTheDocumentedException(@ForAll @Size(40) byte[] handles) throws IOException {
        byte[] file = TestBlocks.footer(handles, new byte[0]);
        try {
            Footer footer = read(file);
            byte[] again =
                    TestBlocks.join(footer.metaindex().encode(), footer.index().encode());
            assertTrue(again.length <= 40);
        } catch (CorruptTableException e) {
            assertEquals(Reason.BAD_HANDLE, e.reason());
        }
    }

    private static final byte[] MAGIC = HexFormat.of().parseHex("f7cff485b741e288");

    private static byte[] footer(int checksum, int version) {
        byte[] handles = Arrays.copyOf(TestBlocks.join(METAINDEX.encode(), INDEX.encode()), 40);
        return TestBlocks.join(new byte[] {(byte) checksum}, handles, TestBlocks.u32(version), MAGIC);
    }

    @ParameterizedTest
    @CsvSource({"0, NONE", "1, CRC32C", "2, XXHASH", "3, XXHASH64", "4, XXH3", "5, UNKNOWN", "255, UNKNOWN"})
    void versionsUpTo5AreReadWithAnyChecksum(int number, BlockChecksum checksum) throws IOException {
        for (int version = 0; version <= 5; version++) {
            byte[] footer = footer(number, version);
            Footer expected = new Footer(METAINDEX, INDEX, checksum, version);
            assertEquals(expected, read(footer));
            assertEquals(expected, read(TestBlocks.join(new byte[99], footer)));
            if (checksum == BlockChecksum.UNKNOWN) {
                assertThrows(IllegalStateException.class, expected::encode);
            } else if (version > 0) {
                assertArrayEquals(footer, expected.encode());
            }
        }
        byte[] endless = footer(1, 5);
        Arrays.fill(endless, 1, 41, (byte) 0x80);
        CorruptTableException e = refusal(endless);
        assertEquals(Reason.BAD_HANDLE, e.reason());
        assertEquals(1, e.offset());
        assertEquals(
                Reason.TOO_SHORT,
                refusal(Arrays.copyOfRange(footer(1, 5), 1, 53)).reason());
    }

    /** LevelDB's footer is RocksDB's of version 0, and the bytes before it are not part of it. */
    @Test
    void levelDbsFooterNeedsNoFurtherBytes() throws IOException {
        Footer expected = new Footer(METAINDEX, INDEX, BlockChecksum.CRC32C, 0);
        assertEquals(expected, read(TestBlocks.join(new byte[] {2}, FOOTER)));
        assertEquals(expected, new Footer(METAINDEX, INDEX));
        assertArrayEquals(FOOTER, expected.encode());
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
    void laterVersionsAreForeign(int version) {
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> read(footer(1, version)));
        assertEquals(Reason.FOREIGN_FORMAT, e.reason());
        assertEquals(41, e.offset());
        assertTrue(e.reason().meansNoTable());
        assertTrue(e.detail().contains(Integer.toUnsignedString(version)), e.detail());
    }

    /** Names of tables that have another form, and what is wrong with a footer of version 6. */
    @ParameterizedTest
    @CsvSource({
        "f09faab3f09faab3, 40, FOREIGN_FORMAT, Pebble",
        "6495bf6396224282, 40, FOREIGN_FORMAT, plain",
        "b8138f7aeb18344f, 40, FOREIGN_FORMAT, plain",
        "7378f1c5d0896792, 40, FOREIGN_FORMAT, cuckoo",
        "f09faab3f09faab4, 40, BAD_MAGIC, not a LevelDB table"
    })
    void relatedFormatsAreNamed(String magic, int offset, Reason reason, String detail) {
        byte[] footer = TestBlocks.join(new byte[40], HexFormat.of().parseHex(magic));
        CorruptTableException e = refusal(footer);
        assertEquals(reason, e.reason());
        assertEquals(offset, e.offset());
        assertTrue(e.detail().contains(detail), e.detail());
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
        int footer = bytes.length - 53;
        bytes[footer + at] ^= 0x40;
        if (sealed) {
            byte[] summed = Arrays.copyOfRange(bytes, footer, bytes.length);
            Arrays.fill(summed, 5, 9, (byte) 0);
            ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            int context = words.getInt(footer + 9) ^ footer;
            words.putInt(footer + 5, BlockChecksum.XXH3.of(summed, 0, 53).orElseThrow() + context);
        }
        if (reason == null) {
            assertEquals(7, read(bytes).formatVersion());
        } else {
            assertEquals(reason, refusal(bytes).reason());
        }
    }
}
