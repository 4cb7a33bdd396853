// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.testdata.PebbleCorpus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The index of the blocks of values, sound and damaged. */
@Tag("PB-4")
class ValueBlocksTest {
    private static final BlockHandle INDEX = new BlockHandle(0x300, 8);

    private static List<BlockHandle> blocks(String rows, String widths) {
        String handle = Bytes.toHex(INDEX.encode());
        return ValueBlocks.handles(Bytes.hex(rows), Bytes.hex(handle + widths), INDEX);
    }

    @Test
    void rowsHaveNumberOffsetAndSize() {
        assertEquals(
                List.of(new BlockHandle(0x100, 0x20), new BlockHandle(0x200, 0x30), INDEX),
                blocks("00000120" + "01000230", "010201"));
        assertEquals(List.of(new BlockHandle(1, 2), INDEX), blocks("00" + "0100000000000000" + "02", "010801"));
        assertEquals(List.of(INDEX), blocks("", "010201"));
    }

    @ParameterizedTest
    @CsvSource({
        "00000120 01, 010201", // a row that ends early
        "01000120, 010201", // numbers start with 0
        "00000120 00000230, 010201", // and rise
        "00000220 01000130, 010201", // offsets rise
        "00000120 01200130, 010201", // blocks do not overlap, and each has a trailer
        "00000320, 010201", // past the index
        "00f00220, 010201", // into the index
        "00ffffffffffffffff20, 010801", // a negative offset
        "00000120, 000201", // no number
        "00000120, 010001", // no offset
        "00000120, 010200", // no size
        "0000000000000000000120, 010901", // more bytes than a number has
        "00000120, 0102", // a width is missing
        "00000120, 01020100", // a width too many
        "00000120, ff0201", // a width above 127
    })
    void damageLeavesNoBlocks(String rows, String widths) {
        assertEquals(List.of(), blocks(rows.replace(" ", ""), widths));
    }

    @Test
    void aTableOfManyVersionsHasThem() throws IOException {
        byte[] bytes = PebbleCorpus.bundled().table("made-v3-versions").bytes();
        TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "table.sst"));
        List<BlockHandle> blocks = ValueBlocks.of(table, table.structure());
        assertTrue(blocks.size() > 2);
        for (int i = 1; i < blocks.size(); i++) {
            assertEquals(blocks.get(i - 1).end(), blocks.get(i).offset());
        }
        bytes[(int) blocks.get(blocks.size() - 1).offset()] ^= 1; // the checksum is wrong then
        assertEquals(List.of(), ValueBlocks.of(table, table.structure()));
    }

    /** A metaindex of rows, and one of columns. */
    @ParameterizedTest
    @ValueSource(strings = {"made-v3-versions", "made-v7-versions"})
    void aHandleThatDoesNotEndLeavesNoBlocks(String name) throws IOException {
        byte[] bytes = PebbleCorpus.bundled().table(name).bytes();
        TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "table.sst"));
        assertFalse(ValueBlocks.of(table, table.structure()).isEmpty());
        byte[] value = value(table);
        BlockHandle metaindex = table.footer().metaindex();
        int at = (int) metaindex.offset();
        while (!Arrays.equals(bytes, at, at + value.length, value, 0, value.length)) {
            at++;
        }
        assertTrue(at < metaindex.end());
        Arrays.fill(bytes, at, at + value.length, (byte) 0xff);
        Seal.block(bytes, table.footer(), metaindex);
        assertEquals(0xff, value(table)[0] & 0xff);
        assertEquals(List.of(), ValueBlocks.of(table, table.structure()));
    }

    private static byte[] value(TableFile table) throws IOException {
        return table.metaindex().stream()
                .filter(entry -> entry.key().equals("pebble.value_index"))
                .findFirst()
                .orElseThrow()
                .value();
    }

    /** The entry of a table of an older format is not Pebble's. */
    @Test
    void formatsBeforeTheThirdHaveNone() throws IOException {
        byte[] bytes = PebbleCorpus.bundled().table("made-v3-versions").bytes();
        TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "table.sst"));
        assertEquals(3, bytes[bytes.length - 12]);
        bytes[bytes.length - 12] = 2;
        TableFile older = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "table.sst"));
        assertArrayEquals(value(table), value(older));
        assertEquals(List.of(), ValueBlocks.of(older, older.structure()));
    }

    @Test
    void othersHaveNone() throws IOException {
        byte[] bytes = PebbleCorpus.bundled().table("made-v1-default").bytes();
        TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "table.sst"));
        assertEquals(List.of(), ValueBlocks.of(table, table.structure()));
    }
}
