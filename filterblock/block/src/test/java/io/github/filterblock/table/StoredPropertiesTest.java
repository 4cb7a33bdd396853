// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the properties beside a full filter refuse; the tables of engines show what is in them. */
@Tag("RF-19")
class StoredPropertiesTest {
    private static final Footer FOOTER = new Footer(Footer.NO_INDEX, Footer.NO_INDEX);

    private static StoredFilterBlock fullFilter() {
        FullFilterBuilder builder = FullFilterPolicy.fastLocalBloom(10).newBuilder();
        builder.addKey(Bytes.ascii("key"));
        return StoredFilterBlock.of(builder, 4096).orElseThrow();
    }

    private static StoredProperties at(long offset, StoredFilterBlock filter, String other) {
        return StoredProperties.of(filter, FilterContents.BYTEWISE, Map.of(other, new byte[1]), offset, FOOTER);
    }

    private static void assertRefused(String reason, long offset, StoredFilterBlock filter, String other) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> at(offset, filter, other));
        assertEquals(reason, e.getMessage());
    }

    @Test
    void aNegativeOffsetIsRefused() {
        assertRefused("file offset -1 is negative", -1, fullFilter(), "other");
        assertEquals(0, at(0, fullFilter(), "other").handle().offset());
    }

    @Test
    void aPropertyThatIsWrittenAnywayIsRefused() {
        String policy = "rocksdb.filter.policy";
        assertRefused("the property " + policy + " is written anyway", 0, fullFilter(), policy);
    }

    @Test
    void aFilterBlockNeedsNone() {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10));
        builder.startBlock(0);
        builder.addKey(Bytes.ascii("key"));
        StoredFilterBlock block = StoredFilterBlock.of(builder, 4096);
        assertRefused("a filter block needs no properties of RocksDB", 0, block, "other");
    }
}
