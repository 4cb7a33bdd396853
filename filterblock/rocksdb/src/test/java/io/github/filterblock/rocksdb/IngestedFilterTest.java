// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.TableResult;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * Tables that RocksDB's own writer of files wrote, with filters of this library: RocksDB ingests them, finds every key,
 * and its counters show that it asks the filter and hears what this library's reader hears.
 */
class IngestedFilterTest {
    private static final int FILES = 24;
    private static final int QUESTIONS = 300;
    private static final int VERSIONS = 6;
    private static final List<String> CHECKSUMS = List.of("kCRC32c", "kxxHash64", "kXXH3", "kNoChecksum");
    private static final List<String> PREFIXES = List.of("", "", "fixed:3", "capped:5");
    private static final List<FullFilterKind> KINDS =
            List.of(FullFilterKind.LEGACY_BLOOM, FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON);

    @TempDir
    private Path directory;

    private final Map<String, Integer> ingested = new TreeMap<>();
    private int asked;
    private int denied;

    private static Optional<ColumnFamilyOptions> options(String filter, int version, String checksum, String prefix) {
        Properties properties = new Properties();
        if (!prefix.isEmpty()) {
            properties.put("prefix_extractor", prefix);
        }
        properties.put("compression", "kNoCompression");
        properties.put("disable_auto_compactions", "true");
        properties.put(
                "block_based_table_factory",
                "{filter_policy=" + filter + ";format_version=" + version + ";checksum=" + checksum
                        + ";block_size=512}");
        return Optional.ofNullable(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties));
    }

    /** Releases before 6.6, which do not know version 5, read legacy filters only. */
    private boolean readsAllKinds() throws Exception {
        Optional<ColumnFamilyOptions> options = options("bloomfilter:10:false", 5, "kCRC32c", "");
        return options.isPresent() && isKnown(options.get());
    }

    @Test
    void rocksDbAsksRebuiltFiltersOfIngestedFiles() throws Exception {
        RocksDB.loadLibrary();
        List<FullFilterKind> kinds = readsAllKinds() ? KINDS : KINDS.subList(0, 1);
        for (int number = 0; number < FILES; number++) {
            int version = 2 + number % VERSIONS;
            String checksum = CHECKSUMS.get(number / VERSIONS % CHECKSUMS.size());
            String prefix = PREFIXES.get(number % PREFIXES.size());
            String filter = number % 3 == 0 ? "nullptr" : "bloomfilter:8:false";
            Optional<ColumnFamilyOptions> options = options(filter, version, checksum, prefix);
            if (options.isPresent()) {
                try (ColumnFamilyOptions family = options.get()) {
                    file(number, family, kinds, options("bloomfilter:10:false", version, checksum, prefix));
                }
            }
        }
        System.out.println("ingested " + ingested + ", " + asked + " asked, " + denied + " denied");
        assertTrue(ingested.size() >= kinds.size(), ingested.toString());
        assertTrue(denied > asked / 2, denied + " of " + asked + " denied");
    }

    private void file(
            int number,
            ColumnFamilyOptions family,
            List<FullFilterKind> kinds,
            Optional<ColumnFamilyOptions> readerOptions)
            throws Exception {
        Random random = new Random(number);
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        int count = 2 + random.nextInt(1500);
        while (keys.size() < count) {
            byte[] key = new byte[number % 2 == 0 ? 16 : 4 + random.nextInt(20)];
            random.nextBytes(key);
            keys.add(key);
        }
        if (!isKnown(family)) {
            return;
        }
        Path file = directory.resolve(number + ".sst");
        write(file, family, keys);
        for (FullFilterKind kind : kinds) {
            Path rebuilt = directory.resolve(number + "-" + kind + ".sst");
            TableResult result = TableRebuild.rebuild(
                    file, rebuilt, FilterPlan.KEEP.withFullFilter(kind).withBitsPerKey(12), FilterHints.NONE);
            assertEquals(
                    List.of(),
                    result.notes().stream()
                            .filter(note -> !note.contains("checksums")) // of families that have none
                            .toList());
            try (ColumnFamilyOptions reader = new ColumnFamilyOptions(readerOptions.orElseThrow())) {
                ask(rebuilt, reader, keys, random);
            }
            ingested.merge(kind.toString(), 1, Integer::sum);
        }
    }

    /** Databases refuse versions and checksums that the release does not have; its writer of files does not. */
    private boolean isKnown(ColumnFamilyOptions family) throws Exception {
        Path database = Files.createTempDirectory(directory, "try");
        try (DBOptions shared = new DBOptions().setCreateIfMissing(true);
                Options all = new Options(shared, family);
                RocksDB db = RocksDB.open(all, database.toString())) {
            return db != null;
        } catch (RocksDBException e) {
            return false;
        }
    }

    private static void write(Path file, ColumnFamilyOptions family, TreeSet<byte[]> keys) throws RocksDBException {
        try (DBOptions shared = new DBOptions();
                Options all = new Options(shared, family);
                EnvOptions env = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(env, all)) {
            writer.open(file.toString());
            for (byte[] key : keys) {
                writer.put(key, key);
            }
            writer.finish();
        }
    }

    private void ask(Path rebuilt, ColumnFamilyOptions family, TreeSet<byte[]> keys, Random random) throws Exception {
        Path database = Files.createTempDirectory(directory, "db");
        try (Statistics statistics = new Statistics();
                DBOptions shared = new DBOptions().setCreateIfMissing(true).setStatistics(statistics);
                Options all = new Options(shared, family);
                IngestExternalFileOptions ingestion = new IngestExternalFileOptions();
                RocksDB db = RocksDB.open(all, database.toString());
                TableFile table = TableFile.open(rebuilt)) {
            db.ingestExternalFile(List.of(rebuilt.toString()), ingestion);
            RocksDbFilter filter = table.openRocksDbFilter().orElseThrow();
            for (byte[] key : keys) {
                assertArrayEquals(key, db.get(key), rebuilt::toString);
                assertTrue(filter.keyMayMatch(key), rebuilt::toString);
            }
            assertEquals(0, denials(statistics));
            for (int i = 0; i < QUESTIONS; i++) {
                byte[] key = new byte[16];
                random.nextBytes(key);
                if (!keys.contains(key)
                        && Arrays.compareUnsigned(keys.first(), key) < 0
                        && Arrays.compareUnsigned(key, keys.last()) < 0) {
                    long before = denials(statistics);
                    db.get(key);
                    boolean mayMatch = denials(statistics) == before;
                    assertEquals(filter.keyMayMatch(key), mayMatch, rebuilt::toString);
                    asked++;
                    denied += mayMatch ? 0 : 1;
                }
            }
        }
    }

    private static long denials(Statistics statistics) {
        return statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL)
                + statistics.getTickerCount(TickerType.BLOOM_FILTER_PREFIX_USEFUL);
    }
}
