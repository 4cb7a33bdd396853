// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.TreeSet;
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

/** Files that RocksDB's own writer of files writes, and databases that ingest them and are asked for keys. */
final class Ingestion {
    private static final int QUESTIONS = 300;

    private final Path directory;
    private int asked;
    private int denied;

    /**
     * No file yet.
     *
     * @param directory where the databases are made
     */
    Ingestion(Path directory) {
        this.directory = directory;
        RocksDB.loadLibrary();
    }

    /** Number of absent keys of which a database was asked. */
    int asked() {
        return asked;
    }

    /** Number of absent keys that a filter denied. */
    int denied() {
        return denied;
    }

    /**
     * The options of a column family.
     *
     * @param prefix the extractor; empty for none
     * @param table the options of its tables, each with a semicolon at its end
     * @return empty if the release does not know an option
     */
    static Optional<ColumnFamilyOptions> options(String prefix, String table) {
        Properties properties = new Properties();
        if (!prefix.isEmpty()) {
            properties.put("prefix_extractor", prefix);
        }
        properties.put("compression", "kNoCompression");
        properties.put("disable_auto_compactions", "true");
        properties.put("block_based_table_factory", "{" + table + "block_size=512}");
        return Optional.ofNullable(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties));
    }

    /** Releases before 6.6, which do not know version 5, read legacy filters only. */
    List<FullFilterKind> kinds() throws Exception {
        Optional<ColumnFamilyOptions> options = options("", "filter_policy=bloomfilter:10:false;format_version=5;");
        return options.isPresent() && isKnown(options.get())
                ? List.of(FullFilterKind.LEGACY_BLOOM, FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON)
                : List.of(FullFilterKind.LEGACY_BLOOM);
    }

    /** Databases refuse versions and checksums that the release does not have; its writer of files does not. */
    boolean isKnown(ColumnFamilyOptions family) throws Exception {
        Path database = Files.createTempDirectory(directory, "try");
        try (DBOptions shared = new DBOptions().setCreateIfMissing(true);
                Options all = new Options(shared, family);
                RocksDB db = RocksDB.open(all, database.toString())) {
            return db != null;
        } catch (RocksDBException e) {
            return false;
        }
    }

    static void write(Path file, ColumnFamilyOptions family, TreeSet<byte[]> keys) throws RocksDBException {
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

    /** Every key is found, and absent ones are denied where the filter, as this library reads it, denies them. */
    void ask(Path rebuilt, ColumnFamilyOptions family, TreeSet<byte[]> keys, Random random) throws Exception {
        Path database = Files.createTempDirectory(directory, "db");
        try (Statistics statistics = new Statistics();
                DBOptions shared = new DBOptions().setCreateIfMissing(true).setStatistics(statistics);
                Options all = new Options(shared, family);
                IngestExternalFileOptions ingestion = new IngestExternalFileOptions();
                RocksDB db = RocksDB.open(all, database.toString());
                TableFile table = TableFile.open(rebuilt)) {
            db.ingestExternalFile(List.of(rebuilt.toString()), ingestion);
            RocksDbFilter filter = (RocksDbFilter) table.openFilter().orElseThrow();
            for (byte[] key : keys) {
                assertArrayEquals(key, db.get(key), rebuilt::toString);
                assertTrue(filter.tableMayMatch(key), rebuilt::toString);
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
                    assertEquals(filter.tableMayMatch(key), mayMatch, rebuilt::toString);
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
