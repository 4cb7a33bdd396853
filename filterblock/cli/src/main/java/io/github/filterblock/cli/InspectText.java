// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.fill;
import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.analysis.FilterTrust;
import io.github.filterblock.analysis.TableStatus;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What {@code inspect} prints for people: the table, and the filter that answers, of either kind. */
record InspectText(InspectDocument table, Printer printer, boolean verbose) {
    private static final int MAX_OF_A_KEY = 60;

    private static final String NO_BITS = "none: there are no bits";

    void print() {
        printer.heading(table);
        printer.line("file", number(table.size(), "byte"));
        printer.line("footer", table.footer().text());
        printer.items(
                table.metaindex(),
                table.metaindexTotal(),
                entry -> printer.line("metaindex", entry.key() + " " + place(entry.offset(), entry.size())));
        printer.line("data blocks", dataBlocks());
        if (table.firstKey() != null || table.lastKey() != null) {
            printer.line("keys", shown(table.firstKey()) + " to " + shown(table.lastKey()));
        }
        if (table.indexBytes() != null) {
            printer.line("index", number(table.indexBytes(), "byte") + " of the table's own index");
        }
        if (table.lost() != null) {
            printer.line("lost", table.lost());
        }
        properties();
        printer.line("key domain", keyDomain());
        if (table.filter() instanceof InspectedBlockFilter filter) {
            print(filter);
        } else if (table.filter() instanceof InspectedUserKeyFilter filter) {
            print(filter);
        }
        printer.blank();
    }

    private static String place(@Nullable BigInteger offset, @Nullable BigInteger size) {
        return offset == null ? "without a handle" : "[" + offset + ", " + size + "]";
    }

    private String dataBlocks() {
        String types = IntStream.range(0, table.compressions().size())
                .mapToObj(i -> table.compressions().get(i).replaceFirst("^type-.*", "compressed") + " (type "
                        + table.blockTypes().get(i) + ")")
                .collect(Collectors.joining(", "));
        return number(table.dataBlocks()) + (types.isEmpty() ? "" : ": " + types) + "; " + number(table.entries())
                + (table.entries() == 1 ? " entry" : " entries");
    }

    private static String shown(@Nullable String hex) {
        if (hex == null) {
            return "not known";
        }
        String text = KeyForm.Text.escaped(HexFormat.of().parseHex(hex));
        return text.length() <= MAX_OF_A_KEY ? text : text.substring(0, MAX_OF_A_KEY) + "...";
    }

    private void properties() {
        Map<String, String> all = table.properties();
        if (all.isEmpty()) {
            return;
        }
        String created = all.get("rocksdb.creation.time");
        if (created != null && created.matches("[1-9][0-9]{0,10}")) {
            String host = all.getOrDefault("rocksdb.creating.host.identity", "");
            printer.line(
                    "written", Instant.ofEpochSecond(Long.parseLong(created)) + (host.isEmpty() ? "" : ", on " + host));
        }
        printer.line("properties", number(all.size()) + (verbose ? ":" : "; -v prints them"));
        if (verbose) {
            all.forEach((name, value) -> printer.item(name + " = " + value));
        }
    }

    private String noKeys() {
        return table.damageTotal() == 0 ? "none: there are no keys" : "none: no key could be read";
    }

    private List<InspectedBlockFilter.Interpretation> readings() {
        return table.filter() instanceof InspectedBlockFilter filter ? filter.readings() : List.of();
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
                        .filter(each -> !each.keyDomain().equals(domain) && each.denied() > 0)
                        .findFirst()
                        .map(other -> "; as " + other.keyDomain() + " " + denials(other))
                        .orElse("; by the form of the keys");
    }

    /** One that keeps denying is not asked about all keys; the sentence says how many it was asked about. */
    private static String denials(InspectedBlockFilter.Interpretation each) {
        return each.asked() == 1
                ? "the first key would be denied"
                : number(each.denied()) + " of the first " + number(each.asked(), "key") + " would be denied";
    }

    private void print(InspectedBlockFilter filter) {
        String compression = filter.compression() == null
                ? ", block type -1"
                : filter.compression() == 0 ? ", stored raw" : ", block type " + filter.compression();
        filter("block-based, probed by data block", filter, compression + ", checksum " + filter.checksum());
        printer.line("policy", filter.policy());
        printer.line("dialect", dialect(filter));
        if (filter.filterBytes() == null) {
            return;
        }
        Integer baseLg = filter.baseLg();
        printer.line(
                "base lg", baseLg == null ? "none, the block is too short" : baseLg + ": " + Formats.window(baseLg));
        printer.line("filters", number(filter.filters()) + ", " + number(filter.emptyFilters()) + " of them empty");
        if (!filter.readings().isEmpty()) {
            printer.line("k", range(filter.k(), "%.0f"));
            printer.line("bits per key", bitsPerKey(filter));
            printer.line("fill ratio", range(filter.fillRatio(), "%.3f"));
        }
        figures(filter, "", "offsets");
        if (filter.rows() != null) {
            rows(filter.rows(), filter.filters());
        }
    }

    private void print(InspectedUserKeyFilter filter) {
        filter(filter.form() + ", probed by user key", filter, "");
        filter.kinds().forEach(kind -> printer.line("kind", kind(kind)));
        if (filter.hash() != null) {
            printer.line("hash", filter.hash() + hashMeaning(filter.hash()));
        }
        printer.line("in the filter", added(filter));
        if (filter.fillRatio() != null) {
            printer.line("fill ratio", range(filter.fillRatio(), "%.3f"));
        }
        String perEntry = filter.bitsPerEntry() == null ? "" : fill(" (%.2f bits per key)", filter.bitsPerEntry());
        figures(filter, perEntry, filter.partitions() == null ? "" : "the index of partitions");
        if (filter.rows() != null) {
            userKeyRows(filter.rows(), filter.filters());
        }
    }

