// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterDiff;
import io.github.filterblock.analysis.FilterDiff.Kind;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.cli.Json.Member;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.diff/1}. */
record DiffJson(
        String schema,
        String file,
        String other,
        String status,
        @Nullable String reason,
        @Nullable Side a,
        @Nullable Side b,
        @Nullable Member<Boolean> sameBytes,
        @Nullable Member<Long> equal,
        @Nullable Member<Long> different,
        @Nullable Member<Long> onlyInA,
        @Nullable Member<Long> onlyInB,
        List<Difference> filters,
        long filtersTotal) {

    private record Side(
            String policy, List<String> dialects, @Nullable Integer baseLg, int filters, long arrayOffset, int size) {
        private static Side of(FilterDiff.Side side) {
            return new Side(
                    MetaindexEntry.printable(side.policy()),
                    side.dialects().stream().map(FilterDialect::id).toList(),
                    side.baseLg() < 0 ? null : side.baseLg(),
                    side.filters(),
                    side.arrayOffset(),
                    side.size());
        }
    }

    private record Difference(
            int first,
            int last,
            String difference,
            @Nullable Member<List<@Nullable Integer>> length,
            @Nullable Member<List<Integer>> probes,
            @Nullable Member<Long> bitsOnlyInA,
            @Nullable Member<Long> bitsOnlyInB) {
        private static Difference of(FilterDiff.Run filter) {
            boolean both = filter.kind().isChange();
            return new Difference(
                    filter.first(),
                    filter.last(),
                    filter.kind().id(),
                    both ? new Member<>(Arrays.asList(length(filter.lengthA()), length(filter.lengthB()))) : null,
                    both ? new Member<>(List.of(filter.probesA(), filter.probesB())) : null,
                    both ? new Member<>(filter.onlyA()) : null,
                    both ? new Member<>(filter.onlyB()) : null);
        }

        private static @Nullable Integer length(int length) {
            return length < 0 ? null : length;
        }
    }

    static DiffJson of(Path a, Path b, Outcome<FilterDiff> outcome, int limit) {
        Optional<FilterDiff> diff = outcome.found();
        List<FilterDiff.Run> runs = diff.map(FilterDiff::runs).orElse(List.of());
        return new DiffJson(
                "filterblock.diff/1",
                Names.of(a),
                Names.of(b),
                diff.isPresent() ? outcome.status() : TableStatus.UNREADABLE.id(),
                outcome.reason()
                        .map(reason -> outcome.name() + ": " + outcome.status() + ": " + reason)
                        .orElse(null),
                diff.flatMap(FilterDiff::a).map(Side::of).orElse(null),
                diff.flatMap(FilterDiff::b).map(Side::of).orElse(null),
                member(diff, FilterDiff::sameBytes),
                member(diff, found -> found.count(Kind.EQUAL)),
                member(diff, FilterDiff::changed),
                member(diff, found -> found.count(Kind.ONLY_IN_A)),
                member(diff, found -> found.count(Kind.ONLY_IN_B)),
                Json.limited(runs, limit).stream().map(Difference::of).toList(),
                diff.map(FilterDiff::runCount).orElse(0L));
    }

    private static <T> @Nullable Member<T> member(Optional<FilterDiff> diff, Function<FilterDiff, T> value) {
        return diff.map(found -> new Member<>(value.apply(found))).orElse(null);
    }
}
