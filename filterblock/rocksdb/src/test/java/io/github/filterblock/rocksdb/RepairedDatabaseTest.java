// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.TableResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * Tables of a database with versions and deletions get other filters, which no ingestion takes, and lie in the places
 * of the old ones. RocksDB refuses the sizes that its MANIFEST does not state; once librocksdb has repaired the
 * database, every key is found, and the filters are asked.
 */
class RepairedDatabaseTest {
    private static final int TABLES = 4;
    private static final int KEYS = 700;

    @TempDir
    private Path directory;

    private static Options options(int version, Statistics statistics) {
        Properties properties = new Properties();
        properties.put("compression", "kNoCompression");
        properties.put("disable_auto_compactions", "true");
        properties.put(
                "block_based_table_factory",
                "{filter_policy=bloomfilter:10:false;format_version=" + version + ";block_size=512}");
        return new Options(
                new DBOptions().setCreateIfMissing(true).setStatistics(statistics),
                ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties));
    }

    /** Versions that the system's librocksdb reads. */
    @ParameterizedTest
    @CsvSource({"4, LEGACY_BLOOM", "5, FAST_LOCAL_BLOOM", "5, RIBBON", "3, RIBBON"})
    void keysAreFoundInTablesThatWereReplaced(int version, FullFilterKind kind) throws Exception {
        RocksDB.loadLibrary();
        Assumptions.assumeTrue(
                kind == FullFilterKind.LEGACY_BLOOM || readsAllKinds(), "releases before 6.6 read legacy filters only");
        Path database = directory.resolve("db");
        Map<String, String> expected = new TreeMap<>();
        try (NativeRocksDb rocksDb = NativeRocksDb.compile(directory);
                Statistics statistics = new Statistics()) {
            make(database, version, expected);
            List<Path> tables = rebuild(database, kind);
            List<byte[]> rebuilt = new ArrayList<>();
            for (Path table : tables) {
                rebuilt.add(Files.readAllBytes(table));
            }
            assertThrows(RocksDBException.class, () -> RocksDB.open(options(version, statistics), database.toString()));
            assertEquals("OK", rocksDb.repair(database));
            try (Options options = options(version, statistics);
                    RocksDB db = RocksDB.open(options, database.toString())) {
                ask(db, statistics, expected);
            }
            for (int i = 0; i < tables.size(); i++) {
                assertArrayEquals(rebuilt.get(i), Files.readAllBytes(tables.get(i)), "is read, not written again");
            }
        }
    }

    /** Releases that have version 5 do. */
    private boolean readsAllKinds() {
        try (Statistics statistics = new Statistics();
                Options options = options(5, statistics);
                RocksDB db = RocksDB.open(options, directory.resolve("try").toString())) {
            return db != null;
        } catch (RocksDBException e) {
            return false;
        }
    }

    private static String key(int number) {
        return String.format(Locale.ROOT, "key%06d", number);
    }

    private static void make(Path database, int version, Map<String, String> expected) throws Exception {
        Random random = new Random(version);
        try (Statistics statistics = new Statistics();
                Options options = options(version, statistics);
                FlushOptions flush = new FlushOptions().setWaitForFlush(true);
                RocksDB db = RocksDB.open(options, database.toString())) {
            for (int table = 0; table < TABLES; table++) {
                for (int i = 0; i < KEYS; i++) {
                    String key = key(2 * random.nextInt(5 * KEYS));
                    if (random.nextInt(5) == 0) {
                        db.delete(key.getBytes(UTF_8));
                        expected.remove(key);
                    } else {
                        String value = "value " + table + " " + i;
                        db.put(key.getBytes(UTF_8), value.getBytes(UTF_8));
                        expected.put(key, value);
                    }
                }
                db.flush(flush);
            }
        }
    }

    private static List<Path> rebuild(Path database, FullFilterKind kind) throws Exception {
        List<Path> tables;
        try (Stream<Path> files = Files.list(database)) {
            tables = files.filter(file -> file.toString().endsWith(".sst"))
                    .sorted()
                    .toList();
        }
        assertEquals(TABLES, tables.size());
        for (Path table : tables) {
            Path rebuilt = database.resolveSibling("rebuilt.sst");
            FilterPlan plan = FilterPlan.KEEP.withFullFilter(kind).withBitsPerKey(14);
            TableResult result = TableRebuild.rebuild(table, rebuilt, plan, FilterHints.NONE);
            assertTrue(result.notes().toString().contains("cannot be ingested"), result.notes()::toString);
            assertTrue(result.newSize() != result.oldSize(), "another size");
            Files.move(rebuilt, table, StandardCopyOption.REPLACE_EXISTING);
        }
        return tables;
    }

    private static void ask(RocksDB db, Statistics statistics, Map<String, String> expected) throws Exception {
        int absent = 0;
        for (int i = 0; i < 10 * KEYS; i++) {
            String key = key(i);
            byte[] value = db.get(key.getBytes(UTF_8));
            assertEquals(expected.get(key), value == null ? null : new String(value, UTF_8));
            absent += i % 2;
        }
        long denials = statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL);
        System.out.println(denials + " denials for " + absent + " keys that no table has");
        assertTrue(denials > 2L * absent, "each of " + TABLES + " tables is asked");
    }
}
