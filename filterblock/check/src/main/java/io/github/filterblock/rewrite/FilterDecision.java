// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.Windows;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.FilterIdentification.Trust;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.TableOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides which filter a table gets: what the plan leaves open is taken from the present filter. If that filter may be
 * read in several ways, it is built in each of them, and the way that gives the stored bytes is right. For one table.
 */
final class FilterDecision {
    /** How a filter is built. */
    private record Way(FilterDialect dialect, KeyFormat keyFormat) {}

    private final TableReport analysis;
    private final TableOrigin origin;
    private final FilterPlan plan;
    private final FilterBuild build;
    private final FilterIdentification reading;

    FilterDecision(TableReport analysis, TableOrigin origin, FilterPlan plan, FilterBuild build) {
        this.analysis = analysis;
        this.origin = origin;
        this.plan = plan;
        this.build = build;
        this.reading = analysis.identification();
    }

    NewFilter built() throws IOException {
        Optional<TableFilter> old = analysis.filter();
        List<Way> ways = old.isPresent() ? waysOf(old.get()) : waysWithoutFilter();
        Optional<FilterSummary.Range> fitting = FilterSummary.of(analysis).flatMap(FilterSummary::bitsPerKey);
        int baseLg = baseLg(old, fitting);
        int bits = bitsPerKey(old, fitting);
        if (old.isPresent() && ways.size() > 1) {
            ways = sameAsStored(ways, old.get(), fitting);
        }
        NewFilter first = null;
        for (Way way : wanted(ways)) {
            NewFilter next = built(way, bits, baseLg, fitting);
            if (first != null && !Arrays.equals(first.block(), next.block())) {
                throw undecided(first.filter(), next.filter());
            }
            first = first == null ? next : first;
        }
        return Objects.requireNonNull(first, "there is always a way");
    }

    /** How the stored filter may have been built: never none. */
    private List<Way> waysOf(TableFilter filter) throws UnwritableFilterException {
        if (plan.dialect().isEmpty()) {
            refuseUnknown(filter);
        }
        List<Way> ways = reading.remaining().stream()
                .map(each -> new Way(each.dialect(), each.keyFormat()))
                .filter(way ->
                        reading.keyFormat().isEmpty() || reading.keyFormat().get() == way.keyFormat())
                .distinct()
                .toList();
        return ways.isEmpty() ? waysWithoutFilter() : ways;
    }

    private void refuseUnknown(TableFilter filter) throws UnwritableFilterException {
        if (reading.interpretations().isEmpty()) {
            throw refused(
                    Parameter.DIALECT,
                    "the policy of the metaindex entry " + filter.entry().printableKey() + " is not built in");
        }
        if (reading.trust() == Trust.PREFIXES_ONLY) {
            throw refused(
                    Parameter.DIALECT,
                    "the filter holds only prefixes of keys, or its properties cannot be read, so that it cannot be"
                            + " built again");
        }
        long dialects = reading.interpretations().stream()
                .map(FilterIdentification.Interpretation::dialect)
                .distinct()
                .count();
        if (reading.contradicted() && dialects > 1 && reading.falseNegatives() > reading.keys() / 2) {
            throw refused(
                    Parameter.DIALECT,
                    "the filter denies " + reading.falseNegatives() + " of " + reading.keys()
                            + " keys however it is read, so that its dialect is unknown");
        }
    }

    private List<Way> waysWithoutFilter() throws UnwritableFilterException {
        if (reading.keyFormat().isEmpty() && analysis.entries() > 0) {
            throw refused(Parameter.KEY_DOMAIN, "the keys do not show whether they have a tag");
        }
        return List.of(new Way(
                plan.dialect().orElse(FilterDialect.LEVELDB),
                reading.keyFormat().orElse(KeyFormat.WHOLE_KEY)));
    }

    private int baseLg(Optional<TableFilter> old, Optional<FilterSummary.Range> fitting)
            throws UnwritableFilterException {
        if (plan.baseLg().isPresent() || old.isEmpty()) {
            return plan.baseLg().orElse(Windows.DEFAULT_BASE_LG);
        }
        int baseLg = old.get().layout().baseLg();
        boolean trusted = isSound(old.get()) || fitting.isPresent();
        if (!trusted || !Windows.isBaseLg(baseLg)) {
            throw refused(Parameter.BASE_LG, "the filter block is damaged, so that its base lg is unknown");
        }
        return baseLg;
    }

