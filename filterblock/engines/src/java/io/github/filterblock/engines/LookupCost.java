// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import io.github.filterblock.database.Database;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The cost of a lookup: data blocks read, and CPU time of the thread. The layouts are asked in turn, round after round,
 * so that other programs on the machine disturb all of them; the shortest round counts.
 *
 * @param blocksPerGet data blocks read for each lookup
 * @param cpuNanosPerGet nanoseconds of CPU time of the asking thread
 */
record LookupCost(double blocksPerGet, double cpuNanosPerGet) {
    private static final int KEYS = 300_000;
    private static final int ROUNDS = 6;
    private static final int GETS = 20_000;
    private static final int VALUE_LENGTH = 100;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Fills a database for each layout of an engine; they are not compacted while they are open. */
    static Map<Layout, Store> fill(Engine engine, Path directory) throws IOException {
        Map<Layout, Store> stores = new EnumMap<>(Layout.class);
        for (Layout layout : engine.layouts()) {
            Path place = directory.resolve("cost-" + layout.label());
            fill(engine, place, layout);
            Store store = engine.open(place, layout, 0);
            store.suspend();
            stores.put(layout, store);
        }
        return stores;
    }

    /** Returns which share of the bytes of all tables are those of filters. */
    static Map<Layout, Double> sharesOfFilters(Engine engine, Path directory) throws IOException {
        Map<Layout, Double> shares = new EnumMap<>(Layout.class);
        for (Layout layout : engine.layouts()) {
            shares.put(layout, shareOfFilters(directory.resolve("cost-" + layout.label())));
        }
        return shares;
    }

    private static double shareOfFilters(Path directory) throws IOException {
        long filters = 0;
        long all = 0;
        try (Database database = Database.openWithoutLock(directory)) {
            for (LiveTable live : database.tables()) {
                try (TableFile table = TableFile.open(live.file())) {
                    all += table.size();
                    for (MetaindexEntry entry : table.metaindex()) {
                        filters += entry.filterForm().isPresent()
                                ? table.handleOf(entry).size()
                                : 0;
                    }
                }
            }
        }
        return (double) filters / all;
    }

    /** Measures lookups of keys that are all present, or all absent. */
    static Map<Layout, LookupCost> measure(Map<Layout, Store> stores, boolean present) {
        Map<Layout, LookupCost> costs = new EnumMap<>(Layout.class);
        stores.values().forEach(store -> round(store, present, 0));
        for (int i = 1; i <= ROUNDS; i++) {
            int round = i;
            stores.forEach((layout, store) -> costs.merge(layout, round(store, present, round), LookupCost::better));
        }
        return costs;
    }

    /** Keys of 16 random bytes; half of each value can be compressed. */
    private static void fill(Engine engine, Path directory, Layout layout) throws IOException {
        try (Store store = engine.open(directory, layout, 0)) {
            SplittableRandom random = new SplittableRandom(7);
            for (int i = 0; i < KEYS; i++) {
                byte[] value = new byte[VALUE_LENGTH];
                for (int at = 0; at < VALUE_LENGTH / 2; at++) {
                    value[at] = (byte) random.nextInt();
                }
                store.put(key(i, 0), value);
            }
        }
    }

    private static byte[] key(int number, long kind) {
        SplittableRandom random = new SplittableRandom(number * 2L + kind);
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(random.nextLong())
                .putLong(random.nextLong())
                .array();
    }

    /** The reads of all rounds hardly differ; the time depends on what else runs. */
    private LookupCost better(LookupCost other) {
        return cpuNanosPerGet <= other.cpuNanosPerGet ? this : other;
    }

    private static LookupCost round(Store store, boolean present, int round) {
        SplittableRandom random = new SplittableRandom(round);
        byte[][] keys = new byte[GETS][];
        for (int i = 0; i < GETS; i++) {
            keys[i] = key(random.nextInt(KEYS), present ? 0 : 1);
        }
        long blocks = store.blocksRead();
        long start = THREADS.getCurrentThreadCpuTime();
        int found = 0;
        for (byte[] key : keys) {
            found += store.get(key).isPresent() ? 1 : 0;
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - start;
        if (found != (present ? GETS : 0)) {
            throw new AssertionError(found + " of " + GETS + " keys found");
        }
        return new LookupCost((double) (store.blocksRead() - blocks) / GETS, (double) nanos / GETS);
    }
}
