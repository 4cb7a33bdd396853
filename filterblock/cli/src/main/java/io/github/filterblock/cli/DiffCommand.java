// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterDiff;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.CorruptTableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The verb {@code diff}. */
@Command(
        name = "diff",
        description = "Shows what differs between the filters of two tables, filter by filter.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock diff 000005.ldb backup/000005.ldb")
final class DiffCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A", converter = PathConverter.class, description = "the first table")
    private Path a;

    @Parameters(index = "1", paramLabel = "B", converter = PathConverter.class, description = "the second table")
    private Path b;

    @Mixin
    private ListOptions output;

    @Override
    public Integer call() throws IOException {
        int limit = output.limit();
        return output.print(
                a, file -> compare(), output.ofOneFile(new DiffText(b), outcome -> DiffJson.of(a, b, outcome, limit)));
    }

    private Outcome<FilterDiff> compare() {
        Outcome<TableReport> first = examine(a);
        Outcome<TableReport> second = first.found().isPresent() ? examine(b) : first;
        if (second.found().isEmpty()) {
            return Outcome.failed(
                    second.subject(), second.status(), second.reason().orElse(""), ExitStatus.UNREADABLE);
        }
        FilterDiff diff =
                FilterDiff.of(first.found().orElseThrow(), second.found().orElseThrow(), output.kept());
        return Outcome.of(Subject.of(a), diff.equal() ? "equal" : "different", Optional.empty(), ExitStatus.WELL, diff)
                .orFound(!diff.equal());
    }

    private static Outcome<TableReport> examine(Path file) {
        return Examination.of(file, table -> examined(file, TableReport.of(table)));
    }

    /** Fails if the filter is not known, or whether there is one. */
    private static Outcome<TableReport> examined(Path file, TableReport analysis) {
        boolean knowsItsFilter = !analysis.metaindex().isEmpty() || analysis.status() != TableStatus.CORRUPT;
        Optional<CorruptTableException> damage = analysis.filter()
                .flatMap(TableFilter::damage)
                .or(() ->
                        analysis.damage().stream().filter(e -> !knowsItsFilter).findFirst());
        return damage.map(
                        e -> Outcome.<TableReport>failed(file, TableStatus.CORRUPT, Outcome.at(e.offset(), e.detail())))
                .orElseGet(() -> Outcome.of(file, analysis.verdict(), analysis));
    }
}
