// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.FilterEstimate.Full;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Estimates the full filters that RocksDB, which alone asks them, could have for a table. */
final class FullFilterEstimator {
    private static final int MIN_BITS = 4;
    private static final int MAX_BITS = 20;

    /** RocksDB before 6.6, which reads no later version, takes other kinds for damaged legacy ones (RF-19). */
    private static final int FIRST_WITH_ALL_KINDS = 5;

    private FullFilterEstimator() {}

    /**
     * Why no full filter is estimated for a table.
     *
     * @return a clause; empty if some are estimated, and for a table that RocksDB did not write
     */
    static Optional<String> obstacle(TableReport report) {
        TableStructure structure = report.structure();
        if (!structure.origin().rocksDb() && structure.footer().pebbleFormat() == 0) {
            return Optional.empty();
        }
        if (report.partitionedFilter().isPresent()) {
            return Optional.of("filters in partitions keep their sizes");
        }
        return TableKeys.obstacleToFullFilter(structure)
                .or(() -> report.certaintyOfUserKeys().doubt().map(doubt -> doubt.detail()));
    }

    /** One of each kind and number of bits that the table's reader can use; none if there is an obstacle. */
    static List<FilterEstimate> estimates(TableFile table, TableReport report) throws IOException {
        if (!report.structure().origin().rocksDb() || obstacle(report).isPresent()) {
            return List.of();
        }
        Additions additions = new Additions();
        TableStructure structure = report.structure();
        boolean wholeKeys = structure.fullFilterContents().wholeKeys();
        TableKeys.addToFullFilter(table, structure, FullFilterKind.FAST_LOCAL_BLOOM, wholeKeys, additions);
        if (additions.count == 0) {
            return List.of();
        }
        List<FilterEstimate> estimates = new ArrayList<>();
        for (FullFilterKind kind : kinds(report.structure().footer().formatVersion())) {
            Full shape = new Full(kind);
            for (int bits = MIN_BITS; bits <= MAX_BITS; bits++) {
                FullFilterGeometry plan = shape.policy(bits).plan(additions.count, additions.first);
                if (plan.kind() == kind) { // a Ribbon filter of few keys is a Bloom filter
                    double matches = plan.expectedRate(additions.count) * report.entries();
                    estimates.add(new FilterEstimate(shape, bits, 1, report.entries(), plan.sizeInBytes(), matches));
                }
            }
        }
        return estimates;
    }

    private static List<FullFilterKind> kinds(int formatVersion) {
        return formatVersion < FIRST_WITH_ALL_KINDS
                ? List.of(FullFilterKind.LEGACY_BLOOM)
                : List.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM);
    }

    /** Counts what is added, and keeps the first of it. */
    private static final class Additions implements LongConsumer {
        private long count;
        private long first;
        private long last;

        @Override
        public void accept(long hash) {
            if (count > 0 && hash == last) {
                return;
            }
            if (count++ == 0) {
                first = hash;
            }
            last = hash;
        }
    }
}
