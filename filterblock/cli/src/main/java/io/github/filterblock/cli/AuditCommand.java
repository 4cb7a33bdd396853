// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.fill;
import static io.github.filterblock.cli.Formats.number;
import static io.github.filterblock.cli.Formats.percent;

import io.github.filterblock.Windows;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.cli.AuditDocument.Advice;
import io.github.filterblock.cli.AuditDocument.Asked;
import io.github.filterblock.cli.AuditDocument.Estimate;
import io.github.filterblock.cli.AuditDocument.Space;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code audit}. */
@Command(
        name = "audit",
        description =
                "Measures how many absent keys the filters let pass, compares this with the expected rate, and shows"
                        + " the size and rate with other parameters; of several tables, also their sum.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock audit ~/.bitcoin/chainstate")
final class AuditCommand extends SummedVerb<AuditDocument, AuditSum> {
    @Option(names = "--plans", description = "list every estimate, not only the cheapest of each base lg")
    private boolean allEstimates;

    @Mixin
    private AuditOptions asking;

    @Mixin
    private FilterOptions options;

    AuditCommand(Session session) {
        super(session);
    }

    @Override
    TableLines<AuditDocument> lines() {
        return TableLines.audit(options, asking.seed(), asking.samples());
    }

    @Override
    Surroundings around(Path file) {
        return new Surroundings(
                isObsolete(file),
                null,
                Optional.empty(),
                (table, report) -> databasesOfTables().add(file, table, report),
                Optional::empty);
    }

    @Override
    int afterTables() {
        return printDatabases(databasesOfTables().documents(paths(), ListOptions.USUAL_LIMIT));
    }

    @Override
    void print(AuditDocument table, Printer printer) {
        if (!isWhole(table)) {
            printer.row(table.file() + ": " + table.status() + matching(table));
            return;
        }
        printer.heading(table);
        measurements(table, printer);
        askedAt(table.search(), printer);
        List<Integer> bits = table.bitsPerKey();
        if (!table.unratedFilter() || table.hasUnknownFilter() || table.space().filterBytes() > 0) {
            space(
                    table.space(),
                    (table.baseLg() == null ? "" : "; base lg " + table.baseLg())
                            + (bits == null
                                    ? ""
                                    : ", " + Formats.range(bits.get(0), bits.get(1)) + " bits per key"
                                            + Formats.unusual(bits)),
                    printer);
        }
        estimates(table, table.baseLg(), printer);
        printer.blank();
    }

    private static String matching(AuditDocument table) {
        Asked keys = table.randomKeys();
        return keys.asked() == 0
                ? ""
                : ", " + percent(keys.rate()) + " of random keys match, expected about " + percent(keys.expectedRate());
    }

    @Override
    void printSum(AuditSum sum, Printer printer) {
        AuditDocument.Sum total = AuditDocument.of(sum);
        printer.heading(
                number(total.tables(), "table"),
                number(total.tables() - total.space().tables()) + " without a known filter, "
                        + number(total.withoutTable(), "file") + " left out");
        if (total.tables() == 0) {
            return;
        }
        measurements(total, printer);
        space(total.space(), "", printer);
        estimates(total, Windows.DEFAULT_BASE_LG, printer);
    }

    private static String unrated(AuditFigures audit) {
        if (audit instanceof AuditDocument table) {
            return table.hasUnknownFilter()
                    ? "it is not known how good the filter in use is"
                    : "the filter in use is damaged";
        }
        return "the filters in use are damaged, or their policy is not built in";
    }

    private static void measurements(AuditFigures audit, Printer printer) {
        if (audit.randomKeys().asked() + audit.steps().asked() == 0) {
            boolean unknown = audit instanceof AuditDocument table && table.hasUnknownFilter();
            printer.line(
                    "measured",
                    unknown
                            ? "nothing: the policy of the filter is not built in"
                            : "nothing: no filter can deny a key");
            return;
        }
        printer.line("random keys", measured(audit.randomKeys()));
        printer.line("neighbours", measured(audit.steps()));
    }

