// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockTrace;
import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.Windows;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.MetaindexEntry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A filter that is asked by data block, as LevelDB has it (FB-11 to FB-25), asked about every key of its table. */
public final class BlockFilter implements ExaminedFilter {
    private final TableFacts facts;
    private final LocatedFilterBlock stored;
    private final FilterIdentification<FilterDialect> identification;
    private final Optional<FilterDialect> otherDialect;
    private final FilterTrust trust;
    private final FilterMatcher matcher;
    private final FilterBlockReader reader;

    BlockFilter(
            TableFacts facts,
            LocatedFilterBlock stored,
            FilterIdentification<FilterDialect> identification,
            Optional<FilterDialect> otherDialect,
            FilterTrust trust) {
        this.facts = facts;
        this.stored = stored;
        this.identification = identification;
        this.otherDialect = otherDialect;
        this.trust = trust;
        this.matcher = facts.origin()
                .matcher(
                        stored.policyName(),
                        trust.mayDeny()
                                ? identification.remaining().stream()
                                        .map(Interpretation::hash)
                                        .toList()
                                : List.of());
        this.reader = stored.reader(matcher);
    }

    /** {@return the block as it is stored} */
    public LocatedFilterBlock stored() {
        return stored;
    }

    @Override
    public MetaindexEntry entry() {
        return stored.entry();
    }

    @Override
    public FilterForm form() {
        return FilterForm.BLOCK_BASED;
    }

    @Override
    public List<CorruptTableException> damage() {
        return stored.damage().stream().toList();
    }

    @Override
    public FilterIdentification<FilterDialect> identification() {
        return identification;
    }

    @Override
    public Optional<FilterDialect> otherDialect() {
        return otherDialect;
    }

    @Override
    public boolean isTested() {
        return stored.damage().isEmpty() && identification.keys() > 0;
    }

    @Override
    public FilterTrust trust() {
        return trust;
    }

    /**
     * {@return the matcher to ask the filter with, which takes filter keys, that is user keys in a database; it denies
     * no key if the filter is not trusted}
     */
    public FilterMatcher matcher() {
        return matcher;
    }

    @Override
    public boolean keyMayMatch(long blockOffset, byte[] key) {
        return reader.keyMayMatch(blockOffset, key);
    }

    @Override
    public int addedLength(byte[] key, int length) {
        return length;
    }

    @Override
    public ExaminedFilter.Rates expectedRates() {
        return new BlockRates(stored);
    }

    /** {@return one row for each filter, in the order of the block, each computed when it is taken} */
    public List<FilterRow> rows() {
        return new FilterRows(stored, facts.blocks());
    }

    @Override
    public OptionalDouble expectedRate() {
        long keys = 0;
        double matches = 0;
        for (FilterRow row : rows()) {
            keys += row.keys();
            matches += row.expectedMatches();
        }
        boolean believed = trust.mayDeny() && windows().isPresent();
        return keys == 0 ? OptionalDouble.empty() : OptionalDouble.of(believed ? matches / keys : 1);
    }

    @Override
    public Optional<ExaminedFilter.Summary> summary(long entries) {
        if (stored.damage().isPresent() || !stored.isBuiltin()) {
            return Optional.empty();
        }
        double matches = 0;
        long withoutFilter = entries; // no filter denies them
        for (FilterRow row : rows()) {
            matches += row.expectedMatches();
            withoutFilter -= row.keys();
        }
        return Optional.of(new ExaminedFilter.Summary(
                stored.layout().filterCount(),
                stored.emptyFilters(),
                filterBytes(),
                stored.layout().offsetBytes(),
                Math.min(matches + withoutFilter, (double) entries)));
    }

