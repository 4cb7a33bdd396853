// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.DbPath;
import org.rocksdb.RocksDB;

/**
 * Options of a database and its column families, drawn at random from those that the release knows. They follow from
 * the source of numbers.
 */
final class RandomOptions {
    private static final Map<String, Boolean> KNOWN = new ConcurrentHashMap<>();

    /** Each line has the values of one option of a column family; one that starts with * is mostly left out. */
    private static final List<String> FAMILY = List.of(
            "compression kNoCompression kSnappyCompression kLZ4Compression kLZ4HCCompression kZSTD",
            "*bottommost_compression kNoCompression kZSTD kSnappyCompression",
            "write_buffer_size 65536 1048576 67108864",
            "target_file_size_base 2048 16384 1048576",
            "max_bytes_for_level_base 8192 65536 10485760",
            "level0_file_num_compaction_trigger 2 3 4",
            "num_levels 2 3 7",
            "level_compaction_dynamic_level_bytes true false",
            "compaction_style kCompactionStyleLevel kCompactionStyleLevel kCompactionStyleUniversal",
            "*disable_auto_compactions true",
            "*prefix_extractor fixed:3 capped:5 fixed:1",
            "*optimize_filters_for_hits true",
            "*enable_blob_files true",
            "min_blob_size 0 20 60",
            "enable_blob_garbage_collection true false",
            "*memtable_whole_key_filtering true",
            "*paranoid_file_checks true",
            "*compression_per_level kNoCompression:kZSTD:kSnappyCompression",
            "*sample_for_compression 3");

    /** The same of its tables. */
    private static final List<String> TABLES = List.of(
            "filter_policy bloomfilter:10:false bloomfilter:6:false bloomfilter:17.3:false ribbonfilter:10:-1"
                    + " ribbonfilter:9:1 rocksdb.internal.LegacyBloomFilter:10 nullptr",
            "format_version 2 3 4 5 6 7",
            "checksum kCRC32c kxxHash kxxHash64 kXXH3 kNoChecksum",
            "block_size 128 400 1024 4096",
            "block_restart_interval 1 3 16",
            "index_block_restart_interval 1 2 8",
            "index_type kBinarySearch kTwoLevelIndexSearch kHashSearch kBinarySearchWithFirstKey",
            "index_shortening kNoShortening kShortenSeparators kShortenSeparatorsAndSuccessor",
            "metadata_block_size 128 400 4096",
            "partition_filters true false",
            "*decouple_partitioned_filters true",
            "data_block_index_type kDataBlockBinarySearch kDataBlockBinaryAndHash",
            "data_block_hash_table_util_ratio 0.75 0.3 1.0",
            "whole_key_filtering true true false",
            "*use_delta_encoding false",
            "*enable_index_compression false",
            "*optimize_filters_for_memory true",
            "*detect_filter_construct_corruption true",
            "*separate_key_value_in_data_block true",
            "*super_block_alignment_size 4096");

    /** The same of a column family whose keys have timestamps, which not every feature takes. */
    private static final List<String> TIMED = List.of("*persist_user_defined_timestamps false");

    private static final List<String> DATABASE = List.of(
            "max_manifest_file_size 600 4000 1073741824",
            "*file_checksum_gen_factory FileChecksumGenCrc32cFactory",
            "max_background_jobs 1 2 4",
            "max_subcompactions 1 3",
            "*track_and_verify_wals_in_manifest true",
            "*write_dbid_to_manifest true",
            "*enable_pipelined_write true",
            "*use_direct_io_for_flush_and_compaction false");

    private final Random random;

    /** What was drawn, for the message of a failure. */
    private final List<String> drawn = new ArrayList<>();

    RandomOptions(Random random) {
        this.random = random;
    }

    /** Knows whether the release has an option with a value. */
    private interface Check {
        boolean isKnown(Properties one);
    }

    private Properties draw(List<String> choices, Check check) {
        Properties properties = new Properties();
        for (String line : choices) {
            String[] words = line.replace("*", "").split(" ");
            String value = words[1 + random.nextInt(words.length - 1)];
            boolean taken = !line.startsWith("*") || random.nextInt(4) == 0;
            Properties one = new Properties();
            one.put(words[0], value);
            if (taken && KNOWN.computeIfAbsent(one.toString(), any -> check.isKnown(one))) {
                properties.putAll(one);
            }
        }
        return properties;
    }

