// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.fill;
import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code inspect}. */
@Command(
        name = "inspect",
        description = "Shows the layout of tables and of their filters, and whose filters they are.",
        footerHeading = "%nExample:%n",
        footer = "  filterblock inspect --filters 000005.ldb")
final class InspectCommand extends TablesVerb<InspectDocument> {
    @Option(names = "--filters", description = "a row for each filter")
    private boolean filters;

    @Option(
            names = "--html",
            paramLabel = "OUT",
            converter = FilterBlockTool.OutputFile.class,
            description = "write a page with pictures to OUT, which may be an older page, and print where it is"
                    + " instead of text")
    private @Nullable Path html;

    @Mixin
    private ListOptions lists;

    @Mixin
    private FilterOptions options;

    private @Nullable InspectPage page;

    @Override
    public Integer call() throws IOException {
        if (html != null) {
            page = new InspectPage(html, spec().commandLine());
        }
        int exitStatus = super.call();
        if (page != null) {
            page.write(json() ? spec().commandLine().getErr() : out());
        }
        return exitStatus;
    }

    @Override
    InspectDocument examine(Path file) throws Failure {
        int limit = lists.limit(json());
        return read(file, table -> {
            TableReport report = TableReport.of(table, options.hints());
            if (page != null) {
                page.add(
                        file,
                        document(file, report, ListOptions.USUAL_LIMIT, -1),
                        document(file, report, ListOptions.USUAL_LIMIT, InspectPage.MOST_ROWS));
            }
            return document(file, report, limit, filters ? limit : -1);
        });
    }

    private InspectDocument document(Path file, TableReport report, int limit, int mostRows) {
        boolean digest = json() || page != null; // which the text has not
        boolean damaged = report.status() == TableStatus.CORRUPT || report.status() == TableStatus.INCOMPLETE;
        InspectDocument document =
                InspectDocument.of(TerminalText.name(file), report, limit, mostRows, isObsolete(file), digest);
        return damaged ? document.with(hint(file)) : document;
    }

    @Override
    InspectDocument failed(Path file, Failure failure) {
        InspectDocument document = InspectDocument.of(failure, size(file), isObsolete(file));
        if (page != null) {
            page.addFailure(document);
        }
        return document;
    }

    private static @Nullable Long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    boolean isPrinted(InspectDocument document) {
        return page == null || json();
    }

    @Override
    void print(InspectDocument table, Printer printer) {
        new Text(table, printer).print();
    }

    /** What is printed for people. */
    private record Text(InspectDocument table, Printer printer) {
        private static final String NO_BITS = "none: there are no bits";

        /** From so many bits per key on they are a misunderstanding. */
        private static final int UNUSUAL_BITS = 100;

        private void print() {
            printer.heading(table);
            printer.line("file", number(Objects.requireNonNullElse(table.size(), 0L), "byte"));
            InspectDocument.Footer footer = Objects.requireNonNull(table.footer());
            printer.line("footer", "metaindex " + footer.metaindex() + ", index " + footer.index());
            printer.items(
                    table.metaindex(),
                    table.metaindexTotal(),
                    entry -> printer.line("metaindex", entry.key() + " " + place(entry.offset(), entry.size())));
            printer.line("data blocks", dataBlocks());
            printer.line("key domain", keyDomain());
            if (table.filter() != null) {
                filter(table.filter());
            }
            if (table.userKeyFilter() != null) {
                userKeyFilter(table.userKeyFilter());
            }
            printer.blank();
        }

        private static String place(@Nullable BigInteger offset, @Nullable BigInteger size) {
            return offset == null ? "without a handle" : "[" + offset + ", " + size + "]";
        }

        private String dataBlocks() {
            String types = table.blockTypes().stream().map(String::valueOf).collect(Collectors.joining(", "));
            return number(table.dataBlocks()) + (types.isEmpty() ? "" : " of type " + types) + ", "
                    + number(table.entries()) + " entries";
        }

        private String noKeys() {
            return table.damageTotal() == 0 ? "none: there are no keys" : "none: no key could be read";
        }

        private List<InspectDocument.Reading> readings() {
            return table.filter() == null ? List.of() : table.filter().readings();
        }

        private String keyDomain() {
            String domain = table.keyDomain();
            if (domain == null) {
                return noKeys();
            }
            if (domain.equals("ambiguous")) {
                return "ambiguous: no key of the table tells user keys from whole keys";
            }
            String meaning = domain.equals("whole-key") ? " (the whole stored key)" : " (an 8-byte tag after each key)";
            return domain
                    + meaning
                    + readings().stream()
                            .filter(reading -> !reading.keyDomain().equals(domain) && reading.denied() > 0)
                            .findFirst()
                            .map(other -> "; as " + other.keyDomain() + " " + denials(other))
                            .orElse("; by the form of the keys");
        }

