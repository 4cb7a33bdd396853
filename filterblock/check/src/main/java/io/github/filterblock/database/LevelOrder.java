// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.database.KeyRange.Order;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * From level 1 on, a program looks for a key in one table of each level, so the ranges of a level may not overlap
 * (DB-11). Two tables may share the last user key of one and the first of the other.
 */
final class LevelOrder {
    /** Basho's tables overlap in level 1 as well. */
    private static final int BASHO_OVERLAPPING = 2;

    private LevelOrder() {}

    static void check(List<LiveTable> tables, DatabaseKind kind, Findings.Collector findings) {
        int first = kind == DatabaseKind.BASHO ? BASHO_OVERLAPPING : 1;
        tables.forEach(table -> checkBounds(table, findings));
        Map<String, List<LiveTable>> levels = tables.stream()
                .filter(table -> table.level() >= first && table.keys().isPresent())
                .collect(Collectors.groupingBy(
                        table -> table.columnFamily() + " " + table.level(), TreeMap::new, Collectors.toList()));
        levels.values().forEach(level -> checkLevel(level, findings));
    }

    private static void checkBounds(LiveTable table, Findings.Collector findings) {
        table.keys().ifPresent(range -> {
            if (range.order().compare(range.smallest(), range.largest()) > 0) {
                findings.add(
                        Rule.DB_11,
                        table.recordOffset(),
                        () -> table.file().getFileName() + ": its smallest key is above its largest");
            }
        });
    }

    private static void checkLevel(List<LiveTable> level, Findings.Collector findings) {
        Order order = range(level.get(0)).order();
        List<LiveTable> sorted = level.stream()
                .sorted((one, other) ->
                        order.compare(range(one).smallest(), range(other).smallest()))
                .toList();
        for (int i = 1; i < sorted.size(); i++) {
            LiveTable before = sorted.get(i - 1);
            LiveTable table = sorted.get(i);
            if (order.compare(range(before).largest(), range(table).smallest()) > 0) {
                findings.add(
                        Rule.DB_11,
                        table.recordOffset(),
                        () -> "the keys of " + before.file().getFileName() + " and "
                                + table.file().getFileName() + " overlap in level " + table.level());
            }
        }
    }

    private static KeyRange range(LiveTable table) {
        return table.keys().orElseThrow();
    }
}