    private static void askedAt(TableQuery.Search search, Printer printer) {
        if (search == TableQuery.Search.USER_KEY) {
            printer.line("asked by", "user key, without the index");
        } else if (search == TableQuery.Search.INDEX) {
            printer.line(
                    "asked at",
                    "random keys, blocks weighted by their number of keys; neighbours at the block that the index"
                            + " names");
        } else if (search == TableQuery.Search.ALL_BLOCKS) {
            printer.line(
                    "asked at",
                    "random keys, blocks weighted by their number of keys; neighbours at the block of the key that they"
                            + " come from");
        }
    }

    private static String measured(Asked keys) {
        if (keys.asked() == 0) {
            return "none were asked about";
        }
        return percent(keys.rate()) + " of " + number(keys.asked()) + " match (95 % confidence: "
                + percent(keys.interval95().get(0)) + " to "
                + percent(keys.interval95().get(1)) + "), expected about "
                + percent(keys.expectedRate());
    }

    private static void space(Space space, String parameters, Printer printer) {
        if (space.tables() > 0) {
            printer.line(
                    "space",
                    number(space.filterBytes(), "byte") + " of filters" + bitsEach(space.filterBytes(), space.keys())
                            + ", " + number(space.offsetBytes()) + " of offsets"
                            + bitsEach(space.offsetBytes(), space.keys()) + parameters);
        }
    }

    private static String bitsEach(long bytes, long keys) {
        return keys == 0 ? "" : fill(" (%.1f bits per key)", 8.0 * bytes / keys);
    }

    private void estimates(AuditFigures audit, @Nullable Integer inUse, Printer printer) {
        Advice advice = advice(audit, false);
        List<Estimate> shown = shown(audit, false);
        if (!shown.isEmpty()) {
            printer.line("estimates", fill("%7s %13s %14s %10s", "base lg", "bits per key", "bytes", "expected"));
        }
        for (Estimate estimate : shown) {
            String rate = percent(estimate.expectedRate());
            printer.line(
                    "",
                    fill(
                            "%7d %13d %,14d %10s",
                            Objects.requireNonNull(estimate.baseLg()), estimate.bitsPerKey(), estimate.bytes(), rate));
        }
        fullEstimates(audit, printer);
        if (audit.unratedFilter()) {
            printer.line("recommended", "nothing: " + unrated(audit));
            return;
        }
        boolean hasFull = audit.estimates().stream().anyMatch(Estimate::isFull);
        int baseLg = Objects.requireNonNullElse(inUse, Windows.DEFAULT_BASE_LG);
        if (advice != null) {
            printer.line("recommended", advice(audit.space(), advice, baseLg));
        } else if (!hasFull) {
            printer.line("recommended", noAdvice(audit));
        }
        Advice full = advice(audit, true);
        if (hasFull) {
            printer.line(
                    advice == null ? "recommended" : "full filter",
                    full == null ? noFullAdvice(audit) : fullAdvice(audit.space(), full));
        }
        Estimate whole = advice == null ? null : advice.wholeTable();
        if (whole != null) {
            printer.line(
                    "whole table",
                    "for an engine that probes before it searches the index: base lg " + whole.baseLg()
                            + ", one filter for the whole table, with " + whole.bitsPerKey() + " bits per key"
                            + saving(audit.space(), whole));
        }
    }

    /** What is recommended of full filters, or of those with windows. */
    private static @Nullable Advice advice(AuditFigures audit, boolean full) {
        return audit.recommendations().stream()
                .filter(each -> each.best().isFull() == full)
                .findFirst()
                .orElse(null);
    }

    private List<Estimate> shown(AuditFigures audit, boolean full) {
        Advice advice = advice(audit, full);
        List<Estimate> cheapest = advice == null ? List.of() : advice.cheapest();
        return (allEstimates ? audit.estimates() : cheapest)
                .stream().filter(each -> each.isFull() == full).toList();
    }

