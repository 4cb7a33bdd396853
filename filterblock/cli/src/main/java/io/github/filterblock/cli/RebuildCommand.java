// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.cli.RebuildDocument.Filter;
import io.github.filterblock.cli.RebuildDocument.OldFilter;
import io.github.filterblock.database.CorruptDatabaseException;
import io.github.filterblock.durable.FailureReason;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code rebuild}. */
@Command(
        name = "rebuild",
        description = "Writes the same table with a new filter block: data blocks stay byte for byte the same.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock rebuild --bits-per-key 14 000005.ldb 000005-14.ldb")
final class RebuildCommand extends Verb<RebuildDocument> {
    @Parameters(index = "0", paramLabel = "FILE", description = "the table; only read")
    private Path file;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            converter = OutputFile.class,
            description = "the new table; must not exist yet")
    private Path out;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            converter = FilterPlanOptions.OfTables.class,
            completionCandidates = FilterPlanOptions.OfTables.class,
            description = "write the filter as POLICY does: ${COMPLETION-CANDIDATES}; by default as the table's is, or"
                    + " leveldb if it has none, or rocksdb-block in RocksDB's tables. fast-local, ribbon and legacy"
                    + " are RocksDB's full filters, for its own tables, which by default get fast-local from format"
                    + " version 5 on and legacy below; they also replace a filter in partitions")
    private FilterPlanOptions.@Nullable Policy policy;

    @Mixin
    private FilterPlanOptions planOptions;

    @Mixin
    private FilterOptions options;

    RebuildCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        planOptions.plan(policy);
        return run(file);
    }

    @Override
    RebuildDocument examine(Path source) throws Failure {
        FilterPlan plan = planOptions.plan(policy);
        return read(source, table -> {
            try {
                FilterHints hints = databases().hints(source, options.hints(), planOptions.equalBytes());
                return RebuildDocument.of(
                        TerminalText.name(source),
                        out,
                        TableRebuild.rebuild(
                                table,
                                source,
                                out,
                                plan,
                                plan.drop() ? hints.withDoubt(Optional.empty()) : hints,
                                report -> databases().refuseHidden(source, table, report)));
            } catch (FileAlreadyExistsException | NoSuchFileException | NotDirectoryException e) {
                throw wrongUsage(FailureReason.withFile(e));
            } catch (CorruptDatabaseException e) {
                throw refused(String.valueOf(e.getMessage()), ExitStatus.FOUND);
            } catch (UnwritableFilterException e) {
                throw Failure.of(source, e).advising(planOptions.advice(e, databases()));
            } catch (FileSystemException e) {
                throw refused(FailureReason.withFile(e), ExitStatus.UNREADABLE);
            }
        });
    }

    private Failure refused(String reason, int exitStatus) {
        return new Failure(TerminalText.name(file), "refused", reason, exitStatus);
    }

    @Override
    void print(RebuildDocument document, Printer printer) {
        printer.heading(document.out(), document.status(), ExitStatus.isWell(document.status()));
        if (document.reason() != null) {
            printer.line("reason", document.reason());
        }
        printer.line("table", document.file());
        printer.line(
                "data",
                number(document.keys(), "key") + " in " + number(document.dataBlocks(), "data block") + ", unchanged");
        OldFilter before = document.oldFilter();
        if (before != null) {
            printer.line(
                    "filter before",
                    before.policy()
                            + (before.size() == null
                                    ? ""
                                    : ", " + number(before.size().longValue(), "byte")));
        }
        if (document.filter() == null) {
            printer.line("filter", "none");
        } else {
            print(document.filter(), printer);
        }
        String size = document.newSize() == null ? "" : number(document.newSize(), "byte");
        printer.line(
                "file",
                document.identical() || document.size() == null
                        ? size + ", identical to the table"
                        : size + ", the table has " + number(document.size()));
        document.notes().forEach(note -> printer.line("note", note));
    }

    /** A Ribbon filter has fewer bits than the option names. */
    private static String bitsPerKey(Filter filter) {
        double bits = filter.bitsPerKey();
        String given = BigDecimal.valueOf(bits).stripTrailingZeros().toPlainString();
        return FilterWords.kind(FullFilterKind.RIBBON).equals(filter.kind())
                ? Formats.fill(
                        "%.1f, with the rate of a Bloom filter of %s",
                        FullFilterPolicy.ribbon(bits).bitsPerKey(), given)
                : given;
    }

    private static void print(Filter filter, Printer printer) {
        printer.line(
                "filter",
                filter.policy() + ", " + number(filter.filters(), "filter") + ", " + number(filter.size(), "byte"));
        if (filter.dialect() != null) {
            printer.line("dialect", filter.dialect());
        }
        if (filter.kind() != null) {
            printer.line("kind", filter.kind());
        }
        List<Integer> fitting = filter.fittingBitsPerKey();
        printer.line(
                "bits per key",
                bitsPerKey(filter)
                        + (fitting == null || fitting.get(0).equals(fitting.get(1))
                                ? ""
                                : "; " + Formats.range(fitting.get(0), fitting.get(1)) + " fit the old filter"));
        if (filter.baseLg() != null) {
            printer.line("base lg", String.valueOf(filter.baseLg()));
        }
        if (filter.prefixes() != null) {
            printer.line("prefixes", "of " + filter.prefixes());
        }
        printer.line("key domain", filter.keyDomain());
    }
}
