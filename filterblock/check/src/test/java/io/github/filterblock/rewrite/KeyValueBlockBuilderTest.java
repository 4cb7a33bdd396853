// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.StoredBlock;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyValueBlockBuilderTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void anEmptyBlockHasOneRestart() {
        assertEquals("0000000001000000", HexFormat.of().formatHex(new KeyValueBlockBuilder(16).contents()));
    }

    /** The metaindex of damaged/n-two-filters.ldb, which FORMAT.md takes apart (TF-7). */
    @Test
    void keysShareWhatTheyCan() {
        KeyValueBlockBuilder block = new KeyValueBlockBuilder(16);
        block.add(bytes("filter.leveldb.BuiltinBloomFilter"), HexFormat.of().parseHex("9b3ae101"));
        block.add(bytes("filter.leveldb.BuiltinBloomFilter2"), HexFormat.of().parseHex("9b3ae101"));
        String contents = HexFormat.of().formatHex(block.contents());
        assertTrue(contents.startsWith("002104"), contents);
        assertTrue(contents.endsWith("210104" + "32" + "9b3ae101" + "00000000" + "01000000"), contents);
    }

    @Test
    void atARestartNothingIsShared() throws CorruptTableException {
        for (int interval : List.of(1, 3, 16)) {
            KeyValueBlockBuilder builder = new KeyValueBlockBuilder(interval);
            for (int i = 0; i < 40; i++) {
                builder.add(bytes("key" + (100 + i)), new byte[i]);
            }
            KeyValueBlock block = KeyValueBlock.of(builder.contents(), "a block", 0);
            assertEquals((40 + interval - 1) / interval, block.restartCount());
            KeyValueBlock.Cursor cursor = block.cursor();
            for (int i = 0; i < 40; i++) {
                assertTrue(cursor.next());
                assertArrayEquals(bytes("key" + (100 + i)), cursor.copyOfKey());
                assertEquals(i, cursor.copyOfValue().length);
                assertEquals(i % interval == 0, cursor.sharedLength() == 0);
                if (i % interval == 0) {
                    assertEquals(cursor.entryIndex(), block.restart(i / interval));
                }
            }
            assertFalse(cursor.next());
        }
    }

    @Test
    void theCallersArrayIsNotKept() throws CorruptTableException {
        KeyValueBlockBuilder builder = new KeyValueBlockBuilder(16);
        byte[] key = bytes("a1");
        builder.add(key, new byte[0]);
        key[1] = '2';
        builder.add(key, new byte[0]);
        KeyValueBlock.Cursor cursor =
                KeyValueBlock.of(builder.contents(), "a block", 0).cursor();
        cursor.next();
        assertArrayEquals(bytes("a1"), cursor.copyOfKey());
        cursor.next();
        assertEquals(1, cursor.sharedLength());
        assertArrayEquals(bytes("a2"), cursor.copyOfKey());
    }

    @Test
    void anIntervalIsPositive() {
        assertThrows(IllegalArgumentException.class, () -> new KeyValueBlockBuilder(0));
    }

    @Test
    void aBlockIsStoredWithItsTrailer() {
        assertEquals(
                "000000000b" + "00" + "8ae8dad1",
                HexFormat.of().formatHex(StoredBlock.raw(HexFormat.of().parseHex("000000000b"), BlockChecksum.CRC32C)));
        assertEquals(
                "000000000b" + "00" + "00000000",
                HexFormat.of().formatHex(StoredBlock.raw(HexFormat.of().parseHex("000000000b"), BlockChecksum.NONE)));
        for (BlockChecksum checksum : BlockChecksum.values()) {
            if (!checksum.isComputed()) {
                assertThrows(IllegalArgumentException.class, () -> StoredBlock.raw(new byte[1], checksum));
            }
        }
    }
}
