// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TableBytes;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestEntries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The parts of a table, and the table that they make. Handles and checksums are made to fit whatever the parts are, so
 * that damage to a part is not caught before the part is read.
 */
final class TableParts {
    /** A block as it is stored, before its trailer. */
    record Stored(byte[] bytes, int type) {
        static Stored of(Packing packing, byte[] contents) {
            return new Stored(packing.pack(contents), packing.type());
        }

        Stored with(byte[] other) {
            return new Stored(other, type);
        }
    }

    final List<Stored> data = new ArrayList<>();
    final List<byte[]> separators = new ArrayList<>();
    final List<Stored> side = new ArrayList<>();
    final List<byte[]> sideNames = new ArrayList<>();
    Packing indexPacking = Packing.RAW;

    /** Damage to blocks that do not exist before the table is put together. */
    UnaryOperator<byte[]> metaindexDamage = UnaryOperator.identity();

    UnaryOperator<byte[]> indexDamage = UnaryOperator.identity();

    /** Takes a sound table with LevelDB's footer apart. */
    static TableParts of(byte[] table) throws IOException {
        TableParts parts = new TableParts();
        TableFile file = BytesSource.open(table);
        for (IndexEntry entry : file.index()) {
            parts.data.add(stored(table, entry.handle()));
            parts.separators.add(entry.key());
        }
        for (MetaindexEntry entry : file.metaindex()) {
            parts.side.add(stored(table, entry.handle().orElseThrow()));
            parts.sideNames.add(entry.key().getBytes(StandardCharsets.ISO_8859_1));
        }
        return parts;
    }

    private static Stored stored(byte[] table, BlockHandle handle) {
        int limit = (int) (handle.offset() + handle.size());
        return new Stored(Arrays.copyOfRange(table, (int) handle.offset(), limit), table[limit] & 0xff);
    }

    /** The table: data, side blocks, metaindex, index, footer. */
    byte[] table() {
        TableBytes file = new TableBytes();
        TestEntries index = new TestEntries(1);
        for (int i = 0; i < data.size(); i++) {
            index.add(separators.get(i), append(file, data.get(i)).encode());
        }
        TestEntries metaindex = new TestEntries(1);
        for (int i = 0; i < side.size(); i++) {
            metaindex.add(sideNames.get(i), append(file, side.get(i)).encode());
        }
        BlockHandle metaindexAt = append(file, Stored.of(indexPacking, metaindexDamage.apply(metaindex.block())));
        return file.finish(metaindexAt, append(file, Stored.of(indexPacking, indexDamage.apply(index.block()))));
    }

    private static BlockHandle append(TableBytes file, Stored block) {
        return file.block(block.bytes, block.type);
    }
}
