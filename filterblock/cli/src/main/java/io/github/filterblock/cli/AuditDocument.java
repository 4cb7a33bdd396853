// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Windows;
import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.audit.FilterEstimate;
import io.github.filterblock.audit.FilterEstimate.Full;
import io.github.filterblock.audit.FilterEstimate.Windowed;
import io.github.filterblock.audit.Measurement;
import io.github.filterblock.audit.Recommendation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.audit/1}. No list is cut.
 *
 * @param search how the blocks of keys one step away are found: {@code index}, {@code all-blocks}, {@code user-key} or
 *     {@code no-filter}
 * @param baseLg of the filters in use, or of LevelDB; null for filters that have no windows
 * @param bitsPerKey the range that fits the filters in use; null where none does
 * @param withoutFullEstimates why there are no full filters among the estimates for a table of RocksDB's or Pebble's;
 *     else null
 * @param unratedFilter whether the filter cannot be read, denies keys of its table or has a policy that is not built
 *     in, so that nothing is recommended
 */
public record AuditDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        long seed,
        int samples,
        TableQuery.Search search,
        @Nullable Integer baseLg,
        @Nullable List<Integer> bitsPerKey,
        long tables,
        Space space,
        Asked randomKeys,
        Asked steps,
        List<Estimate> estimates,
        List<Advice> recommendations,
        @Nullable String withoutFullEstimates,
        boolean unratedFilter)
        implements Document, AuditFigures {
    /**
     * {@code filterblock.audit.sum/1}, the last line.
     *
     * @param files how many files
     * @param statuses how many of them have which status
     * @param withoutTable how many of them are not a table, or could not be read
     * @param unratedFilter whether this holds for all filters, so that nothing is recommended
     */
    record Sum(
            String schema,
            long files,
            Map<String, Long> statuses,
            long withoutTable,
            long tables,
            Space space,
            Asked randomKeys,
            Asked steps,
            List<Estimate> estimates,
            List<Advice> recommendations,
            boolean unratedFilter)
            implements AuditFigures {}

    /** The filters in use, and the rate that is expected of them. */
    public record Space(
            long tables,
            long filters,
            long emptyFilters,
            long filterBytes,
            long offsetBytes,
            long keys,
            double expectedMatches,
            double expectedRate) {
        private static Space of(FilterSpace space) {
            return new Space(
                    space.tables(),
                    space.filters(),
                    space.emptyFilters(),
                    space.filterBytes(),
                    space.offsetBytes(),
                    space.keys(),
                    space.expectedMatches(),
                    space.expectedRate());
        }

        long bytes() {
            return filterBytes + offsetBytes;
        }
    }

    /** Questions about absent keys, and how many of them matched. */
    public record Asked(
            long asked,
            long matched,
            double rate,
            List<Double> interval95,
            double expectedMatches,
            double expectedRate) {
        private static Asked of(Measurement measurement) {
            return new Asked(
                    measurement.asked(),
                    measurement.matched(),
                    measurement.rate(),
                    List.of(measurement.leastRate(), measurement.mostRate()),
                    measurement.expectedMatches(),
                    measurement.expectedRate());
        }
    }

    /**
     * What filters of other parameters would take and give.
     *
     * @param kind of RocksDB's full filter; null for filters with windows
     * @param baseLg of the windows; null for full filters
     */
    public record Estimate(
            @Nullable String kind,
            @Nullable Integer baseLg,
            int bitsPerKey,
            long tables,
            long keys,
            long bytes,
            double expectedMatches,
            double expectedRate) {
        private static List<Estimate> of(List<FilterEstimate> estimates) {
            return estimates.stream().map(Estimate::of).toList();
        }

        private static Estimate of(FilterEstimate estimate) {
            return new Estimate(
                    estimate.shape() instanceof Full full ? FilterWords.kind(full.kind()) : null,
                    estimate.shape() instanceof Windowed windowed ? windowed.baseLg() : null,
                    estimate.bitsPerKey(),
                    estimate.tables(),
                    estimate.keys(),
                    estimate.bytes(),
                    estimate.expectedMatches(),
                    estimate.expectedRate());
        }

        /** {@return whether this is one of RocksDB's full filters} */
        boolean isFull() {
            return kind != null;
        }
    }

    /** The cheapest estimate of a family that is as good, and the cheapest of each base lg or kind. */
    public record Advice(
            double mostRate,
            Estimate best,
            List<Estimate> cheapest,
            @Nullable Estimate wholeTable) {
        private static List<Advice> of(Audit audit) {
            return Recommendation.of(audit).stream().map(Advice::of).toList();
        }

        private static Advice of(Recommendation advice) {
            return new Advice(
                    advice.mostRate(),
                    Estimate.of(advice.best()),
                    Estimate.of(advice.ofShapes()),
                    advice.wholeTable().map(Estimate::of).orElse(null));
        }
    }

    /** {@return what is said about a table that was audited} */
    static AuditDocument of(String file, TableReport report, Audit audit, long seed, int samples) {
        return new AuditDocument(
                Document.schema(AuditDocument.class),
                file,
                report.status().id(),
                InspectDocument.reason(report),
                seed,
                samples,
                new TableQuery(report).search(),
                baseLg(report),
                report.filter()
                        .flatMap(ExaminedFilter::bitsPerKey)
                        .map(range -> List.of(range.least(), range.most()))
                        .orElse(null),
                audit.tables(),
                Space.of(audit.space()),
                Asked.of(audit.randomKeys()),
                Asked.of(audit.steps()),
                Estimate.of(audit.estimates()),
                Advice.of(audit),
                withoutFullEstimates(report),
                audit.hasOnlyUnratedFilters());
    }

    /** {@return whether the table has a filter that no policy of this program reads, so that nothing is recommended} */
    boolean hasUnknownFilter() {
        return status.equals(TableStatus.UNKNOWN_POLICY.id());
    }

    /** Without a filter, what the properties say of one is not the obstacle. */
    private static @Nullable String withoutFullEstimates(TableReport report) {
        String absent = report.status() == TableStatus.NO_FILTER ? InspectDocument.reason(report) : null;
        return Audit.withoutFullFilters(report)
                .map(obstacle -> absent == null ? obstacle : absent)
                .orElse(null);
    }

    private static @Nullable Integer baseLg(TableReport report) {
        return report.filter()
                .map(ExaminedFilter::baseLg)
                .orElse(Optional.of(Windows.DEFAULT_BASE_LG))
                .orElse(null);
    }

    /** {@return what is said about several files together} */
    static Sum of(AuditSum sum) {
        Audit audit = sum.audit();
        return new Sum(
                "filterblock.audit.sum/1",
                sum.results(),
                sum.statusWords(),
                sum.withoutTable(),
                audit.tables(),
                Space.of(audit.space()),
                Asked.of(audit.randomKeys()),
                Asked.of(audit.steps()),
                Estimate.of(audit.estimates()),
                Advice.of(audit),
                audit.hasOnlyUnratedFilters());
    }
}