    private static boolean isSound(TableFilter filter) {
        return filter.damage().isEmpty()
                && filter.checksum() != Status.BAD
                && filter.findings().isEmpty();
    }

    private int bitsPerKey(Optional<TableFilter> old, Optional<FilterSummary.Range> fitting)
            throws UnwritableFilterException {
        if (plan.bitsPerKey().isPresent()) {
            return plan.bitsPerKey().getAsInt();
        }
        if (old.isEmpty()
                || isSound(old.get())
                        && old.get().layout().filterCount() == old.get().emptyFilters()) {
            return FilterPlan.USUAL_BITS_PER_KEY;
        }
        return fitting.orElseThrow(() -> refused(
                        Parameter.BITS_PER_KEY,
                        "no number of bits per key gives every filter its length and its probes"))
                .least();
    }

    /** The ways that give the stored bytes; all, if none does. */
    private List<Way> sameAsStored(List<Way> ways, TableFilter filter, Optional<FilterSummary.Range> fitting)
            throws IOException {
        int baseLg = filter.layout().baseLg();
        if (!Windows.isBaseLg(baseLg)) {
            return ways;
        }
        int bits = fitting.map(FilterSummary.Range::least).orElse(FilterPlan.USUAL_BITS_PER_KEY);
        byte[] stored = filter.contents();
        List<Way> same = new ArrayList<>();
        for (Way way : ways) {
            if (way.dialect().isWritten()
                    && Arrays.equals(
                            stored, build.block(BloomFilterPolicy.of(way.dialect(), bits), way.keyFormat(), baseLg))) {
                same.add(way);
            }
        }
        return same.isEmpty() ? ways : same;
    }

    private List<Way> wanted(List<Way> ways) throws UnwritableFilterException {
        List<Way> wanted = ways.stream()
                .map(way -> new Way(plan.dialect().orElse(way.dialect()), way.keyFormat()))
                .distinct()
                .toList();
        for (Way way : wanted) {
            if (!way.dialect().isWritten()) {
                throw refused(
                        Parameter.DIALECT,
                        "the filter " + (wanted.size() > 1 ? "may be" : "is") + " of the dialect "
                                + way.dialect().id() + ", which is only read");
            }
            if (way.dialect() == FilterDialect.ROCKSDB_BLOCK && filtersPrefixes()) {
                throw refused(
                        Parameter.DIALECT,
                        "RocksDB asks the filter of this table for prefixes of keys, which a new one would not hold");
            }
        }
        return wanted;
    }

    private boolean filtersPrefixes() {
        return !origin.filtersWholeKeys() || origin.filtersPrefixes();
    }

    private NewFilter built(Way way, int bits, int baseLg, Optional<FilterSummary.Range> fitting) throws IOException {
        BloomFilterPolicy policy = BloomFilterPolicy.of(way.dialect(), bits);
        if (plan.dialect().isEmpty() && analysis.filter().isPresent()) {
            policy = policy.named(analysis.filter().get().policyName());
        }
        byte[] block = build.block(policy, way.keyFormat(), baseLg);
        FilterInfo filter = new FilterInfo(
                policy.name(),
                way.dialect(),
                way.keyFormat(),
                policy.bitsPerKey(),
                plan.bitsPerKey().isPresent() ? Optional.empty() : fitting,
                baseLg,
                FilterBlockLayout.of(ByteBuffer.wrap(block)).filterCount(),
                block.length);
        return new NewFilter(filter, block);
    }

    private UnwritableFilterException undecided(FilterInfo one, FilterInfo other) {
        boolean dialects = one.dialect() != other.dialect();
        return refused(
                dialects ? Parameter.DIALECT : Parameter.KEY_DOMAIN,
                dialects
                        ? "the filter may be of the dialect " + one.dialect().id() + " or "
                                + other.dialect().id() + ", and the keys cannot tell"
                        : "the filter may be built over stored keys with their tag or without it, and the keys cannot"
                                + " tell");
    }

    private UnwritableFilterException refused(Parameter parameter, String detail) {
        return new UnwritableFilterException(analysis.name(), parameter, detail);
    }
}
