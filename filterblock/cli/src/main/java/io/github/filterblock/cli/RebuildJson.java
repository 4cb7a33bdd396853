// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.rewrite.RebuildReport;
import io.github.filterblock.rewrite.RebuildReport.FilterInfo;
import io.github.filterblock.table.MetaindexEntry;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.rebuild/1}. */
record RebuildJson(
        String schema,
        String file,
        String out,
        String status,
        @Nullable String reason,
        @Nullable Long size,
        @Nullable Long newSize,
        boolean identical,
        long keys,
        int dataBlocks,
        @Nullable OldFilter oldFilter,
        @Nullable Filter filter) {

    private record OldFilter(String policy, @Nullable BigInteger size) {
        private static OldFilter of(String policyName, RebuildReport report) {
            return new OldFilter(
                    MetaindexEntry.printable(policyName),
                    report.oldFilterSize().isPresent()
                            ? Json.unsigned(report.oldFilterSize().getAsLong())
                            : null);
        }
    }

    private record Filter(
            String policy,
            String dialect,
            String keyDomain,
            int bitsPerKey,
            @Nullable List<Integer> fittingBitsPerKey,
            int baseLg,
            int filters,
            long size) {
        private static Filter of(FilterInfo filter) {
            return new Filter(
                    MetaindexEntry.printable(filter.policyName()),
                    filter.dialect().id(),
                    filter.keyFormat().id(),
                    filter.bitsPerKey(),
                    filter.fitting()
                            .map(range -> List.of(range.least(), range.most()))
                            .orElse(null),
                    filter.baseLg(),
                    filter.filters(),
                    filter.size());
        }
    }

    static RebuildJson of(Outcome<RebuildReport> outcome, Path out) {
        Optional<RebuildReport> report = outcome.found();
        return new RebuildJson(
                "filterblock.rebuild/1",
                outcome.name(),
                Names.of(out),
                outcome.status(),
                outcome.reason().orElse(null),
                report.map(RebuildReport::oldSize).orElse(null),
                report.map(RebuildReport::newSize).orElse(null),
                report.map(RebuildReport::identical).orElse(false),
                report.map(RebuildReport::keys).orElse(0L),
                report.map(RebuildReport::dataBlocks).orElse(0),
                report.flatMap(found -> found.oldPolicyName().map(name -> OldFilter.of(name, found)))
                        .orElse(null),
                report.flatMap(RebuildReport::filter).map(Filter::of).orElse(null));
    }
}
