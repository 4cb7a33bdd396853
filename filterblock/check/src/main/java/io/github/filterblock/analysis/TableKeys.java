// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
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

/** The keys of a table in the form in which they were added to its filter, in the order of its data blocks. */
public final class TableKeys {
    /** Takes the end of a partition, of which a full filter has none. */
    private static final FilterAdditions.Sink FULL = new FilterAdditions.Sink() {
        @Override
        public void add(byte[] text, int length, int when) {}

        @Override
        public void cut() {}
    };

    private TableKeys() {}

    /** Receives the keys of a table, one after another. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Takes a key.
         *
         * @param blockOffset offset in the file of the key's data block
         * @param key holds the key from index 0 on; borrowed, reused for the next one
         * @param keyLength number of its bytes, 0 or more
         */
        void key(long blockOffset, byte[] key, int keyLength);
    }

    /**
     * Passes every key of a table to a visitor, all versions and deletions included.
     *
     * @param table the table; stays open
     * @param structure as {@link TableFile#structure()} of this table gave it
     * @param format which part of a stored key is shown
     * @param visitor takes the keys
     * @throws CorruptTableException if metaindex, index or a data block cannot be read, if the index does not match
     *     the data blocks, if keys are not in the order that the properties name, or if a stored key is too short for
     *     the format; some keys may have been shown before
     * @throws IOException if the file cannot be read
     */
    public static void visit(TableFile table, TableStructure structure, KeyFormat format, Visitor visitor)
            throws IOException {
        visit(table, structure, format, structure.comparator(), visitor);
    }

    /**
     * Passes every key of a table to a visitor, if they are in the order of a comparator.
     *
     * @param table the table; stays open
     * @param structure as {@link TableFile#structure()} of this table gave it
     * @param format which part of a stored key is shown
     * @param comparator the comparator's name, each character standing for one byte, as a MANIFEST gives it; orders
     *     other than those of {@link FilterContents.Order#of} are not checked
     * @param visitor takes the keys
     * @throws CorruptTableException as {@link #visit(TableFile, TableStructure, KeyFormat, Visitor)}, and if keys are
     *     out of order; some keys may have been shown before
     * @throws IOException if the file cannot be read
     */
    public static void visit(
            TableFile table, TableStructure structure, KeyFormat format, Optional<String> comparator, Visitor visitor)
            throws IOException {
        long[] tooShort = {-1};
        TableFacts facts =
                TableFacts.of(table, structure.orThrow(), FilterHints.NONE, (blockOffset, key, length, cursor) -> {
                    if (format.allows(length)) {
                        visitor.key(blockOffset, key, format.filterKeyLength(length));
                    } else if (tooShort[0] < 0) {
                        tooShort[0] = blockOffset;
                    }
                });
        Optional<CorruptTableException> unreadable = facts.undecoded().or(facts::firstUnreadableBlock);
        if (unreadable.isPresent()) {
            throw unreadable.get();
        }
        if (tooShort[0] >= 0) {
            throw new CorruptTableException(
                    table.name(),
                    tooShort[0],
                    Reason.BAD_ENTRIES,
                    "the data block has a key that is too short for the 8-byte tag of internal keys");
        }
        Optional<Finding> outOfOrder = comparator.flatMap(facts::outOfOrder);
        if (outOfOrder.isPresent()) {
            throw new CorruptTableException(
                    table.name(),
                    outOfOrder.get().offset(),
                    Reason.BAD_ORDER,
                    outOfOrder.get().message());
        }
        if (!facts.hasAllKeys()) {
            throw new CorruptTableException(
                    table.name(),
                    structure.footer().index().offset(),
                    Reason.BAD_ORDER,
                    "the index does not match the data blocks");
        }
    }

    /**
     * Shows every key of a table that can be read; damaged data blocks and keys too short for their format are skipped.
     * If the format is not known, keys are shown as they are stored.
     *
     * @param table the table; stays open
     * @param report the report on this table
     * @param visitor takes the keys
     * @throws IOException if the file cannot be read
     */
    public static void visitReadable(TableFile table, TableReport report, Visitor visitor) throws IOException {
        KeyFormat format = report.likelyFormat().orElse(KeyFormat.WHOLE_KEY);
        TableScan.scan(table, report.structure(), (blockOffset, key, length, cursor) -> {
            if (format.allows(length)) {
                visitor.key(blockOffset, key, format.filterKeyLength(length));
            }
        });
    }

    /**
     * Looks for keys in all entries of a table that was examined before.
     *
     * @param table the table; stays open
     * @param report what was found then
     * @param sought takes note of those keys that the table has
     * @throws IOException if the file cannot be read, or is no longer what it was
     */
    public static void seek(TableFile table, TableReport report, SoughtKeys sought) throws IOException {
        long[] entries = {0};
        TableScan.scan(table, report.structure(), (blockOffset, key, length, cursor) -> {
            entries[0]++;
            sought.stored(blockOffset, key, length, cursor.isHiddenByHashIndex());
        });
        if (table.size() != report.size() || entries[0] != report.entries()) {
            throw new IOException("the file changed while it was read");
        }
    }

    /**
     * Why no full filter is written for a table, whatever its kind.
     *
     * @param structure the structure of the table
     * @return a clause without an end; empty if its keys can be added to one
     */
    public static Optional<String> obstacleToFullFilter(TableStructure structure) {
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
     * Adds the keys of a table of RocksDB, and their prefixes, to a full filter in the order in which RocksDB does it
     * from 9.6 on (RF-16).
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
    public static boolean addToFullFilter(
            TableFile table, TableStructure structure, FullFilterKind kind, boolean wholeKeys, LongConsumer hashes)
            throws IOException {
        CountedAdditions additions = new CountedAdditions(hashes, kind, wholeKeys, FULL);
        FilterContents contents = structure.fullFilterContents();
        PrefixExtractor prefixes = contents.extractor().orElse(null);
        long[] tooShort = {-1};
        boolean[] hasSequenceNumbers = {false};
        visit(table, structure, KeyFormat.WHOLE_KEY, (blockOffset, key, storedLength) -> {
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
