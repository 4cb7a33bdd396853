// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.columns.ColumnarBlockTest;
import io.github.filterblock.columns.ColumnarModel;
import io.github.filterblock.compression.MinLzModel;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.PebbleTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks of Pebble's own tables, read a second time by models that share no code with the library. */
class PebbleBlocksTest {
    private static final int MIN_LZ = 8;

    /** A block of columns, how many bytes are before them, and the keys of a data block. */
    private record Block(byte[] contents, int customHeader, List<byte[]> keys) {}

    static List<PebbleTable> columnarTables() {
        return PebbleCorpus.configured().tables().stream()
                .filter(table -> !table.keySchema().isEmpty())
                .toList();
    }

    private static TableFile open(PebbleTable table) throws Exception {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(table.bytes()), table.toString()));
    }

    /** The index of one level, or its parts; and all data blocks, with the keys that the library finds in them. */
    private static List<Block> blocks(PebbleTable table) throws Exception {
        List<Block> blocks = new ArrayList<>();
        try (TableFile file = open(table)) {
            TableStructure structure = file.structure();
            blocks.add(new Block(file.read(structure.footer().index()).contents(), 0, List.of()));
            int customHeader = table.keySchema().equals("crdb1") ? 5 : 4;
            for (IndexEntry entry : structure.index()) {
                StoredBlock block = file.read(entry.handle());
                List<byte[]> keys = new ArrayList<>();
                KeyValueBlock.Cursor cursor = structure.dataEntries(block).cursor();
                while (cursor.next()) {
                    keys.add(cursor.copyOfKey());
                }
                blocks.add(new Block(block.contents(), customHeader, keys));
            }
        }
        return blocks;
    }

    @ParameterizedTest
    @Tag("PB-7")
    @MethodSource("columnarTables")
    void keysAreThoseThatTheModelFinds(PebbleTable table) throws Exception {
        List<byte[]> userKeys = new ArrayList<>();
        for (Block block : blocks(table)) {
            List<ColumnarModel.Column> columns = ColumnarModel.read(block.contents(), block.customHeader());
            if (block.customHeader() > 0) {
                List<byte[]> keys = keys(columns, block.customHeader() == 5);
                assertEquals(keys.size(), block.keys().size());
                for (int i = 0; i < keys.size(); i++) {
                    assertArrayEquals(keys.get(i), block.keys().get(i), table + ", key " + i);
                    userKeys.add(Arrays.copyOf(keys.get(i), keys.get(i).length - 8));
                }
            }
        }
        assertEquals(table.keysSha256(), PebbleTable.sha256(userKeys), "the keys that Pebble's reader found");
    }

    /** Internal keys, pieced together from the values of the columns. */
    private static List<byte[]> keys(List<ColumnarModel.Column> columns, boolean cockroach) {
        List<byte[]> keys = new ArrayList<>();
        int tags = cockroach ? 4 : 2;
        for (int row = 0; row < columns.get(0).values().size(); row++) {
            ByteBuffer key = ByteBuffer.allocate(1 << 16);
            key.put((byte[]) columns.get(0).values().get(row));
            if (cockroach) {
                key.put((byte) 0);
                version(columns, row, key);
            } else {
                key.put((byte[]) columns.get(1).values().get(row));
            }
            key.putLong(Long.reverseBytes((long) columns.get(tags).values().get(row)));
            keys.add(Arrays.copyOf(key.array(), key.position()));
        }
        return keys;
    }

    private static void version(List<ColumnarModel.Column> columns, int row, ByteBuffer key) {
        long wall = (long) columns.get(1).values().get(row);
        long logical = (long) columns.get(2).values().get(row);
        byte[] other = (byte[]) columns.get(3).values().get(row);
        if (other.length > 0) {
            key.put(other).put((byte) (other.length + 1));
        } else if (logical != 0) {
            key.putLong(wall).putInt((int) logical).put((byte) 13);
        } else if (wall != 0) {
            key.putLong(wall).put((byte) 9);
        }
    }

    @ParameterizedTest
    @Tag("PB-6")
    @MethodSource("columnarTables")
    void damageIsReadAsTheModelReadsIt(PebbleTable table) throws Exception {
        int sound = 0;
        int tries = 0;
        for (Block block : blocks(table)) {
            assertTrue(ColumnarBlockTest.assertAsModel(block.contents(), block.customHeader()), table.toString());
            for (int i = 0; i < 60 * Integer.getInteger("filterblock.scale", 1); i++) {
                byte[] mutant = new Mutator(31 * tries++ + table.entries()).mutate(block.contents());
                sound += mutant.length > 0 && ColumnarBlockTest.assertAsModel(mutant, block.customHeader()) ? 1 : 0;
            }
        }
        assertTrue(sound < tries, "all " + tries + " are blocks");
    }

    @Test
    @Tag("PB-8")
    void blocksOfMinLzAreThoseThatTheModelMakes() throws Exception {
        int blocks = 0;
        TreeSet<Integer> kinds = new TreeSet<>();
        for (PebbleTable table : columnarTables()) {
            try (TableFile file = open(table)) {
                for (IndexEntry entry : file.structure().index()) {
                    StoredBlock block = file.read(entry.handle());
                    if (block.type() == MIN_LZ) {
                        byte[] stored = Arrays.copyOf(
                                block.storedBytes(), (int) entry.handle().size());
                        assertArrayEquals(MinLzModel.decompress(stored), block.contents());
                        kinds.add(stored[0] & 0xff);
                        blocks++;
                    }
                }
            }
        }
        assertTrue(blocks > 20, blocks + " blocks");
        assertEquals(List.of(0), List.copyOf(kinds), "first bytes");
    }
}
