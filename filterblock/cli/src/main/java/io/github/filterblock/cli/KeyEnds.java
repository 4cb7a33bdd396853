// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the keys of a table begin and end: user keys, where they are known to have tags.
 *
 * @param first null if there is none, or the first data block is damaged
 * @param last null if there is none, or the last data block is damaged
 * @param lost which keys the damaged data blocks take with them; empty if none is known to
 */
record KeyEnds(byte @Nullable [] first, byte @Nullable [] last, Optional<String> lost) {
    static final KeyEnds NONE = new KeyEnds(null, null, Optional.empty());

    private static final int TAG_LENGTH = 8;
    private static final int MAX_LOST = 3;

    /**
     * The ends of a table that stays open.
     *
     * @param place column family and level of the table, if they are known
     */
    static KeyEnds of(TableFile table, TableReport report, Optional<String> place) throws IOException {
        List<DataBlock> blocks = report.facts().blocks();
        if (blocks.isEmpty()) {
            return NONE;
        }
        return new KeyEnds(
                key(table, report, blocks.get(0).handle(), true),
                key(table, report, blocks.get(blocks.size() - 1).handle(), false),
                lost(report, place));
    }

    private static byte @Nullable [] key(TableFile table, TableReport report, BlockHandle block, boolean first)
            throws IOException {
        try {
            KeyValueBlock.Cursor cursor =
                    report.structure().dataEntries(table.read(block)).cursor();
            byte[] key = null;
            while (cursor.next()) {
                key = cursor.copyOfKey();
                if (first) {
                    break;
                }
            }
            return key == null ? null : userKey(report, key);
        } catch (CorruptTableException e) {
            return null; // damage is reported elsewhere
        }
    }

    private static byte[] userKey(TableReport report, byte[] stored) {
        boolean tagged = report.keyFormat().filter(KeyFormat.USER_KEY::equals).isPresent()
                || report.structure().comparator().isPresent();
        return tagged && stored.length >= TAG_LENGTH ? Arrays.copyOf(stored, stored.length - TAG_LENGTH) : stored;
    }

    /**
     * Which keys the damaged data blocks of a table take with them, as the index tells.
     *
     * @param place column family and level of the table, if they are known
     */
    static Optional<String> lost(TableReport report, Optional<String> place) {
        List<DataBlock> blocks = report.facts().blocks();
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < blocks.size() && lost.size() < MAX_LOST; i++) {
            if (blocks.get(i).damage().isPresent()) {
                String above = i == 0 ? "the first keys" : "keys above " + indexKey(report, blocks.get(i - 1));
                lost.add("the data block at "
                        + Long.toUnsignedString(blocks.get(i).offset()) + " has " + above + ", up to "
                        + indexKey(report, blocks.get(i)));
            }
        }
        return lost.isEmpty()
                ? Optional.empty()
                : Optional.of(place.map(where -> "of " + where + ", ").orElse("") + String.join("; ", lost));
    }

    private static String indexKey(TableReport report, DataBlock block) {
        return KeyForm.Text.escaped(userKey(report, block.entry().key()));
    }
}
