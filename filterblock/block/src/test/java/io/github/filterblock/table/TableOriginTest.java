// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a metaindex reveals about the writer, and how this changes the reading of its filter. */
@Tag("TF-14")
class TableOriginTest {
    private static final byte[] NOWHERE = TestBlocks.handle(0, 0);
    private static final String OLD = TestTable.OLD_LEVELDB;
    private static final String NEW = TestTable.LEVELDB;
    private static final String ROCKSDB = "rocksdb.BuiltinBloomFilter";

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple");
    }

    private static TableOrigin originOf(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return file.structure().origin();
        }
    }

    private static TestTable ofBasho() {
        return table().changeMetaindexEntries(entries -> entries.add(Entry.of("stats.sst1", NOWHERE)));
    }

    @Test
    void aPlainTableRevealsNothing() throws IOException {
        TableOrigin origin = originOf(table());
        assertEquals(TableOrigin.UNKNOWN, origin);
        assertTrue(origin.filtersWholeKeys());
        assertEquals(List.of(FilterDialect.LEVELDB), origin.dialects(NEW, 11));
        assertEquals(List.of(FilterDialect.GOLEVELDB, FilterDialect.LEVELDB_117_SIGNED), origin.dialects(OLD, 11));
        assertEquals(List.of(FilterDialect.ROCKSDB_BLOCK), origin.dialects(ROCKSDB, 11));
        assertEquals(List.of(), origin.dialects("mine", 11));
    }

    @Test
    void statisticsInTheMetaindexAreBashos() throws IOException {
        TableOrigin origin = originOf(ofBasho());
        assertTrue(origin.basho());
        assertFalse(origin.rocksDb());
        assertEquals(List.of(FilterDialect.BASHO_2), origin.dialects(NEW, 11));
        assertEquals(List.of(FilterDialect.BASHO_1), origin.dialects(OLD, 14));
        assertEquals(List.of(FilterDialect.ROCKSDB_BLOCK), origin.dialects(ROCKSDB, 11));
    }

    @Test
    void anotherBaseLgUnderLevelDbsNameMayBeBashos() {
        assertEquals(List.of(FilterDialect.LEVELDB, FilterDialect.BASHO_2), TableOrigin.UNKNOWN.dialects(NEW, 14));
        assertEquals(
                List.of(FilterDialect.GOLEVELDB, FilterDialect.LEVELDB_117_SIGNED),
                TableOrigin.UNKNOWN.dialects(OLD, 14));
    }

    /** LevelDB's bits under Basho's sign: not to be asked as LevelDB's, whatever it costs. */
    @Test
    void filtersOfBashoAreNotReadAsLevelDbs() throws IOException {
        byte[] filter = HexFormat.of().parseHex("418a22c1609861100b" + "00000000" + "09000000" + "0b");
        try (TableFile file = ofBasho().changeFilter(0, block -> filter).write().open()) {
            var reader = file.openFilter().orElseThrow();
            assertTrue(reader.keyMayMatch(0, "hello".getBytes(US_ASCII)));
            assertTrue(reader.keyMayMatch(0, "world".getBytes(US_ASCII)));
            assertFalse(reader.keyMayMatch(0, "foo".getBytes(US_ASCII)));
        }
        try (TableFile file = table().changeFilter(0, block -> filter).write().open()) {
            assertFalse(file.openFilter().orElseThrow().keyMayMatch(0, "hello".getBytes(US_ASCII)), "as LevelDB's");
        }
    }

    private static TestTable ofRocksDb(String... propertiesAndValues) {
        return table().policy(ROCKSDB, ReferencePolicy.signedTailBloom(10)).properties(propertiesAndValues);
    }

    @Test
    void propertiesSayWhetherWholeKeysAreInTheFilter() throws IOException {
        String property = "rocksdb.block.based.table.whole.key.filtering";
        assertTrue(originOf(ofRocksDb()).rocksDb());
        assertTrue(originOf(ofRocksDb()).filtersWholeKeys());
        assertTrue(originOf(ofRocksDb(property, "1")).filtersWholeKeys());
        assertFalse(originOf(ofRocksDb(property, "0")).filtersWholeKeys());
        try (TableFile file = ofRocksDb(property, "0").write().open()) {
            assertTrue(file.openFilter().orElseThrow().keyMayMatch(0, "none".getBytes(US_ASCII)));
        }
        try (TableFile file = ofRocksDb(property, "1").write().open()) {
            assertFalse(file.openFilter().orElseThrow().keyMayMatch(0, "none".getBytes(US_ASCII)));
        }
    }
}
