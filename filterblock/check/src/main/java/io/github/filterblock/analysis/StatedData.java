// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;

/**
 * Whether the entries that were read are all that the writer of a table added, as the properties of RocksDB and Pebble
 * say: {@code rocksdb.num.entries} counts them, and {@code rocksdb.data.size} is where their blocks end. The index must
 * agree with both: its blocks reach from the start of the file to that end, with nothing but zeros between them, with
 * which RocksDB aligns blocks. A block that the index leaves out contradicts all three, whatever else leads to it, so
 * nothing behind the data needs to be looked at. For one table.
 */
final class StatedData {
    private static final int PIECE = 1 << 16;

    private final TableFile table;
    private final TableStructure structure;

    private StatedData(TableFile table, TableStructure structure) {
        this.table = table;
        this.structure = structure;
    }

    /**
     * Whether no entry can be missing.
     *
     * @param structure of the table, not damaged
     * @param entries how many were read from all data blocks of the index
     */
    static boolean isAllRead(TableFile table, TableStructure structure, long entries) throws IOException {
        StatedData stated = new StatedData(table, structure);
        return StatedEntries.isCount(structure, structure.statedCounts().dataEntries(), entries)
                && stated.endsBehindBlocksOfIndex();
    }

    private boolean endsBehindBlocksOfIndex() throws IOException {
        long said = structure.dataSize().orElse(-1);
        if (said < 0 || said > table.footerOffset()) {
            return false;
        }
        long end = 0;
        for (IndexEntry entry : structure.index()) {
            BlockHandle block = entry.handle();
            if (!block.liesInside(said) || !isZero(table, structure, end, block.offset())) {
                return false;
            }
            end = block.end();
        }
        return isZero(table, structure, end, said);
    }

    /** Whether a stretch of the file, which may be empty but does not end before its start, has nothing but zeros. */
    static boolean isZero(TableFile table, TableStructure structure, long start, long limit) throws IOException {
        if (start > limit) {
            return false;
        }
        byte[] piece = new byte[(int) Math.min(PIECE, limit - start)];
        for (long at = start; at < limit; at += piece.length) {
            int length = (int) Math.min(piece.length, limit - at);
            structure.readBytes(table, at, piece, 0, length);
            for (int i = 0; i < length; i++) {
                if (piece[i] != 0) {
                    return false;
                }
            }
        }
        return true;
    }
}
