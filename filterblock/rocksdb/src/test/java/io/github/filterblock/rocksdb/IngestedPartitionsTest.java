// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.TableResult;
import io.github.filterblock.rewrite.TableResult.Change;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.rocksdb.ColumnFamilyOptions;

/**
 * Tables of RocksDB's own writer of files whose filters in partitions this library wrote again: RocksDB ingests them,
 * finds every key, and asks the partitions.
 */
class IngestedPartitionsTest {
    private static final int[] VERSIONS = {2, 5, 3, 5, 4, 5, 6, 5, 7, 5};
    private static final int[] BITS = {8, 9, 11, 12};
    private static final List<String> PREFIXES = List.of("", "", "fixed:3", "capped:5");

    @TempDir
    private Path directory;

    private Ingestion ingestion;

    @BeforeEach
    void loadRocksDb() {
        ingestion = new Ingestion(directory);
    }

    /** Without checksums, so that RocksDB also reads filters that a test damaged. */
    private static Optional<ColumnFamilyOptions> options(int number) {
        return Ingestion.options(
                PREFIXES.get(number % PREFIXES.size()),
                "filter_policy=bloomfilter:10:false;format_version=" + VERSIONS[number]
                        + ";checksum=kNoChecksum;partition_filters=true;index_type=kTwoLevelIndexSearch"
                        + ";metadata_block_size=" + (100 + 20 * number) + ";");
    }

    private static TreeSet<byte[]> keys(Random random) {
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        int count = 400 + random.nextInt(600);
        while (keys.size() < count) {
            byte[] key = new byte[16];
            random.nextBytes(key);
            keys.add(key);
        }
        return keys;
    }

    private interface Check {
        void of(Path table, Reader reader) throws Exception;
    }

    /** Ingests a table and asks it for keys. */
    private interface Reader {
        void ask(Path table) throws Exception;
    }

    /** A table for each format version that the release has. */
    private int eachTable(Check check) throws Exception {
        int tables = 0;
        for (int i = 0; i < VERSIONS.length; i++) {
            int number = i;
            Optional<ColumnFamilyOptions> options = options(number);
            if (options.isPresent() && ingestion.isKnown(options.get())) {
                TreeSet<byte[]> keys = keys(new Random(~number));
                Path table = directory.resolve(number + ".sst");
                Ingestion.write(table, options.get(), keys);
                Reader reader = each -> ask(each, number, keys);
                check.of(table, reader);
                tables++;
            }
        }
        assertTrue(tables >= 3, tables + " tables");
        return tables;
    }

    /**
     * With a block cache of its own: RocksDB finds blocks there by the identity of the table, which a table that was
     * written again keeps.
     */
    private void ask(Path table, int number, TreeSet<byte[]> keys) throws Exception {
        ingestion.ask(table, options(number).orElseThrow(), keys, new Random(number));
    }

    private static List<FilterPartition> partitionsOf(Path table) throws IOException {
        try (TableFile file = TableFile.open(table)) {
            RocksDbFilter filter = file.openRocksDbFilter().orElseThrow();
            assertEquals(FilterForm.PARTITIONED, filter.form());
            return filter.partitions();
        }
    }

    private static boolean hasPrefixes(Path table) throws IOException {
        try (TableFile file = TableFile.open(table)) {
            return file.openRocksDbFilter().orElseThrow().contents().extractor().isPresent();
        }
    }

    private static byte[] withoutBits(Path table) throws IOException {
        byte[] bytes = Files.readAllBytes(table);
        for (FilterPartition partition : partitionsOf(table)) {
            int from = (int) partition.handle().offset();
            int length = (int) partition.filter().geometry().bits() / Byte.SIZE;
            Arrays.fill(bytes, from, from + length, (byte) 0);
        }
        return bytes;
    }

    private static TableResult rebuild(Path table, Path rebuilt, FilterPlan plan) throws IOException {
        return TableRebuild.rebuild(table, rebuilt, plan, FilterHints.NONE);
    }

    /** Partitions whose bits were cleared deny keys that are there; those that were written again deny none. */
    @Test
    void rocksDbFindsAllKeysOnceClearedPartitionsAreWrittenAgain() throws Exception {
        int tables = eachTable((table, reader) -> {
            assertTrue(partitionsOf(table).size() > 1);
            Path cleared = Files.write(directory.resolve("cleared-" + table.getFileName()), withoutBits(table));
            assertThrows(AssertionFailedError.class, () -> reader.ask(cleared));
            Path rebuilt = directory.resolve("rebuilt-" + table.getFileName());
            assertEquals(
                    Change.REPLACED, rebuild(cleared, rebuilt, FilterPlan.KEEP).change());
            if (!hasPrefixes(table)) { // which leave open by which rules the cleared filter was written
                assertArrayEquals(Files.readAllBytes(table), Files.readAllBytes(rebuilt));
            }
            reader.ask(rebuilt);
        });
        System.out.println("repaired partitions of " + tables + " tables: " + ingestion.asked() + " asked, "
                + ingestion.denied() + " denied");
        assertTrue(ingestion.denied() > ingestion.asked() / 2);
    }

    /** Filters of other kinds and bits, wherever each is as large as the one before. */
    @Test
    void rocksDbAsksPartitionsOfOtherForms() throws Exception {
        List<FullFilterKind> kinds = ingestion.kinds();
        Map<FullFilterKind, Integer> written = new TreeMap<>();
        eachTable((table, reader) -> {
            byte[] before = Files.readAllBytes(table);
            for (FilterPlan plan : plans(kinds)) {
                Path rebuilt = Files.createTempDirectory(directory, "other").resolve("rebuilt.sst");
                if (fits(table, rebuilt, plan)) {
                    assertNotEquals(-1, Arrays.mismatch(before, Files.readAllBytes(rebuilt)));
                    partitionsOf(rebuilt)
                            .forEach(each ->
                                    written.merge(each.filter().geometry().kind(), 1, Integer::sum));
                    reader.ask(rebuilt);
                }
            }
        });
        System.out.println("partitions of other forms " + written + ": " + ingestion.asked() + " asked, "
                + ingestion.denied() + " denied");
        assertTrue(written.keySet().containsAll(kinds), written.toString());
        assertTrue(ingestion.denied() > ingestion.asked() / 2);
    }

    private static List<FilterPlan> plans(List<FullFilterKind> kinds) {
        List<FilterPlan> plans = new ArrayList<>();
        for (FullFilterKind kind : kinds) {
            for (int bits : BITS) {
                plans.add(FilterPlan.KEEP.withFullFilter(kind).withBitsPerKey(bits));
            }
        }
        return plans;
    }

    /** Whether the table was written with other filters of the same sizes. */
    private static boolean fits(Path table, Path rebuilt, FilterPlan plan) throws IOException {
        try {
            return rebuild(table, rebuilt, plan).change() == Change.REPLACED;
        } catch (CorruptTableException e) {
            assertTrue(e.detail().contains("and partitions keep their places"), e.detail());
            return false;
        }
    }
}