        /** A reading that keeps denying is not asked about all keys; the sentence says how many it was asked about. */
        private static String denials(InspectDocument.Reading reading) {
            return number(reading.denied()) + " of the first " + number(reading.asked(), "key") + " would be denied";
        }

        private void filter(InspectDocument.Filter filter) {
            printer.line("policy", filter.policy());
            printer.line("dialect", dialect(filter));
            String compression = filter.compression() == null
                    ? ", block type -1"
                    : filter.compression() == 0 ? ", stored raw" : ", block type " + filter.compression();
            printer.line(
                    "filter block",
                    place(filter.offset(), filter.size()) + compression + ", checksum " + filter.checksum());
            if (filter.filterBytes() != null && filter.offsetBytes() != null) {
                summary(filter, filter.filterBytes(), filter.offsetBytes());
            }
            if (filter.rows() != null) {
                rows(filter.rows(), filter.filters());
            }
        }

        private String dialect(InspectDocument.Filter filter) {
            if (filter.readings().isEmpty()) {
                return "unknown: the policy is not built in, every key may match";
            }
            if (filter.candidates() != null) {
                return "ambiguous: " + String.join(" or ", filter.candidates())
                        + "; no key of the table tells them apart, a key is absent only if all deny it";
            }
            return filter.dialect()
                    + filter.readings().stream()
                            .filter(reading -> !reading.dialect().equals(filter.dialect())
                                    && reading.keyDomain().equals(table.keyDomain()))
                            .findFirst()
                            .map(other -> "; as " + other.dialect() + " " + denials(other))
                            .orElse("");
        }

        private void summary(InspectDocument.Filter filter, long filterBytes, long offsetBytes) {
            Integer baseLg = filter.baseLg();
            printer.line(
                    "base lg",
                    baseLg == null ? "none, the block is too short" : baseLg + ": " + Formats.window(baseLg));
            printer.line("filters", number(filter.filters()) + ", " + number(filter.emptyFilters()) + " of them empty");
            if (!filter.readings().isEmpty()) {
                printer.line("k", range(filter.k(), "%.0f"));
                printer.line("bits per key", bitsPerKey(filter));
                printer.line("fill ratio", range(filter.fillRatio(), "%.3f"));
                if (filter.expectedFalsePositiveRate() != null) {
                    printer.line(
                            "expected rate",
                            Formats.percent(filter.expectedFalsePositiveRate()) + " of false positives");
                }
            }
            printer.line(
                    "space",
                    number(filterBytes, "byte") + " of filters, " + number(offsetBytes, "byte") + " of offsets");
            printer.line("keys checked", checked(filter));
        }

        private String bitsPerKey(InspectDocument.Filter filter) {
            if (filter.k() == null) {
                return NO_BITS;
            }
            List<Integer> range = filter.bitsPerKey();
            if (range == null) {
                return table.damageTotal() > 0
                        ? "not determined, since not all keys were read"
                        : "no bits-per-key value explains the filters";
            }
            String each = Formats.range(range.get(0), range.get(1));
            return range.get(0) > UNUSUAL_BITS ? each + ": bits for each key, not for the filter; 10 is usual" : each;
        }

        private static String range(InspectDocument.@Nullable Range range, String format) {
            if (range == null) {
                return NO_BITS;
            }
            String least = fill(format, range.least());
            String most = fill(format, range.most());
            return least.equals(most) ? least : least + " to " + most + ", on average " + fill("%.3f", range.mean());
        }

        private String checked(InspectDocument.Filter filter) {
            if (filter.readings().isEmpty()) {
                return "none: the policy is not built in";
            }
            if (filter.trust().equals("prefixes-only")) {
                return "none, the filter holds only prefixes of keys, or its properties cannot be read";
            }
            if (filter.keys() == 0) {
                return noKeys();
            }
            String all = number(filter.keys());
            return filter.falseNegatives() > 0
                    ? number(filter.falseNegatives()) + " of " + all + " are denied, so lookups deny nothing"
                    : all + ", all match their filters" + unread()
                            + (filter.trust().equals("trusted") ? "" : "; lookups deny nothing all the same");
        }