    @Override
    public OptionalLong storedBytes() {
        return stored.handle().map(BlockHandle::size).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    @Override
    public Optional<Integer> baseLg() {
        int baseLg = stored.layout().baseLg();
        return Optional.of(baseLg < 0 ? Windows.DEFAULT_BASE_LG : baseLg);
    }

    @Override
    public Optional<Windows> windows() {
        return stored.layout().windows();
    }

    @Override
    public Optional<String> untested() {
        return Optional.empty();
    }

    /** {@return bytes of all filters, each with its k; nothing is counted for filters whose offsets are damaged} */
    public long filterBytes() {
        return rows().stream()
                .filter(FilterRow::hasBytes)
                .mapToLong(FilterRow::length)
                .sum();
    }

    @Override
    public Optional<ExaminedFilter.BitsPerKey> bitsPerKey() {
        return stored.isBuiltin() && stored.damage().isEmpty() && facts.damageCount() == 0
                ? new FilterRows(stored, facts.blocks()).fitting(writer(identification.hashes()))
                : Optional.empty();
    }

    /**
     * The dialect whose arithmetic applies; goleveldb's, if possible, because it wraps where no other's does (FB-4).
     */
    private static FilterDialect writer(List<FilterDialect> dialects) {
        return dialects.contains(FilterDialect.GOLEVELDB)
                ? FilterDialect.GOLEVELDB
                : dialects.stream().findFirst().orElse(FilterDialect.LEVELDB);
    }

    @Override
    public Optional<Finding> corruption() {
        if (stored.damage().isPresent()) {
            return stored.damage()
                    .filter(e -> !e.reason().isUndecoded())
                    .map(e -> new Finding(e.rule(), e.offset(), e.detail()));
        }
        if (stored.checksum() == Status.BAD) {
            return Optional.of(wrongChecksum());
        }
        // A filter that matches everything (FB-9) is useless, not damaged.
        return stored.findings().first().stream()
                .filter(finding -> finding.rule() != Rule.FB_9)
                .findFirst()
                .or(() -> trust.contradiction(offset()));
    }

    private Finding wrongChecksum() {
        return new Finding(Rule.TF_4, offset(), "the checksum of the filter block is wrong");
    }

    private long offset() {
        return stored.handle().map(BlockHandle::offset).orElse(0L);
    }

    @Override
    public Findings findings() {
        Findings.Collector findings = new Findings.Collector(Findings.USUAL_LIMIT);
        if (stored.damage().isEmpty() && stored.checksum() == Status.BAD) {
            findings.addAll(new Findings(List.of(wrongChecksum()), 1));
        }
        findings.addAll(stored.findings());
        if (stored.damage().isEmpty() && stored.findings().isEmpty() && facts.damageCount() == 0) {
            windows(findings);
        }
        boolean isOneFinding = otherDialect.isPresent() || identification.falseNegatives() == 0;
        Optional<Finding> ofAllKeys = isOneFinding ? trust.contradiction(offset()) : Optional.empty();
        findings.addAll(ofAllKeys.map(one -> new Findings(List.of(one), 1)).orElseGet(identification::deniedKeys));
        return findings.findings();
    }

    /** Number of filters against the extent of the data (FB-17), and filters where no block starts (FB-12). */
    private void windows(Findings.Collector findings) {
        Windows windows = stored.layout().windows().orElseThrow();
        int count = stored.layout().filterCount();
        long expected = expectedFilters(windows);
        // RocksDB may pad its data blocks, and need not put a prefix of every block into its filter.
        boolean padded = count == Math.max(expected, windows.of(offset()));
        boolean fewer = count < expected && !facts.origin().filtersWholeKeys();
        if (count != expected && !padded && !fewer) {
            findings.add(
                    Rule.FB_17, offset(), () -> "the block has " + count + " filters, but the data needs " + expected);
        }
        for (FilterRow row : rows()) {
            if (row.hasBytes() && row.keys() == 0) {
                findings.add(
                        Rule.FB_12,
                        offset(),
                        () -> "filter " + row.index() + " has " + row.length()
                                + " bytes, but no data block with keys starts in its window");
            }
        }
    }

    private long expectedFilters(Windows windows) {
        OptionalLong lastStart = OptionalLong.empty();
        long end = 0;
        for (DataBlock block : facts.blocks()) {
            if (block.keyCount() > 0) {
                lastStart = OptionalLong.of(block.offset());
            }
            end = block.handle().end();
        }
        return windows.filterCount(lastStart, end);
    }

    @Override
    public FilterTrace.OfBlock trace(long blockOffset, byte[] key) {
        Map<FilterDialect, List<KeyFormat>> formats = new EnumMap<>(FilterDialect.class);
        for (Interpretation<FilterDialect> each : identification.remaining()) {
            formats.computeIfAbsent(each.hash(), dialect -> new ArrayList<>()).add(each.keyFormat());
        }
        FilterBlockTrace lookup = stored.layout().lookup(blockOffset);
        List<FilterTrace.OfBlock.DialectTrace> traces = new ArrayList<>();
        if (lookup.isProbed()) {
            formats.forEach((dialect, ofDialect) -> traces.add(new FilterTrace.OfBlock.DialectTrace(
                    dialect, ofDialect, stored.trace(dialect, key, key.length, lookup))));
        }
        return FilterTrace.OfBlock.of(blockOffset, stored.layout(), lookup, traces);
    }
}
