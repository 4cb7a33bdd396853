// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the blocks of a table lie after its data. Every writer puts the data blocks first; a table in which another
 * block lies among them, or two blocks overlap, is refused, because the result would be undefined.
 *
 * @param dataEnd offset in the file after the last data block
 * @param blocks the blocks after it, in the order of the file, metaindex and index among them, each once
 * @param footerOffset offset in the file of the footer
 */
record TableLayout(long dataEnd, List<BlockHandle> blocks, long footerOffset) {

    /**
     * The layout of a table.
     *
     * @param table the table
     * @param dataBlocks in the order of the file
     * @param entries the metaindex entries that lead to a block that is needed
     */
    static TableLayout of(TableFile table, List<DataBlock> dataBlocks, List<MetaindexEntry> entries)
            throws IOException {
        Footer footer = table.footer();
        long footerOffset = table.footerOffset();
        Set<BlockHandle> handles = new HashSet<>();
        for (MetaindexEntry entry : entries) {
            handles.add(table.handleOf(entry));
        }
        List<BlockHandle> blocks = new ArrayList<>(handles);
        blocks.add(footer.metaindex());
        blocks.add(footer.index());
        TableLayout layout = new TableLayout(
                dataEnd(dataBlocks),
                blocks.stream()
                        .sorted(Comparator.comparingLong(BlockHandle::offset))
                        .toList(),
                footerOffset);
        layout.check(table);
        return layout;
    }

    /** The offset in the file after the last data block, 0 if there is none. */
    static long dataEnd(List<DataBlock> dataBlocks) {
        return dataBlocks.stream()
                .mapToLong(block -> block.handle().end())
                .max()
                .orElse(0);
    }

    private void check(TableFile table) throws CorruptTableException {
        long end = dataEnd;
        for (BlockHandle block : blocks) {
            if (!block.liesInside(footerOffset)) {
                throw corrupt(
                        table,
                        block.offset(),
                        Reason.OUTSIDE_FILE,
                        "a block of " + Long.toUnsignedString(block.size()) + " bytes with its trailer does not lie"
                                + " before the footer at " + footerOffset);
            }
            if (block.offset() < end) {
                throw corrupt(
                        table,
                        block.offset(),
                        Reason.BAD_ORDER,
                        "the block " + block + " starts before the one before it ends at " + end);
            }
            end = block.end();
        }
    }

    private static CorruptTableException corrupt(TableFile table, long offset, Reason reason, String detail) {
        return new CorruptTableException(table.name(), offset, reason, detail);
    }

    /** The number of bytes before each block that belong to no block; some writers pad there. */
    Map<BlockHandle, Long> gaps() {
        Map<BlockHandle, Long> gaps = new HashMap<>();
        long end = dataEnd;
        for (BlockHandle block : blocks) {
            gaps.put(block, block.offset() - end);
            end = block.end();
        }
        return gaps;
    }

    /** Offset in the file after the last block. */
    long end() {
        return blocks.get(blocks.size() - 1).end();
    }
}
