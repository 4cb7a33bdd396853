// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.database.VersionEdit.Bounds;
import io.github.filterblock.table.FilterContents.Order;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * From level 1 on, a program looks for a key in one table of each level, so the ranges of a level may not overlap
 * (DB-11). Two tables may share the last user key of one and the first of the other, if the entries in the other are
 * older.
 */
final class LevelOrder {
    private LevelOrder() {}

    static void check(List<LiveTable> tables, Manifest manifest, Findings.Collector findings) {
        int first = manifest.kind().firstOrderedLevel();
        tables.forEach(table -> checkBounds(table, findings));
        Map<String, List<LiveTable>> levels = tables.stream()
                .filter(table -> table.level() >= first && table.keys().isPresent())
                .collect(Collectors.groupingBy(
                        table -> table.columnFamily() + " " + table.level(), TreeMap::new, Collectors.toList()));
        levels.values().forEach(level -> checkLevel(level, manifest, findings));
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

    private static void checkLevel(List<LiveTable> level, Manifest manifest, Findings.Collector findings) {
        Order order = range(level.get(0)).order();
        List<LiveTable> sorted = level.stream()
                .sorted((one, other) -> compare(
                        order,
                        bounds(one, manifest).smallest(),
                        bounds(other, manifest).smallest()))
                .toList();
        for (int i = 1; i < sorted.size(); i++) {
            LiveTable before = sorted.get(i - 1);
            LiveTable table = sorted.get(i);
            if (compare(
                            order,
                            bounds(before, manifest).largest(),
                            bounds(table, manifest).smallest())
                    >= 0) {
                findings.add(
                        Rule.DB_11,
                        table.recordOffset(),
                        () -> "the keys of " + before.file().getFileName() + " and "
                                + table.file().getFileName() + " overlap in level " + table.level());
            }
        }
    }

    /** Compares internal keys: of equal user keys the one with the higher tag comes first (TF-12). */
    private static int compare(Order order, byte[] one, byte[] other) {
        int byUserKey = order.compare(InternalKey.userKey(one), InternalKey.userKey(other));
        return byUserKey != 0
                ? byUserKey
                : Long.compareUnsigned(InternalKey.tag(other, other.length), InternalKey.tag(one, one.length));
    }

    private static Bounds bounds(LiveTable table, Manifest manifest) {
        return stated(table, manifest).bounds();
    }

    private static AddedTable stated(LiveTable table, Manifest manifest) {
        return Objects.requireNonNull(manifest.tables().get(table.number()));
    }

    private static LiveTable.KeyRange range(LiveTable table) {
        return table.keys().orElseThrow();
    }
}
