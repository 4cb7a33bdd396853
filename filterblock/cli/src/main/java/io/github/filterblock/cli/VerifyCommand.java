// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code verify}. */
@Command(
        name = "verify",
        description = "Checks every checksum, every rule of FORMAT.md, and every key against its filter.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock verify ~/.bitcoin/chainstate")
final class VerifyCommand extends TablesVerb<VerifyDocument> {
    @Option(names = "--quiet", description = "leave out tables that are well, and print the others and the sum")
    private boolean quiet;

    @Mixin
    private ListOptions lists;

    @Mixin
    private FilterOptions options;

    private final Map<TableStatus, Long> statuses = new EnumMap<>(TableStatus.class);
    private MergedVerifications sum = MergedVerifications.NONE;
    private long obsolete;

    VerifyCommand() {
        super(VerifyDocument.class);
    }

    @Override
    public Integer call() throws IOException {
        lists.limit();
        int exitStatus = super.call();
        if (areMany() && sum.results() > 0 && !json()) {
            printer(out()).heading(number(sum.results(), "file"), sum());
        }
        return exitStatus;
    }

    @Override
    VerifyDocument examine(Path file) throws Failure {
        return read(
                file,
                table -> VerifyDocument.of(
                        TerminalText.name(file),
                        TableReport.of(table, options.hints(), lists.kept()),
                        lists.limit(json()),
                        isObsolete(file)));
    }

    @Override
    VerifyDocument failed(Path file, Failure failure) {
        return VerifyDocument.of(failure, known(file));
    }

    @Override
    boolean all() {
        return lists.all();
    }

    @Override
    boolean takeNote(VerifyDocument document) {
        add(document);
        return !quiet || !ExitStatus.isWell(document.status());
    }

    private synchronized void add(VerifyDocument document) {
        sum = sum.plus(MergedVerifications.of(document));
        statuses.merge(TableStatus.withId(document.status()).orElseThrow(), 1L, Long::sum);
        obsolete += Boolean.TRUE.equals(document.obsolete()) ? 1 : 0;
    }

    private String sum() {
        return statuses.entrySet().stream()
                        .map(status -> number(status.getValue()) + " "
                                + status.getKey().id())
                        .collect(Collectors.joining(", "))
                + (obsolete == 0 ? "" : ", " + number(obsolete) + " of them obsolete")
                + "; " + number(sum.keys(), "key") + " checked, " + number(sum.falseNegatives())
                + " denied by their filters";
    }

    /** Among many tables one that is well has a single line. */
    @Override
    void print(VerifyDocument document, Printer printer) {
        printer.title(document);
        if (areMany() && ExitStatus.isWell(document.status())) {
            return;
        }
        String asked = document.asked()
                ? ", " + number(document.falseNegatives()) + " denied by the filter"
                : "; no filter that could be asked";
        printer.line(
                "keys checked", number(document.keys()) + " in " + number(document.blocks(), "data block") + asked);
        printer.items(
                document.findings(),
                document.findingsTotal(),
                finding -> printer.item(finding.rule() + " at offset " + finding.offset() + ": " + finding.message()));
        if (document.findings().isEmpty() && document.reason() != null) {
            printer.line("note", document.reason());
        }
    }
}
