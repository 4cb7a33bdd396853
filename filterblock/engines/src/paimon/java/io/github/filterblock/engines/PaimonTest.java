// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.paimon.compression.CompressOptions;
import org.apache.paimon.io.cache.CacheManager;
import org.apache.paimon.lookup.LookupStoreFactory.Context;
import org.apache.paimon.lookup.sort.SortLookupStoreFactory;
import org.apache.paimon.lookup.sort.SortLookupStoreReader;
import org.apache.paimon.lookup.sort.SortLookupStoreWriter;
import org.apache.paimon.memory.MemorySlice;
import org.apache.paimon.options.MemorySize;
import org.apache.paimon.utils.BloomFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Paimon's sorted lookup store, a format of its own with one bare filter for each file, asked before the index: with
 * its own Bloom filter, and with RocksDB's filters in its place.
 */
class PaimonTest {
    private static final int KEYS = 100_000;
    private static final int ROUNDS = 3;
    private static final double RATE = 0.01;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Path TABLE =
            Path.of(System.getProperty("filterblock.engines", "target/engines")).resolve("paimon.tsv");

    @TempDir
    Path directory;

    private final CacheManager cache = new CacheManager(MemorySize.ofMebiBytes(256));
    private final SortLookupStoreFactory factory =
            new SortLookupStoreFactory(MemorySlice::compareTo, cache, 4096, new CompressOptions("none", 1));

    /** What a lookup of an absent key costs. */
    private record Cost(double falsePositives, double cpuNanos, int filterBytes) {}

    private static byte[] random(int number) {
        SplittableRandom random = new SplittableRandom(number);
        return ByteBuffer.allocate(16)
                .putLong(random.nextLong())
                .putLong(random.nextLong())
                .array();
    }

    /** Even numbers are stored, and odd ones asked for. */
    private static byte[] decimal(int number) {
        int neighbour = number < KEYS ? 2 * number : 2 * (number - KEYS) + 1;
        return String.format(Locale.ROOT, "%016d", neighbour).getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void rocksDbsFiltersTakeThePlaceOfItsOwn() throws IOException {
        Files.createDirectories(TABLE.getParent());
        StringBuilder rows =
                new StringBuilder("keys\tfilter\tfalse_positives_percent\tbytes_per_key\tcpu_ns_per_get\n");
        Map<String, IntFunction<byte[]>> laws = Map.of("random", PaimonTest::random, "decimal", PaimonTest::decimal);
        for (String law : List.of("random", "decimal")) {
            Map<Layout, Cost> costs = costs(law, laws.get(law));
            costs.forEach((layout, cost) -> rows.append(String.format(
                    Locale.ROOT,
                    "%s\t%s\t%.2f\t%.3f\t%.0f%n",
                    law,
                    layout.label(),
                    100 * cost.falsePositives(),
                    (double) cost.filterBytes() / KEYS,
                    cost.cpuNanos())));
            int own = costs.get(Layout.OWN).filterBytes();
            assertTrue(costs.get(Layout.FAST_LOCAL).filterBytes() <= 1.05 * own, costs::toString);
            assertTrue(costs.get(Layout.RIBBON).filterBytes() <= 0.76 * own, costs::toString);
            for (Layout layout : List.of(Layout.FAST_LOCAL, Layout.RIBBON)) {
                double rate = costs.get(layout).falsePositives();
                assertTrue(rate > 0.5 * RATE && rate < 1.15 * RATE, costs::toString);
            }
        }
        Files.writeString(TABLE, rows);
        System.out.print(rows);
    }

    /** Writes a file with each filter, and asks them in turn, so that other programs disturb all of them. */
    private Map<Layout, Cost> costs(String law, IntFunction<byte[]> keys) throws IOException {
        Map<Layout, SortLookupStoreReader> readers = new EnumMap<>(Layout.class);
        for (Layout layout : List.of(Layout.OWN, Layout.FAST_LOCAL, Layout.RIBBON)) {
            Path file = directory.resolve(law + layout.label());
            SortLookupStoreReader reader = factory.createReader(file.toFile(), write(file, layout, keys));
            if (layout != Layout.OWN) {
                reader.useFullFilter();
            }
            assertEquals(0, wrong(reader, keys), layout.label());
            readers.put(layout, reader);
        }
        Map<Layout, Cost> costs = new EnumMap<>(Layout.class);
        for (int i = 0; i < ROUNDS; i++) {
            for (Map.Entry<Layout, SortLookupStoreReader> each : readers.entrySet()) {
                Cost cost = absent(each.getValue(), keys);
                costs.merge(each.getKey(), cost, (a, b) -> a.cpuNanos() <= b.cpuNanos() ? a : b);
            }
        }
        for (SortLookupStoreReader reader : readers.values()) {
            reader.close();
        }
        return costs;
    }

    private static List<byte[]> sorted(IntFunction<byte[]> keys) {
        List<byte[]> sorted = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            sorted.add(keys.apply(i));
        }
        sorted.sort(Arrays::compareUnsigned);
        return sorted;
    }

    private Context write(Path file, Layout layout, IntFunction<byte[]> keys) throws IOException {
        BloomFilter.Builder own = layout == Layout.OWN ? BloomFilter.builder(KEYS, RATE) : null;
        SortLookupStoreWriter writer = factory.createWriter(file.toFile(), own);
        if (layout != Layout.OWN) {
            FullFilterKind kind = layout == Layout.RIBBON ? FullFilterKind.RIBBON : FullFilterKind.FAST_LOCAL_BLOOM;
            writer.fullFilter = FullFilterPolicy.forRate(kind, RATE).newBuilder();
        }
        for (byte[] key : sorted(keys)) {
            writer.put(key, key);
        }
        return writer.close();
    }

    /** How many present keys are not found with their values, or absent ones are found. */
    private static int wrong(SortLookupStoreReader reader, IntFunction<byte[]> keys) throws IOException {
        int wrong = 0;
        for (int i = 0; i < 2 * KEYS; i++) {
            byte[] key = keys.apply(i);
            wrong += Arrays.equals(i < KEYS ? key : null, reader.lookup(key)) ? 0 : 1;
        }
        return wrong;
    }

    private static Cost absent(SortLookupStoreReader reader, IntFunction<byte[]> keys) throws IOException {
        byte[][] asked = new byte[KEYS][];
        for (int i = 0; i < KEYS; i++) {
            asked[i] = keys.apply(KEYS + i);
        }
        long passed = reader.passed;
        long start = THREADS.getCurrentThreadCpuTime();
        for (byte[] key : asked) {
            reader.lookup(key);
        }
        double nanos = THREADS.getCurrentThreadCpuTime() - start;
        return new Cost((double) (reader.passed - passed) / KEYS, nanos / KEYS, reader.filterSize());
    }
}
