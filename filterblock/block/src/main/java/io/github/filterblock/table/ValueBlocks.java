// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The blocks of Pebble's tables that hold values and no keys (PB-4): the metaindex leads to an index of them, whose
 * rows have a number, an offset and a size, each of as many bytes as three bytes after the index's handle say.
 */
public final class ValueBlocks {
    private static final String ENTRY = "pebble.value_index";
    private static final int FIRST_FORMAT = 3;
    private static final int WIDTHS = 3;

    private ValueBlocks() {}

    /**
     * Finds the blocks of values and their index.
     *
     * @param table the table; stays open
     * @param structure as {@link TableFile#structure()} of this table gave it
     * @return where the index and the blocks lie, in the order of the file; empty if there are none, or if their index
     *     is damaged
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static List<BlockHandle> of(TableFile table, TableStructure structure) throws IOException {
        Optional<MetaindexEntry> entry = structure.metaindex().stream()
                .filter(each -> each.key().equals(ENTRY))
                .findFirst();
        Optional<BlockHandle> index = entry.flatMap(MetaindexEntry::handle);
        if (structure.footer().pebbleFormat() < FIRST_FORMAT || index.isEmpty()) {
            return List.of();
        }
        try {
            byte[] rows = table.limitedTo(TableFile.MOST_BESIDE_DATA + table.size())
                    .read(index.get())
                    .contents();
            return handles(rows, entry.get().value(), index.get());
        } catch (CorruptTableException e) {
            return List.of();
        }
    }

    /** Each block has a trailer of its own, so a row takes its place in the file and there are not too many. */
    static List<BlockHandle> handles(byte[] rows, byte[] value, BlockHandle index) {
        int at = value.length - WIDTHS;
        if (at != index.encode().length || value[at] < 1 || value[at + 1] < 1 || value[at + 2] < 1) {
            return List.of();
        }
        int[] widths = {value[at], value[at + 1], value[at + 2]};
        int row = widths[0] + widths[1] + widths[2];
        List<BlockHandle> handles = new ArrayList<>();
        long end = 0;
        for (int start = 0; start < rows.length; start += row) {
            if (rows.length - start < row || number(rows, start, widths[0]) != handles.size()) {
                return List.of();
            }
            long offset = number(rows, start + widths[0], widths[1]);
            BlockHandle handle = new BlockHandle(offset, number(rows, start + widths[0] + widths[1], widths[2]));
            if (offset < end || !handle.liesInside(index.offset())) {
                return List.of();
            }
            end = handle.end();
            handles.add(handle);
        }
        handles.add(index);
        return handles;
    }

    /** A number of 1 to 8 bytes, little-endian; -1 for more bytes. */
    private static long number(byte[] bytes, int at, int width) {
        if (width > Long.BYTES) {
            return -1;
        }
        long number = 0;
        for (int i = width - 1; i >= 0; i--) {
            number = number << Byte.SIZE | bytes[at + i] & 0xff;
        }
        return number;
    }
}
