// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Rule;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.KeySplit;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.PrefixExtractor;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Adds the keys of a table of RocksDB, and their prefixes, to a full filter in the order in which RocksDB does it from
 * 9.6 on (RF-16). Stateless.
 */
public final class FullFilterKeys {

    /** Takes the end of a partition, of which a full filter has none. */
    private static final FilterAdditions.Sink FULL = new FilterAdditions.Sink() {
        @Override
        public void add(byte[] text, int length, int when) {}

        @Override
        public void cut() {}
    };

    private FullFilterKeys() {}

    /**
     * Why no full filter is written for a table, whatever its kind.
     *
     * @param structure the structure of the table
     * @return a clause without an end; empty if its keys can be added to one
     */
    public static Optional<String> obstacle(TableStructure structure) {
        FilterContents contents = structure.fullFilterContents();
        if (structure.footer().pebbleFormat() > 0) {
            return Optional.of("no filter is written for Pebble's tables");
        }
        if (contents.split() != KeySplit.NONE) {
            return Optional.of("Pebble may have written the table, and asks its filter for prefixes of keys; no such"
                    + " filter is written (" + Rule.PB_1 + ")");
        }
        if (contents.order() == FilterContents.Order.UNKNOWN
                || structure.origin().transformsKeys()) {
            return Optional.of("no filter is written for keys of an unknown comparator, or with timestamps");
        }
        if (!contents.extractorName().isEmpty() && contents.extractor().isEmpty()) {
            return Optional.of("RocksDB asks filters of this table for prefixes of the extractor "
                    + MetaindexEntry.printable(contents.extractorName()) + ", which is not known");
        }
        return contents.obstacle();
    }

    /**
     * Adds all keys of a table.
     *
     * @param table the table; stays open
     * @param structure the structure of this table, which says what is added
     * @param kind of the filter
     * @param wholeKeys whether whole keys are added
     * @param hashes takes the hash of each addition, some of them twice in a row
     * @return whether a key has another sequence number than 0, which keys of a file to be ingested must have
     * @throws CorruptTableException if a key is too short for its tag
     * @throws IOException if the file cannot be read
     */
    public static boolean addAll(
            TableFile table, TableStructure structure, FullFilterKind kind, boolean wholeKeys, LongConsumer hashes)
            throws IOException {
        CountedAdditions additions = new CountedAdditions(hashes, kind, wholeKeys, FULL);
        FilterContents contents = structure.fullFilterContents();
        PrefixExtractor prefixes = contents.extractor().orElse(null);
        long[] tooShort = {-1};
        boolean[] hasSequenceNumbers = {false};
        TableKeys.visit(table, structure, KeyFormat.WHOLE_KEY, (blockOffset, key, storedLength) -> {
            int length = InternalKey.userKeyLength(storedLength) - contents.timestampLength();
            if (length < 0) {
                tooShort[0] = blockOffset;
            } else {
                hasSequenceNumbers[0] |= InternalKey.sequence(key, storedLength) != 0;
                additions.entry(key, length, prefixes == null ? -1 : prefixes.lengthOf(length));
            }
        });
        if (tooShort[0] >= 0) {
            throw new CorruptTableException(
                    table.name(),
                    tooShort[0],
                    Reason.BAD_ENTRIES,
                    "a key of the data block is too short for its 8-byte tag");
        }
        return hasSequenceNumbers[0];
    }
}