    private void filter(String form, InspectedFilter filter, String more) {
        printer.line("filter", form + ", " + place(filter.offset(), filter.size()) + more);
    }

    /** What filters of both kinds have. */
    private void figures(InspectedFilter filter, String perEntry, String overhead) {
        if (filter.expectedFalsePositiveRate() != null) {
            printer.line(
                    "expected rate",
                    filter.distrust() == null
                            ? "about " + Formats.percent(filter.expectedFalsePositiveRate()) + " of false positives"
                                    + (asksPrefixes(filter) ? " for each prefix that is probed" : "")
                            : "every key may match: the filter's denials are not trusted");
        }
        printer.line(
                "space",
                number(Objects.requireNonNull(filter.filterBytes()), "byte") + " of filters" + perEntry
                        + (overhead.isEmpty()
                                ? ""
                                : ", " + number(Objects.requireNonNull(filter.overheadBytes()), "byte") + " of "
                                        + overhead));
        printer.line("keys checked", checked(filter));
    }

    private static boolean asksPrefixes(InspectedFilter filter) {
        return filter.trust().equals(Formats.word(FilterTrust.Reason.PREFIXES_ASKED));
    }

    private String checked(InspectedFilter filter) {
        if (filter.keys() == 0) {
            return filter.distrust() == null ? noKeys() : "none, " + filter.distrust();
        }
        String all = number(filter.keys());
        if (filter.falseNegatives() > 0) {
            return number(filter.falseNegatives()) + " of " + all
                    + " are denied, so the filter's denials are not trusted";
        }
        if (!filter.tested()) {
            return "none: " + all + " were read, but the filter does not cover these keys";
        }
        return all + ", all match their filters" + prefixes() + unread()
                + (filter.distrust() == null ? "" : "; even so, its denials are not trusted");
    }

    private String prefixes() {
        if (!(table.filter() instanceof InspectedUserKeyFilter filter)) {
            return "";
        }
        return prefixes(filter.deniedPrefixes(), filter.untestedPrefixes());
    }

    /** What is wrong with prefixes of the keys that match. */
    static String prefixes(long denied, boolean untested) {
        if (denied > 0) {
            return denied == 1
                    ? "; the prefix of one is denied"
                    : "; the prefixes of " + number(denied) + " are denied";
        }
        return untested ? "; their prefixes could not be tested" : "";
    }

    /** What the keys that were read leave open. */
    private String unread() {
        return table.status().equals(TableStatus.INCOMPLETE.id())
                ? "; the filter was not probed for those of blocks that are not decoded"
                : "";
    }

    private String dialect(InspectedBlockFilter filter) {
        if (filter.readings().isEmpty()) {
            return "unknown: the policy is not built in, so every key may match";
        }
        if (filter.candidates() != null) {
            return "ambiguous: " + String.join(" or ", filter.candidates())
                    + "; no key of the table tells them apart, so a key is absent only if all deny it";
        }
        return filter.dialect()
                + filter.readings().stream()
                        .filter(each -> !each.dialect().equals(filter.dialect())
                                && each.keyDomain().equals(table.keyDomain())
                                && each.denied() > 0)
                        .findFirst()
                        .map(other -> "; as " + other.dialect() + " " + denials(other))
                        .orElse("");
    }

    private String bitsPerKey(InspectedBlockFilter filter) {
        if (filter.k() == null) {
            return NO_BITS;
        }
        List<Integer> range = filter.bitsPerKey();
        if (range == null) {
            return table.damageTotal() > 0
                    ? "not determined, since not all keys were read"
                    : "unknown: no bits-per-key value reproduces them";
        }
        return Formats.range(range.get(0), range.get(1)) + Formats.unusual(range);
    }

    private static String range(InspectedBlockFilter.@Nullable Range range, String format) {
        if (range == null) {
            return NO_BITS;
        }
        String least = fill(format, range.least());
        String most = fill(format, range.most());
        return least.equals(most) ? least : least + " to " + most + ", on average " + fill("%.3f", range.mean());
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

    private void rows(List<InspectedBlockFilter.Row> rows, int total) {
        printer.item(
                fill("%8s %20s %8s %8s %4s %8s %7s", "filter", "first offset", "bytes", "keys", "k", "bits", "fill"));
        printer.items(rows, total, row -> {
            String offset = row.firstOffset() == null ? "-" : row.firstOffset().toString();
            String length = row.length() < 0 ? "-" : String.valueOf(row.length());
            printer.item(fill("%8d %20s %8s %8d ", row.filter(), offset, length, row.keys()) + bits(row));
        });
    }

    private void userKeyRows(List<InspectedUserKeyFilter.Row> rows, int total) {
        printer.item(fill("%20s %10s %8s %9s", "offset", "bytes", "keys", "expected"));
        printer.items(rows, total, row -> {
            String separator = row.separator() == null ? "" : "; up to the key " + row.separator();
            printer.item(fill("%20d %10d %8d ", row.offset(), row.size(), row.keys())
                    + fill("%9s  ", Formats.percent(row.expectedFalsePositiveRate()))
                    + (row.damage() == null ? row.filter() : row.damage())
                    + separator);
        });
    }

    private static String bits(InspectedBlockFilter.Row row) {
        if (row.probes() == null || row.bits() == null || row.setBits() == null) {
            return row.length() == 0 ? "   - empty" : "   - damaged offsets";
        }
        return fill("%4d %8d %7.3f", row.probes(), row.bits(), Formats.share(row.setBits(), row.bits()));
    }
}
