// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static io.github.filterblock.table.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.ReferencePolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of a table's filters is opened, by its name and its writer, and what keeps it from being opened. */
class OpenFilterTest {
    /** A policy that the library does not know, as a user would bring one. */
    private static final FilterMatcher FOREIGN = new TestHashPolicy();

    private static final FilterMatcher LEVELDB = FilterDialect.LEVELDB.matcher();
    private static final byte[] KEY = Bytes.ascii("apple");
    private static final byte[] ABSENT = Bytes.ascii("none");
    private static final String FILTER_KEY = "filter." + TestTable.LEVELDB;
    private static final byte[] HANDLE_OF_NOTHING = TestBlocks.handle(1 << 20, 1);
    private static final Entry STATISTICS_OF_BASHO = Entry.of("stats.sst1", TestBlocks.handle(0, 0));

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum");
    }

    private static TestTable foreignTable() {
        return table().policy(FOREIGN.name(), ReferencePolicy.testHash());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fullfilter.leveldb.BuiltinBloomFilter2",
                "filter.leveldb.BuiltinBloomFilter3",
                "filter.leveldb.BuiltinBloomFilter2x",
                "filter.eveldb",
                "filter."
            })
    @Tag("TF-8")
    void namesAreComparedWhole(String key) throws IOException {
        TestTable renamed = table().changeMetaindexEntries(
                        entries -> entries.set(0, Entry.of(key, entries.get(0).value())));
        try (TableFile table = renamed.write().open()) {
            assertEquals(Optional.empty(), table.openFilter());
        }
    }

    /** The order of the file decides, not that of the policies. */
    @Test
    void ofSeveralFiltersTheFirstKnownOneIsOpened() throws IOException {
        TestTable both =
                foreignTable().changeMetaindexEntries(entries -> entries.add(Entry.of(FILTER_KEY, HANDLE_OF_NOTHING)));
        TestTable twice = table().changeMetaindexEntries(entries -> {
            entries.add(0, Entry.of("zzz", HANDLE_OF_NOTHING)); // out of order
            entries.add(Entry.of(FILTER_KEY, HANDLE_OF_NOTHING));
        });
        try (TableFile table = twice.write().open()) {
            assertTrue(table.openFilter().orElseThrow().keyMayMatch(0, KEY));
        }
        try (TableFile table = both.write().open()) {
            BlockBasedFilter filter = (BlockBasedFilter)
                    table.openFilter(TrustedPolicies.of(FOREIGN)).orElseThrow();
            assertTrue(filter.toString().contains(FOREIGN.name()), filter::toString);
            TableStructure structure = table.structure();
            assertEquals(
                    FILTER_KEY,
                    structure.filterEntry(List.of(LEVELDB)).orElseThrow().key());
            assertEquals(
                    FOREIGN.name(),
                    structure
                            .filterEntry(List.of(LEVELDB, FOREIGN))
                            .flatMap(MetaindexEntry::policyName)
                            .orElseThrow());
            assertRefused(Reason.OUTSIDE_FILE, 1 << 20, () -> table.openFilter(TrustedPolicies.of(LEVELDB)));
            assertThrows(CorruptTableException.class, table::openFilter);
        }
    }

    @Test
    @Tag("TF-4")
    void aWrongChecksumIsNamedWithItsOffset() throws IOException {
        TestFile sound = table().write();
        BlockHandle filter = sound.filter().orElseThrow();
        try (TableFile table = sound.flipping(sound.metaindex().offset()).open()) {
            assertRefused(Reason.CHECKSUM, sound.metaindex().offset(), table::openFilter);
        }
        try (TableFile table = sound.flipping(filter.end() - 1).open()) {
            CorruptTableException e = assertRefused(Reason.CHECKSUM, filter.offset(), table::openFilter);
            assertEquals("test.ldb", e.file());
            assertTrue(table.ignoringChecksums().openFilter().orElseThrow().keyMayMatch(0, KEY));
        }
    }

    @Test
    @Tag("TF-2")
    void aHandleThatDoesNotEndIsDamage() throws IOException {
        TestFile cut = table().changeMetaindexEntries(entries -> entries.set(0, Entry.of(FILTER_KEY, new byte[] {0})))
                .write();
        try (TableFile table = cut.open()) {
            assertRefused(Reason.BAD_HANDLE, cut.metaindex().offset(), TestTable.LEVELDB, table::openFilter);
        }
    }

    /** The door of an engine: its own policy as it is, and beside it every other name that is built in. */
    @Test
    void aPolicyOfTheReaderIsOneOfMany() throws IOException {
        for (FilterMatcher own : List.of(FOREIGN, LEVELDB, BloomFilterPolicy.levelDb(10))) {
            try (TableFile table = table().write().open()) {
                for (TableFilter reader : List.of(
                        table.openFilter(TrustedPolicies.of(own)).orElseThrow(),
                        table.openFilter().orElseThrow(),
                        table.openFilter(TrustedPolicies.of(LEVELDB)).orElseThrow())) {
                    assertTrue(reader.keyMayMatch(0, KEY), own::name);
                    assertFalse(reader.keyMayMatch(0, Bytes.ascii("pear")), own::name);
                }
            }
            try (TableFile table = foreignTable().write().open()) {
                TrustedPolicies trusted = TrustedPolicies.of(own);
                assertEquals(own == FOREIGN, table.openFilter(trusted).isPresent(), own::name);
            }
        }
    }

    private static TableOrigin originOf(TestTable table) throws IOException {
        try (TableFile file = table.write().open()) {
            return file.structure().origin();
        }
    }

    private static TestTable ofBasho() {
        return table().changeMetaindexEntries(entries -> entries.add(STATISTICS_OF_BASHO));
    }

    /** Everything that an origin says, apart from what it says of a plain table. */
    private static String facts(TableOrigin origin) {
        List<String> facts = new ArrayList<>();
        facts.add(origin.basho() ? "Basho" : "");
        facts.add(origin.rocksDb() ? "RocksDB" : "");
        facts.add(origin.dictionary() ? "dictionary" : "");
        facts.add(origin.hasInternalKeys() ? "internal" : "");
        facts.add(origin.filtersWholeKeys() ? "" : "not whole");
        facts.add(origin.filtersPrefixes() ? "prefixes" : "");
        facts.add(origin.transformsKeys() ? "transformed" : "");
        facts.add(origin.obstacle().orElse(""));
        assertEquals(origin.mayDeny(), origin.obstacle().isEmpty());
        facts.removeIf(String::isEmpty);
        return facts.toString();
    }

    @Test
    void aPlainTableRevealsNothingAndStatisticsAreBashos() throws IOException {
        assertEquals("[]", facts(TableOrigin.UNKNOWN));
        assertEquals("[]", facts(originOf(table())));
        assertEquals("[Basho]", facts(originOf(ofBasho())));
    }

    /** What a filter of a name and base lg may be, and what else it may be where no key confirms it. */
    @ParameterizedTest
    @CsvSource({
        ", leveldb.BuiltinBloomFilter2, 11, '[LEVELDB]', '[ROCKSDB_BLOCK]'",
        ", leveldb.BuiltinBloomFilter2, 14, '[LEVELDB, BASHO_2]', '[ROCKSDB_BLOCK]'",
        ", leveldb.BuiltinBloomFilter, 11, '[GOLEVELDB, LEVELDB_117_SIGNED]', '[]'",
        ", leveldb.BuiltinBloomFilter, 14, '[GOLEVELDB, LEVELDB_117_SIGNED]', '[]'",
        ", rocksdb.BuiltinBloomFilter, 11, '[ROCKSDB_BLOCK]', '[LEVELDB]'",
        ", mine, 11, '[]', '[LEVELDB, ROCKSDB_BLOCK]'",
        "Basho, leveldb.BuiltinBloomFilter2, 11, '[BASHO_2]', '[LEVELDB, ROCKSDB_BLOCK]'",
        "Basho, leveldb.BuiltinBloomFilter, 14, '[BASHO_1]', '[LEVELDB]'",
        "Basho, rocksdb.BuiltinBloomFilter, 11, '[ROCKSDB_BLOCK]', '[LEVELDB]'",
        "RocksDB, rocksdb.BuiltinBloomFilter, 11, '[ROCKSDB_BLOCK]', '[]'",
        "RocksDB, leveldb.BuiltinBloomFilter2, 11, '[LEVELDB]', '[ROCKSDB_BLOCK]'"
    })
    void dialectsAreThoseOfNameAndWriter(String writer, String name, int baseLg, String dialects, String unconfirmed) {
        TableOrigin origin = new TableOrigin(
                "Basho".equals(writer), "RocksDB".equals(writer), false, false, Optional.empty(), false);
        List<FilterDialect> possible = origin.dialects(name, baseLg);
        assertEquals(dialects, possible.toString());
        assertEquals(unconfirmed, origin.unconfirmed(name, possible).toString());
    }

    /** LevelDB's bits under Basho's sign: not to be asked as LevelDB's, whatever it costs. */
    @Test
    void filtersOfBashoAreNotReadAsLevelDbs() throws IOException {
        byte[] filter = Bytes.hex("418a22c1609861100b" + "00000000" + "09000000" + "0b");
        try (TableFile file = ofBasho().changeFilter(0, block -> filter).write().open()) {
            TableFilter reader = file.openFilter().orElseThrow();
            assertTrue(reader.keyMayMatch(0, Bytes.ascii("hello")));
            assertTrue(reader.keyMayMatch(0, Bytes.ascii("world")));
            assertFalse(reader.keyMayMatch(0, Bytes.ascii("foo")));
        }
        try (TableFile file = table().changeFilter(0, block -> filter).write().open()) {
            assertFalse(file.openFilter().orElseThrow().keyMayMatch(0, Bytes.ascii("hello")), "as LevelDB's");
        }
    }

    /** The name is stored since before there were timestamps, so where these are mentioned it was lost. */
    @ParameterizedTest
    @CsvSource({
        "rocksdb.timestamp_min, true",
        "rocksdb.timestamp_max, true",
        "rocksdb.user.defined.timestamps.persisted, true",
        "rocksdb.num.entries, false"
    })
    @Tag("TF-14")
    void aMissingComparatorIsUnknownWhereTimestampsAreMentioned(String property, boolean unknown) throws IOException {
        TestTable ofRocksDb = table().properties(property, "1");
        assertEquals(unknown, originOf(ofRocksDb).transformsKeys());
        assertEquals(!unknown, originOf(ofRocksDb).mayDeny());
        TestTable named = table().properties("rocksdb.comparator", "leveldb.BytewiseComparator", property, "1");
        assertFalse(originOf(named).transformsKeys());
    }

    /** Keys are internal only by names of RocksDB's, and a filter of prefixes alone denies nothing. */
    @ParameterizedTest
    @CsvSource({
        "leveldb.any, 1, false, true, false",
        "rocksdb.num.entries, 1, true, true, false",
        "rocksdb.prefix.extractor.name, fixed, true, false, true",
        "rocksdb.prefix.extractor.name, '', true, true, false",
        "rocksdb.prefix.extractor.name, nullptr, true, true, false",
        "rocksdb.prefix.extractor.name, nullptrr, true, false, true",
        "rocksdb.block.based.table.prefix.filtering, 1, true, false, false",
        "rocksdb.block.based.table.prefix.filtering, 0, true, true, false",
        "rocksdb.block.based.table.whole.key.filtering, 00, true, true, false",
        "rocksdb.block.based.table.whole.key.filtering, 1, true, true, false",
        "rocksdb.block.based.table.whole.key.filtering, 0, true, false, false"
    })
    @Tag("TF-14")
    void propertiesSayWhatIsInTheFilter(
            String property, String value, boolean internalKeys, boolean wholeKeys, boolean prefixes)
            throws IOException {
        TestTable ofRocksDb = table().policy("rocksdb.BuiltinBloomFilter", ReferencePolicy.signedTailBloom(10))
                .properties(property, value);
        List<String> facts = new ArrayList<>(List.of("RocksDB"));
        facts.addAll(internalKeys ? List.of("internal") : List.of());
        facts.addAll(wholeKeys ? List.of() : List.of("not whole"));
        facts.addAll(prefixes ? List.of("prefixes") : List.of());
        boolean lost = !property.contains("whole.key");
        facts.addAll(
                wholeKeys
                        ? List.of()
                        : List.of(
                                lost
                                        ? "the properties do not say whether the filter has whole keys or only prefixes"
                                        : "the filter has only prefixes of keys"));
        assertEquals(facts.toString(), facts(originOf(ofRocksDb)));
        try (TableFile file = ofRocksDb.write().open()) {
            assertEquals(!wholeKeys, file.openFilter().orElseThrow().keyMayMatch(0, ABSENT));
        }
    }
}
