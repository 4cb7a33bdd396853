// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lays out a table with another filter. Everything after the data keeps its order and is copied, bytes between the
 * blocks included. The new filter takes the place of the old one, or the first place. The metaindex is encoded anew as
 * LevelDB does it, after all blocks to which it leads, and the footer gets the new places. For one table.
 */
final class Relocation {
    private final TableFile table;
    private final TableLayout layout;
    private final NewMetaindex metaindex;
    private final Optional<NewFilter> filter;
    private final int restartInterval;
    private final Set<BlockHandle> needed;
    private final TableImage out;
    private final Map<BlockHandle, BlockHandle> places = new HashMap<>();
    private Optional<BlockHandle> filterPlace = Optional.empty();

    /**
     * A table with another filter.
     *
     * @param metaindex the new metaindex; a block of the layout to which it does not lead is removed
     * @param filter the new filter, or nothing to have none
     * @param restartInterval how many entries of the metaindex there are from one restart to the next
     */
    Relocation(
            TableFile table,
            TableStructure structure,
            TableLayout layout,
            NewMetaindex metaindex,
            Optional<NewFilter> filter,
            int restartInterval) {
        this.table = table;
        this.layout = layout;
        this.metaindex = metaindex;
        this.filter = filter;
        this.restartInterval = restartInterval;
        this.needed =
                new HashSet<>(List.of(table.footer().metaindex(), table.footer().index()));
        metaindex.kept().forEach(entry -> needed.add(entry.handle().orElseThrow()));
        this.out = new TableImage(table, structure);
    }

    TableImage rewritten() throws IOException {
        Footer footer = table.footer();
        List<BlockHandle> blocks = inNewOrder(footer.metaindex());
        BlockHandle filterBefore = blocks.stream()
                .filter(block -> !needed.contains(block))
                .findFirst()
                .orElse(blocks.get(0));
        Map<BlockHandle, Long> gaps = layout.gaps();
        out.copy(0, layout.dataEnd());
        for (BlockHandle block : blocks) {
            long gap = Objects.requireNonNull(gaps.get(block));
            out.copy(block.offset() - gap, gap);
            if (block.equals(filterBefore) && filter.isPresent()) {
                filterPlace = Optional.of(out.block(filter.get().block()));
            }
            if (block.equals(footer.metaindex())) {
                places.put(block, out.block(metaindex.contents(places, filterPlace, restartInterval)));
            } else if (needed.contains(block)) {
                places.put(block, out.copy(block));
            }
        }
        out.copy(layout.end(), layout.footerOffset() - layout.end());
        Footer moved = new Footer(
                placeOf(footer.metaindex()), placeOf(footer.index()), footer.checksum(), footer.formatVersion());
        out.bytes(moved.encode());
        return out;
    }

    private BlockHandle placeOf(BlockHandle block) {
        return Objects.requireNonNull(places.get(block), "its place");
    }

    /** The order of the file, but the metaindex comes after the last block to which it leads, whose place it states. */
    private List<BlockHandle> inNewOrder(BlockHandle metaindexBlock) {
        List<BlockHandle> blocks = new ArrayList<>(layout.blocks());
        Set<BlockHandle> led = metaindex.kept().stream()
                .map(entry -> entry.handle().orElseThrow())
                .collect(Collectors.toSet());
        int last = IntStream.range(0, blocks.size())
                .filter(i -> led.contains(blocks.get(i)))
                .max()
                .orElse(0);
        int at = blocks.indexOf(metaindexBlock);
        if (at < last) {
            blocks.remove(at);
            blocks.add(last, metaindexBlock);
        }
        return blocks;
    }
}
