// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static io.github.filterblock.table.TestBlocks.handle;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import io.github.filterblock.table.TestBlocks;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.table.TestFile;
import io.github.filterblock.table.TestTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of a file beside its data blocks: which of them may be data that the index leaves out. */
@Tag("TF-11")
class FileCoverageTest {
    private static final int BLOCKS = 5;
    private static final int LAST = BLOCKS - 1;

    /** Of no kind that can be read: there would be more restarts than bytes. */
    private static final byte[] NO_ENTRIES = {1, 2, 3, 4, 5, 6, 7};

    /** A block of keys and values that has none. */
    private static final byte[] EMPTY = TestBlocks.entries(List.of(), 16);

    private static TestTable ofLevelDb() {
        TestTable table = TestTable.ofInternalKeys();
        for (int i = 0; i < BLOCKS; i++) {
            table.block("key" + i + "a", "key" + i + "b");
        }
        return table;
    }

    private static TestTable ofRocksDb() {
        return ofLevelDb().properties("rocksdb.comparator", "leveldb.BytewiseComparator");
    }

    /** Something in the place of some data blocks, to which the index does not lead. */
    private static TestTable replaced(TestTable table, byte[] contents, int first, int last) {
        for (int block = first; block <= last; block++) {
            table.changeData(block, any -> contents);
        }
        return table.changeIndexEntries(
                entries -> entries.subList(first, last + 1).clear());
    }

    /** An entry of the metaindex leads to a block. */
    private static TestTable named(String name, TestTable table, int block) {
        return with(table, Entry.of(name, handle(table.write().data().get(block))));
    }

    private static TestTable with(TestTable table, Entry entry) {
        return table.changeMetaindexEntries(entries -> entries.add(entry));
    }

    private static byte[] entry(byte[] key) {
        return TestBlocks.entries(List.of(new Entry(key, new byte[1])), 16);
    }

    private static Optional<Long> gap(byte[] file) throws IOException {
        return gap(TableFile.open(TableSource.of(ByteBuffer.wrap(file), "array")));
    }

    private static Optional<Long> gap(TableFile file) throws IOException {
        try (TableFile table = file) {
            TableStructure structure = table.structure();
            assertEquals(List.of(), structure.damage());
            return FileCoverage.gap(table, structure, TableReport.of(table).entries());
        }
    }

    private static void assertComplete(TestFile file) throws IOException {
        assertEquals(Optional.empty(), gap(file.bytes()));
    }

    private static void assertGap(BlockHandle from, TestFile file) throws IOException {
        assertEquals(Optional.of(from.offset()), gap(file.bytes()));
    }

    @Test
    void nothingLiesBetweenDataBlocks() throws IOException {
        for (TestTable table : List.of(ofLevelDb(), ofRocksDb())) {
            TestFile file = replaced(table, NO_ENTRIES, 1, 1).write();
            assertGap(file.data().get(1), file);
        }
    }

