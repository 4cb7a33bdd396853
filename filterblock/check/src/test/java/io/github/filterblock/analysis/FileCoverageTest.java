// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import static io.github.filterblock.table.TestBlocks.handle;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.RocksDbFilter;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
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

    /** What the tags of deleted ranges have. */
    private static final int RANGE_DELETION = 15;

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
        try (TableFile table = TableFile.open(TableSource.of(ByteBuffer.wrap(file), "array"))) {
            TableStructure structure = table.structure();
            assertEquals(List.of(), structure.damage());
            return FileCoverage.gap(table, structure, RocksDbFilter.read(table, structure));
        }
    }

    private static void assertComplete(TestFile file) throws IOException {
        assertEquals(Optional.empty(), gap(file.bytes()));
    }

    private static void assertGap(BlockHandle from, TestFile file) throws IOException {
        assertEquals(Optional.of(from.offset()), gap(file.bytes()));
    }

    @Test
    void onlyRocksDbHasOtherBlocksBetweenThoseOfTheData() throws IOException {
        assertComplete(replaced(ofRocksDb(), NO_ENTRIES, 1, 1).write());
        TestFile file = replaced(ofLevelDb(), NO_ENTRIES, 1, 1).write();
        assertGap(file.data().get(1), file);
    }

    private static TestFile zeroed(TestTable table) {
        TestFile file = table.write();
        BlockHandle block = file.data().get(1);
        byte[] bytes = file.bytes().clone();
        Arrays.fill(bytes, (int) block.offset(), (int) block.end(), (byte) 0);
        return new TestFile(bytes, file.data(), file.filter(), file.metaindex(), file.index());
    }

    /** RocksDB aligns blocks with zeros. */
    @ParameterizedTest
    @ValueSource(ints = {20, 65_535, 65_536, 140_000})
    void zerosBetweenDataBlocksArePaddingOfRocksDbsOnly(int length) throws IOException {
        byte[] contents = new byte[length - BlockHandle.TRAILER_LENGTH];
        TestFile padded = zeroed(replaced(ofRocksDb(), contents, 1, 1));
        BlockHandle padding = padded.data().get(1);
        assertComplete(padded);
        assertGap(padding, padded.flipping(padding.offset()));
        assertGap(padding, padded.flipping(padding.end() - 1));
        assertGap(padding, zeroed(replaced(ofLevelDb(), contents, 1, 1)));
    }

    /** The smallest data block has an entry of two bytes, compressed, a restart and a trailer: eleven bytes. */
    @Test
    void fewerBytesThanThoseOfADataBlockAreNone() throws IOException {
        TestFile ten = replaced(ofRocksDb(), new byte[5], 1, 1).write();
        assertComplete(ten.flipping(ten.data().get(1).offset()));
        TestFile eleven = replaced(ofRocksDb(), new byte[6], 1, 1).write();
        assertGap(eleven.data().get(1), eleven.flipping(eleven.data().get(1).offset()));
    }

    /** The handle of a filter may be lost; a block without entries may be the index, and another one be read for it. */
    @Test
    void aBlockToWhichNothingLeadsIsAFilterIfItCannotBeRead() throws IOException {
        TestFile lost = ofLevelDb().changeMetaindexEntries(List::clear).write();
        assertComplete(lost);
        assertGap(
                lost.filter().orElseThrow(),
                lost.flipping(lost.filter().orElseThrow().offset()));
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

    /** Two filters without bytes, base lg 0: it can be read as three entries without keys, values and restarts. */
    @Test
    void bitsOfAFilterThatCanBeReadAsKeysAreNoData() throws IOException {
        byte[] filter = new byte[13];
        assertComplete(named("filter.mine", replaced(ofRocksDb(), filter, LAST, LAST), LAST)
                .write());
    }

    /** A filter is stored as it is, so a damaged type says nothing of its bytes. */
    @Test
    void aFilterOfATypeThatIsNotDecodedIsReadAsItIs() throws IOException {
        assertComplete(ofRocksDb().changeFilter(3, filter -> filter).write());
        TestFile other = ofRocksDb().changeFilter(3, filter -> NO_ENTRIES).write();
        assertGap(other.filter().orElseThrow(), other);
    }

    /** Only RocksDB's tables are known to have blocks of such entries. */
    @Test
    void deletedRangesAreNoKeysInTablesOfRocksDb() throws IOException {
        byte[] ranges = entry(TestTable.internalKey("key9".getBytes(US_ASCII), 1, RANGE_DELETION));
        assertComplete(named("rocksdb.range_del", replaced(ofRocksDb(), ranges, LAST, LAST), LAST)
                .write());
        TestFile other = named("rocksdb.range_del", replaced(ofLevelDb(), ranges, LAST, LAST), LAST)
                .write();
        assertGap(other.data().get(LAST), other);
    }

    /** Only a reader of the policy knows where its partitions lie; none is a data block. */
    @Test
    void partitionsOfAnotherPolicyAreSoundBlocks() throws IOException {
        String name = "partitionedfilter.mine";
        TestFile partitions =
                named(name, replaced(ofRocksDb(), NO_ENTRIES, 2, LAST), LAST).write();
        BlockHandle first = partitions.data().get(2);
        assertComplete(partitions);
        assertGap(first, partitions.flipping(partitions.data().get(3).offset()));
        TestFile unnamed =
                named("other", replaced(ofRocksDb(), NO_ENTRIES, 2, LAST), LAST).write();
        assertGap(first, unnamed);
        TestTable hiding = replaced(ofRocksDb(), NO_ENTRIES, 2, LAST)
                .changeData(3, any -> entry(TestTable.internalKey("key9".getBytes(US_ASCII), 1, 1)));
        assertGap(first, named(name, hiding, LAST).write());
    }
}
