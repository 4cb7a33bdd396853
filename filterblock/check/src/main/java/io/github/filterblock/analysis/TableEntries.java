// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The entries of a table's data blocks in the order of the file: keys with all their versions, and values. */
public final class TableEntries {
    /** From this format on Pebble may keep values elsewhere, and writes before each one where it is. */
    private static final int FIRST_WITH_VALUES_ELSEWHERE = 3;

    private TableEntries() {}

    /**
     * An entry.
     *
     * @param blockOffset offset in the file of its data block
     * @param key the user key, or the stored key where keys have no tags; the receiver's own
     * @param sequence the sequence number in the tag, 0 to 2^56 - 1; empty where keys have no tags
     * @param kind the lowest byte of the tag, 0 to 255; empty where keys have no tags
     * @param value as it is stored; the receiver's own; empty if values were not asked for or {@linkplain #showsValues
     *     are not shown}
     */
    public record Entry(
            long blockOffset, byte[] key, OptionalLong sequence, OptionalInt kind, Optional<byte[]> value) {}

    /** Receives entries, one after another. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Takes an entry.
         *
         * @param entry the next one
         * @return whether more are wanted; if not, data blocks after this one are not read
         */
        boolean entry(Entry entry);
    }

    /**
     * What could not be shown.
     *
     * @param damage why data blocks could not be read, the first ones
     * @param damageCount how many data blocks could not be read
     */
    public record Omitted(List<CorruptTableException> damage, long damageCount) {}

    /**
     * Whether the stored keys of a table are user keys with tags. All data is read if only the keys can tell.
     *
     * @param table the table; stays open
     * @param structure as {@link TableFile#structure()} of this table gave it
     * @param hints what is known of the table
     * @return the format; empty if it is not known, so that keys are to be shown as they are stored
     * @throws IOException if the file cannot be read
     */
    public static Optional<KeyFormat> formatOf(TableFile table, TableStructure structure, FilterHints hints)
            throws IOException {
        if (hints.keyFormat().isPresent()) {
            return hints.keyFormat();
        }
        return structure.comparator().isPresent()
                ? Optional.of(KeyFormat.USER_KEY)
                : TableReport.of(table, structure, hints).likelyFormat();
    }

    /** {@return whether values are shown: not those of Pebble's formats from 3 on, which may lie elsewhere} */
    public static boolean showsValues(TableStructure structure) {
        return structure.footer().pebbleFormat() < FIRST_WITH_VALUES_ELSEWHERE;
    }

    /**
     * Shows the entries of all data blocks that can be read.
     *
     * @param table the table; stays open
     * @param structure as {@link TableFile#structure()} of this table gave it
     * @param format whether stored keys have tags; a key that is too short for one is shown as it is stored
     * @param values whether values are wanted
     * @param visitor takes the entries
     * @return what could not be read; damage does not throw
     * @throws IOException if the file cannot be read
     */
    public static Omitted visit(
            TableFile table, TableStructure structure, KeyFormat format, boolean values, Visitor visitor)
            throws IOException {
        boolean[] enough = {false};
        boolean shown = values && showsValues(structure);
        TableScan.Found found = TableScan.scan(
                table,
                structure,
                (blockOffset, key, length, cursor) -> {
                    if (!enough[0]) {
                        enough[0] = !visitor.entry(entry(blockOffset, key, length, format, shown ? cursor : null));
                    }
                },
                () -> enough[0]);
        return new Omitted(found.damage().reasons(), found.damage().count());
    }

    private static Entry entry(
            long blockOffset, byte[] key, int length, KeyFormat format, KeyValueBlock.@Nullable Cursor cursor) {
        Optional<byte[]> value = cursor == null ? Optional.empty() : Optional.of(cursor.copyOfValue());
        if (format != KeyFormat.USER_KEY || !format.allows(length)) {
            return new Entry(blockOffset, Arrays.copyOf(key, length), OptionalLong.empty(), OptionalInt.empty(), value);
        }
        long tag = InternalKey.tag(key, length);
        return new Entry(
                blockOffset,
                Arrays.copyOf(key, format.filterKeyLength(length)),
                OptionalLong.of(InternalKey.sequenceOf(tag)),
                OptionalInt.of(InternalKey.kindOf(tag)),
                value);
    }
}
