// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.analysis.FilterAdditions.Rules;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The filters of a partitioned filter, built again from the keys of their table, each as large as the stored one:
 * handles of partitions lie in blocks that do not change. Immutable.
 *
 * @param contents the new filters with their trailers, in the order of the partitions; not copied. Empty if they cannot
 *     be built
 * @param obstacle why they cannot be built; empty if they are
 */
public record RebuiltPartitions(List<byte[]> contents, Optional<String> obstacle) {

    /** Copies the list. */
    public RebuiltPartitions {
        contents = List.copyOf(contents);
    }

    private static RebuiltPartitions refused(String obstacle) {
        return new RebuiltPartitions(List.of(), Optional.of(obstacle));
    }

    /**
     * Builds each partition in its stored form, by the rules of the release under which the fewest filters differ from
     * the stored ones. Where the stored filter is that of the keys, so is the result. It reads the data blocks once
     * more.
     *
     * @param table the table; stays open
     * @param report the report on it; its data is complete
     * @return the filters
     * @throws IOException if the file cannot be read
     */
    public static RebuiltPartitions inStoredForms(TableFile table, TableReport report) throws IOException {
        RocksDbFilter filter = filterOf(report);
        Optional<String> obstacle = obstacle(filter, report);
        if (obstacle.isPresent()) {
            return refused(obstacle.get());
        }
        boolean hasPrefixes = filter.contents().extractor().isPresent();
        List<FilterComparison> comparisons = new ArrayList<>();
        for (Rules rules : hasPrefixes ? Rules.values() : new Rules[] {Rules.OF_9_6}) {
            comparisons.add(0, new FilterComparison(table, filter, rules).keepingFilters());
        }
        List<FilterAdditions> additions = comparisons.stream()
                .map(each -> FilterAdditions.of(each.rules(), wholeKeys(filter.contents()), each))
                .toList();
        walk(table, report, filter, additions);
        comparisons.forEach(FilterComparison::finish);
        FilterComparison best = comparisons.get(0);
        for (FilterComparison each : comparisons) { // the newest rules first
            best = each.differing() < best.differing() ? each : best;
        }
        return best.rebuilt();
    }

    /**
     * Builds each partition as a policy makes it of the additions of RocksDB from 9.6 on.
     *
     * @param table the table; stays open
     * @param report the report on it; its data is complete
     * @param policy the kind and bits per key
     * @return the filters; there are none if a filter would have another size than the stored one
     * @throws IOException if the file cannot be read
     */
    public static RebuiltPartitions by(FullFilterPolicy policy, TableFile table, TableReport report)
            throws IOException {
        RocksDbFilter filter = filterOf(report);
        Optional<String> obstacle = obstacle(filter, report);
        if (obstacle.isPresent()) {
            return refused(obstacle.get());
        }
        FullFilterBuilder builder = policy.newBuilder();
        Made made = new Made(table, filter.partitions(), builder);
        CountedAdditions additions = new CountedAdditions(builder, policy, wholeKeys(filter.contents()), made);
        walk(table, report, filter, List.of(additions));
        return made.all();
    }

    private static RocksDbFilter filterOf(TableReport report) {
        return report.rocksDbFilter().orElseThrow();
    }

    private static boolean wholeKeys(FilterContents contents) {
        return contents.wholeKeys() || contents.extractor().isEmpty();
    }

    private static Optional<String> obstacle(RocksDbFilter filter, TableReport report) {
        return Stream.of(
                        filter.damage()
                                .map(damage -> "the filter at " + damage.offset() + " is damaged: " + damage.detail()),
                        FilterProof.hasKnownKinds(filter)
                                ? Optional.<String>empty()
                                : Optional.of("a partition of the filter is of no known kind"),
                        FilterProof.obstacle(filter, report))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static void walk(TableFile table, TableReport report, RocksDbFilter filter, List<FilterAdditions> additions)
            throws IOException {
        try {
            new PartitionWalk(filter, additions).over(table, report.structure());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The filters that a policy makes. */
    private static final class Made implements FilterAdditions.Sink {
        private final TableFile table;
        private final List<FilterPartition> partitions;
        private final FullFilterBuilder builder;
        private final List<byte[]> filters = new ArrayList<>();
        private Optional<String> refusal = Optional.empty();

        Made(TableFile table, List<FilterPartition> partitions, FullFilterBuilder builder) {
            this.table = table;
            this.partitions = partitions;
            this.builder = builder;
        }

        @Override
        public void add(byte[] text, int length, int when) {}

        @Override
        public void cut() {
            if (refusal.isPresent() || filters.size() == partitions.size()) {
                return;
            }
            FilterPartition partition = partitions.get(filters.size());
            long additions = builder.additions();
            if (additions == 0 && partition.filter().geometry().kind() == FullFilterKind.EMPTY) {
                filters.add(FilterComparison.stored(table, partition));
                return;
            }
            long size = builder.solve().orElseThrow().sizeInBytes();
            if (size != partition.handle().size()) {
                refusal = Optional.of("the filter of partition " + filters.size() + " would have " + size
                        + " bytes for " + additions + " additions, but has "
                        + partition.handle().size() + " in the table, and partitions keep their places");
            } else {
                filters.add(builder.finish());
            }
        }

        RebuiltPartitions all() {
            while (refusal.isEmpty() && filters.size() < partitions.size()) {
                cut();
            }
            return refusal.map(RebuiltPartitions::refused)
                    .orElseGet(() -> new RebuiltPartitions(filters, Optional.empty()));
        }
    }
}
