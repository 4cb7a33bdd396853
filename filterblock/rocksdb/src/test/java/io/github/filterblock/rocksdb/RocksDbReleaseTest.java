// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterProof;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BuiltinComparator;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * A release of RocksJava writes tables with filters of every kind that it has, and is asked for keys; the library gives
 * the same answers. Where a release does not know an option, its tables are left out.
 *
 * <p>With {@code -Drocksdb.keep=DIR} the tables stay there, each beside its answers, a line for each key: in
 * hexadecimal digits, then 1 for "may match" and 0 for "denied".
 */
class RocksDbReleaseTest {
    private static final int TABLES = Integer.getInteger("rocksdb.tables");
    private static final int QUESTIONS = Integer.getInteger("rocksdb.questions");
    private static final List<String> FILTERS = List.of(
            "bloomfilter:10:false",
            "bloomfilter:6:false",
            "bloomfilter:17.3:false",
            "ribbonfilter:10:-1",
            "ribbonfilter:15.5:-1",
            "rocksdb.internal.LegacyBloomFilter:10");
    private static final List<String> LAYOUTS = List.of(
            "",
            "partition_filters=true;index_type=kTwoLevelIndexSearch;metadata_block_size=256;",
            "partition_filters=true;index_type=kTwoLevelIndexSearch;metadata_block_size=900;"
                    + "decouple_partitioned_filters=true;",
            "index_type=kHashSearch;",
            "separate_key_value_in_data_block=true;",
            "separate_key_value_in_data_block=true;data_block_index_type=kDataBlockBinaryAndHash;"
                    + "block_restart_interval=3;",
            "index_type=kBinarySearchWithFirstKey;data_block_index_type=kDataBlockBinaryAndHash;");
    private static final List<String> PREFIXES = List.of("", "fixed:3", "capped:5", "only fixed:4", "only capped:2");
    private static final List<String> CHECKSUMS = List.of("kCRC32c", "kxxHash", "kxxHash64", "kXXH3", "kNoChecksum");

    @TempDir
    private Path directory;

    private final Map<String, Integer> kinds = new TreeMap<>();
    private long answers;
    private long denied;
    private int proved;

    /** How a table is written; it follows from the number. */
    private record Recipe(int number, String filter, String layout, int version, String prefix, String checksum) {
        static Recipe of(int number) {
            Random random = new Random(number);
            return new Recipe(
                    number,
                    FILTERS.get(number % FILTERS.size()),
                    LAYOUTS.get(number / FILTERS.size() % LAYOUTS.size()),
                    2 + random.nextInt(6),
                    PREFIXES.get(random.nextInt(3) == 0 ? 1 + random.nextInt(PREFIXES.size() - 1) : 0),
                    CHECKSUMS.get(random.nextInt(CHECKSUMS.size())));
        }

        /** As 5.18 can write it. */
        private Recipe asOld() {
            return new Recipe(
                    number,
                    FILTERS.get(number % 2),
                    LAYOUTS.get(number % 2),
                    2 + version % 3,
                    prefix,
                    CHECKSUMS.get(number % 2));
        }

        private boolean isReverse() {
            return number % 11 == 5;
        }

        private Optional<ColumnFamilyOptions> options() {
            Properties properties = new Properties();
            boolean hash = layout.contains("kHashSearch");
            String extractor = prefix.isEmpty() && hash ? "fixed:3" : prefix.replace("only ", "");
            if (!extractor.isEmpty()) {
                properties.put("prefix_extractor", extractor);
            }
            properties.put("compression", "kNoCompression");
            properties.put("disable_auto_compactions", "true");
            properties.put(
                    "block_based_table_factory",
                    "{filter_policy=" + filter + ";format_version=" + version + ";checksum=" + checksum
                            + ";block_size=" + (256 << number % 4) + ";whole_key_filtering="
                            + !prefix.startsWith("only") + ";" + layout + "}");
            ColumnFamilyOptions options = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties);
            if (options != null && isReverse()) {
                options.setComparator(BuiltinComparator.REVERSE_BYTEWISE_COMPARATOR);
            }
            return Optional.ofNullable(options);
        }

