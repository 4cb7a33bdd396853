// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the filters of a table again, in the form that each has, and compares them with
 * the stored ones. Not thread-safe.
 */
final class FilterComparison implements FilterAdditions.Sink {
    private static final int MAX_ROWS_OF_FEW = 1024;

    /** Writers take less than 1.4 rows for a key, and a fifth more where sizes are chosen by memory (RF-18). */
    private static final long MAX_ROWS_OF_A_KEY = 4;

    static final int CANDIDATES = 4;

    private final TableFile table;
    private final List<FilterPartition> partitions;
    private final boolean manyCandidates;
    private final @Nullable FullFilterBuilder[] builders = new FullFilterBuilder[CANDIDATES];
    private final boolean[] filled = new boolean[CANDIDATES];
    private final Findings.Collector differences;
    private int number;
    private long differing;

    FilterComparison(TableFile table, RocksDbFilter filter) {
        this.table = table;
        this.partitions = filter.partitions();
        this.manyCandidates = partitions.size() > 1;
        this.differences = new Findings.Collector(Findings.USUAL_LIMIT);
        begin();
    }

    private void begin() {
        Arrays.fill(builders, null);
        Arrays.fill(filled, false);
        if (number < partitions.size()) {
            FullFilterGeometry geometry = partitions.get(number).filter().geometry();
            for (int i = 0; i < (manyCandidates ? CANDIDATES : 1) && geometry.bits() > 0; i++) {
                builders[i] = FullFilterBuilder.of(geometry);
            }
        }
    }

    @Override
    public void add(byte[] text, int length, int when) {
        for (int i = 0; i < CANDIDATES; i++) {
            if ((when >> i & 1) != 0) {
                filled[i] = true;
                FullFilterBuilder builder = builders[i];
                if (builder != null) {
                    builder.addKey(text, 0, length);
                }
            }
        }
    }

    @Override
    public void cut() {
        if (number < partitions.size()) {
            compare(partitions.get(number));
        }
        number++;
        begin();
    }

    /** The last entry was added. */
    void finish() {
        while (number < partitions.size()) {
            cut();
        }
    }

    private void compare(FilterPartition partition) {
        byte[] stored = stored(table, partition);
        FullFilterKind kind = partition.filter().geometry().kind();
        if (kind == FullFilterKind.EMPTY) {
            if (filled[0] && filled[1]) {
                differ(partition, "has no bits, but keys were added to it");
            }
            return;
        }
        byte[] @Nullable [] built = new byte[CANDIDATES][];
        for (int i = 0; i < CANDIDATES; i++) {
            FullFilterBuilder builder = builders[i];
            built[i] = builder == null
                            || hasRoomForMore(partition, builder)
                            || builder.solve().isEmpty()
                    ? null
                    : builder.finish();
            if (Arrays.equals(stored, built[i])) {
                return;
            }
        }
        differ(partition, difference(stored, built[0], kind));
    }

    /** Whether a Ribbon filter claims more rows than any writer gives to so many keys; to solve them all takes long. */
    private static boolean hasRoomForMore(FilterPartition partition, FullFilterBuilder builder) {
        FullFilterGeometry geometry = partition.filter().geometry();
        return geometry.kind() == FullFilterKind.RIBBON
                && geometry.rows() > MAX_ROWS_OF_FEW + MAX_ROWS_OF_A_KEY * builder.additions();
    }

    private static byte[] stored(TableFile table, FilterPartition partition) {
        try {
            return table.read(partition.handle()).contents();
        } catch (CorruptTableException e) {
            throw new UncheckedIOException(new IOException("the file changed while it was read", e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String difference(byte[] stored, byte @Nullable [] built, FullFilterKind kind) {
        if (built == null || kind == FullFilterKind.RIBBON) {
            return "differs from the filter of the table's keys";
        }
        long more = 0;
        long fewer = 0;
        for (int i = 0; i < stored.length; i++) {
            more += Integer.bitCount(stored[i] & ~built[i] & 0xff);
            fewer += Integer.bitCount(built[i] & ~stored[i] & 0xff);
        }
        return "differs from the filter of the table's keys: " + more + " bits are set that no key sets, " + fewer
                + " are clear that a key sets";
    }

    private void differ(FilterPartition partition, String how) {
        differing++;
        int which = number;
        differences.add(
                Rule.RF_21,
                partition.handle().offset(),
                () -> (partitions.size() == 1 ? "the filter " : "the filter of partition " + which + " ") + how);
    }

    /** How many filters are not those that the keys give. */
    long differing() {
        return differing;
    }

    Findings differences() {
        return differences.findings();
    }
}