    private void fullEstimates(AuditFigures audit, Printer printer) {
        List<Estimate> shown = shown(audit, true);
        if (!shown.isEmpty()) {
            printer.line(
                    "full filters",
                    fill("%16s %15s %13s %14s %10s", "kind", "--bits-per-key", "bits per key", "bytes", "expected"));
        }
        for (Estimate estimate : shown) {
            printer.line(
                    "",
                    fill(
                            "%16s %15d %13.1f %,14d %10s",
                            Objects.requireNonNull(estimate.kind()),
                            estimate.bitsPerKey(),
                            stored(estimate),
                            estimate.bytes(),
                            percent(estimate.expectedRate())));
        }
    }

    /** The bits that the filters would have for each key; for Ribbon fewer than the option names. */
    private static double stored(Estimate estimate) {
        return 8.0 * estimate.bytes() / estimate.keys();
    }

    /** The cheapest of RocksDB's full filters beside the filters in use. */
    private static String fullAdvice(Space inUse, Advice advice) {
        Estimate best = advice.best();
        return inUse.tables() == best.tables() && inUse.bytes() <= best.bytes()
                ? "keep the current filter; nothing smaller is as good"
                : fill(
                                "%s with %.1f bits per key (--bits-per-key %d)",
                                Objects.requireNonNull(best.kind()), stored(best), best.bitsPerKey())
                        + saving(inUse, best);
    }

    private static String noFullAdvice(AuditFigures audit) {
        long estimated = audit.estimates().stream()
                .filter(Estimate::isFull)
                .mapToLong(Estimate::tables)
                .max()
                .orElse(0);
        long tables = audit.space().tables();
        return estimated < tables
                ? "nothing: " + tables + " tables have filters, " + estimated + " of them estimates; audit these alone"
                : "nothing: no estimate has as few false positives";
    }

    private static String noAdvice(AuditFigures audit) {
        if (audit.estimates().isEmpty()
                && audit instanceof AuditDocument table
                && table.withoutFullEstimates() != null) {
            return "nothing: " + table.withoutFullEstimates();
        }
        if (audit.estimates().isEmpty()) {
            return audit instanceof AuditDocument.Sum
                    ? "nothing: no other filter was estimated for any of the tables"
                    : "nothing: not all data blocks could be read";
        }
        return audit.estimates().get(0).keys() == 0
                ? "nothing: there are no keys"
                : "nothing: no estimate has as few false positives";
    }

    /** The cheapest estimate beside the filters in use, and the cheapest with the same base lg if it is another one. */
    static String advice(Space inUse, Advice advice, int baseLg) {
        Estimate best = advice.best();
        if (inUse.tables() == best.tables() && inUse.bytes() <= best.bytes()) {
            return "keep the current filter; nothing smaller is as good";
        }
        return "base lg " + best.baseLg() + " with " + best.bitsPerKey() + " bits per key" + saving(inUse, best)
                + advice.cheapest().stream()
                        .filter(same -> Objects.equals(same.baseLg(), baseLg) && !same.equals(best))
                        .findFirst()
                        .map(same -> "; with base lg " + baseLg + ": " + same.bitsPerKey() + " bits per key"
                                + saving(inUse, same))
                        .orElse("");
    }

    private static String saving(Space inUse, Estimate estimate) {
        if (inUse.tables() != estimate.tables()) {
            String some = inUse.tables() < estimate.tables() ? "" : " for " + number(estimate.tables(), "table");
            return ", " + number(estimate.bytes(), "byte") + some;
        }
        double share = 100.0 * (inUse.bytes() - estimate.bytes()) / inUse.bytes();
        return share <= 0 ? ", no fewer bytes" : fill(", %.1f %% fewer bytes", share);
    }
}
