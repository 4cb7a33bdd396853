// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.Lists;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.FilterRow;
import io.github.filterblock.analysis.LocatedFilterBlock;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.MetaindexEntry;
import java.math.BigInteger;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code inspect} says about a filter block, whose filters are asked by data block.
 *
 * @param dialect {@code unknown} for a policy that is not built in, {@code ambiguous} if there are candidates
 * @param candidates the dialects that remain, if there are several; null otherwise
 * @param readings the ways to read it that were tried; none for a policy that is not built in
 * @param k probes of the filters, null where no filter has bits; the next members likewise
 * @param filterBytes bytes of all filters, null if the block could not be read; {@code offsetBytes} likewise
 * @param rows one for each filter, null where they were not asked for
 */
record InspectedBlockFilter(
        String form,
        String entry,
        String policy,
        String dialect,
        @Nullable List<String> candidates,
        @Nullable BigInteger offset,
        @Nullable BigInteger size,
        @Nullable String sha256,
        @Nullable Integer baseLg,
        int filters,
        int emptyFilters,
        @Nullable Long arrayOffset,
        @Nullable Integer compression,
        String checksum,
        long keys,
        long falseNegatives,
        String trust,
        @Nullable String distrust,
        List<Interpretation> readings,
        @Nullable List<Integer> bitsPerKey,
        @Nullable Double expectedFalsePositiveRate,
        @Nullable Range k,
        @Nullable Range fillRatio,
        @Nullable Long filterBytes,
        @Nullable Long offsetBytes,

        @Nullable List<Row> rows)
        implements InspectedFilter {

    /** A way to read the filter: about how many keys of the table it was asked, and how many of them it denied. */
    record Interpretation(String dialect, String keyDomain, long asked, long denied) {
        private static Interpretation of(FilterIdentification.Interpretation<FilterDialect> candidate) {
            return new Interpretation(
                    candidate.hash().id(), candidate.keyFormat().id(), candidate.asked(), candidate.denied());
        }
    }

    /** A number of all filters that have bytes. */
    record Range(double least, double most, double mean) {
        private static @Nullable Range of(List<FilterRow> rows, ToDoubleFunction<FilterRow> value) {
            return of(rows.stream().filter(FilterRow::hasBytes).mapToDouble(value));
        }

        static @Nullable Range of(DoubleStream values) {
            DoubleSummaryStatistics numbers = values.summaryStatistics();
            return numbers.getCount() == 0 ? null : new Range(numbers.getMin(), numbers.getMax(), numbers.getAverage());
        }
    }

    /** One filter; without probes and bits if it has no bytes, and with the length -1 if its offsets are damaged. */
    record Row(
            int filter,
            @Nullable BigInteger firstOffset,
            int length,
            long keys,
            @Nullable Integer probes,
            @Nullable Long bits,
            @Nullable Long setBits) {
        private static Row of(FilterRow row) {
            return new Row(
                    row.index(),
                    row.reachable() ? Formats.unsigned(row.firstOffset()) : null,
                    row.length(),
                    row.keys(),
                    row.hasBytes() ? row.info().probes() : null,
                    row.hasBytes() ? row.info().bits() : null,
                    row.hasBytes() ? row.info().setBits() : null);
        }
    }

    /** What is said about a filter block. */
    static InspectedBlockFilter of(BlockFilter found, int mostRows, @Nullable String digest) {
        LocatedFilterBlock filter = found.stored();
        FilterIdentification<FilterDialect> identification = found.identification();
        List<String> dialects =
                identification.hashes().stream().map(FilterDialect::id).toList();
        boolean whole = filter.layout().baseLg() >= 0;
        List<FilterRow> rows = filter.damage().isEmpty() ? found.rows() : null;
        List<FilterRow> known = filter.isBuiltin() ? rows : null;
        return new InspectedBlockFilter(
                "block",
                filter.entry().printableKey(),
                MetaindexEntry.printable(filter.policyName()),
                identification.ambiguous() ? "ambiguous" : dialects.isEmpty() ? "unknown" : dialects.get(0),
                identification.ambiguous() ? dialects : null,
                InspectedFilter.offset(filter.handle()),
                InspectedFilter.size(filter.handle()),
                digest,
                whole ? filter.layout().baseLg() : null,
                filter.layout().filterCount(),
                filter.emptyFilters(),
                whole ? filter.layout().arrayOffset() : null,
                filter.compressionType() < 0 ? null : filter.compressionType(),
                filter.checksum().id(),
                identification.keys(),
                identification.falseNegatives(),
                Formats.word(found.trust().reason()),
                InspectedFilter.distrust(found.trust()),
                identification.interpretations().stream()
                        .map(Interpretation::of)
                        .toList(),
                found.bitsPerKey()
                        .map(range -> List.of(range.least(), range.most()))
                        .orElse(null),
                known == null ? null : expectedRate(found),
                known == null ? null : Range.of(known, row -> row.info().probes()),
                known == null ? null : Range.of(known, row -> row.info().fillRatio()),
                rows == null ? null : found.filterBytes(),
                rows == null ? null : filter.layout().offsetBytes(),
                rows == null || mostRows < 0 ? null : Lists.transform(Formats.limited(rows, mostRows), Row::of));
    }

    private static @Nullable Double expectedRate(BlockFilter filter) {
        return filter.expectedRate().stream().boxed().findAny().orElse(null);
    }

    @Override
    public boolean tested() {
        return keys > 0;
    }

    @Override
    public @Nullable Long overheadBytes() {
        return offsetBytes;
    }

    @Override
    public List<String> kindWords() {
        return candidates == null ? List.of(dialect) : candidates;
    }

    @Override
    public @Nullable Long additions() {
        return keys == 0 ? null : keys;
    }

    @Override
    public @Nullable Double bitsForEachKey() {
        return keys == 0 || filterBytes == null ? null : 8.0 * filterBytes / keys;
    }

    @Override
    public InspectedBlockFilter withRows(int most) {
        return new InspectedBlockFilter(
                form,
                entry,
                policy,
                dialect,
                candidates,
                offset,
                size,
                sha256,
                baseLg,
                filters,
                emptyFilters,
                arrayOffset,
                compression,
                checksum,
                keys,
                falseNegatives,
                trust,
                distrust,
                readings,
                bitsPerKey,
                expectedFalsePositiveRate,
                k,
                fillRatio,
                filterBytes,
                offsetBytes,
                rows == null || most < 0 ? null : Formats.limited(rows, most));
    }
}
