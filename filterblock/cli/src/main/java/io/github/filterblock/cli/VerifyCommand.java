// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.TableStatus;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code verify}. */
@Command(
        name = "verify",
        description = "Checks every checksum, every rule of the format, and every key against its filter.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock verify ~/.bitcoin/chainstate")
final class VerifyCommand extends SummedVerb<VerifyDocument, VerifySum> {
    @Option(
            names = "--bits",
            description =
                    "also build each full filter of RocksDB's and Pebble's again, and compare it bit by bit; reads"
                            + " the data twice")
    private boolean bits;

    @Mixin
    private ListOptions lists;

    @Mixin
    private FilterOptions options;

    VerifyCommand(Session session) {
        super(session);
    }

    @Override
    TableLines<VerifyDocument> lines() {
        return TableLines.verify(options, lists.limit(json()), bits ? memoryOfAFile() : 0);
    }

    @Override
    Surroundings around(Path file) {
        return new Surroundings(
                isObsolete(file),
                databases().doubt(file).orElse(null),
                databases().place(file),
                (table, report) -> databasesOfTables().add(file, table, report),
                () -> json() ? Optional.empty() : hint(file));
    }

    /** What is wrong with the files around the tables. */
    @Override
    int afterTables() {
        int limit = Math.min(lists.limit(json()), Findings.USUAL_LIMIT);
        return printDatabases(databasesOfTables().documentsWithoutTables(paths(), limit));
    }

    @Override
    void printSum(VerifySum sum, Printer printer) {
        String statuses = sum.statuses().entrySet().stream()
                .map(status -> number(status.getValue())
                        + (status.getKey() == TableStatus.FINDINGS ? " with " : " ")
                        + status.getKey().id())
                .collect(Collectors.joining(", "));
        printer.heading(
                number(sum.results(), "file"),
                statuses + (sum.obsolete() == 0 ? "" : ", " + number(sum.obsolete()) + " of them obsolete") + "; "
                        + number(sum.keys(), "key")
                        + (sum.asked() == sum.keys()
                                ? " checked, "
                                : " read, " + number(sum.asked()) + " checked against their filters, ")
                        + number(sum.falseNegatives()) + " denied by their filters");
    }

    /** Among many tables one that is well has a single line. */
    @Override
    void print(VerifyDocument document, Printer printer) {
        printer.title(document);
        if (areMany() && !isVerbose() && ExitStatus.isWell(document.status())) {
            boolean isOk = document.status().equals(TableStatus.OK.id());
            if (isOk && !document.asked() && document.keys() > 0) {
                printer.line("filter", "not checked: it does not cover these keys");
            }
            if (isOk && document.reason() != null) {
                printer.line("note", document.reason());
            }
            return;
        }
        String asked = document.asked()
                ? ", " + number(document.falseNegatives()) + " denied by the filter"
                : "; no filter could be probed";
        printer.line(
                "keys checked",
                number(document.keys()) + " in "
                        + (document.blocksRead() == document.blocks() ? "" : number(document.blocksRead()) + " of ")
                        + number(document.blocks(), "data block") + asked);
        Found.print(document.findings(), document.findingsTotal(), printer);
        if (document.builtAgain() == null) {
            if (!bits && document.fullFilter()) {
                printer.line("filter bits", "not compared: the filter was not built again; --bits does it");
            }
        } else if (document.builtAgain()) {
            printer.line("filter bits", "those of the table's keys");
        }
        if (document.note() != null) {
            printer.line("note", document.note());
        }
        boolean incomplete = document.status().equals(TableStatus.INCOMPLETE.id());
        if ((incomplete || document.findings().isEmpty()) && document.reason() != null) {
            printer.line("note", withoutFinding(document.reason(), document));
        }
    }

    /** A reason that begins with a finding adds only what follows: the finding was printed. */
    private static String withoutFinding(String reason, VerifyDocument document) {
        for (Found each : document.findings()) {
            String start = "offset " + each.offset() + ": " + each.message() + "; ";
            if (reason.startsWith(start)) {
                return reason.substring(start.length());
            }
        }
        return reason;
    }
}
