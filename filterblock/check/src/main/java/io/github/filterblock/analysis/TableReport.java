// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that one pass over a table shows: its layout, its filter, and how the filter is to be read. Immutable.
 *
 * <p>Every data block is read, and the filter is asked about every key. Damage is part of the result.
 */
public final class TableReport {
    private final TableFacts facts;
    private final Optional<ExaminedFilter> filter;
    private final TableVerdict verdict;

    private TableReport(TableFacts facts, Optional<ExaminedFilter> filter, TableVerdict verdict) {
        this.facts = facts;
        this.filter = filter;
        this.verdict = verdict;
    }

    /**
     * Examines a table without any knowledge about it.
     *
     * @param table the table; stays open
     * @return what was found
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static TableReport of(TableFile table) throws IOException {
        return of(table, FilterHints.NONE);
    }

    /**
     * Examines a table.
     *
     * @param table the table; stays open
     * @param hints what the caller knows about its filter
     * @return what was found
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static TableReport of(TableFile table, FilterHints hints) throws IOException {
        return of(table, table.structure(), hints);
    }

    /**
     * Examines a table whose structure was read before.
     *
     * @param table the table; stays open
     * @param structure as {@link TableFile#structure()} of this table gave it
     * @param hints what the caller knows about its filter
     * @return what was found
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static TableReport of(TableFile table, TableStructure structure, FilterHints hints) throws IOException {
        return of(table, structure, hints, (blockOffset, key, length, cursor) -> {});
    }

    /**
     * Examines a table, and looks for keys in the same pass.
     *
     * @param table the table; stays open
     * @param structure as {@link TableFile#structure()} of this table gave it
     * @param hints what the caller knows about its filter
     * @param sought takes note of those keys that the table has
     * @return what was found
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static TableReport of(TableFile table, TableStructure structure, FilterHints hints, SoughtKeys sought)
            throws IOException {
        return of(
                table,
                structure,
                hints,
                (blockOffset, key, length, cursor) ->
                        sought.stored(blockOffset, key, length, cursor.isHiddenByHashIndex()));
    }

    private static TableReport of(
            TableFile table, TableStructure structure, FilterHints hints, TableScan.Visitor visitor)
            throws IOException {
        Optional<RocksDbFilter> full = table.keyFilter(structure);
        Optional<FilterInquiry<?>> inquiry = FilterInquiry.of(table, structure, full, hints);
        FilterInquiry<?> asking = inquiry.orElse(null);
        TableFacts facts = TableFacts.of(table, structure, hints, (blockOffset, key, length, cursor) -> {
            if (asking != null) {
                asking.key(blockOffset, key, length, structure.firstPart(cursor));
            }
            visitor.entry(blockOffset, key, length, cursor);
        });
        Optional<ExaminedFilter> filter = inquiry.map(asked -> asked.conclude(facts));
        return new TableReport(facts, filter, TableVerdict.of(facts, filter));
    }

    /** {@return the table's name, as the table gave it} */
    public String name() {
        return facts.name();
    }

    /** {@return the number of bytes of the file} */
    public long size() {
        return facts.size();
    }

    /** {@return what leads to the data and the filters, as it was read for this report} */
    public TableStructure structure() {
        return facts.structure();
    }

    /** {@return the number of entries in all data blocks that could be read, all versions and deletions included} */
    public long entries() {
        return facts.entries();
    }

    /**
     * {@return the filter that answers: the full one, or else the partitioned one, or else the block-based one (RF-4);
     * empty if the metaindex names none}
     */
    public Optional<ExaminedFilter> filter() {
        return filter;
    }

    /**
     * The filter that answers, if it is of one kind.
     *
     * @param <F> the kind
     * @param kind {@link BlockFilter} or {@link UserKeyFilter}
     * @return the filter; empty if there is none, or if it is of the other kind
     */
    public <F extends ExaminedFilter> Optional<F> filter(Class<F> kind) {
        return filter.filter(kind::isInstance).map(kind::cast);
    }

    /**
     * {@return RocksDB's or Pebble's full or partitioned filter as it is stored, if that is the one that answers; the
     * keys of the table have decided how it is asked, if they could}
     */
    public Optional<RocksDbFilter> rocksDbFilter() {
        return filter(UserKeyFilter.class).map(UserKeyFilter::stored);
    }