        private void userKeyFilter(InspectedUserKeyFilter filter) {
            printer.line(
                    "filter",
                    filter.form() + ", asked by user key, " + place(filter.offset(), filter.size())
                            + "; format version " + filter.formatVersion()
                            + (filter.baseContext() == null ? "" : ", base context " + filter.baseContext()));
            filter.kinds().forEach(kind -> printer.line("kind", kind(kind)));
            if (filter.hash() != null) {
                printer.line("hash", filter.hash() + hashMeaning(filter.hash()));
            }
            printer.line("in the filter", added(filter));
            printer.line(
                    "space",
                    number(filter.filterBytes(), "byte") + " of filters"
                            + (filter.bitsPerKey() == null ? "" : fill(" (%.2f bits per key)", filter.bitsPerKey()))
                            + ", " + number(filter.indexBytes(), "byte") + " of index");
            printer.line("expected rate", Formats.percent(filter.expectedFalsePositiveRate()) + " of false positives");
            printer.line("keys checked", checked(filter));
            if (filter.rows() != null) {
                printer.item(fill("%20s %10s %8s %9s", "offset", "bytes", "keys", "expected"));
                printer.items(filter.rows(), filter.filters(), row -> {
                    String separator = row.separator() == null ? "" : "; up to the key " + row.separator();
                    printer.item(fill("%20d %10d %8d ", row.offset(), row.size(), row.keys())
                            + fill("%9s  ", Formats.percent(row.expectedFalsePositiveRate()))
                            + (row.damage() == null ? row.filter() : row.damage())
                            + separator);
                });
            }
        }

        private static String kind(InspectedUserKeyFilter.Kind kind) {
            List<String> parts = new ArrayList<>();
            parts.add(number(kind.filters()) + " " + kind.kind());
            numbers("probes", kind.probes(), parts);
            numbers("lines", kind.lines(), parts);
            numbers("bytes per line", kind.lineBytes(), parts);
            numbers("seed", kind.seed(), parts);
            numbers("blocks of 128 rows", kind.blocks(), parts);
            numbers("columns", kind.columns(), parts);
            numbers("bits per fingerprint", kind.fingerprintBits(), parts);
            return String.join(", ", parts);
        }

        private static void numbers(String name, @Nullable List<Integer> range, List<String> parts) {
            if (range != null) {
                parts.add(name + " " + Formats.range(range.get(0), range.get(1)));
            }
        }

        private static String hashMeaning(String hash) {
            return hash.equals("either")
                    ? ": no key of the table tells signed from unsigned bytes; a key is absent only if both deny it"
                    : " bytes at the end of a key";
        }

        private static String added(InspectedUserKeyFilter filter) {
            String prefixes = filter.extractor() == null ? "" : "prefixes of " + filter.extractor();
            String what = filter.wholeKeys() ? "whole keys" + (prefixes.isEmpty() ? "" : " and " + prefixes) : prefixes;
            return (what.isEmpty() ? "neither keys nor prefixes" : what)
                    + (filter.entries() == null ? "" : ", " + number(filter.entries()) + " of them")
                    + "; " + order(filter);
        }

        private static String order(InspectedUserKeyFilter filter) {
            if (filter.inOrder() == null) {
                return "the order of keys was not checked";
            }
            return (filter.inOrder() ? "keys in " : "keys not in ") + filter.order() + " order";
        }

        private String checked(InspectedUserKeyFilter filter) {
            if (filter.keys() == 0) {
                return filter.distrust() == null ? noKeys() : "none, " + filter.distrust();
            }
            String all = number(filter.keys());
            if (filter.denied() > 0) {
                return number(filter.denied()) + " of " + all + " are denied, so lookups deny nothing";
            }
            if (!filter.tested()) {
                return "none: " + all + " were read, but could not be asked of the filter";
            }
            String prefixes = filter.deniedPrefixes() > 0
                    ? "; the prefixes of " + number(filter.deniedPrefixes()) + " are denied"
                    : filter.untestedPrefixes() ? "; their prefixes could not be asked" : "";
            return all + ", all match their filters" + prefixes + unread();
        }

        /** What the keys that were read leave open. */
        private String unread() {
            return table.status().equals(TableStatus.INCOMPLETE.id())
                    ? "; those of blocks that are not decoded were not asked"
                    : "";
        }

        private void rows(List<InspectDocument.Row> rows, int total) {
            printer.item(fill(
                    "%8s %20s %8s %8s %4s %8s %7s", "filter", "first offset", "bytes", "keys", "k", "bits", "fill"));
            printer.items(rows, total, row -> {
                String offset =
                        row.firstOffset() == null ? "-" : row.firstOffset().toString();
                String length = row.length() < 0 ? "-" : String.valueOf(row.length());
                printer.item(fill("%8d %20s %8s %8d ", row.filter(), offset, length, row.keys()) + bits(row));
            });
        }

        private static String bits(InspectDocument.Row row) {
            if (row.probes() == null || row.bits() == null || row.setBits() == null) {
                return row.length() == 0 ? "   - empty" : "   - damaged offsets";
            }
            return fill("%4d %8d %7.3f", row.probes(), row.bits(), Formats.share(row.setBits(), row.bits()));
        }
    }
}
