// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.Footer;
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
    private final String name;
    private final long size;
    private final TableStructure structure;
    private final TableScan.Found scanned;
    private final Optional<TableFilter> filter;
    private final FilterIdentification identification;
    private final Optional<UserKeyFilter> userKeyFilter;
    private final KeyStatistics statistics;
    private final Optional<Long> gap;
    private final boolean inconsistent;
    private final TableVerdict verdict;
    private final Findings findings;

    private TableReport(TableFile table, TableStructure structure, FilterHints hints, int limit) throws IOException {
        this.name = table.name();
        this.size = table.size();
        this.structure = structure;
        Optional<RocksDbFilter> rocksDbFilter = RocksDbFilter.read(table, structure);
        this.filter =
                rocksDbFilter.isPresent() ? Optional.empty() : TableFilter.locate(table, structure, limit); // RF-4
        this.statistics = KeyStatistics.from(structure.origin());
        Optional<UserKeyInquiry> inquiry = rocksDbFilter.map(found -> new UserKeyInquiry(found, limit));
        FilterInference inference = new FilterInference(filter, hints, structure.origin(), limit);
        this.scanned = TableScan.scan(table, structure, limit, (blockOffset, key, length) -> {
            statistics.key(blockOffset, key, length);
            inference.key(blockOffset, key, length);
            inquiry.ifPresent(asking -> asking.key(blockOffset, key, length));
        });
        this.gap = FileCoverage.gap(table, structure, rocksDbFilter);
        this.inconsistent = gap.isPresent()
                || structure
                        .indexDamage()
                        .filter(e -> !e.reason().isUnsupported())
                        .isPresent()
                || structure.propertiesDamage().isPresent() && structure.index().isEmpty()
                || scanned.consistency().misleads(statistics);
        this.userKeyFilter = inquiry.map(asked -> asked.conclude(inconsistent, !isDamaged()));
        this.identification = inference.conclude(statistics, scanned.consistency(), inconsistent, !isDamaged());
        this.verdict = TableVerdict.on(this);
        this.findings = new TableChecks(table, this, limit).findings();
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
        return of(table, hints, Findings.USUAL_LIMIT);
    }

    /**
     * Examines a table.
     *
     * @param table the table; stays open
     * @param hints what the caller knows about its filter
     * @param limit how many findings and damaged blocks to keep, 0 or more; all are counted
     * @return what was found
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static TableReport of(TableFile table, FilterHints hints, int limit) throws IOException {
        return new TableReport(table, table.structure(), hints, limit);
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
        return new TableReport(table, structure, hints, Findings.USUAL_LIMIT);
    }

    /** {@return the table's name, as the table gave it} */
    public String name() {
        return name;
    }

    /** {@return the number of bytes of the file} */
    public long size() {
        return size;
    }

    /** {@return the footer, which says where metaindex and index lie} */
    public Footer footer() {
        return structure.footer();
    }

    /** {@return the metaindex entries in the order of the file; empty if the metaindex is damaged} */
    public List<MetaindexEntry> metaindex() {
        return structure.metaindex();
    }

    /** {@return what leads to the data and the filters, as it was read for this report} */
    public TableStructure structure() {
        return structure;
    }

    /** {@return the data blocks in the order of the index; empty if the index is damaged} */
    public List<DataBlock> dataBlocks() {
        return scanned.blocks();
    }

    /** {@return the number of entries in all data blocks that could be read, all versions and deletions included} */
    public long entries() {
        return statistics.keys();
    }

    /**
     * {@return the block-based filter as it was found; empty if the metaindex names none, or if a {@linkplain
     * #userKeyFilter full or partitioned filter} answers in its place (RF-4)}
     */
    public Optional<TableFilter> filter() {
        return filter;
    }

    /** {@return RocksDB's full or partitioned filter, asked about every key; empty if the table has none} */
    public Optional<UserKeyFilter> userKeyFilter() {
        return userKeyFilter;
    }

    /**
     * {@return how the filter is to be read; without interpretations if there is no filter, or one of an unknown
     * policy}
     */
    public FilterIdentification identification() {
        return identification;
    }

    /**
     * Whether all keys were seen to ascend in the byte order of a domain, so the index can be searched.
     *
     * @param domain how to compare
     * @return {@code false} if the table has a comparator of its own, or damaged blocks
     */
    public boolean ascending(KeyFormat domain) {
        return statistics.ascending(domain) && scanned.damage().count() == 0;
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

    /** {@return whether every key that was read may end with the tag of a database's keys (TF-12)} */
    public boolean keysMayHaveTags() {
        return statistics.internalPossible();
    }

    /**
     * {@return the matcher to ask the filter with, which takes filter keys, that is user keys in a database; it denies
     * no key if the filter cannot be trusted}
     */
    public FilterMatcher matcher() {
        boolean believed = filterIsSound() && identification.trust() == FilterIdentification.Trust.TRUSTED;
        return structure
                .origin()
                .matcher(
                        filter.map(TableFilter::policyName).orElse("none"),
                        believed
                                ? identification.remaining().stream()
                                        .map(Interpretation::dialect)
                                        .toList()
                                : List.of());
    }

    /** Whether the index can be searched for the data block of a key of a domain. */
    boolean searchable(KeyFormat domain) {
        return ascending(domain) && scanned.consistency().parts(domain);
    }

    /** The format of the keys that is proven, or else the likely one: for uses in which an error does no harm. */
    Optional<KeyFormat> likelyFormat() {
        return identification.keyFormat().or(() -> statistics.likelyFormat(scanned.consistency()));
    }

    /** Whether some keys could not be read; damage of the filter does not count. */
    boolean isDamaged() {
        return !structure.damage().isEmpty() || scanned.damage().count() > 0;
    }

    /** Whether the keys that were read may not be all keys of the table. */
    boolean isInconsistent() {
        return inconsistent;
    }

    /** The first place in the file that belongs to no part of the table that is known. */
    Optional<Long> gap() {
        return gap;
    }

    /** Whether there is a filter with readable contents and no wrong checksum. */
    boolean filterIsSound() {
        return filter.filter(TableFilter::isSound).isPresent();
    }

    /**
     * Everything that is damaged or could not be read: metaindex, properties, index, filter and data blocks, in this
     * order.
     *
     * @return the reasons, for data blocks only the first few; a wrong checksum of the filter is not among them
     */
    public List<CorruptTableException> damage() {
        return Stream.of(
                        structure.damage().stream(),
                        filter.stream().flatMap(found -> found.damage().stream()),
                        userKeyFilter.stream().flatMap(found -> found.damage().stream()),
                        scanned.damage().reasons().stream())
                .flatMap(part -> part)
                .toList();
    }

    /** {@return how many parts of the table could not be read; {@link #damage} has the first of them} */
    public long damageCount() {
        return structure.damage().size()
                + filter.flatMap(TableFilter::damage).stream().count()
                + userKeyFilter.map(found -> found.damage().size()).orElse(0)
                + scanned.damage().count();
    }

    /** {@return why the first unreadable data block cannot be read} */
    public Optional<CorruptTableException> firstUnreadableBlock() {
        return scanned.damage().firstUnreadable();
    }

    /** {@return why the first damaged data block, not one of an unknown kind, cannot be read} */
    public Optional<CorruptTableException> firstDamagedBlock() {
        return scanned.damage().firstDamaged();
    }

    /** What is wrong with the data blocks and their index, other than that blocks cannot be read. */
    TableScan.Found scanned() {
        return scanned;
    }

    /** {@return how many keys of the table its filter denies, read in the best way} */
    public long falseNegatives() {
        return identification.falseNegatives()
                + userKeyFilter.map(UserKeyFilter::denied).orElse(0L);
    }

    /**
     * {@return the deviations from FORMAT.md, damage and denied keys among them: the first ones in the order of the
     * checks, as many as the caller wanted, and their number}
     */
    public Findings findings() {
        return findings;
    }

    /** {@return {@link TableVerdict#verified} of all {@linkplain #findings() findings}} */
    public TableStatus verifiedStatus() {
        return verdict.verified(findings);
    }

    /** {@return the filters in numbers; empty if there is no filter block that could be read} */
    public Optional<FilterSummary> summary() {
        return filter.filter(found -> found.damage().isEmpty()).map(found -> FilterSummary.of(found, this));
    }

    /** {@return whether a key may be called absent, and whether all keys are known so that a filter may be written} */
    public LicenceToDeny licence() {
        return LicenceToDeny.of(this);
    }

    /** {@return whether all user keys are known, so that a filter outside the table may have all of them} */
    public LicenceToDeny licenceOfUserKeys() {
        return LicenceToDeny.ofUserKeys(this);
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

    /** {@return the outcome with its reason, for programs and printers} */
    public TableVerdict verdict() {
        return verdict;
    }
}
