// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableOrigin;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one pass over a table shows of its structure, its data blocks and its keys, before its filter is judged.
 *
 * <p>Immutable; safe for use by any number of threads. Keeps nothing of the file open.
 */
public final class TableFacts {
    private final String name;
    private final long size;
    private final TableStructure structure;
    private final TableScan.Found scanned;
    private final KeyStatistics statistics;
    private final FilterHints hints;
    private final Optional<Long> gap;
    private final boolean inconsistent;

    private TableFacts(
            TableFile table,
            TableStructure structure,
            FilterHints hints,
            TableScan.Found scanned,
            KeyStatistics statistics,
            Optional<Long> gap)
            throws IOException {
        this.name = table.name();
        this.size = table.size();
        this.structure = structure;
        this.hints = hints;
        this.scanned = scanned;
        this.statistics = statistics;
        this.gap = gap;
        this.inconsistent = gap.isPresent()
                || structure
                        .indexDamage()
                        .filter(e -> !e.reason().isUndecoded())
                        .isPresent()
                || structure.propertiesDamage().isPresent() && structure.index().isEmpty()
                || scanned.consistency().isUnreliable(statistics::ascending)
                || !structure.footer().checksum().protects()
                        && statistics.untaggedBlock().isPresent();
    }

    /**
     * Reads all data blocks of a table.
     *
     * @param hints what the caller knows
     * @param visitor takes every key
     */
    static TableFacts of(TableFile table, TableStructure structure, FilterHints hints, TableScan.Visitor visitor)
            throws IOException {
        KeyStatistics statistics = KeyStatistics.from(structure.origin());
        TableScan.Found scanned = TableScan.scan(table, structure, (blockOffset, key, length, cursor) -> {
            statistics.key(blockOffset, key, length);
            visitor.entry(blockOffset, key, length, cursor);
        });
        Optional<Long> gap = FileCoverage.gap(table, structure, statistics.keys());
        return new TableFacts(table, structure, hints, scanned, statistics, gap);
    }

    String name() {
        return name;
    }

    /** Why keys may not be what they seem, as the database around the table shows. */
    Optional<String> doubt() {
        return hints.doubt();
    }

    /** The number of bytes of the file. */
    long size() {
        return size;
    }

    TableStructure structure() {
        return structure;
    }

    TableOrigin origin() {
        return structure.origin();
    }

    /** {@return the data blocks in the order of the index, damaged ones included; empty if the index is damaged} */
    public List<DataBlock> blocks() {
        return scanned.blocks();
    }

    /** What is wrong with the data blocks and their index. */
    TableScan.Found scanned() {
        return scanned;
    }

    /** The number of entries in all data blocks that could be read, all versions and deletions included. */
    long entries() {
        return statistics.keys();
    }

    /** {@return whether every key that was read may end with the tag of a database's keys (TF-12)} */
    public boolean keysMayHaveTags() {
        return statistics.internalPossible();
    }

    /**
     * The data block of the first key that is too short for its tag, though all keys of the table must have tags. If no
     * checksum shows that this is one block, it may go on into the next, and keys may be missing.
     */
    OptionalLong untaggedBlock() {
        return statistics.untaggedBlock();
    }

    /**
     * {@return the largest sequence number in the tags of the keys that were read, 0 to 2^56 - 1; empty if there are no
     * keys, or some cannot have a tag}
     */
    public OptionalLong largestSequence() {
        return statistics.keys() > 0 && keysMayHaveTags()
                ? OptionalLong.of(statistics.largestSequence())
                : OptionalLong.empty();
    }

    /** How many entries are of a kind, if all keys have a tag. */
    long entriesOfKind(int kind) {
        return statistics.ofKind(kind);
    }

    /** Whether all keys were seen to ascend in the byte order of a format. */
    boolean ascending(KeyFormat format) {
        return statistics.ascending(format) && scanned.damage().count() == 0;
    }

    /**
     * Compares the keys with the order that a comparator has (TF-15).
     *
     * @param comparator its name, each character standing for one byte
     * @return what is out of order, at the first data block where it is; empty if nothing is, or if the order of this
     *     comparator is not known ({@link FilterContents.Order#of})
     */
    public Optional<Finding> outOfOrder(String comparator) {
        return statistics.order().finding(comparator);
    }

    /** Whether the index can be searched for the data block of a key of a format. */
    boolean searchable(KeyFormat format) {
        return ascending(format) && scanned.consistency().separates(format);
    }

    /** The format of the keys that the caller knows, or else the one that they and the index prove. */
    Optional<KeyFormat> provenFormat() {
        return hints.keyFormat().or(() -> statistics.provenFormat(scanned.consistency()));
    }

    /** The format of the keys that the caller knows, or else the likely one. */
    Optional<KeyFormat> likelyFormat() {
        return hints.keyFormat().or(() -> statistics.likelyFormat(scanned.consistency()));
    }

    /** Whether all parts that lead to keys, and all data blocks, could be read. */
    boolean isComplete() {
        return structure.damage().isEmpty() && scanned.damage().count() == 0;
    }

    /** {@return whether all keys of the table are known: all that leads to them could be read, and matches} */
    public boolean hasAllKeys() {
        return isComplete() && !isInconsistent();
    }

    /** Whether the keys that were read may not be all keys of the table, or not in the blocks that the index names. */
    boolean isInconsistent() {
        return inconsistent;
    }

    /** The first place in the file that belongs to no part of the table that is known. */
    Optional<Long> gap() {
        return gap;
    }

    /**
     * {@return the first part that leads to keys, or data block, that could not be decoded, with a detail that ends
     * with what was not looked at; empty if all could be, or if something was damaged before}
     */
    public Optional<CorruptTableException> undecoded() {
        return structure.undecoded().or(scanned::undecoded);
    }

    /** How many parts that lead to keys, and data blocks, could not be read. */
    long damageCount() {
        return structure.damage().size() + scanned.damage().count();
    }

    /** {@return why the first unreadable data block cannot be read} */
    public Optional<CorruptTableException> firstUnreadableBlock() {
        return scanned.damage().firstUnreadable();
    }

    /** {@return why the first damaged data block, not one of an unknown kind, cannot be read} */
    public Optional<CorruptTableException> firstDamagedBlock() {
        return scanned.damage().firstDamaged();
    }
}
