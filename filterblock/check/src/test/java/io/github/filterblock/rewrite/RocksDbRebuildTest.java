// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rewrite.UnwritableFilterException.Parameter;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.testdata.RecipeTables;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is particular to tables of RocksDB. */
class RocksDbRebuildTest {
    private static final FilterPlan ROCKSDB =
            FilterPlan.KEEP.withDialect(FilterDialect.ROCKSDB_BLOCK).withBitsPerKey(10);

    private static byte[] bytes(String name) {
        return RecipeTables.rocksDb().table(name).bytes();
    }

    private static Parameter refused(String name, FilterPlan plan) {
        return assertThrows(UnwritableFilterException.class, () -> Rebuilt.of(bytes(name), plan), name)
                .parameter();
    }

    /** RocksDB would ask a filter of whole keys for prefixes, and lose keys. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks629-prefix-only",
                "rocks629-prefix-only-fv0",
                "rocks629-prefix-and-keys",
                "rocks629-index-hash",
                "rocks518-prefix-and-keys"
            })
    void aFilterThatIsAskedForPrefixesIsNotBuilt(String name) throws IOException {
        assertEquals(Parameter.DIALECT, refused(name, ROCKSDB));
        assertEquals(
                name.contains("prefix-only") ? Parameter.DIALECT : Parameter.BITS_PER_KEY,
                refused(name, FilterPlan.KEEP));
        Rebuilt levelDb = Rebuilt.of(
                bytes(name), FilterPlan.KEEP.withDialect(FilterDialect.LEVELDB).withBitsPerKey(10));
        List<String> names = Rebuilt.open(levelDb.bytes()).metaindex().stream()
                .map(MetaindexEntry::key)
                .toList();
        assertTrue(names.contains("filter.leveldb.BuiltinBloomFilter2"), names::toString);
        assertFalse(names.contains("filter.rocksdb.BuiltinBloomFilter"), names::toString);
        Rebuilt dropped = Rebuilt.of(bytes(name), FilterPlan.DROP);
        assertEquals(Optional.empty(), dropped.report().filter());
    }

    /** Without a filter, index and properties follow the data at once, which is no padding. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks629-fv0-writer",
                "rocks629-fv5-writer",
                "rocks629-one-block",
                "rocks629-large-index",
                "rocks629-block-align",
                "rocks629-compacted",
                "rocks629-checksum-xxhash",
                "rocks629-checksum-xxhash64",
                "rocks629-index-first-key"
            })
    void aFilterThatWasDroppedIsBuiltAgainAsItWas(String name) throws IOException {
        byte[] bytes = bytes(name);
        byte[] dropped = Rebuilt.of(bytes, FilterPlan.DROP).bytes();
        assertArrayEquals(bytes, Rebuilt.of(dropped, ROCKSDB).bytes());
    }

    @Test
    void checksumsThatAreNotComputedAllowNoNewBlock() throws IOException {
        byte[] bytes = bytes("rocks629-fv5-writer");
        bytes[bytes.length - 53] = 9;
        assertArrayEquals(bytes, Rebuilt.of(bytes, FilterPlan.KEEP).bytes());
        for (FilterPlan plan : List.of(FilterPlan.DROP, FilterPlan.KEEP.withBitsPerKey(12))) {
            CorruptTableException e = assertThrows(CorruptTableException.class, () -> Rebuilt.of(bytes, plan));
            assertEquals(Reason.UNKNOWN_CHECKSUM, e.reason());
            assertEquals(bytes.length - 53, e.offset());
            assertTrue(e.reason().isUnsupported());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocks629-index-two-level", "rocks629-index-two-level-fv0"})
    void anIndexInPartsIsNotWritten(String name) {
        for (FilterPlan plan : List.of(FilterPlan.DROP, ROCKSDB)) {
            assertEquals(
                    Reason.UNKNOWN_INDEX,
                    assertThrows(CorruptTableException.class, () -> Rebuilt.of(bytes(name), plan))
                            .reason());
        }
    }

    /** Without a filter the keys need not be decoded, but a compressed index must still be read. */
    @Test
    void aFilterOverDataThatIsNotDecodedCanBeDroppedOnly() throws IOException {
        for (String name : List.of("rocks629-bzip2-plain-index")) {
            CorruptTableException e =
                    assertThrows(CorruptTableException.class, () -> Rebuilt.of(bytes(name), ROCKSDB), name);
            assertEquals(Reason.UNKNOWN_COMPRESSION, e.reason(), name);
            Rebuilt dropped = Rebuilt.of(bytes(name), FilterPlan.DROP);
            assertTrue(Rebuilt.open(dropped.bytes()).openFilter().isEmpty(), name);
        }
    }

    @Test
    @Tag("RF-4")
    void aTableWithAFullFilterKeepsIt() {
        for (FilterPlan plan : List.of(FilterPlan.KEEP, FilterPlan.DROP, ROCKSDB)) {
            CorruptTableException e =
                    assertThrows(CorruptTableException.class, () -> Rebuilt.of(bytes("rocks629-full-filter"), plan));
            assertEquals(Reason.FOREIGN_FILTER, e.reason());
            assertTrue(e.getMessage().contains("fullfilter.rocksdb.BuiltinBloomFilter"), e::getMessage);
        }
    }
}
