// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Tables whose report, with answers for some keys or for one that no table has, is a recorded text. */
final class Reports {
    private static final int MANY = 5;
    private static final String ABSENT = "0";

    private final Recorded cases = new Recorded();
    private final Set<Part> parts;

    /** What of a report is recorded beside the answers. */
    enum Part {
        FINDINGS,
        FILTER
    }

    Reports(Part... parts) {
        this.parts = Set.of(parts);
    }

    Reports add(String name, TestTable table, String... asked) {
        return add(name, table.write(), asked);
    }

    Reports add(String name, TestFile file, String... asked) {
        return add(name, file, FilterHints.NONE, asked);
    }

    Reports add(String name, TestTable table, FilterHints hints) {
        return add(name, table.write(), hints);
    }

    private Reports add(String name, TestFile file, FilterHints hints, String... asked) {
        cases.add(name, () -> text(parts, file, hints, asked));
        return this;
    }

    Stream<DynamicTest> compareWith(String recorded) throws IOException {
        return cases.compareWith("analysis/" + recorded);
    }

    private static String text(Set<Part> parts, TestFile file, FilterHints hints, String... asked) throws IOException {
        try (TableFile table = file.open()) {
            TableReport report = TableReport.of(table, hints);
            List<String> lines = new ArrayList<>();
            lines.add(places(file));
            if (parts.contains(Part.FINDINGS)) {
                describeFindings(lines, TableVerification.of(table, report));
            }
            if (parts.contains(Part.FILTER)) {
                lines.add(report.filter()
                        .map(Reports::identification)
                        .orElseGet(() -> "no filter, keys of " + report.keyFormat()));
                report.filter(BlockFilter.class)
                        .filter(filter -> filter.damage().isEmpty())
                        .ifPresent(filter -> describeRows(lines, filter));
            }
            TableQuery query = new TableQuery(report);
            lines.add("search " + query.search());
            query.explain(0, ABSENT.getBytes(ISO_8859_1))
                    .traces()
                    .forEach(block -> lines.add("a block at 0 " + (block.mayMatch() ? "may have '" : "has no '")
                            + ABSENT + "': " + block.why()));
            for (String key : asked.length == 0 ? new String[] {ABSENT} : asked) {
                byte[] bytes = key.getBytes(ISO_8859_1);
                TableQuery.Answer answer = query.ask(bytes);
                TableQuery.Explanation explanation = query.explain(bytes);
                assertEquals(answer.mayMatch(), explanation.mayMatch(), key);
                lines.add("ask '" + key + "': " + (answer.mayMatch() ? "may match" : "absent")
                        + (answer.blockOffset().isPresent()
                                ? " at " + answer.blockOffset().getAsLong()
                                : "")
                        + (explanation.distrust().isPresent() ? ", distrusted: " : ", ") + explanation.why());
            }
            return String.join("\n", lines) + "\n";
        }
    }

    private static String places(TestFile file) {
        return "data at " + first(file.data().stream().map(BlockHandle::offset).toList())
                + file.filter()
                        .map(filter -> ", filter from " + filter.offset() + " to " + (filter.end() - 5))
                        .orElse("")
                + ", metaindex at " + file.metaindex().offset() + ", index at "
                + file.index().offset();
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(MANY, all.size()));
    }

    private static void describeFindings(List<String> lines, TableVerification verified) {
        TableReport report = verified.report();
        lines.add("status " + report.status() + ", verified " + verified.status()
                + report.verdict()
                        .reason()
                        .map(why -> ", since " + why.detail())
                        .orElse(""));
        lines.add(report.entries() + " entries" + ascending(report)
                + first(report.facts().blocks()).stream()
                        .map(block -> ", " + block.keyCount() + " in the block of type " + block.type() + " at "
                                + block.offset())
                        .collect(Collectors.joining()));
        report.filter(BlockFilter.class)
                .ifPresent(
                        filter -> lines.add("filter block of " + filter.stored().layout()));
        for (CorruptTableException damage : report.damage()) {
            lines.add("damage " + damage.reason() + " at " + damage.offset());
        }
        first(verified.findings().first()).forEach(finding -> lines.add("finding " + finding));
        lines.add(verified.findings().count() + " findings");
    }

    private static String ascending(TableReport report) {
        return Arrays.stream(KeyFormat.values())
                .filter(report.facts()::ascending)
                .map(format -> ", ascending as " + format)
                .collect(Collectors.joining());
    }

    private static String identification(ExaminedFilter filter) {
        FilterIdentification<?> found = filter.identification();
        return filter.trust().reason() + ", " + found.hashes() + (found.ambiguous() ? " ambiguous" : "") + " of "
                + found.keyFormat().map(Object::toString).orElse("no key format")
                + (found.keyFormat().isEmpty() && found.keys() > 0 ? ", ambiguous" : "") + ": denies "
                + found.falseNegatives() + " of "
                + found.keys() + " keys, " + found.distinguishingKeys() + " tell readings apart"
                + found.remaining().stream()
                        .map(each -> "; " + each.hash() + " of " + each.keyFormat() + " denies " + each.denied())
                        .collect(Collectors.joining());
    }

    private static void describeRows(List<String> lines, BlockFilter filter) {
        lines.add(filter.rows().size() + " filters, bits per key "
                + filter.bitsPerKey().map(ExaminedFilter.BitsPerKey::toString).orElse("unknown"));
        for (FilterRow row : first(filter.rows())) {
            lines.add("filter " + row.index()
                    + (row.reachable() ? " from " + Long.toUnsignedString(row.firstOffset()) : " of no window")
                    + ": " + row.keys() + " keys in " + row.length() + " bytes"
                    + (row.hasBytes()
                            ? ", k " + row.info().probes() + ", " + row.info().bits() + " bits"
                            : ""));
        }
    }

    /** What a caller knows. */
    static FilterHints hints(FilterDialect dialect, KeyFormat keyFormat) {
        return new FilterHints(Optional.ofNullable(dialect), Optional.ofNullable(keyFormat));
    }
}
