// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.TableResult;
import io.github.filterblock.rewrite.TableResult.Change;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.rocksdb.ColumnFamilyOptions;

/**
 * Tables of RocksDB's own writer of files whose filters in partitions this library replaced by full ones: RocksDB
 * ingests them, finds every key, and asks the full filters.
 */
class IngestedPartitionsTest {
    private static final int[] VERSIONS = {2, 5, 3, 5, 4, 5, 6, 5, 7, 5};
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

    private static RocksDbFilter filterOf(Path table) throws IOException {
        try (TableFile file = TableFile.open(table)) {
            return (RocksDbFilter) file.openFilter().orElseThrow();
        }
    }

    private static byte[] withoutBits(Path table) throws IOException {
        byte[] bytes = Files.readAllBytes(table);
        for (FilterPartition each : filterOf(table).partitions()) {
            int from = (int) each.handle().offset();
            Arrays.fill(bytes, from, from + (int) each.filter().geometry().bits() / Byte.SIZE, (byte) 0);
        }
        return bytes;
    }

    /** Every key is found; filters whose bits were cleared deny keys, so they are asked. */
    @Test
    void rocksDbAsksTheFullFilterThatReplacedPartitions() throws Exception {
        List<FullFilterKind> kinds = ingestion.kinds();
        int tables = eachTable((table, reader) -> {
            assertEquals(FilterForm.PARTITIONED, filterOf(table).form());
            assertTrue(filterOf(table).partitions().size() > 1);
            for (FullFilterKind kind : kinds) {
                FilterPlan plan = FilterPlan.KEEP.withFullFilter(kind).withBitsPerKey(12);
                Path rebuilt = Files.createTempDirectory(directory, "full").resolve("rebuilt.sst");
                TableResult result = TableRebuild.rebuild(table, rebuilt, plan, FilterHints.NONE);
                assertEquals(Change.REPLACED, result.change());
                assertEquals(FilterForm.FULL, filterOf(rebuilt).form());
                reader.ask(rebuilt);
                if (kind != FullFilterKind.RIBBON) {
                    Path cleared = Files.write(rebuilt.resolveSibling("cleared.sst"), withoutBits(rebuilt));
                    assertThrows(AssertionFailedError.class, () -> reader.ask(cleared));
                }
            }
        });
        System.out.println("full filters in place of partitions of " + tables + " tables: " + ingestion.asked()
                + " asked, " + ingestion.denied() + " denied");
        assertTrue(ingestion.denied() > ingestion.asked() / 2);
    }
}
