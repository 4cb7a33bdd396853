// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.fill;
import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.Rule;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.cli.ExplainDocument.Block;
import io.github.filterblock.cli.ExplainDocument.DialectAnswer;
import io.github.filterblock.cli.ExplainDocument.Filter;
import io.github.filterblock.cli.ExplainDocument.Probe;
import io.github.filterblock.cli.ExplainDocument.Step;
import io.github.filterblock.cli.ExplainDocument.UserKey;
import io.github.filterblock.database.KeyView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The verb {@code explain}. */
@Command(
        name = "explain",
        description = "Shows why a table may hold a key or does not: data block, filter, hash, and each bit.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock explain --escaped 000005.ldb 'user\\x00name'")
final class ExplainCommand extends Verb<ExplainDocument> {
    private static final int MAX_KEY_SHOWN = 64;

    @Parameters(index = "0", paramLabel = "FILE", description = "the table")
    private Path file;

    @Parameters(index = "1", paramLabel = "KEY", description = "the key, in UTF-8 by default")
    private String key;

    @Mixin
    private KeyForm form;

    @Option(
            names = "--block",
            paramLabel = "OFFSET",
            converter = OffsetConverter.class,
            description = "ask about the data block at this offset of the file, instead of searching for it")
    private @Nullable Long block;

    @Mixin
    private ListOptions lists;

    @Mixin
    private FilterOptions options;

