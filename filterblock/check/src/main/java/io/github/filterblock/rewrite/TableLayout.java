// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
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
    private static final int FIRST_WITH_INDEX_IN_METAINDEX = 6;

    /**
     * The layout of a table.
     *
     * @param table the table
     * @param dataBlocks in the order of the file
     * @param others the blocks beside metaindex and index that matter
     */
    static TableLayout of(TableFile table, List<DataBlock> dataBlocks, Collection<BlockHandle> others)
            throws IOException {
        Footer footer = table.footer();
        Set<BlockHandle> handles = new HashSet<>(others);
        if (footer.formatVersion() >= FIRST_WITH_INDEX_IN_METAINDEX) {
            handles.remove(footer.index());
        }
        List<BlockHandle> blocks = new ArrayList<>(handles);
        blocks.add(footer.metaindex());
        blocks.add(footer.index());
        blocks.sort(Comparator.comparingLong(BlockHandle::offset));
        TableLayout layout = new TableLayout(dataEnd(dataBlocks), List.copyOf(blocks), table.footerOffset());
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
                throw new CorruptTableException(
                        table.name(),
                        block.offset(),
                        Reason.OUTSIDE_FILE,
                        "a block of " + Long.toUnsignedString(block.size()) + " bytes, with its trailer, does not end"
                                + " before the footer at " + footerOffset);
            }
            if (block.offset() < end) {
                throw new CorruptTableException(
                        table.name(),
                        block.offset(),
                        Reason.BAD_ORDER,
                        "the block " + block + " starts before the one before it ends at " + end);
            }
            end = block.end();
        }
    }

    /** Where the bytes before a block begin that belong to no block: some writers pad there. */
    long gapBefore(int block) {
        return block == 0 ? dataEnd : blocks.get(block - 1).end();
    }
}
