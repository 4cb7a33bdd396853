// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.compression.BlockDecompressor;
import io.github.filterblock.source.TableSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks of rows, with Pebble's flags in their restarts. */
@Tag("PB-3")
class RowFormTest {
    /** Key k with value v, and key l with value w at a restart of its own. */
    private static final String ENTRIES = "0001016b76" + "0001016c77";

    private static KeyValueBlock read(int format, String hex) throws IOException {
        byte[] contents = Bytes.hex(hex);
        byte[] bytes = StoredBlock.raw(contents, BlockChecksum.CRC32C);
        BlockHandle handle = new BlockHandle(0, contents.length);
        Footer footer = new Footer(handle, handle, BlockChecksum.CRC32C, 0, 0, format, 0);
        TableSource source = TableSource.of(ByteBuffer.wrap(bytes), "a.sst");
        return new RowForm(format)
                .data(StoredBlock.read(
                        source, handle, footer, new BlockDecompressor(BlockDecompressor.DEFAULT_LIMIT), null, null));
    }

    @Test
    void flagsOfRestartsAreNoPartOfThem() throws IOException {
        KeyValueBlock block = read(3, ENTRIES + "00000080" + "05000080" + "02000000");
        KeyValueBlock.Cursor cursor = block.cursor();
        assertTrue(cursor.next() && cursor.next());
        assertEquals("l", cursor.keyText());
        assertEquals(2, block.restartCount());
        assertEquals(5, block.restart(1));
        KeyValueBlock without = read(2, ENTRIES + "00000080" + "05000080" + "02000000");
        assertEquals(0x80000005L, without.restart(1));
    }

    /** The number of restarts is compared with the block before their flags are cleared. */
    @ParameterizedTest
    @CsvSource({"'', 01000000", "'', 00000008", "'', ffffff0f", "00000000, 02000000"})
    void moreRestartsThanTheBlockHasRoomForAreRefused(String restarts, String count) {
        CorruptTableException e = assertThrows(CorruptTableException.class, () -> read(4, restarts + count));
        assertTrue(e.detail().endsWith(" restarts"), e.detail());
    }
}
