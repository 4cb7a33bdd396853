// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.CorruptTableException.Reason;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RocksDB's footer of 53 bytes: checksum type, handles and padding, format version, a magic number of its own. */
@Tag("TF-1")
class RocksDbFooterTest {
    private static final BlockHandle METAINDEX = new BlockHandle(57060, 83);
    private static final BlockHandle INDEX = new BlockHandle(55818, 331);
    private static final byte[] MAGIC = HexFormat.of().parseHex("f7cff485b741e288");

    private static byte[] footer(int checksum, int version) {
        byte[] handles = Arrays.copyOf(TestBlocks.join(METAINDEX.encode(), INDEX.encode()), 40);
        return TestBlocks.join(new byte[] {(byte) checksum}, handles, TestBlocks.u32(version), MAGIC);
    }

    private static Footer read(byte[] file) throws IOException {
        return TableFile.open(TableSource.retaining(Unpooled.wrappedBuffer(file), "a.sst"))
                .footer();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void versionsUpTo5AreRead(int version) throws IOException {
        Footer expected = new Footer(METAINDEX, INDEX, BlockChecksum.CRC32C, version);
        assertEquals(expected, read(footer(1, version)));
        assertEquals(expected, read(TestBlocks.join(new byte[99], footer(1, version))));
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
    void laterVersionsAreForeign(int version) {
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> read(footer(1, version)));
        assertEquals(Reason.FOREIGN_FORMAT, e.reason());
        assertEquals(41, e.offset());
        assertTrue(e.reason().meansNoTable());
        assertTrue(e.detail().contains(Integer.toUnsignedString(version)), e.detail());
    }

    @ParameterizedTest
    @CsvSource({"0, NONE", "1, CRC32C", "2, XXHASH", "3, XXHASH64", "4, XXH3", "5, UNKNOWN", "255, UNKNOWN"})
    void checksumTypesAreNamed(int number, BlockChecksum expected) throws IOException {
        assertEquals(expected, read(footer(number, 5)).checksum());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void footersAreEncodedAsTheyAreStored(int checksum) throws IOException {
        for (int version = 1; version <= 5; version++) {
            byte[] stored = footer(checksum, version);
            assertArrayEquals(stored, read(stored).encode());
        }
        Footer foreign = read(footer(5, 5));
        assertThrows(IllegalStateException.class, foreign::encode);
    }

    @Test
    void fewerThan53BytesAreNoTable() {
        byte[] whole = footer(1, 5);
        for (int length = 48; length < 53; length++) {
            byte[] end = Arrays.copyOfRange(whole, 53 - length, 53);
            CorruptTableException e = assertThrows(CorruptTableException.class, () -> read(end));
            assertEquals(Reason.TOO_SHORT, e.reason());
        }
    }

    @Test
    void handlesThatDoNotEndAreDamage() {
        byte[] footer = footer(1, 5);
        Arrays.fill(footer, 1, 41, (byte) 0x80);
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> read(footer));
        assertEquals(Reason.BAD_HANDLE, e.reason());
        assertEquals(1, e.offset());
    }

    /** LevelDB's footer is RocksDB's of version 0, and the bytes before it are not part of it. */
    @Test
    void levelDbsFooterNeedsNoFurtherBytes() throws IOException {
        byte[] footer = TestBlocks.footer(METAINDEX.encode(), INDEX.encode());
        Footer expected = new Footer(METAINDEX, INDEX, BlockChecksum.CRC32C, 0);
        assertEquals(expected, read(footer));
        assertEquals(expected, read(TestBlocks.join(new byte[] {2}, footer)));
        assertEquals(expected, new Footer(METAINDEX, INDEX));
        assertArrayEquals(footer, expected.encode());
    }

    @Test
    @Tag("TF-4")
    void onlyKnownChecksumsAreComputed() {
        byte[] bytes = {0, 0, 0, 0, 0x0b, 0};
        assertEquals(OptionalInt.of(0xd1dae88a), BlockChecksum.CRC32C.of(bytes, 0, 6));
        assertEquals(OptionalInt.of(0), BlockChecksum.NONE.of(bytes, 0, 6));
        for (BlockChecksum kind : new BlockChecksum[] {
            BlockChecksum.XXHASH, BlockChecksum.XXHASH64, BlockChecksum.XXH3, BlockChecksum.UNKNOWN
        }) {
            assertEquals(OptionalInt.empty(), kind.of(bytes, 0, 6));
        }
    }
}