    private static boolean isKnownOfFamily(Properties one) {
        try (ColumnFamilyOptions made = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(one)) {
            return made != null;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** A release takes any number from a text, and refuses it when a database is opened. */
    private static int newestFormat() {
        return release() >= 1004 ? 7 : release() >= 806 ? 6 : 5;
    }

    /** The number of the release, as 1004 for 10.4. */
    private static int release() {
        RocksDB.Version release = RocksDB.rocksdbVersion();
        return 100 * release.getMajor() + release.getMinor();
    }

    private static boolean isKnownOfTables(Properties one) {
        if (Integer.parseInt(one.getProperty("format_version", "0")) > newestFormat()) {
            return false;
        }
        Properties family = new Properties();
        family.put("block_based_table_factory", text(one));
        return isKnownOfFamily(family);
    }

    private static boolean isKnownOfDatabase(Properties one) {
        try (DBOptions made = DBOptions.getDBOptionsFromProps(one)) {
            return made != null;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static String text(Properties properties) {
        StringBuilder text = new StringBuilder("{");
        properties.forEach((name, value) -> text.append(name + "=" + value + ";"));
        return text.append('}').toString();
    }

    /**
     * Whether the release has a comparator of keys with timestamps. RocksJava 7 takes its name, and leaves it out.
     *
     * @param isReverse whether it is the one in the opposite order
     */
    static boolean hasTimestamps(boolean isReverse) {
        return release() >= 800 && isKnownOfFamily(timestamps(isReverse));
    }

    private static Properties timestamps(boolean isReverse) {
        Properties one = new Properties();
        one.put("comparator", (isReverse ? "rocksdb.Reverse" : "leveldb.") + "BytewiseComparator.u64ts");
        return one;
    }

    /**
     * Options of a column family, whose values are merged as texts.
     *
     * @param isReverse whether its keys are in the opposite order
     * @param isTimed whether its keys have timestamps
     */
    ColumnFamilyOptions family(boolean isReverse, boolean isTimed) {
        Properties family = draw(FAMILY, RandomOptions::isKnownOfFamily);
        Properties tables = draw(TABLES, RandomOptions::isKnownOfTables);
        if (isTimed) {
            family.putAll(timestamps(isReverse));
            family.putAll(draw(TIMED, RandomOptions::isKnownOfFamily));
            tables.remove("data_block_index_type");
        }
        if (!"kTwoLevelIndexSearch".equals(tables.get("index_type"))) {
            tables.remove("partition_filters");
        }
        if ("kHashSearch".equals(tables.get("index_type"))) {
            family.putIfAbsent("prefix_extractor", "fixed:3");
            tables.remove("index_block_restart_interval");
        }
        if ("false".equals(tables.get("whole_key_filtering"))) {
            family.putIfAbsent("prefix_extractor", "fixed:3");
        }
        if (family.get("compaction_style").equals("kCompactionStyleUniversal")) {
            family.remove("level_compaction_dynamic_level_bytes");
        }
        family.put("block_based_table_factory", text(tables));
        drawn.add(family + (isReverse ? ", reverse" : ""));
        ColumnFamilyOptions options = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(family);
        if (options == null) {
            throw new AssertionError("refused together: " + family);
        }
        if (isReverse && !isTimed) {
            options.setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
        }
        return options.setMergeOperatorName("stringappend");
    }

    /**
     * Options of a database.
     *
     * @param paths directories of tables; empty for the database's own
     */
    DBOptions database(List<Path> paths) {
        Properties database = draw(DATABASE, RandomOptions::isKnownOfDatabase);
        drawn.add(database + " " + paths);
        DBOptions options = DBOptions.getDBOptionsFromProps(database);
        if (!paths.isEmpty()) {
            options.setDbPaths(paths.stream()
                    .map(path -> new DbPath(path, paths.indexOf(path) == 0 ? 20_000 : 1 << 30))
                    .toList());
        }
        options.setAllowConcurrentMemtableWrite(false); // as timestamps that are not stored need it
        return options.setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
    }

    @Override
    public String toString() {
        return String.join("\n  ", drawn);
    }
}
