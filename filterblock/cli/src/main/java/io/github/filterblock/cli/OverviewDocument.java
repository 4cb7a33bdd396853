// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.fill;
import static io.github.filterblock.cli.Formats.number;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.inspect.sum/1}: the tables that {@code inspect} was given, together.
 *
 * @param files how many files, those that are no tables included
 * @param statuses how many have which status
 * @param bytes of all files
 * @param filterBytes of all filters, with what leads to them
 * @param withoutFilter how many tables have no filter
 * @param firstWithoutFilter some of them by name, at most 20
 * @param obsolete how many tables are not named by the MANIFEST beside them
 * @param dataRead whether data blocks were read, so that keys were checked against their filters
 * @param groups the tables of each column family and level
 * @param unreadLogs write-ahead logs of the databases, which were not read
 * @param policies what the options files of the databases say about filters
 */
record OverviewDocument(
        String schema,
        long files,
        Map<String, Long> statuses,
        long bytes,
        long filterBytes,
        long withoutFilter,
        List<String> firstWithoutFilter,
        long obsolete,
        boolean dataRead,
        List<Group> groups,
        List<String> unreadLogs,
        List<Policy> policies) {
    /**
     * The live tables of a column family and level.
     *
     * @param database the directory; null for tables that no MANIFEST names
     * @param columnFamily its name; null for tables that no MANIFEST names
     * @param level 0 or more; null for tables that no MANIFEST names
     * @param tables how many
     * @param bytes of their files
     * @param filterBytes of their filters, with what leads to them
     * @param kinds of filters that they have, a form and a kind each
     * @param keys in filters whose number of keys is known
     * @param bitsPerKey of those filters; null if there are none
     * @param expectedFalsePositiveRate of the filters whose rate is known, weighted by their keys; null if there are
     *     none
     * @param withoutFilter how many tables have no filter
     */
    record Group(
            @Nullable String database,
            @Nullable String columnFamily,
            @Nullable Integer level,
            long tables,
            long bytes,
            long filterBytes,
            List<String> kinds,
            long keys,
            @Nullable Double bitsPerKey,
            @Nullable Double expectedFalsePositiveRate,
            long withoutFilter) {}

    /**
     * What the newest options file of a database says of a column family.
     *
     * @param file its name
     * @param columnFamily its name
     * @param policy {@code filter_policy} as it is written, {@code nullptr} where there is none
     * @param tables how many tables of the family were read
     * @param differing how many of them have no filter, or one although the policy is none, or bits per key that differ
     *     from the policy's by more than a tenth
     */
    record Policy(String file, String columnFamily, String policy, long tables, long differing) {}

    private static final int MAX_LOGS = 3;

    /** The same for people. */
    void print(Printer printer) {
        if (groups.isEmpty()) {
            return;
        }
        int name = groups.stream()
                .map(Group::columnFamily)
                .mapToInt(family -> family == null ? 1 : family.length())
                .reduce("column family".length(), Math::max);
        int kinds = groups.stream()
                .mapToInt(group -> String.join(", ", group.kinds()).length())
                .reduce("kind".length(), Math::max);
        String row = "%-" + name + "s %5s %9s %9s %9s  %-" + kinds + "s %8s %9s %7s";
        printer.row(fill(
                row, "column family", "level", "tables", "size", "filters", "kind", "bits/key", "expected", "without"));
        String database = null;
        for (Group group : groups) {
            if (group.database() != null && !group.database().equals(database) && areSeveralDatabases()) {
                database = group.database();
                printer.row(database + ":");
            }
            printer.row(fill(
                    row,
                    group.columnFamily() == null ? "-" : group.columnFamily(),
                    group.level() == null ? "-" : String.valueOf(group.level()),
                    number(group.tables()),
                    Formats.bytes(group.bytes()),
                    Formats.bytes(group.filterBytes()),
                    String.join(", ", group.kinds()),
                    group.bitsPerKey() == null ? "-" : fill("%.1f", group.bitsPerKey()),
                    group.expectedFalsePositiveRate() == null
                            ? "-"
                            : Formats.percent(group.expectedFalsePositiveRate()),
                    number(group.withoutFilter())));
        }
        printer.row(sum());
        for (Policy policy : policies) {
            printer.row(policy.file() + ": " + policy.columnFamily() + " has filter_policy=" + policy.policy()
                    + (policy.differing() == 0
                            ? ", as its tables do"
                            : "; " + number(policy.differing()) + " of its " + number(policy.tables(), "table")
                                    + (policy.differing() == 1 ? " differs" : " differ")));
        }
        if (!dataRead) {
            printer.row("data blocks were not read: verify checks the keys against their filters");
        }
    }

    private boolean areSeveralDatabases() {
        return groups.stream().map(Group::database).distinct().count() > 1;
    }

    private String sum() {
        StringBuilder sum = new StringBuilder(number(files, "file"))
                .append(", ")
                .append(Formats.bytes(bytes))
                .append(", ")
                .append(Formats.bytes(filterBytes))
                .append(" of filters");
        if (withoutFilter > 0) {
            sum.append("; ").append(number(withoutFilter)).append(" without a filter");
        }
        if (obsolete > 0) {
            sum.append("; ").append(number(obsolete)).append(" obsolete, not in the rows above");
        }
        if (!unreadLogs.isEmpty()) {
            sum.append("; ")
                    .append(number(unreadLogs.size(), "write-ahead log"))
                    .append(" not read: ");
            sum.append(String.join(", ", unreadLogs.subList(0, Math.min(MAX_LOGS, unreadLogs.size()))));
            sum.append(unreadLogs.size() > MAX_LOGS ? ", ..." : "");
        }
        return sum.toString();
    }
}
