// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.analysis.TableQuery;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without its properties it is unknown whether the filter of a RocksDB table has whole keys. */
@Tag("TF-13")
class RocksDbDamagedPropertiesConformanceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks629-prefix-only",
                "rocks629-prefix-only-fv0",
                "rocks629-prefix-only-flush",
                "rocks518-prefix-only",
                "rocks629-fv5-writer"
            })
    void noKeyOfTheTableIsDenied(String name) throws IOException {
        byte[] bytes = RocksDbFiles.bytes(name);
        BlockHandle properties = RocksDbFiles.handle(bytes, "rocksdb.properties");
        byte[] damaged = RocksDbFiles.flipped(bytes, properties.offset() + properties.size() / 2, 0);
        FilterBlockReader filter = InMemory.open(damaged).openFilter().orElseThrow();
        TableQuery query = new TableQuery(InMemory.analysis(damaged));
        TableFile sound = InMemory.open(bytes);
        for (IndexEntry entry : sound.index()) {
            long block = entry.handle().offset();
            KeyValueBlock.Cursor cursor = sound.readEntries(entry.handle()).cursor();
            while (cursor.next()) {
                byte[] userKey = Arrays.copyOf(cursor.key(), cursor.keyLength() - RocksDbRecipes.TAG_LENGTH);
                assertTrue(filter.keyMayMatch(block, userKey));
                assertTrue(query.askFilter(block, userKey));
                assertTrue(query.ask(userKey).mayMatch());
            }
        }
    }
}