    /** An unsigned 64-bit number. */
    static final class OffsetConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return Long.parseUnsignedLong(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is not an offset, 0 to 2^64-1");
            }
        }
    }

    ExplainCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException {
        form.parse(key);
        return run(file);
    }

    @Override
    ExplainDocument examine(Path table) throws Failure {
        byte[] bytes = form.parse(key);
        return read(table, opened -> {
            TableReport report = TableReport.of(opened, options.hints());
            return document(TerminalText.name(table), report, bytes, databases().view(table));
        });
    }

    /** A key that the database around the table does not show, or in another form, is not searched for. */
    private ExplainDocument document(String name, TableReport report, byte[] bytes, KeyView view) {
        Optional<String> obstacle = view.obstacle(bytes);
        if (obstacle.isPresent() || view.replacesSuffixes()) {
            return ExplainDocument.ofManifest(name, report, bytes, obstacle);
        }
        TableQuery query = new TableQuery(report);
        List<byte[]> forms = view.parts().stream()
                .filter(part -> part.shows(bytes) != KeyView.Shown.NO)
                .map(part -> part.inFile(bytes))
                .toList();
        byte[] asked = forms.stream()
                .filter(form -> explanation(query, form).mayMatch())
                .findFirst()
                .orElse(forms.get(0));
        return ExplainDocument.of(
                name,
                report,
                block == null ? Searched.of(query) : Searched.GIVEN,
                bytes,
                asked,
                explanation(query, asked),
                lists.limit(json()));
    }

    private TableQuery.Explanation explanation(TableQuery query, byte[] bytes) {
        return block == null ? query.explain(bytes) : query.explain(block, bytes);
    }

    @Override
    void print(ExplainDocument document, Printer printer) {
        printer.heading(document.file(), document.mayMatch() ? "may match" : "absent", document.mayMatch());
        printer.line("key", key(document.key()));
        if (document.inFile() != null) {
            String without = ", without the prefix that the MANIFEST gives (" + Rule.DB_10 + ")";
            printer.line("in the file", key(document.inFile()) + without);
        }
        printer.line("search", search(document.search()));
        List<Block> blocks = document.blocks();
        Optional<Block> passing = blocks.stream().filter(Block::mayMatch).findFirst();
        if (blocks.size() > 1) {
            long denying = blocks.stream().filter(block -> !block.mayMatch()).count();
            printer.line(
                    "data blocks",
                    number(blocks.size()) + " asked, " + number(denying) + " deny the key"
                            + (passing.isPresent() ? "; the first that does not:" : ""));
        }
        if (passing.isPresent() || blocks.size() == 1) {
            print(passing.orElseGet(() -> blocks.get(0)), printer);
        } else if (!blocks.isEmpty()) {
            printer.item(fill("%20s", "data block"));
            printer.items(
                    blocks,
                    document.blocksTotal(),
                    denying -> printer.item(fill("%20s  ", denying.blockOffset()) + denying.why()));
        }
        if (document.userKey() != null) {
            print(document.userKey(), printer);
        }
        printer.line("answer", (document.mayMatch() ? "may match: " : "absent: ") + document.why());
        if (document.reason() != null) {
            printer.line("table", document.status() + ": " + document.reason());
        }
    }

    private static String key(String hex) {
        int length = hex.length() / 2;
        String shown = length > MAX_KEY_SHOWN ? hex.substring(0, 2 * MAX_KEY_SHOWN) + "..." : hex;
        return (length == 0 ? "(empty)" : shown) + ", " + number(length, "byte");
    }

    private static String search(Searched searched) {
        TableQuery.Search search = searched.search();
        if (search == null) {
            return searched.obstacle().orElse("none, the data block was given");
        }
        return switch (search) {
            case INDEX -> "keys ascend in byte order: the index was searched";
            case ALL_BLOCKS -> searched.obstacle().orElseThrow() + ": the filter of every data block was asked";
            case USER_KEY -> "none: the table's filter is probed by user key, without the index";
            case NO_FILTER -> QueryCommand.NO_FILTER;
        };
    }

    private static void print(Block block, Printer printer) {
        printer.line(
                "data block",
                block.size() == null
                        ? "the table has none at " + block.blockOffset()
                        : "[" + block.blockOffset() + ", " + block.size() + "]");
        if (block.filter() == null) {
            return;
        }
        Filter filter = block.filter();
        printer.line(
                "filter",
                filter.index() + ", because " + block.blockOffset() + " >> " + filter.baseLg() + " is "
                        + filter.window());
        printer.line("filter range", range(filter));
        block.readings().forEach(answer -> print(answer, printer));
    }

    private static void print(UserKey step, Printer printer) {
        if (step.partition() != null) {
            printer.line(
                    "partition",
                    step.partition() + " (from 0) of " + number(step.partitions())
                            + ", the first whose separator is not below the key: " + key(step.separator()));
        } else if (step.partitions() > 1) {
            printer.line("partition", "all " + number(step.partitions()) + ", since their order is not known");
        }
        if (!step.asked().equals(step.key())) {
            printer.line("prefix", key(step.asked()));
        }
        printer.line("filter", step.filter());
        if (step.steps().isEmpty()) {
            return;
        }
        if (step.fingerprints()) {
            fingerprints(step, printer);
            return;
        }
        boolean columns = step.columns();
        printer.line("hash", step.hash() + (columns ? ", start at row " : ", line ") + number(step.place()));
        printer.item(fill("%8s %10s", columns ? "column" : "probe", columns ? "segment" : "bit"));
        int number = 0;
        for (Step each : step.steps()) {
            String result = columns
                    ? each.matches() ? "has the parity of the key" : "parity differs: absent"
                    : each.matches() ? "set" : "not set, which decides";
            printer.item(fill("%8d %10d  ", ++number, each.position()) + result);
        }
    }

    /** Only the three together are compared with what the key demands. */
    private static void fingerprints(UserKey step, Printer printer) {
        printer.line("hash", step.hash() + ", from segment " + number(step.place()) + " on");
        List<Step> steps = step.steps();
        printer.line(
                "fingerprints",
                steps.stream().map(each -> number(each.position())).collect(Collectors.joining(", "))
                        + (steps.get(steps.size() - 1).matches()
                                ? ": together they give that of the key"
                                : ": together they do not give that of the key, which decides"));
    }

    private static String range(Filter filter) {
        String inBlock = "bytes " + filter.start() + " to " + filter.limit() + " of the filter block";
        if (!filter.asked()) {
            return inBlock;
        }
        return inBlock
                + (filter.fileOffset() == null
                        ? ", which is stored compressed"
                        : ", from " + filter.fileOffset() + " on in the file");
    }

    private static void print(DialectAnswer answer, Printer printer) {
        String domains = answer.keyDomains().stream()
                .map(domain -> domain.equals("whole-key") ? "whole stored keys" : "stored keys without their tag")
                .collect(Collectors.joining(" or "));
        printer.line("read as", answer.dialect() + ", over " + domains);
        printer.line(
                "hash",
                answer.hash() + ", delta " + answer.delta()
                        + (answer.secondHash() == null ? "" : ", second hash " + answer.secondHash()));
        if (!answer.probes().isEmpty()) {
            printer.line(
                    "k",
                    answer.k() + " of " + number(answer.bits(), "bit")
                            + (answer.modulus() == answer.bits() ? "" : ", modulo " + number(answer.modulus())));
            probes(answer, printer);
        }
        printer.line("", answer.why());
    }

    private static void probes(DialectAnswer answer, Printer printer) {
        printer.item(fill("%8s %10s %10s %5s", "probe", "bit", "byte", "mask"));
        boolean decided = false;
        int number = 0;
        for (Probe probe : answer.probes()) {
            number++;
            boolean decides = !decided && !probe.set() && Objects.equals(probe.bit(), answer.decidingBit());
            decided |= decides;
            String mask = fill("%02x", probe.mask());
            printer.item(fill("%8d %10d %10d %5s  ", number, probe.bit(), probe.byteIndex(), mask)
                    + (probe.set() ? "set" : "not set")
                    + (decides ? ", which decides" : ""));
        }
    }
}
