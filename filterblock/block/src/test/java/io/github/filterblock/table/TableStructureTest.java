// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static io.github.filterblock.table.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.PebbleCorpus;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one reading of a table's structure returns, keeps, and reports as damage. */
class TableStructureTest {
    private static final String INDEX_TYPE = "rocksdb.block.based.table.index.type";
    private static final String PARTITIONED = "\2\0\0\0";
    private static final String FIRST_KEYS = "\3\0\0\0";

    private static byte[] leveldb() {
        return TestTable.ofInternalKeys()
                .block("apple", "banana")
                .block("cherry")
                .properties("rocksdb.num.entries", "3")
                .bytes();
    }

    /** The same table with RocksDB's footer. */
    private static byte[] ofRocksDb(byte[] table, BlockChecksum checksum) {
        Footer footer = open(table).footer();
        return TestBlocks.join(
                Arrays.copyOf(table, table.length - Footer.LENGTH),
                new Footer(footer.metaindex(), footer.index(), checksum, 2).encode());
    }

    private static TableFile open(byte[] table) {
        try {
            return TableFile.open(TableSource.of(ByteBuffer.wrap(table), "a.ldb"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static TableStructure structure(byte[] table) throws IOException {
        return open(table).structure();
    }

    private static BlockHandle properties(byte[] table) throws IOException {
        return RocksDbProperties.entryIn(open(table).metaindex())
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
    }

    /** The name that RocksDB gave its properties until 2013 counts only where the present one is missing. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void propertiesAreReadUnderTheirOldName(boolean alone) throws IOException {
        TableStructure structure = structure(TestTable.ofInternalKeys()
                .block("apple")
                .properties("rocksdb.comparator", "a.name")
                .changeMetaindexEntries(entries -> {
                    int last = entries.size() - 1;
                    entries.set(
                            last, Entry.of("rocksdb.stats", entries.get(last).value()));
                    if (!alone) {
                        entries.add(
                                last,
                                Entry.of("rocksdb.properties", entries.get(0).value()));
                    }
                })
                .bytes());
        assertEquals(alone ? Optional.of("a.name") : Optional.empty(), structure.comparator());
        assertEquals(alone, structure.precedesFullFilters());
        assertEquals(alone, structure.propertiesDamage().isEmpty());
        assertTrue(structure.origin().rocksDb());
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
        assertEquals(Optional.of(structure.metaindex().get(0)), structure.filterEntry(FilterDialect.safeMatchers()));
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
                List.of(table.footer().metaindex(), table.footer().index(), properties(before))) {
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

    private static void assertDamaged(TableStructure structure, Reason reason, BlockHandle block) {
        assertEquals(1, structure.damage().size());
        assertRefused(reason, block.offset(), () -> structure.orThrow());
    }

    /** An index that is RocksDB's is not read without the properties. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("TF-4")
    void damageIsToldInItsOrder(boolean rocksDb) throws IOException {
        byte[] sound = rocksDb ? ofRocksDb(leveldb(), BlockChecksum.CRC32C) : leveldb();
        BlockHandle metaindex = open(sound).footer().metaindex();
        BlockHandle index = open(sound).footer().index();
        BlockHandle properties = properties(sound);

        byte[] bytes = TestBlocks.flipped(sound, 8 * index.offset());
        TableStructure withoutIndex = structure(bytes);
        assertDamaged(withoutIndex, Reason.CHECKSUM, index);
        assertEquals(index.offset(), withoutIndex.indexDamage().orElseThrow().offset());
        assertEquals(List.of(), withoutIndex.index());
        assertEquals(2, withoutIndex.metaindex().size());

        TableStructure withoutBoth = structure(TestBlocks.flipped(bytes, 8 * properties.offset()));
        assertEquals(
                properties.offset(),
                withoutBoth.propertiesDamage().orElseThrow().offset());
        assertDamaged(withoutBoth, Reason.CHECKSUM, rocksDb ? properties : index);
        assertEquals(rocksDb, withoutBoth.indexDamage().isEmpty());

        TableStructure withoutMetaindex = structure(TestBlocks.flipped(sound, 8 * metaindex.offset()));
        assertDamaged(withoutMetaindex, Reason.CHECKSUM, metaindex);
        assertEquals(rocksDb ? 0 : 2, withoutMetaindex.index().size());
        assertEquals(List.of(), withoutMetaindex.metaindex());
    }

    /** A block with an unknown compression may be sound; what it leads to is named, since it was not looked at. */
    @Test
    @Tag("TF-6")
    void whatCouldNotBeDecodedSaysWhatWasNotLookedAt() throws IOException {
        byte[] leveldb = leveldb();
        byte[] rocksDb = ofRocksDb(leveldb, BlockChecksum.CRC32C);
        Footer footer = open(leveldb).footer();
        String noFilter = "; no filter was looked for";
        String noData = "; no data was looked at";
        assertUndecoded(leveldb, footer.index(), noData);
        assertUndecoded(leveldb, footer.metaindex(), noFilter);
        assertUndecoded(rocksDb, footer.index(), noData);
        assertUndecoded(rocksDb, footer.metaindex(), noFilter + noData);
        assertUndecoded(rocksDb, properties(leveldb), noData);
        assertEquals(
                Optional.empty(),
                structure(withCompression(leveldb, properties(leveldb), 0xfe)).undecoded());
        assertEquals(
                Optional.empty(),
                structure(TestBlocks.flipped(leveldb, 8 * footer.index().offset()))
                        .undecoded());
        assertEquals(Optional.empty(), structure(leveldb).undecoded());
    }

    private static byte[] withCompression(byte[] sound, BlockHandle block, int type) {
        byte[] bytes = sound.clone();
        bytes[(int) (block.offset() + block.size())] = (byte) type;
        Seal.block(bytes, open(sound).footer(), block);
        return bytes;
    }

    private static void assertUndecoded(byte[] sound, BlockHandle block, String consequences) throws IOException {
        CorruptTableException undecoded =
                structure(withCompression(sound, block, 0xfe)).undecoded().orElseThrow();
        assertEquals(Reason.UNKNOWN_COMPRESSION, undecoded.reason());
        assertEquals(block.offset(), undecoded.offset());
        assertTrue(undecoded.detail().endsWith(consequences), undecoded::detail);
        assertEquals(
                consequences.chars().filter(c -> c == ';').count(),
                undecoded.detail().chars().filter(c -> c == ';').count(),
                undecoded::detail);
    }

    /** Damage can be told from what this library merely does not read. */
    @Test
    void reasonsOfWhatMayBeSoundAreNotDamage() {
        Set<Reason> undecoded =
                EnumSet.of(Reason.UNKNOWN_COMPRESSION, Reason.UNKNOWN_KEYS, Reason.TOO_LARGE, Reason.DATA_ELSEWHERE);
        for (Reason each : Reason.values()) {
            assertEquals(undecoded.contains(each), each.isUndecoded(), each::name);
        }
    }

    /** Prefixes may be all that is in a filter of RocksDB's table: while that is not known, no key is denied. */
    @ParameterizedTest
    @ValueSource(strings = {"rocksdb.BuiltinBloomFilter", TestTable.LEVELDB})
    @Tag("TF-14")
    void aFilterBesideDamagedPropertiesDeniesNothing(String name) throws IOException {
        byte[] sound = TestTable.ofInternalKeys()
                .block("apple")
                .properties("rocksdb.num.entries", "1")
                .changeMetaindexEntries(entries ->
                        entries.set(0, Entry.of("filter." + name, entries.get(0).value())))
                .bytes();
        assertTrue(structure(sound).origin().filtersWholeKeys());
        byte[] bytes = TestBlocks.flipped(sound, 8 * properties(sound).offset());
        TableOrigin origin = structure(bytes).origin();
        byte[] absent = Bytes.ascii("absent key");
        assertTrue(open(bytes).openFilter().orElseThrow().keyMayMatch(0, absent));
        assertFalse(open(sound).openFilter().orElseThrow().keyMayMatch(0, absent));
        assertFalse(origin.filtersWholeKeys());
        assertTrue(origin.rocksDb(), "by the name of the block");
    }

    /**
     * Tables of RocksDB, whose data blocks follow one another from 0 on. Keys of an index are compared where they lie:
     * in the block, written out, with a tag that only readers see.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks629-fv2-writer",
                "rocks629-fv5-writer",
                "rocks629-delta-index-7-high",
                "rocks629-index-two-level",
                "rocks629-index-two-level-fv2",
                "rocks629-index-two-level-fv0",
                "rocks629-index-first-key"
            })
    @Tag("TF-11")
    void aRealIndexLeadsToAllData(String name) throws IOException {
        TableStructure structure = structure(RecipeTables.rocksDb().table(name).bytes());
        assertEquals(Optional.empty(), structure.indexDamage());
        List<IndexEntry> index = structure.index();
        assertTrue(index.size() > 3);
        long end = 0;
        for (int i = 0; i < index.size(); i++) {
            IndexEntry entry = index.get(i);
            assertEquals(end, entry.handle().offset());
            end = entry.handle().end();
            for (int dropped : new int[] {0, 4, 8}) {
                byte[] rest = Arrays.copyOf(entry.key(), entry.key().length - dropped);
                assertEquals(0, structure.compareIndexKey(i, dropped, rest));
                assertTrue(structure.compareIndexKey(i, dropped, Arrays.copyOf(rest, rest.length + 1)) < 0);
                assertTrue(structure.compareIndexKey(i, dropped, new byte[0]) > 0);
            }
            assertEquals(entry, index.get(i));
            assertFalse(entry.equals(new IndexEntry(entry.key(), new BlockHandle(0, 0))));
            assertFalse(entry.equals((Object) name));
        }
    }

    private static TestTable twoBlocks() {
        return TestTable.ofInternalKeys().block("apple").block("banana");
    }

    @Test
    @Tag("TF-11")
    void anIndexThatIsOnlyCalledPartitionedIsDamaged() throws IOException {
        TestTable table = twoBlocks().properties(INDEX_TYPE, PARTITIONED);
        for (byte[] bytes :
                List.of(table.bytes(), table.changeIndexEntries(List::clear).bytes())) {
            assertDamaged(
                    structure(bytes), Reason.BAD_ORDER, open(bytes).footer().index());
        }
        TestTable withoutKeys = TestTable.ofInternalKeys().withoutFilter().properties(INDEX_TYPE, PARTITIONED);
        assertEquals(List.of(), structure(withoutKeys.bytes()).damage());
    }

    private static TestTable threeBlocks() {
        return twoBlocks().block("cherry");
    }

    /** What an index of parts leads to begins with the data block at 0, which has keys. */
    @Test
    @Tag("TF-11")
    void theFirstPartLeadsToTheFirstDataBlock() throws IOException {
        List<BlockHandle> data = threeBlocks().write().data();
        Entry first = Entry.of("key", data.get(0).encode());
        Entry second = Entry.of("key", data.get(1).encode());
        assertEquals(Optional.empty(), ofPart(threeBlocks(), first, second));
        assertEquals(Optional.of(Reason.BAD_ORDER), ofPart(threeBlocks(), second));
        assertEquals(Optional.of(Reason.BAD_ORDER), ofPart(threeBlocks()));
    }

    @Test
    @Tag("TF-11")
    void theFirstDataBlockOfAPartHasKeys() throws IOException {
        TestTable table = threeBlocks().changeData(0, contents -> TestBlocks.entries(List.of(), 16));
        BlockHandle empty = table.write().data().get(0);
        assertEquals(Optional.of(Reason.BAD_ORDER), ofPart(table, Entry.of("key", empty.encode())));
    }

    /** Why the index of a table is not read whose only part, where the third data block was, has such entries. */
    private static Optional<Reason> ofPart(TestTable table, Entry... entries) throws IOException {
        byte[] bytes = table.changeData(2, contents -> TestBlocks.entries(List.of(entries), 16))
                .properties(INDEX_TYPE, PARTITIONED)
                .changeIndexEntries(index -> index.subList(0, 2).clear())
                .bytes();
        return structure(bytes).indexDamage().map(CorruptTableException::reason);
    }

    /** If the checksum of the data at 0 is wrong, another block tells; if no other can, that checksum is the damage. */
    @Test
    @Tag("TF-11")
    void damagedDataIsNotTakenForADamagedIndex() throws IOException {
        byte[] sound = RocksDbFilterCorpus.bundled().tables().stream()
                .filter(each -> each.toString().equals("ribbon-part-fv6.sst"))
                .findFirst()
                .orElseThrow()
                .bytes();
        List<IndexEntry> index = structure(sound).index();
        byte[] damaged = sound.clone();
        damaged[5] ^= 1;
        assertEquals(Optional.empty(), structure(damaged).indexDamage());
        assertEquals(index, structure(damaged).index());
        index.forEach(entry -> damaged[(int) entry.handle().offset() + 5] ^= 99);
        CorruptTableException damage = structure(damaged).indexDamage().orElseThrow();
        assertEquals(Reason.CHECKSUM, damage.reason());
        assertEquals(0, damage.offset());
    }

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
        byte[] first = TestBlocks.join(TestBlocks.varint(key.length()), Bytes.ascii(key));
        return indexDamage(table.changeIndexEntries(entries -> entries.set(
                0,
                new Entry(
                        entries.get(0).key(), TestBlocks.join(entries.get(block).value(), first)))));
    }

    private static Optional<Reason> indexDamage(TestTable table) throws IOException {
        return structure(ofRocksDb(table.bytes(), BlockChecksum.CRC32C))
                .indexDamage()
                .map(CorruptTableException::reason);
    }

    /** Pebble's footer and the properties both say whether an index has two levels. */
    @ParameterizedTest
    @ValueSource(strings = {"made-v7-crdb", "made-v7-samename"})
    @Tag("PB-2")
    void aFooterThatDeniesTheLevelsOfTheIndexIsDamage(String name) throws IOException {
        byte[] bytes = PebbleCorpus.bundled().table(name).bytes();
        Footer footer = open(bytes).footer();
        assertEquals(Optional.empty(), structure(bytes).indexDamage());
        bytes[bytes.length - 20] ^= 1 << 5;
        Seal.pebbleFooter(bytes, footer);
        CorruptTableException damage = structure(bytes).indexDamage().orElseThrow();
        assertEquals("footer and properties do not agree on the levels of the index", damage.detail());
    }

    @Test
    @Tag("TF-4")
    void aBlockTellsOfItsChecksum() throws IOException {
        byte[] bytes = leveldb();
        BlockHandle index = open(bytes).footer().index();
        StoredBlock sound = open(bytes).read(index);
        assertEquals(BlockChecksum.Status.OK, sound.checksum());
        assertArrayEquals(Arrays.copyOfRange(bytes, (int) index.offset(), (int) index.end()), sound.storedBytes());
        byte[] unknown = ofRocksDb(bytes, BlockChecksum.XXHASH);
        unknown[unknown.length - 53] = 5;
        assertEquals(BlockChecksum.Status.UNVERIFIED, open(unknown).read(index).checksum());
    }
}
