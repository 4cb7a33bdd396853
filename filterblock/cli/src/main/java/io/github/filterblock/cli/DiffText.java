// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Figures.number;

import io.github.filterblock.analysis.FilterDiff;
import io.github.filterblock.analysis.FilterDiff.Kind;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What {@code diff} prints for people. */
final class DiffText implements Text.View<FilterDiff> {
    private final Path other;

    /** The text of a comparison with this table. */
    DiffText(Path other) {
        this.other = other;
    }

    @Override
    public void print(Report report, Outcome<FilterDiff> outcome, FilterDiff diff) {
        report.heading(outcome.name() + " and " + Names.of(other), outcome.status() + " filters", diff.equal());
        both(report, "policy", diff, side -> MetaindexEntry.printable(side.policy()));
        if (diff.a().isEmpty() || diff.b().isEmpty()) {
            return;
        }
        both(report, "dialect", diff, DiffText::dialects);
        both(report, "base lg", diff, side -> side.baseLg() < 0 ? "none" : String.valueOf(side.baseLg()));
        both(report, "filters", diff, side -> number(side.filters()));
        both(report, "array offset", diff, side -> number(side.arrayOffset()));
        both(report, "block size", diff, side -> number(side.size(), "byte"));
        filters(report, diff);
    }

    /** One line where both tables have the same, else a line for each. */
    private static void both(Report report, String label, FilterDiff diff, Function<FilterDiff.Side, String> value) {
        String ofA = diff.a().map(value).orElse("no filter");
        String ofB = diff.b().map(value).orElse("no filter");
        if (ofA.equals(ofB)) {
            report.line(label, ofA);
        } else {
            report.line(label, "A: " + ofA);
            report.line("", "B: " + ofB);
        }
    }

    private static String dialects(FilterDiff.Side side) {
        return side.dialects().isEmpty()
                ? "unknown"
                : side.dialects().stream().map(FilterDialect::id).collect(Collectors.joining(" or "));
    }

    private static void filters(Report report, FilterDiff diff) {
        report.items(diff.runs(), diff.runCount(), filter -> report.line(name(filter), difference(filter)));
        report.line(
                "in all",
                number(diff.count(Kind.EQUAL)) + " equal, " + number(diff.changed()) + " different, "
                        + number(diff.count(Kind.ONLY_IN_A)) + " only in A, " + number(diff.count(Kind.ONLY_IN_B))
                        + " only in B");
        if (!diff.a().map(FilterDiff.Side::baseLg).equals(diff.b().map(FilterDiff.Side::baseLg))) {
            report.line("note", "base lg differs, so filters of one number belong to different windows");
        } else if (!diff.sameBytes() && diff.changed() + diff.count(Kind.ONLY_IN_A) + diff.count(Kind.ONLY_IN_B) == 0) {
            report.line("note", "every filter is equal; other bytes of the block differ");
        }
    }

    private static String name(FilterDiff.Run filter) {
        return filter.count() == 1 ? "filter " + filter.first() : filter.first() + " to " + filter.last();
    }

    private static String difference(FilterDiff.Run filter) {
        return switch (filter.kind()) {
            case EQUAL -> "equal";
            case ONLY_IN_A -> "only in A";
            case ONLY_IN_B -> "only in B";
            case OFFSETS -> "offsets damaged, A " + length(filter.lengthA()) + ", B " + length(filter.lengthB());
            case LENGTH -> "A " + length(filter.lengthA()) + ", B " + length(filter.lengthB()) + probes(filter);
            case PROBES -> "k " + filter.probesA() + " in A, " + filter.probesB() + " in B, " + bits(filter);
            case BITS -> bits(filter);
        };
    }

    private static String bits(FilterDiff.Run filter) {
        return number(filter.onlyA(), "bit") + " only in A, " + number(filter.onlyB()) + " only in B, of "
                + length(filter.lengthA());
    }

    private static String length(int length) {
        return length < 0 ? "damaged" : length == 0 ? "empty" : number(length, "byte");
    }

    /** Where both have a k, and not the same. */
    private static String probes(FilterDiff.Run filter) {
        boolean differ = filter.probesA() != filter.probesB() && filter.lengthA() > 0 && filter.lengthB() > 0;
        return differ ? "; k " + filter.probesA() + " in A, " + filter.probesB() + " in B" : "";
    }
}
