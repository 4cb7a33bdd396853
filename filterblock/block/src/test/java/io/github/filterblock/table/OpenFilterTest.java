// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which of a table's filters is opened, by its name and its writer, and what keeps it from being opened. */
class OpenFilterTest {
    private static final FilterMatcher FNV = new ForeignPolicy("corpus.FnvSet", ReferencePolicy.fnvSet());
    private static final FilterMatcher LEVELDB = FilterDialect.LEVELDB.matcher();
    private static final byte[] KEY = "apple".getBytes(US_ASCII);
    private static final byte[] HANDLE_OF_NOTHING = TestBlocks.handle(1 << 20, 1);
    private static final byte[] NOWHERE = TestBlocks.handle(0, 0);
    private static final String OLD = TestTable.OLD_LEVELDB;
    private static final String NEW = TestTable.LEVELDB;
    private static final String ROCKSDB = "rocksdb.BuiltinBloomFilter";

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum");
    }

    @Test
    void aTableWithoutAFilterHasNoneToOpen() throws IOException {
        try (TableFile table = table().withoutFilter().write().open()) {
            assertEquals(Optional.empty(), table.openFilter());
            assertEquals(Optional.empty(), table.openFilter(List.of(FNV, LEVELDB)));
            assertEquals(Optional.empty(), table.filterEntry(List.of(LEVELDB)));
        }
    }

    @Test
    @Tag("TF-8")
    void namesAreComparedWhole() throws IOException {
        Entry other = Entry.of("fullfilter." + TestTable.LEVELDB, HANDLE_OF_NOTHING);
        TestTable renamed = table().changeMetaindexEntries(entries -> {
            entries.clear();
            entries.add(other);
        });
        try (TableFile table = renamed.write().open()) {
            assertEquals(Optional.empty(), table.openFilter());
        }
        for (String name : List.of("leveldb.BuiltinBloomFilter3", "leveldb.BuiltinBloomFilter2x", "eveldb", "")) {
            try (TableFile table =
                    table().policy(name, ReferencePolicy.bloom(10)).write().open()) {
                assertEquals(Optional.empty(), table.openFilter(), name);
            }
        }
    }

    /** The order of the file decides, not that of the policies. */
    @Test
    void ofSeveralFiltersTheFirstKnownOneIsOpened() throws IOException {
        TestTable both = table().policy(FNV.name(), ReferencePolicy.fnvSet())
                .changeMetaindexEntries(
                        entries -> entries.add(Entry.of("filter." + TestTable.LEVELDB, HANDLE_OF_NOTHING)));
        TestTable twice = table().changeMetaindexEntries(entries -> {
            entries.add(0, Entry.of("zzz", HANDLE_OF_NOTHING)); // out of order
            entries.add(Entry.of("filter." + TestTable.LEVELDB, HANDLE_OF_NOTHING));
        });
        try (TableFile table = twice.write().open()) {
            assertTrue(table.openFilter().orElseThrow().keyMayMatch(0, KEY));
        }
        try (TableFile table = both.write().open()) {
            assertEquals(
                    FNV.name(),
                    table.openFilter(List.of(LEVELDB, FNV)).orElseThrow().policyName());
            assertEquals(
                    "filter." + TestTable.LEVELDB,
                    table.filterEntry(List.of(LEVELDB)).orElseThrow().key());
            CorruptTableException e =
                    assertThrows(CorruptTableException.class, () -> table.openFilter(List.of(LEVELDB)));
            assertEquals(Reason.OUTSIDE_FILE, e.reason());
            assertThrows(CorruptTableException.class, table::openFilter);
        }
    }

    @Test
    @Tag("TF-4")
    void aWrongChecksumIsNamedWithItsOffset() throws IOException {
        TestFile sound = table().write();
        BlockHandle filter = sound.filter().orElseThrow();
        try (TableFile table = sound.flipping(sound.metaindex().offset()).open()) {
            CorruptTableException e = assertThrows(CorruptTableException.class, table::openFilter);
            assertEquals(Reason.CHECKSUM, e.reason());
            assertEquals(sound.metaindex().offset(), e.offset());
        }
        try (TableFile table = sound.flipping(filter.end() - 1).open()) {
            assertTrue(table.ignoringChecksums().openFilter().orElseThrow().keyMayMatch(0, KEY));
        }
        for (long position = filter.offset(); position < filter.end(); position++) {
            try (TableFile table = sound.flipping(position).open()) {
                CorruptTableException e = assertThrows(CorruptTableException.class, table::openFilter);
                assertEquals(Reason.CHECKSUM, e.reason());
                assertEquals(filter.offset(), e.offset());
                assertEquals("test.ldb", e.file());
            }
        }
    }

    @Test
    @Tag("TF-2")
    void aHandleThatDoesNotEndIsDamage() throws IOException {
        TestTable cut = table().changeMetaindexEntries(
                        entries -> entries.set(0, new Entry(entries.get(0).key(), new byte[] {0})));
        try (TableFile table = cut.write().open()) {
            CorruptTableException e = assertThrows(CorruptTableException.class, table::openFilter);
            assertEquals(Reason.BAD_HANDLE, e.reason());
            assertTrue(e.detail().contains(TestTable.LEVELDB), e.detail());
        }
    }

    /** goleveldb and old LevelDB on x86 share a name, so only what both hashes deny is denied (FB-2). */
    @Test
    @Tag("TF-14")
    void theSharedNameIsReadSafelyForBothHashes() throws IOException {
        byte[][] keys = {{(byte) 0x80}, {(byte) 0xff, 1}, {1, 2, (byte) 0x90}};
        for (ReferencePolicy writer : List.of(ReferencePolicy.bloom(10), ReferencePolicy.signedTailBloom(10))) {
            TestTable old = TestTable.ofWholeKeys()
                    .policy(TestTable.OLD_LEVELDB, writer)
                    .block(keys);
            try (TableFile table = old.write().open()) {
                FilterBlockReader reader = table.openFilter().orElseThrow();
                for (byte[] key : keys) {
                    assertTrue(reader.keyMayMatch(0, key));
                }
                assertFalse(reader.keyMayMatch(0, "none of them".getBytes(US_ASCII)));
            }
        }
    }

    /** The door of an engine: its own policy as it is, and beside it every other name that is built in. */
    @Test
    void aPolicyOfTheReaderIsOneOfMany() throws IOException {
        for (FilterMatcher own : List.of(FNV, LEVELDB, BloomFilterPolicy.levelDb(10))) {
            try (TableFile table = table().write().open()) {
                assertTrue(table.openFilter(own).orElseThrow().keyMayMatch(0, KEY), own::name);
                for (FilterBlockReader reader : List.of(
                        table.openFilter(own).orElseThrow(),
                        table.openFilter().orElseThrow(),
                        table.openFilter(List.of(LEVELDB)).orElseThrow())) {
                    assertTrue(reader.keyMayMatch(0, KEY), own::name);
                    assertFalse(reader.keyMayMatch(0, "pear".getBytes(US_ASCII)), own::name);
                }
            }
            TestTable foreign = table().policy(FNV.name(), ReferencePolicy.fnvSet());
            try (TableFile table = foreign.write().open()) {
                assertEquals(own == FNV, table.openFilter(own).isPresent(), own::name);
                assertEquals(own == FNV, table.openFilter(List.of(own)).isPresent(), own::name);
            }
            try (TableFile table = table().withoutFilter().write().open()) {
                assertEquals(Optional.empty(), table.openFilter(own));
                assertEquals(Optional.empty(), table.openFilter(List.of(own)));
            }
        }
        assertThrows(NullPointerException.class, () -> FilterOpener.of((FilterMatcher) null));
    }

    /** One policy of the name is enough: the reader's own, which sees whole keys where the table has them. */
    @Test
    void theOwnPolicyReplacesTheBuiltInOneOfItsName() {
        FilterOpener door = FilterOpener.of(LEVELDB);
        assertEquals(LEVELDB, door.known().get(0));
        assertEquals(
                1,
                door.known().stream()
                        .filter(matcher -> matcher.name().equals(LEVELDB.name()))
                        .count());
        assertTrue(door.known().size() > 2, "the other names are built in");
        assertFalse(door.internalKeys());
        assertTrue(FilterOpener.of(FilterMatcher.ofInternalKeys(LEVELDB)).internalKeys());
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
