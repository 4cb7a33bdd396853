// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.rewrite.FilterPlan;
import io.github.filterblock.rewrite.TableRebuild;
import io.github.filterblock.rewrite.TableResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyOptions;

/**
 * Tables that RocksDB's own writer of files wrote, with filters of this library: RocksDB ingests them, finds every key,
 * and its counters show that it asks the filter and hears what this library's reader hears.
 */
class IngestedFilterTest {
    private static final int FILES = 24;
    private static final int VERSIONS = 6;
    private static final List<String> CHECKSUMS = List.of("kCRC32c", "kxxHash64", "kXXH3", "kNoChecksum");
    private static final List<String> PREFIXES = List.of("", "", "fixed:3", "capped:5");

    @TempDir
    private Path directory;

    private final Map<String, Integer> ingested = new TreeMap<>();

    private static String table(String filter, int version, String checksum) {
        return "filter_policy=" + filter + ";format_version=" + version + ";checksum=" + checksum + ";";
    }

    @Test
    void rocksDbAsksRebuiltFiltersOfIngestedFiles() throws Exception {
        Ingestion ingestion = new Ingestion(directory);
        List<FullFilterKind> kinds = ingestion.kinds();
        for (int number = 0; number < FILES; number++) {
            int version = 2 + number % VERSIONS;
            String checksum = CHECKSUMS.get(number / VERSIONS % CHECKSUMS.size());
            String prefix = PREFIXES.get(number % PREFIXES.size());
            String filter = number % 3 == 0 ? "nullptr" : "bloomfilter:8:false";
            Optional<ColumnFamilyOptions> options = Ingestion.options(prefix, table(filter, version, checksum));
            if (options.isPresent()) {
                try (ColumnFamilyOptions family = options.get()) {
                    file(
                            ingestion,
                            number,
                            family,
                            kinds,
                            Ingestion.options(prefix, table("bloomfilter:10:false", version, checksum)));
                }
            }
        }
        System.out.println(
                "ingested " + ingested + ", " + ingestion.asked() + " asked, " + ingestion.denied() + " denied");
        assertTrue(ingested.size() >= kinds.size(), ingested.toString());
        assertTrue(ingestion.denied() > ingestion.asked() / 2);
    }

    private void file(
            Ingestion ingestion,
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
        if (!ingestion.isKnown(family)) {
            return;
        }
        Path file = directory.resolve(number + ".sst");
        Ingestion.write(file, family, keys);
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
                ingestion.ask(rebuilt, reader, keys, random);
            }
            ingested.merge(kind.toString(), 1, Integer::sum);
        }
    }
}
