// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Windows;
import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.audit.Audit.FilterEstimate;
import io.github.filterblock.audit.Audit.FilterSpace;
import io.github.filterblock.audit.Audit.Measurement;
import io.github.filterblock.audit.Recommendation;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.audit/1}, of a file or of merged results, which have no file. A line can be read back; its rates
 * are for readers. No list is cut, because results can be merged only whole.
 *
 * @param search how the blocks of keys one step away are found
 * @param baseLg of the filters in use, or of LevelDB; left out for filters that have no windows
 * @param bitsPerKey the range that fits the filters in use; null where none does
 * @param results how many results were merged
 * @param withoutTable how many of them are about a file that is not a table, or could not be read
 */
public record AuditDocument(
        String schema,
        @Nullable String file,
        @Json.LeftOut @Nullable String status,
        @Nullable String reason,
        @Json.LeftOut @Nullable Long seed,
        @Json.LeftOut @Nullable Integer probesPerFile,

        @Nullable String search,
        @Json.LeftOut @Nullable Integer baseLg,
        @Json.MayBeNull @Nullable List<Integer> bitsPerKey,
        @Json.LeftOut @Nullable Long results,
        @Json.LeftOut @Nullable Long withoutTable,

        long tables,
        Space space,
        Asked randomKeys,
        Asked steps,
        List<Plan> plans,
        @Json.MayBeNull @Nullable Advice recommendation)
        implements Document {
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

        private Measurement read() {
            return new Measurement(asked, matched, expectedMatches);
        }
    }

    /** What filters of other parameters would take and give. */
    public record Plan(
            int baseLg,
            int bitsPerKey,
            long tables,
            long keys,
            long bytes,
            double expectedMatches,
            double expectedRate) {
        private static Plan of(FilterEstimate plan) {
            return new Plan(
                    plan.baseLg(),
                    plan.bitsPerKey(),
                    plan.tables(),
                    plan.keys(),
                    plan.bytes(),
                    plan.expectedMatches(),
                    plan.expectedRate());
        }

        private FilterEstimate read() {
            return new FilterEstimate(baseLg, bitsPerKey, tables, keys, bytes, expectedMatches);
        }
    }

    /** The cheapest plan that is as good, and the cheapest of each base lg. */
    public record Advice(
            double mostRate,
            Plan best,
            List<Plan> ofBaseLgs,

            @Json.MayBeNull @Nullable Plan wholeTable) {
        private static Advice of(Recommendation advice) {
            return new Advice(
                    advice.mostRate(),
                    Plan.of(advice.best()),
                    advice.ofBaseLgs().stream().map(Plan::of).toList(),
                    advice.wholeTable().map(Plan::of).orElse(null));
        }
    }

    /** {@return what is said about a table: it is examined, and its filters are asked} */
    public static AuditDocument of(String file, TableFile table, FilterHints hints, long seed, int samples)
            throws IOException {
        TableReport report = TableReport.of(table, hints);
        Audit audit = Audit.of(table, report, seed, samples);
        return of(
                file,
                report.status().id(),
                InspectDocument.reason(report.verdict()),
                seed,
                samples,
                new TableQuery(report).search().id(),
                baseLg(report),
                report.summary()
                        .flatMap(FilterSummary::bitsPerKey)
                        .map(range -> List.of(range.least(), range.most()))
                        .orElse(null),
                null,
                null,
                audit);
    }

    private static @Nullable Integer baseLg(TableReport report) {
        if (report.filter().isEmpty() && report.userKeyFilter().isPresent()) {
            return null;
        }
        return report.filter()
                .map(filter -> filter.layout().baseLg())
                .filter(lg -> lg >= 0)
                .orElse(Windows.DEFAULT_BASE_LG);
    }

    /** {@return what is said about a file that could not be examined} */
    public static AuditDocument of(Failure failure, long seed, int samples) {
        return of(
                failure.file(),
                failure.status(),
                failure.reason(),
                seed,
                samples,
                null,
                null,
                null,
                null,
                null,
                Audit.NONE);
    }

    /** The sum of results. */
    static AuditDocument of(MergedAudits merged) {
        return of(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                merged.results(),
                merged.withoutTable(),
                merged.total());
    }

    private static AuditDocument of(
            @Nullable String file,
            @Nullable String status,
            @Nullable String reason,
            @Nullable Long seed,
            @Nullable Integer samples,
            @Nullable String search,
            @Nullable Integer baseLg,
            @Nullable List<Integer> bitsPerKey,
            @Nullable Long results,
            @Nullable Long withoutTable,
            Audit audit) {
        return new AuditDocument(
                Document.schema(AuditDocument.class),
                file,
                status,
                reason,
                seed,
                samples,
                search,
                baseLg,
                bitsPerKey,
                results,
                withoutTable,
                audit.tables(),
                Space.of(audit.space()),
                Asked.of(audit.randomKeys()),
                Asked.of(audit.steps()),
                audit.estimates().stream().map(Plan::of).toList(),
                Recommendation.of(audit).map(Advice::of).orElse(null));
    }

    /**
     * The results in the line, as they were before they were printed.
     *
     * @throws IllegalArgumentException if they contradict each other
     */
    MergedAudits read() {
        FilterSpace inUse = new FilterSpace(
                space.tables,
                space.filters,
                space.emptyFilters,
                space.filterBytes,
                space.offsetBytes,
                space.keys,
                space.expectedMatches);
        Audit audit = new Audit(
                tables,
                inUse,
                randomKeys.read(),
                steps.read(),
                plans.stream().map(Plan::read).toList());
        long without = withoutTable != null ? withoutTable : results != null || tables > 0 ? 0 : 1;
        return new MergedAudits(audit, results == null ? 1 : results, without);
    }
}