    private static TestFile zeroed(TestTable table, int block) {
        TestFile file = table.write();
        byte[] bytes = file.bytes().clone();
        BlockHandle zeros = file.data().get(block);
        Arrays.fill(bytes, (int) zeros.offset(), (int) zeros.end(), (byte) 0);
        return new TestFile(bytes, file.data(), file.filter(), file.metaindex(), file.index());
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 65_535, 65_536, 140_000})
    void zerosBehindTheDataAreNoBlock(int length) throws IOException {
        byte[] contents = new byte[length - BlockHandle.TRAILER_LENGTH];
        TestFile padded = zeroed(replaced(ofLevelDb(), contents, LAST, LAST), LAST);
        BlockHandle padding = padded.data().get(LAST);
        assertComplete(padded);
        assertGap(padding, padded.flipping(padding.offset()));
        assertGap(padding, padded.flipping(padding.end() - 1));
        assertGap(padding(1), zeroed(replaced(ofLevelDb(), contents, 1, 1), 1));
    }

    private static BlockHandle padding(int block) {
        return ofLevelDb().write().data().get(block);
    }

    /** The smallest data block has an entry of two bytes, compressed, a restart and a trailer: eleven bytes. */
    @Test
    void fewerBytesThanThoseOfADataBlockAreNone() throws IOException {
        TestFile ten = replaced(ofLevelDb(), new byte[5], LAST, LAST).write();
        assertComplete(ten.flipping(ten.data().get(LAST).offset()));
        TestFile eleven = replaced(ofLevelDb(), new byte[6], LAST, LAST).write();
        assertGap(
                eleven.data().get(LAST), eleven.flipping(eleven.data().get(LAST).offset()));
    }

    /** The handle of a filter may be lost; a block without entries may be the index, and another one be read for it. */
    @Test
    void aBlockToWhichNothingLeadsIsAFilterIfItCannotBeRead() throws IOException {
        TestFile lost = ofLevelDb().changeMetaindexEntries(List::clear).write();
        assertComplete(lost);
        BlockHandle filter = lost.filter().orElseThrow();
        TestFile damaged = lost.flipping(filter.offset());
        assertGap(filter, damaged);
        assertEquals(
                Optional.of(filter.offset()),
                gap(TableFile.open(damaged.source()).ignoringChecksums()),
                "whoever ignores checksums does not know more");
        byte[] sharing = TestBlocks.join(TestBlocks.entry(1, new byte[3], new byte[3]), TestBlocks.u32(0));
        assertComplete(replaced(ofLevelDb(), sharing, LAST, LAST).write());
        TestFile empty = replaced(ofLevelDb(), EMPTY, LAST, LAST).write();
        assertGap(empty.data().get(LAST), empty);
    }

    @Test
    void aFilterMayHaveADamagedHandleButNoOtherBlock() throws IOException {
        for (byte[] damaged : List.of(new byte[0], handle(0, 1 << 20), handle(1 << 20, 1))) {
            TestFile filter = ofLevelDb()
                    .changeMetaindexEntries(entries -> entries.set(0, Entry.of("filter.mine", damaged)))
                    .write();
            assertComplete(filter);
            TestFile other = with(ofLevelDb(), Entry.of("other", damaged)).write();
            assertGap(other.metaindex(), other);
        }
    }

    /** The handle is right but for its length, so the filter is one that nothing leads to. */
    @Test
    void aFilterThatGoesBeyondTheEndOfTheFileIsTakenForALostOne() throws IOException {
        BlockHandle filter = ofLevelDb().write().filter().orElseThrow();
        byte[] long1 = handle(filter.offset(), 1 << 20);
        assertComplete(ofLevelDb()
                .changeMetaindexEntries(entries -> entries.set(0, Entry.of("filter.mine", long1)))
                .write());
    }

    /** A metaindex leads to something beside the data; a data block in its place does not. */
    @Test
    void aMetaindexThatLeadsOnlyToDataIsNone() throws IOException {
        TestFile data = named("other", ofLevelDb().withoutFilter(), LAST).write();
        assertGap(data.metaindex(), data);
        assertComplete(named("other", ofLevelDb(), LAST).write());
        TestTable beside = replaced(ofLevelDb().withoutFilter(), NO_ENTRIES, LAST, LAST);
        BlockHandle block = beside.write().data().get(LAST);
        assertComplete(beside.changeMetaindexEntries(entries -> {
                    entries.add(Entry.of("data", handle(0, 1)));
                    entries.add(Entry.of("other", handle(block)));
                })
                .write());
    }

    /** The index as its own last data block. */
    @Test
    void noEntryOfTheIndexLeadsBehindTheData() throws IOException {
        byte[] itself = handle(0, 0);
        TestFile file = ofLevelDb().write();
        for (int i = 0; i < 3; i++) { // until the handle no longer changes the length of the index
            Entry entry = Entry.of("key9", itself);
            file = ofLevelDb().changeIndexEntries(entries -> entries.add(entry)).write();
            itself = handle(file.index());
        }
        assertEquals(Optional.of(file.index().end()), gap(file.bytes()));
    }

    @Test
    void noDataBlockReachesIntoTheMetaindex() throws IOException {
        TestFile sound = ofLevelDb().write();
        long last = sound.data().get(LAST).offset();
        BlockHandle wide = new BlockHandle(last, sound.metaindex().offset() - last);
        TestTable table = ofLevelDb().changeIndexEntries(entries -> entries.set(LAST, Entry.of("key9", handle(wide))));
        assertEquals(Optional.of(wide.end()), gap(table.bytes()));
    }

    /** Each of many damaged filters may hide data up to the next part that is known, which is sought only so often. */
    @ParameterizedTest
    @CsvSource({"4, true", "40, false"})
    void dataIsSoughtBehindFewDamagedFilters(int filters, boolean complete) throws IOException {
        TestTable table = ofLevelDb().withoutFilter();
        for (int i = 0; i < filters; i++) {
            table.block("unused");
        }
        replaced(table, NO_ENTRIES, BLOCKS, BLOCKS + filters - 1);
        List<BlockHandle> data = table.write().data();
        TestFile file = table.changeMetaindexEntries(entries -> {
                    for (BlockHandle filter : data.subList(BLOCKS, data.size())) {
                        entries.add(Entry.of("filter." + filter.offset(), handle(filter)));
                    }
                })
                .write();
        byte[] damaged = file.bytes().clone();
        for (BlockHandle filter : data.subList(BLOCKS, data.size())) {
            damaged[(int) filter.offset()] ^= 1;
        }
        assertEquals(complete, gap(damaged).isEmpty());
    }

    /** Only properties of RocksDB's are known to look like a data block. */
    @ParameterizedTest
    @ValueSource(strings = {"rocksdb.properties", "rocksdb.stats", "other"})
    void anEntryOfTheMetaindexLeadsToADataBlock(String name) throws IOException {
        TestTable table = ofLevelDb().changeIndexEntries(entries -> entries.remove(LAST));
        TestFile file = named(name, table, LAST).write();
        assertGap(file.data().get(LAST), file);
    }

    /** A filter's bits may be read as entries; keys without room for a tag tell only where one is expected. */
    @ParameterizedTest
    @CsvSource({"other, k", "filter.mine, k", "other, ''", "rocksdb.range_del, k"})
    void aKeyWithoutTagIsAKeyAllTheSame(String name, String key) throws IOException {
        TestFile file = named(name, replaced(ofRocksDb(), entry(key.getBytes(US_ASCII)), LAST, LAST), LAST)
                .write();
        assertGap(file.data().get(LAST), file);
    }

    /** A filter is stored as it is, so a damaged type says nothing of its bytes. */
    @Test
    void aFilterOfATypeThatIsNotDecodedIsReadAsItIs() throws IOException {
        assertComplete(ofRocksDb().changeFilter(3, filter -> filter).write());
        TestFile other = ofRocksDb().changeFilter(3, filter -> NO_ENTRIES).write();
        assertGap(other.filter().orElseThrow(), other);
    }

    /** Properties with the number of entries and the end of the data blocks. */
    private static TestTable stated(TestTable table, int entries, int last) {
        byte[] end = TestBlocks.varint(table.write().data().get(last).end());
        return table.properties(
                Entry.of("rocksdb.comparator", "leveldb.BytewiseComparator".getBytes(US_ASCII)),
                Entry.of("rocksdb.data.size", end),
                Entry.of("rocksdb.num.entries", TestBlocks.varint(entries)));
    }

    /** With one block less in the index, and as many entries as the rest has. */
    private static TestTable statedBut(byte[] contents, int block) {
        return stated(replaced(ofLevelDb(), contents, block, block), 2 * LAST, block == LAST ? LAST - 1 : LAST);
    }

    /** What would hide keys in other tables: what looks like them, what is damaged, and what nothing leads to. */
    @ParameterizedTest
    @ValueSource(
            strings = {"other", "filter.mine", "partitionedfilter.mine", "rocksdb.range_del", "rocksdb.properties2"})
    void behindDataThatIsAllReadLiesNoOther(String name) throws IOException {
        byte[] key = entry(TestTable.internalKey("key9".getBytes(US_ASCII), 1, 1));
        for (byte[] contents : List.of(key, NO_ENTRIES, EMPTY, entry("k".getBytes(US_ASCII)))) {
            TestFile unnamed = statedBut(contents, LAST).write();
            TestFile named = named(name, statedBut(contents, LAST), LAST).write();
            for (TestFile file : List.of(unnamed, named)) {
                assertComplete(file);
                assertComplete(file.flipping(file.data().get(LAST).offset()));
            }
        }
    }

    /** RocksDB aligns blocks with zeros, and counts those behind the last block as data. */
    @Test
    void onlyZerosLieBetweenDataThatIsAllRead() throws IOException {
        for (int length : new int[] {1, 20, 65_536, 140_000}) {
            byte[] contents = new byte[length];
            TestFile between = zeroed(statedBut(contents, 1), 1);
            BlockHandle padding = between.data().get(1);
            assertComplete(between);
            assertGap(padding, between.flipping(padding.offset()));
            assertGap(padding, between.flipping(padding.end() - 1));
            TestTable table = stated(replaced(ofLevelDb(), contents, LAST, LAST), 2 * LAST, LAST);
            TestFile behind = zeroed(named("other", table, LAST), LAST);
            assertComplete(behind);
        }
    }

    /** One property alone is believed as little as none: the block that the index leaves out is found. */
    @ParameterizedTest
    @CsvSource({"8, 4", "9, 3", "10, 3", "7, 3", "10, 4", "8, 2"})
    void propertiesThatDisagreeWithTheIndexOrEachOtherProveNothing(int entries, int last) throws IOException {
        TestTable hiding = ofLevelDb().changeIndexEntries(indexed -> indexed.remove(LAST));
        TestFile file = named("other", stated(hiding, entries, last), LAST).write();
        assertGap(file.data().get(LAST), file);
        assertComplete(named("other", stated(hiding, 2 * LAST, LAST - 1), LAST).write());
    }

    /** The entries of another block make up for those that the index leaves out, but it lies behind the data. */
    @Test
    void theIndexEndsWhereThePropertiesLetTheDataEnd() throws IOException {
        TestTable table = ofLevelDb().block("key5a", "key5b").block("key6a", "key6b");
        table.changeIndexEntries(indexed -> indexed.remove(LAST));
        TestFile file = stated(table, 2 * (BLOCKS + 1), LAST).write();
        assertGap(file.data().get(LAST), file);
    }
}
