// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.audit.Audit;
import io.github.filterblock.audit.FilterEstimate;
import io.github.filterblock.audit.FilterSpace;
import io.github.filterblock.audit.Measurement;
import io.github.filterblock.audit.Recommendation;
import io.github.filterblock.cli.Json.Member;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.audit/1}, of a file or of merged results. A line can be read back; its rates are for readers. No list is cut, because results can be merged only whole.
 */
record AuditJson(
        String schema,
        @Nullable String file,
        @Nullable Member<String> status,
        @Nullable Member<String> reason,
        @Nullable Member<Long> seed,
        @Nullable Member<Integer> probesPerFile,
        @Nullable Member<String> search,
        @Nullable Member<Long> results,
        @Nullable Member<Long> withoutTable,
        long tables,
        Space space,
        Asked randomKeys,
        Asked steps,
        List<Plan> plans,
        Member<Advice> recommendation) {
    static final String SCHEMA = "filterblock.audit/1";

    private record Space(
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

        private FilterSpace read() {
            return new FilterSpace(tables, filters, emptyFilters, filterBytes, offsetBytes, keys, expectedMatches);
        }
    }

    private record Asked(
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

    private record Plan(
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

    private record Advice(
            double mostRate,
            Plan best,
            List<Plan> ofBaseLgs,
            @Nullable Plan wholeTable) {
        private static Advice of(Recommendation advice) {
            return new Advice(
                    advice.mostRate(),
                    Plan.of(advice.best()),
                    advice.ofBaseLgs().stream().map(Plan::of).toList(),
                    advice.wholeTable().map(Plan::of).orElse(null));
        }
    }

    static AuditJson of(Outcome<AuditedTable> outcome, long seed, int samples) {
        Optional<AuditedTable> found = outcome.found();
        return of(
                outcome.name(),
                new Member<>(outcome.status()),
                new Member<>(outcome.reason().orElse(null)),
                new Member<>(seed),
                new Member<>(samples),
                new Member<>(found.map(table -> table.search().id()).orElse(null)),
                null,
                null,
                found.map(AuditedTable::audit).orElse(Audit.NONE));
    }

    static AuditJson of(MergedAudits merged) {
        return of(
                null,
                null,
                null,
                null,
                null,
                null,
                new Member<>(merged.results()),
                new Member<>(merged.withoutTable()),
                merged.total());
    }

    private static AuditJson of(
            @Nullable String file,
            @Nullable Member<String> status,
            @Nullable Member<String> reason,
            @Nullable Member<Long> seed,
            @Nullable Member<Integer> probes,
            @Nullable Member<String> search,
            @Nullable Member<Long> results,
            @Nullable Member<Long> withoutTable,
            Audit audit) {
        return new AuditJson(
                SCHEMA,
                file,
                status,
                reason,
                seed,
                probes,
                search,
                results,
                withoutTable,
                audit.tables(),
                Space.of(audit.space()),
                Asked.of(audit.randomKeys()),
                Asked.of(audit.steps()),
                audit.estimates().stream().map(Plan::of).toList(),
                new Member<>(Recommendation.of(audit).map(Advice::of).orElse(null)));
    }

    /** The results in the line, as they were before they were printed. */
    MergedAudits read() {
        Audit audit = new Audit(
                tables,
                space.read(),
                randomKeys.read(),
                steps.read(),
                plans.stream().map(Plan::read).toList());
        Long added = results == null ? null : results.value();
        boolean total = added != null;
        long counted = added == null ? 1 : added;
        long without = withoutTable != null && withoutTable.value() != null
                ? withoutTable.value()
                : total || tables > 0 ? 0 : 1;
        return new MergedAudits(audit, counted, without);
    }
}