        /** Keys of all lengths, of one length, or of few prefixes; some are deleted. */
        private byte[] key(Random random) {
            byte[] key = new byte
                    [switch (number % 5) {
                        case 0, 1 -> 16;
                        case 2 -> 1 + random.nextInt(40);
                        case 3 -> 6;
                        default -> random.nextInt(50) == 0 ? 1 + random.nextInt(400) : 9;
                    }];
            random.nextBytes(key);
            if (number % 5 == 3) {
                key[0] &= 3;
                key[1] &= 7;
            }
            return key;
        }
    }

    @Test
    void theLibraryAnswersAsTheRelease() throws Exception {
        RocksDB.loadLibrary();
        int tables = 0;
        for (int number = 0; number < TABLES; number++) {
            Recipe recipe = Recipe.of(number);
            tables += table(recipe) || table(recipe.asOld()) ? 1 : 0;
        }
        System.out.println(tables + " tables, filters " + kinds + ", " + answers + " answers, " + denied + " denied, "
                + proved + " tables whose filters are bit by bit those of their keys");
        assertTrue(tables > TABLES * 0.9, tables + " tables");
        assertTrue(denied > answers / 2, denied + " of " + answers + " denied");
        assertTrue(proved > tables * 0.8, proved + " of " + tables + " tables");
    }

    private boolean table(Recipe recipe) throws Exception {
        Optional<ColumnFamilyOptions> options = recipe.options();
        if (options.isEmpty()) {
            return false;
        }
        Random random = new Random(~recipe.number());
        int count = 1 + random.nextInt(random.nextBoolean() ? 60 : 2500);
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        while (keys.size() < count) {
            keys.add(recipe.key(random));
        }
        Path database = Files.createTempDirectory(directory, "db");
        try (Statistics statistics = new Statistics();
                DBOptions shared = new DBOptions().setCreateIfMissing(true).setStatistics(statistics);
                ColumnFamilyOptions family = options.get();
                Options all = new Options(shared, family);
                RocksDB db = RocksDB.open(all, database.toString())) {
            int nth = 0;
            for (byte[] key : keys) {
                db.put(key, new byte[nth++ % 30]);
                if (nth % 7 == 0) {
                    db.delete(key);
                }
            }
            try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
                db.flush(flush);
            }
            Path file;
            try (var files = Files.list(database)) {
                file = files.filter(each -> each.toString().endsWith(".sst"))
                        .findFirst()
                        .orElseThrow();
            }
            ask(recipe, db, statistics, file, keys, random);
            return true;
        } catch (RocksDBException e) {
            return false; // a release refuses options that it does not have
        }
    }

    private void ask(Recipe recipe, RocksDB db, Statistics statistics, Path file, TreeSet<byte[]> keys, Random random)
            throws IOException, RocksDBException {
        List<String> lines = new ArrayList<>();
        keep(recipe, file, lines); // also the one that is not understood
        try (TableFile table = TableFile.open(file)) {
            TableReport report = TableReport.of(table);
            TableVerification verified = TableVerification.of(table, report);
            assertEquals(List.of(), verified.findings().first(), recipe::toString);
            assertEquals(keys.size(), report.entries(), recipe::toString);
            proved += verified.proof().filter(FilterProof::isEqual).isPresent() ? 1 : 0;
            Optional<RocksDbFilter> filter = table.keyFilter(table.structure());
            if (filter.isEmpty()) {
                assertTrue(report.filter().isPresent() || recipe.prefix().startsWith("only"), recipe::toString);
                return;
            }
            UserKeyFilter checked = report.filter(UserKeyFilter.class).orElseThrow();
            assertTrue(
                    checked.trust().mayDeny(),
                    () -> recipe + ": " + checked.trust().clause());
            filter.get()
                    .partitions()
                    .forEach(each -> kinds.merge(each.filter().geometry().kind() + "", 1, Integer::sum));
            for (byte[] key : keys) {
                assertTrue(filter.get().tableMayMatch(key), recipe::toString);
            }
            for (int i = 0; i < QUESTIONS && keys.size() > 1; i++) {
                byte[] key = recipe.key(random);
                if (!keys.contains(key)
                        && Arrays.compareUnsigned(keys.first(), key) < 0
                        && Arrays.compareUnsigned(key, keys.last()) < 0) {
                    boolean theirs = mayMatch(db, statistics, key);
                    boolean ours = checked.stored().tableMayMatch(HashedKey.of(key));
                    assertEquals(ours, checked.stored().tableMayMatch(key));
                    assertTrue(!ours || filter.get().tableMayMatch(key), recipe::toString);
                    assertTrue(
                            theirs == ours || ours && checked.identification().ambiguous(),
                            () -> recipe + ", " + HexFormat.of().formatHex(key) + ": RocksDB says " + theirs);
                    answers++;
                    denied += ours ? 0 : 1;
                    lines.add(HexFormat.of().formatHex(key) + " " + (theirs ? 1 : 0));
                }
            }
        }
        keep(recipe, file, lines);
    }

    /** Whether the filter lets the lookup of an absent key go on, as RocksDB's counters tell. */
    private static boolean mayMatch(RocksDB db, Statistics statistics, byte[] key) throws RocksDBException {
        long before = denials(statistics);
        db.get(key);
        return denials(statistics) == before;
    }

    private static long denials(Statistics statistics) {
        return statistics.getTickerCount(TickerType.BLOOM_FILTER_USEFUL)
                + statistics.getTickerCount(TickerType.BLOOM_FILTER_PREFIX_USEFUL);
    }

    private static void keep(Recipe recipe, Path file, List<String> answers) throws IOException {
        String keep = System.getProperty("rocksdb.keep", "");
        if (!keep.isEmpty()) {
            Path directory = Files.createDirectories(Path.of(keep));
            Files.copy(
                    file, directory.resolve("table-" + recipe.number() + ".sst"), StandardCopyOption.REPLACE_EXISTING);
            Files.write(directory.resolve("table-" + recipe.number() + ".txt"), answers);
        }
    }
}