    /** {@return the metaindex entry of the first filter in partitions, of whatever policy; empty if there is none} */
    public Optional<MetaindexEntry> partitionedFilter() {
        return structure().metaindex().stream()
                .filter(entry ->
                        entry.filterForm().filter(FilterForm::hasPartitions).isPresent())
                .findFirst();
    }

    /** {@return the metaindex entries of filters that do not answer, in the order of the file} */
    public List<MetaindexEntry> otherFilters() {
        return structure().metaindex().stream()
                .filter(entry -> entry.filterForm().isPresent())
                .filter(entry ->
                        filter.isPresent() && !entry.equals(filter.get().entry()))
                .toList();
    }

    /**
     * {@return which part of a stored key is the key of the filter, as the caller, the keys or the filter prove it;
     * empty if that is open, and for a table without keys}
     */
    public Optional<KeyFormat> keyFormat() {
        return filter.isPresent() ? filter.get().identification().keyFormat() : facts.provenFormat();
    }

    /** {@return what the data blocks and their keys show, whatever the filter says} */
    public TableFacts facts() {
        return facts;
    }

    /** The format of the keys that is proven, or else the likely one: for uses in which an error does no harm. */
    Optional<KeyFormat> likelyFormat() {
        return keyFormat().or(facts::likelyFormat);
    }

    /**
     * Everything that is damaged or could not be read: metaindex, properties, index, filter and data blocks, in this
     * order.
     *
     * @return the reasons, for data blocks only the first few; a wrong checksum of the filter is not among them
     */
    public List<CorruptTableException> damage() {
        return Stream.of(
                        structure().damage().stream(),
                        filter.stream().flatMap(found -> found.damage().stream()),
                        facts.scanned().damage().reasons().stream())
                .flatMap(part -> part)
                .toList();
    }

    /** {@return how many parts of the table could not be read; {@link #damage} has the first of them} */
    public long damageCount() {
        return facts.damageCount() + filter.map(found -> found.damage().size()).orElse(0);
    }

    /** {@return how many keys of the table its filter denies, read in the best way} */
    public long falseNegatives() {
        return filter.map(found -> found.identification().falseNegatives()).orElse(0L);
    }

    /** {@return whether a key may be called absent, and whether all keys are known so that a filter may be written} */
    public KeyCertainty certainty() {
        return KeyCertainty.of(facts, keyFormat());
    }

    /** {@return {@link #certainty()} for a filter elsewhere that takes whole user keys, such as one in Redis} */
    public KeyCertainty certaintyOfUserKeys() {
        return KeyCertainty.ofUserKeys(facts, keyFormat());
    }

    /** Whether every entry was read, and keys are what they seem, be it open whether they have a tag. */
    boolean hasAllKeys() {
        KeyCertainty certainty = certaintyOfUserKeys();
        return certainty.isCertain()
                || certainty.doubtAbout(KeyCertainty.Subject.KEY_FORMAT).isPresent();
    }

    /**
     * The outcome. Data that is compressed in an unknown way is not damage, but leaves the result incomplete.
     *
     * @return one of all but {@link TableStatus#FINDINGS}, {@link TableStatus#NOT_A_TABLE},
     *     {@link TableStatus#UNREADABLE}
     */
    public TableStatus status() {
        return verdict.status();
    }

    /**
     * {@return what cannot be known of the table because it has no checksums, or only those of an unknown type, in one
     * clause; empty if they were compared}
     */
    public Optional<String> unprotected() {
        return TableVerdict.unprotected(structure());
    }

    /**
     * {@return a finding if the index leaves a gap in the file, in which there may be data, though nothing else is
     * damaged; it is among the findings of {@code verify} as well} A copy of the blocks to which the index leads would
     * lose them.
     */
    public Optional<Finding> gap() {
        return facts.gap()
                .filter(gap -> damageCount() == 0)
                .map(gap -> new Finding(
                        Rule.TF_11,
                        structure().footer().index().offset(),
                        structure().footer().checksum().protects()
                                ? "the index leaves a gap, so keys may be missing"
                                : "neither checksums nor rocksdb.num.entries and rocksdb.data.size show that the index"
                                        + " leads to all data, so keys may be missing"));
    }

    /** {@return the outcome with its reason, for programs and printers} */
    public TableVerdict verdict() {
        return verdict;
    }

    /** {@return the table and its status, for logs} */
    @Override
    public String toString() {
        return name() + ": " + status().id();
    }
}
