// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.FilterDiff;
import io.github.filterblock.analysis.TableAnalysis;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.CorruptTableException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code diff}. */
@Command(
        name = "diff",
        description = "Shows what differs between the filters of two tables, filter by filter.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock diff 000005.ldb backup/000005.ldb")
final class DiffCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "the first table")
    private Path a;

    @Parameters(index = "1", paramLabel = "B", description = "the second table")
    private Path b;

    @Option(names = "--json", description = "one JSON object on one line")
    private boolean json;

    /** A table, or why it cannot be compared. */
    private record Examined(@Nullable TableAnalysis analysis, String reason) {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Examined first = examine(a);
        if (first.analysis() == null) {
            return failed(out, a, first.reason());
        }
        Examined second = examine(b);
        if (second.analysis() == null) {
            return failed(out, b, second.reason());
        }
        FilterDiff diff = FilterDiff.of(first.analysis(), second.analysis(), Integer.MAX_VALUE);
        if (json) {
            DiffJson.print(out, a, b, diff);
        } else {
            DiffText.print(new Report(out), a, b, diff);
        }
        return diff.equal() ? ExitStatus.WELL : ExitStatus.FOUND;
    }

    private static Examined examine(Path file) {
        return TableExamination.examine(
                file,
                table -> examined(TableAnalysis.of(table)),
                (status, reason, findings) -> new Examined(null, status.id() + ": " + reason));
    }

    private static Examined examined(TableAnalysis analysis) {
        boolean knowsItsFilter = !analysis.metaindex().isEmpty() || analysis.status() != TableStatus.CORRUPT;
        Optional<CorruptTableException> damage = analysis.filter()
                .flatMap(filter -> filter.damage())
                .or(() ->
                        analysis.damage().stream().filter(e -> !knowsItsFilter).findFirst());
        return damage.map(e ->
                        new Examined(null, "corrupt: offset " + Long.toUnsignedString(e.offset()) + ": " + e.detail()))
                .orElseGet(() -> new Examined(analysis, ""));
    }

    private int failed(PrintWriter out, Path file, String reason) {
        if (json) {
            DiffJson.printFailure(out, a, b, file + ": " + reason);
        } else {
            spec.commandLine().getErr().println(TerminalText.escaped(file + ": " + reason));
        }
        return ExitStatus.UNREADABLE;
    }
}
