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
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which of a table's filters is opened, and what keeps it from being opened. */
@Tag("TF-9")
class OpenFilterTest {
    private static final FilterMatcher FNV = new ForeignPolicy("corpus.FnvSet", ReferencePolicy.fnvSet());
    private static final FilterMatcher LEVELDB = FilterDialect.LEVELDB.matcher();
    private static final byte[] KEY = "apple".getBytes(US_ASCII);
    private static final byte[] HANDLE_OF_NOTHING = TestBlocks.handle(1 << 20, 1);

    private static TestTable table() {
        return TestTable.ofWholeKeys().block("apple", "plum");
    }

    private static Entry copyUnderName(String key, Entry entry) {
        return Entry.of(key, entry.value());
    }

    @Test
    void theBuiltInFilterIsOpened() throws IOException {
        try (TableFile table = table().write().open()) {
            FilterBlockReader reader = table.openFilter().orElseThrow();
            assertEquals(TestTable.LEVELDB, reader.policyName());
            assertTrue(reader.keyMayMatch(0, KEY));
        }
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
        for (String name : List.of("leveldb.BuiltinBloomFilter3", "leveldb.BuiltinBloomFilter2x", "eveldb", "")) {
            try (TableFile table =
                    table().policy(name, ReferencePolicy.bloom(10)).write().open()) {
                assertEquals(Optional.empty(), table.openFilter(), name);
            }
        }
    }

    @Test
    @Tag("TF-8")
    void entriesOfOtherKindsAreNoFilters() throws IOException {
        TestTable renamed = table().changeMetaindexEntries(
                        entries -> entries.set(0, copyUnderName("fullfilter." + TestTable.LEVELDB, entries.get(0))));
        try (TableFile table = renamed.write().open()) {
            assertEquals(Optional.empty(), table.openFilter());
        }
    }

    @Test
    void aPolicyOfTheCallersIsFoundByItsName() throws IOException {
        try (TableFile table =
                table().policy(FNV.name(), ReferencePolicy.fnvSet()).write().open()) {
            assertEquals(Optional.empty(), table.openFilter());
            assertEquals(Optional.empty(), table.openFilter(List.of()));
            for (List<FilterMatcher> known : List.of(List.of(FNV), List.of(FNV, LEVELDB), List.of(LEVELDB, FNV))) {
                FilterBlockReader reader = table.openFilter(known).orElseThrow();
                assertTrue(reader.keyMayMatch(0, KEY));
                assertFalse(reader.keyMayMatch(0, "pear".getBytes(US_ASCII)));
            }
        }
    }

    /** The order of the file decides, not that of the policies. */
    @Test
    void ofSeveralFiltersTheFirstKnownOneIsOpened() throws IOException {
        TestTable both = table().policy(FNV.name(), ReferencePolicy.fnvSet())
                .changeMetaindexEntries(
                        entries -> entries.add(Entry.of("filter." + TestTable.LEVELDB, HANDLE_OF_NOTHING)));
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
    void ofTwoEntriesWithOneNameTheFirstCounts() throws IOException {
        TestTable twice = table().changeMetaindexEntries(entries ->
                entries.add(copyUnderName("filter." + TestTable.LEVELDB, new Entry(KEY, HANDLE_OF_NOTHING))));
        try (TableFile table = twice.write().open()) {
            assertTrue(table.openFilter().orElseThrow().keyMayMatch(0, KEY));
        }
    }

    @Test
    void aFilterOutOfOrderIsFound() throws IOException {
        TestTable unsorted =
                table().changeMetaindexEntries(entries -> entries.add(0, Entry.of("zzz", HANDLE_OF_NOTHING)));
        try (TableFile table = unsorted.write().open()) {
            assertTrue(table.openFilter().isPresent());
        }
    }

    @Test
    @Tag("TF-4")
    void aWrongChecksumIsNamedWithItsOffset() throws IOException {
        TestFile sound = table().write();
        BlockHandle filter = sound.filter().orElseThrow();
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
    @Tag("TF-4")
    void whoIgnoresChecksumsGetsTheFilterAsItIs() throws IOException {
        TestFile sound = table().write();
        BlockHandle filter = sound.filter().orElseThrow();
        try (TableFile table = sound.flipping(filter.end() - 1).open()) {
            assertTrue(table.ignoringChecksums().openFilter().orElseThrow().keyMayMatch(0, KEY));
            assertThrows(CorruptTableException.class, table::openFilter);
        }
    }

    @Test
    @Tag("TF-4")
    void theChecksumOfTheMetaindexIsCheckedToo() throws IOException {
        TestFile sound = table().write();
        try (TableFile table = sound.flipping(sound.metaindex().offset()).open()) {
            CorruptTableException e = assertThrows(CorruptTableException.class, table::openFilter);
            assertEquals(Reason.CHECKSUM, e.reason());
            assertEquals(sound.metaindex().offset(), e.offset());
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
}
