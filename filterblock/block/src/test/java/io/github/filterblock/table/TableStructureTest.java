// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.testdata.RecipeTables;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one reading of a table's structure returns, keeps, and reports as damage. */
class TableStructureTest {

    private static byte[] leveldb() {
        return TestTable.ofInternalKeys()
                .block("apple", "banana")
                .block("cherry")
                .properties("rocksdb.num.entries", "3")
                .bytes();
    }

    private static byte[] withFormatVersion(byte[] table, int version) {
        Footer footer = open(table).footer();
        return TestBlocks.join(
                Arrays.copyOf(table, table.length - Footer.LENGTH),
                new Footer(footer.metaindex(), footer.index(), BlockChecksum.CRC32C, version).encode());
    }

    private static TableFile open(byte[] table) {
        try {
            return TableFile.open(TableSource.of(ByteBuffer.wrap(table), "a.ldb"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static BlockHandle properties(TableFile table) throws IOException {
        return table.metaindex().stream()
                .filter(entry -> entry.key().equals(TableOrigin.ROCKSDB_PROPERTIES))
                .findFirst()
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
    }

    @Test
    void whatIsReadIsWhatTheTableHas() throws IOException {
        TableFile table = open(leveldb());
        TableStructure structure = table.structure();
        assertEquals(table.footer(), structure.footer());
        assertEquals(table.metaindex(), structure.metaindex());
        assertEquals(2, structure.metaindex().size());
        assertEquals(table.index(), structure.index());
        assertEquals(2, structure.index().size());
        assertEquals(
                "filter." + TestTable.LEVELDB,
                structure
                        .filterEntry(FilterDialect.safeMatchers())
                        .orElseThrow()
                        .key());
        assertEquals(Optional.empty(), structure.filterEntry(List.of(FilterDialect.GOLEVELDB.matcher())));
        assertEquals(List.of(), structure.damage());
        assertEquals(Optional.empty(), structure.propertiesDamage());
        assertEquals(Optional.empty(), structure.indexDamage());
        assertSame(structure, structure.orThrow());
    }

    /** Parts that were read stay as they were read; everything else is read on request. */
    @Test
    void bytesAreThoseOfTheFileAndHeldWhereTheyWereRead() throws IOException {
        byte[] before = leveldb();
        byte[] file = before.clone();
        TableFile table = open(file);
        TableStructure structure = table.structure();
        byte[] expected = new byte[before.length];
        for (BlockHandle handle :
                List.of(table.footer().metaindex(), table.footer().index(), properties(table))) {
            int offset = (int) handle.offset();
            System.arraycopy(before, offset, expected, offset, (int) handle.end() - offset);
        }
        int footer = before.length - Footer.LENGTH;
        System.arraycopy(before, footer, expected, footer, Footer.LENGTH);
        Arrays.fill(file, (byte) 0);
        for (int position = 0; position < before.length; position++) {
            for (int wanted : new int[] {0, 1, 7, 61, 150, before.length}) {
                int length = Math.min(wanted, before.length - position);
                byte[] around = new byte[length + 5];
                structure.readBytes(table, position, around, 3, length);
                byte[] read = TestBlocks.join(new byte[3], Arrays.copyOfRange(expected, position, position + length));
                assertArrayEquals(Arrays.copyOf(read, length + 5), around);
            }
        }
        byte[] small = new byte[4];
        assertThrows(IndexOutOfBoundsException.class, () -> structure.readBytes(table, 0, small, 1, 4));
        assertThrows(IOException.class, () -> structure.readBytes(table, before.length, small, 0, 1));
    }

    private static void assertDamaged(TableStructure structure, Reason reason, BlockHandle... blocks) {
        assertEquals(
                Arrays.stream(blocks).map(BlockHandle::offset).toList(),
                structure.damage().stream().map(CorruptTableException::offset).toList());
        assertTrue(structure.damage().stream().allMatch(e -> e.reason() == reason));
        if (blocks.length > 0) {
            CorruptTableException e = assertThrows(CorruptTableException.class, structure::orThrow);
            assertEquals(blocks[0].offset(), e.offset());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    @Tag("TF-4")
    void damageIsToldInItsOrder(int formatVersion) throws IOException {
        byte[] sound = formatVersion == 0 ? leveldb() : withFormatVersion(leveldb(), formatVersion);
        boolean rocksDb = formatVersion > 0;
        BlockHandle metaindex = open(sound).footer().metaindex();
        BlockHandle index = open(sound).footer().index();
        BlockHandle properties = properties(open(sound));

        byte[] bytes = sound.clone();
        bytes[(int) index.offset()] ^= 1;
        TableStructure withoutIndex = open(bytes).structure();
        assertDamaged(withoutIndex, Reason.CHECKSUM, index);
        assertEquals(index.offset(), withoutIndex.indexDamage().orElseThrow().offset());
        assertEquals(List.of(), withoutIndex.index());
        assertEquals(2, withoutIndex.metaindex().size());

        bytes[(int) properties.offset()] ^= 1;
        TableStructure withoutBoth = open(bytes).structure();
        assertEquals(
                properties.offset(),
                withoutBoth.propertiesDamage().orElseThrow().offset());
        if (rocksDb) { // an index that is RocksDB's is not read without them
            assertDamaged(withoutBoth, Reason.CHECKSUM, properties);
            assertEquals(Optional.empty(), withoutBoth.indexDamage());
        } else {
            assertDamaged(withoutBoth, Reason.CHECKSUM, index);
        }

        bytes = sound.clone();
        bytes[(int) metaindex.offset()] ^= 1;
        TableStructure withoutMetaindex = open(bytes).structure();
        assertDamaged(withoutMetaindex, Reason.CHECKSUM, metaindex);
        assertEquals(rocksDb ? 0 : 2, withoutMetaindex.index().size());
        assertEquals(List.of(), withoutMetaindex.metaindex());
    }

    /** Prefixes may be all that is in RocksDB's filter: while that is not known, no key is denied. */
    @Test
    @Tag("TF-14")
    void damagedPropertiesOfARocksDbFilterMakeItDenyNothing() throws IOException {
        for (String filter : List.of("filter.rocksdb.BuiltinBloomFilter", "filter." + TestTable.LEVELDB)) {
            byte[] bytes = TestTable.ofInternalKeys()
                    .block("apple")
                    .properties("rocksdb.num.entries", "1")
                    .changeMetaindexEntries(entries -> entries.set(
                            0, TestBlocks.Entry.of(filter, entries.get(0).value())))
                    .bytes();
            assertTrue(open(bytes).structure().origin().filtersWholeKeys());
            bytes[(int) properties(open(bytes)).offset()] ^= 1;
            TableOrigin origin = open(bytes).structure().origin();
            byte[] absent = "absent key".getBytes(StandardCharsets.US_ASCII);
            assertEquals(
                    !filter.contains("leveldb"),
                    open(bytes).openFilter().orElseThrow().keyMayMatch(0, absent),
                    filter);
            assertEquals(filter.contains("leveldb"), origin.filtersWholeKeys(), filter);
            assertTrue(origin.rocksDb(), "by the name of the block");
        }
    }

    @Test
    @Tag("TF-14")
    void internalKeysAreThoseOfRocksDbsProperties() throws IOException {
        for (String name : List.of("rocksdb.num.entries", "leveldb.any")) {
            TestTable table = TestTable.ofInternalKeys().block("apple").properties(name, "1");
            TableOrigin origin = open(table.bytes()).structure().origin();
            assertEquals(name.startsWith("rocksdb"), origin.hasInternalKeys(), name);
            assertFalse(origin.filtersPrefixes());
        }
        TestTable prefixes =
                TestTable.ofInternalKeys().block("apple").properties("rocksdb.prefix.extractor.name", "fixed");
        assertTrue(open(prefixes.bytes()).structure().origin().filtersPrefixes());
        assertFalse(open(TestTable.ofWholeKeys().block("apple").bytes())
                .structure()
                .origin()
                .hasInternalKeys());
    }

    /** Keys of an index are compared where they lie: in the block, written out, with a tag that only readers see. */
    @ParameterizedTest
    @ValueSource(strings = {"rocks629-fv2-writer", "rocks629-fv5-writer", "rocks629-delta-index-7-high"})
    @Tag("TF-11")
    void keysOfTheIndexAreComparedAsTheyAre(String name) throws IOException {
        TableStructure structure =
                open(RecipeTables.rocksDb().table(name).bytes()).structure();
        List<IndexEntry> index = structure.index();
        for (int i = 0; i < index.size(); i++) {
            byte[] key = index.get(i).key();
            for (int dropped : new int[] {0, 4, 8}) {
                byte[] rest = Arrays.copyOf(key, key.length - dropped);
                byte[] above = Arrays.copyOf(rest, rest.length + 1);
                assertEquals(0, structure.compareIndexKey(i, dropped, rest));
                assertTrue(structure.compareIndexKey(i, dropped, above) < 0);
                assertTrue(structure.compareIndexKey(i, dropped, new byte[0]) > 0);
            }
            IndexEntry entry = index.get(i);
            assertEquals(entry, index.get(i));
            assertFalse(entry.equals(new IndexEntry(key, new BlockHandle(0, 0))) && i > 0);
            assertFalse(entry.equals((Object) name));
        }
    }

    /** Where no key is read: what else a filter of this name may be, beside the readings that are known. */
    @Test
    void whatNoKeyConfirmsIsAskedWithBothHashes() throws IOException {
        String rocksDb = FilterDialect.ROCKSDB_BLOCK.policyName();
        String levelDb = FilterDialect.LEVELDB.policyName();
        TableOrigin unknown = TableOrigin.UNKNOWN;
        assertEquals(
                List.of(FilterDialect.LEVELDB, FilterDialect.ROCKSDB_BLOCK), unknown.unconfirmed(levelDb, List.of()));
        assertEquals(
                List.of(FilterDialect.ROCKSDB_BLOCK), unknown.unconfirmed(levelDb, List.of(FilterDialect.LEVELDB)));
        assertEquals(
                List.of(FilterDialect.LEVELDB), unknown.unconfirmed(rocksDb, List.of(FilterDialect.ROCKSDB_BLOCK)));
        assertEquals(
                List.of(FilterDialect.ROCKSDB_BLOCK),
                unknown.unconfirmed(levelDb, List.of(FilterDialect.LEVELDB, FilterDialect.BASHO_2)));
        TableOrigin own = open(RecipeTables.rocksDb()
                        .table("rocks629-fv5-writer")
                        .bytes())
                .structure()
                .origin();
        assertEquals(List.of(), own.unconfirmed(rocksDb, List.of(FilterDialect.ROCKSDB_BLOCK)));
        assertEquals(List.of(FilterDialect.ROCKSDB_BLOCK), own.unconfirmed(levelDb, List.of(FilterDialect.LEVELDB)));
    }

    private static final String INDEX_TYPE = "rocksdb.block.based.table.index.type";
    private static final String PARTITIONED = "\2\0\0\0";

    /** Tables of RocksDB, whose data blocks follow one another from 0 on. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks629-index-two-level",
                "rocks629-index-two-level-fv2",
                "rocks629-index-two-level-fv0",
                "rocks629-index-first-key"
            })
    @Tag("TF-11")
    void aRealIndexOfPartsLeadsToAllData(String name) throws IOException {
        TableStructure structure =
                open(RecipeTables.rocksDb().table(name).bytes()).structure();
        assertEquals(Optional.empty(), structure.indexDamage());
        long end = 0;
        for (IndexEntry entry : structure.index()) {
            assertEquals(end, entry.handle().offset());
            end = entry.handle().end();
        }
        assertTrue(structure.index().size() > 3);
    }

    @Test
    @Tag("TF-11")
    void anIndexThatIsOnlyCalledPartitionedIsDamaged() throws IOException {
        TestTable table =
                TestTable.ofInternalKeys().block("apple").block("banana").properties(INDEX_TYPE, PARTITIONED);
        BlockHandle index = open(table.bytes()).footer().index();
        assertDamaged(open(table.bytes()).structure(), Reason.BAD_ORDER, index);
        byte[] empty = table.changeIndexEntries(List::clear).bytes();
        assertDamaged(
                open(empty).structure(), Reason.BAD_ORDER, open(empty).footer().index());
        byte[] withoutKeys = TestTable.ofInternalKeys()
                .withoutFilter()
                .properties(INDEX_TYPE, PARTITIONED)
                .bytes();
        assertEquals(List.of(), open(withoutKeys).structure().damage());
    }

    /** What an index of parts leads to begins with the data block at 0, which has keys. */
    @Test
    @Tag("TF-11")
    void theFirstPartLeadsToTheFirstDataBlock() throws IOException {
        byte[][] handles = new byte[2][];
        TestTable.ofInternalKeys()
                .block("apple")
                .block("banana")
                .changeIndexEntries(entries -> {
                    handles[0] = entries.get(0).value();
                    handles[1] = entries.get(1).value();
                })
                .bytes();
        assertEquals(Optional.empty(), ofPart(handles[0]));
        assertEquals(Optional.of(Reason.BAD_ORDER), ofPart(handles[1]));
        assertEquals(Optional.of(Reason.BAD_ORDER), ofPart());
    }

    /** Why the index of a table is not read whose only part, where the second data block was, has such entries. */
    private static Optional<Reason> ofPart(byte[]... handles) throws IOException {
        TestBlocks.Entry[] entries = new TestBlocks.Entry[handles.length];
        for (int i = 0; i < handles.length; i++) {
            entries[i] = TestBlocks.Entry.of("key", handles[i]);
        }
        byte[] bytes = TestTable.ofInternalKeys()
                .block("apple")
                .block("banana")
                .changeData(1, contents -> TestBlocks.entries(List.of(entries), 16))
                .properties(INDEX_TYPE, PARTITIONED)
                .changeIndexEntries(index -> index.remove(0))
                .bytes();
        return open(bytes).structure().indexDamage().map(CorruptTableException::reason);
    }

    private static final String FIRST_KEYS = "\3\0\0\0";

    /** An index with first keys leads to the data block at 0 and has that block's first key. */
    @Test
    @Tag("TF-11")
    void anIndexThatIsOnlySaidToHoldFirstKeysIsDamaged() throws IOException {
        TestTable table = TestTable.ofWholeKeys().block("apple").block("banana").properties(INDEX_TYPE, FIRST_KEYS);
        Optional<Reason> damage = Optional.of(Reason.BAD_ORDER);
        assertEquals(Optional.empty(), withFirstKey(table, 0, "apple"));
        assertEquals(Optional.empty(), withFirstKey(table.undecoded(0), 0, "banana"));
        table.undecoded(2);
        assertEquals(damage, withFirstKey(table, 0, "appl"));
        assertEquals(damage, withFirstKey(table, 1, "banana"));
        assertEquals(damage, indexDamage(table.changeIndexEntries(List::clear)));
        assertEquals(damage, indexDamage(table.changeIndexEntries(entries -> {})));
        assertEquals(Optional.empty(), indexDamage(table.withoutFilter().changeIndexEntries(List::clear)));
    }

    /** Why an index is not read whose first entry has the handle of a block and this key. */
    private static Optional<Reason> withFirstKey(TestTable table, int block, String key) throws IOException {
        return indexDamage(table.changeIndexEntries(entries -> {
            byte[] value = TestBlocks.join(
                    entries.get(block).value(),
                    TestBlocks.varint(key.length()),
                    key.getBytes(StandardCharsets.US_ASCII));
            entries.set(0, new TestBlocks.Entry(entries.get(0).key(), value));
        }));
    }

    private static Optional<Reason> indexDamage(TestTable table) throws IOException {
        byte[] bytes = table.bytes();
        Footer footer = open(bytes).footer();
        byte[] ofRocksDb = TestBlocks.join(
                Arrays.copyOf(bytes, bytes.length - Footer.LENGTH),
                new Footer(footer.metaindex(), footer.index(), BlockChecksum.CRC32C, 2).encode());
        return open(ofRocksDb).structure().indexDamage().map(CorruptTableException::reason);
    }

    @Test
    @Tag("TF-4")
    void aBlockTellsOfItsChecksum() throws IOException {
        byte[] bytes = leveldb();
        BlockHandle index = open(bytes).footer().index();
        StoredBlock sound = open(bytes).read(index);
        assertEquals(BlockChecksum.Status.OK, sound.checksum());
        assertArrayEquals(Arrays.copyOfRange(bytes, (int) index.offset(), (int) index.end()), sound.storedBytes());
        bytes[(int) index.end() - 1] ^= 1;
        assertEquals(
                BlockChecksum.Status.BAD,
                open(bytes).ignoringChecksums().read(index).checksum());
        byte[] unknown = TestBlocks.join(
                Arrays.copyOf(bytes, bytes.length - Footer.LENGTH),
                new Footer(open(bytes).footer().metaindex(), index, BlockChecksum.XXHASH, 2).encode());
        unknown[unknown.length - 53] = 5;
        assertEquals(BlockChecksum.Status.UNVERIFIED, open(unknown).read(index).checksum());
    }
}
