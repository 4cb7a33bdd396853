// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.database.DatabaseReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Adds up tables by column family and level, however many there are. Takes them from any number of threads. */
final class Overview {
    private static final int MAX_NAMED = 20;

    /** Rates are added in the order in which threads come; what differs by that is left out of the result. */
    private static final double PRECISION = 1e12;

    private final Map<Place, Sums> groups = new TreeMap<>();
    private final Map<String, Long> statuses = new TreeMap<>();
    private final TreeSet<String> withoutFilter = new TreeSet<>();
    private final Sums all = new Sums();
    private long tables;
    private long obsolete;

    private record Place(String database, String family, int level, boolean known) implements Comparable<Place> {
        private static final Comparator<Place> ORDER = Comparator.comparing(Place::database)
                .thenComparing(Place::family)
                .thenComparingInt(Place::level);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** Sums over tables. */
    private static final class Sums {
        private final TreeSet<String> kinds = new TreeSet<>();
        private long tables;
        private long bytes;
        private long filterBytes;
        private long withoutFilter;
        private long keys;
        private double bits;
        private long ratedKeys;
        private double matches;

        void add(TableSummary table) {
            tables++;
            bytes += Objects.requireNonNullElse(table.size(), 0L);
            filterBytes += Objects.requireNonNullElse(table.filterBytes(), 0L);
            withoutFilter += table.status().equals(TableStatus.NO_FILTER.id()) ? 1 : 0;
            if (table.form() != null) {
                kinds.add(
                        table.kinds().isEmpty()
                                ? table.form()
                                : table.form() + " " + table.kinds().get(0));
            }
            Long count = table.keys();
            if (count != null && table.bitsPerKey() != null) {
                keys += count;
                bits += count * table.bitsPerKey();
            }
            if (count != null && table.expectedFalsePositiveRate() != null) {
                ratedKeys += count;
                matches += count * table.expectedFalsePositiveRate();
            }
        }

        private static @Nullable Double share(double sum, long of) {
            return of == 0 ? null : Math.rint(sum / of * PRECISION) / PRECISION;
        }

        OverviewDocument.Group group(Place place) {
            return new OverviewDocument.Group(
                    place.known() ? place.database() : null,
                    place.known() ? place.family() : null,
                    place.known() ? place.level() : null,
                    tables,
                    bytes,
                    filterBytes,
                    List.copyOf(kinds),
                    keys,
                    share(bits, keys),
                    share(matches, ratedKeys),
                    withoutFilter);
        }
    }

    private final Map<String, OptionsFile> options = new TreeMap<>();
    private final Map<String, Map<String, long[]>> ofFamilies = new TreeMap<>();

    /** Adds a table, whose database is named as far as it has one. */
    synchronized void add(TableSummary table, @Nullable String database, Optional<DatabaseReport> report) {
        tables++;
        statuses.merge(table.status(), 1L, Long::sum);
        if (Boolean.TRUE.equals(table.obsolete())) {
            obsolete++;
            return;
        }
        if (!isTable(table)) {
            return;
        }
        all.add(table);
        if (table.status().equals(TableStatus.NO_FILTER.id())) {
            withoutFilter.add(table.file());
            if (withoutFilter.size() > MAX_NAMED) {
                withoutFilter.pollLast();
            }
        }
        boolean known = database != null && table.columnFamily() != null && table.level() != null;
        Place place = known
                ? new Place(String.valueOf(database), String.valueOf(table.columnFamily()), level(table), true)
                : new Place("", "", -1, false);
        groups.computeIfAbsent(place, each -> new Sums()).add(table);
        if (known && report.isPresent()) {
            compare(table, place, report.get().directory());
        }
    }

    private static int level(TableSummary table) {
        return Objects.requireNonNullElse(table.level(), -1);
    }

    private static boolean isTable(TableSummary table) {
        return !List.of(TableStatus.NOT_A_TABLE.id(), TableStatus.UNREADABLE.id())
                .contains(table.status());
    }

    private void compare(TableSummary table, Place place, Path directory) {
        OptionsFile file = options.computeIfAbsent(place.database(), each -> OptionsFile.newest(directory));
        long[] counts = ofFamilies
                .computeIfAbsent(place.database(), each -> new TreeMap<>())
                .computeIfAbsent(place.family(), each -> new long[2]);
        counts[0]++;
        counts[1] += file.differs(place.family(), table) ? 1 : 0;
    }

    /** {@return all tables together} */
    synchronized OverviewDocument document(boolean dataRead, List<String> unreadLogs) {
        List<OverviewDocument.Policy> policies = new ArrayList<>();
        ofFamilies.forEach((database, families) -> families.forEach((family, counts) -> {
            OptionsFile file = Objects.requireNonNull(options.get(database));
            file.policy(family)
                    .ifPresent(policy -> policies.add(
                            new OverviewDocument.Policy(file.name(), family, policy, counts[0], counts[1])));
        }));
        return new OverviewDocument(
                "filterblock.inspect.sum/1",
                tables,
                new TreeMap<>(statuses),
                all.bytes,
                all.filterBytes,
                all.withoutFilter,
                List.copyOf(withoutFilter),
                obsolete,
                dataRead,
                groups.entrySet().stream()
                        .map(each -> each.getValue().group(each.getKey()))
                        .toList(),
                unreadLogs,
                policies);
    }
}
