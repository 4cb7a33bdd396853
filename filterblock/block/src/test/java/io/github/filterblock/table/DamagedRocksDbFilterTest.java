// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.RocksDbFilterCorpus;
import io.github.filterblock.testdata.RocksDbFilterTable;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is lost of a table's properties, or of the index of its partitions, makes its filter deny no key. */
class DamagedRocksDbFilterTest {
    /** A filter of one byte. */
    private static final byte[] ALWAYS = {-1, 6, 1, 0, 0, 0};

    static List<RocksDbFilterTable> filtered() {
        return RocksDbFilterCorpus.bundled().tables().stream()
                .filter(table -> !table.form().equals("none"))
                .toList();
    }

    static List<RocksDbFilterTable> partitioned() {
        return filtered().stream()
                .filter(table -> table.form().equals("partitioned"))
                .toList();
    }

    private static TableFile open(byte[] bytes) throws Exception {
        return TableFile.open(TableSource.of(ByteBuffer.wrap(bytes), "damaged"));
    }

    private static RocksDbFilter read(byte[] bytes) throws Exception {
        try (TableFile file = open(bytes)) {
            return file.keyFilter(file.structure()).orElseThrow();
        }
    }

    private static void assertDeniesNone(RocksDbFilter filter, RocksDbFilterTable table, String what) {
        long denied =
                table.keys().stream().filter(key -> !filter.tableMayMatch(key)).count();
        assertEquals(0, denied, what);
    }

    /** The checksum is right, and the name of one property is another. */
    @ParameterizedTest
    @Tag("RF-5")
    @MethodSource("filtered")
    void withoutOneOfItsPropertiesNoKeyIsDenied(RocksDbFilterTable table) throws Exception {
        TableStructure structure = open(table.bytes()).structure();
        BlockHandle properties = RocksDbProperties.entryIn(structure.metaindex())
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
        KeyValueBlock.Cursor cursor = structure.block(properties).orElseThrow().cursor();
        while (cursor.next()) {
            String name = new String(cursor.key(), 0, cursor.keyLength(), ISO_8859_1);
            byte[] bytes = table.bytes();
            int last = cursor.unsharedIndex() + cursor.keyLength() - cursor.sharedLength() - 1;
            bytes[(int) properties.offset() + last] ^= 1;
            Seal.block(bytes, structure.footer(), properties);
            assertDeniesNone(read(bytes), table, name);
        }
    }

    /** The first partitions alone would be asked about all keys. */
    @ParameterizedTest
    @Tag("RF-10")
    @MethodSource("partitioned")
    void damagedIndexOfPartitionsLeavesNone(RocksDbFilterTable table) throws Exception {
        TableStructure structure = open(table.bytes()).structure();
        BlockHandle index = structure.keyFilterEntry().orElseThrow().handle().orElseThrow();
        int damaged = 0;
        for (int i = 0; i < index.size(); i++) {
            byte[] bytes = table.bytes();
            bytes[(int) index.offset() + i] ^= 0x40;
            Seal.block(bytes, structure.footer(), index);
            RocksDbFilter filter = read(bytes);
            if (filter.indexDamage().isPresent()) {
                damaged++;
                assertEquals(List.of(), filter.partitions());
                assertDeniesNone(filter, table, "byte " + i);
            }
        }
        assertTrue(damaged > 0);
        byte[] unsealed = table.bytes();
        unsealed[(int) index.offset()] ^= 1;
        assertEquals(List.of(), read(unsealed).partitions());
        assertDeniesNone(read(unsealed), table, "checksum");
    }

    /** Tags of a user key that is read as an internal one are of no known kind. */
    @ParameterizedTest
    @Tag("RF-10")
    @CsvSource({"0, true", "31, true", "127, true", "32, false", "128, false", "255, false"})
    void separatorsHaveATagOfAKnownKind(int kind, boolean known) throws Exception {
        byte[] separator = {'k', (byte) kind, 1, 2, 3, 4, 5, 6, 7};
        RocksDbFilter filter = read(withPartitions(List.of(separator), 1000));
        assertEquals(known, filter.indexDamage().isEmpty());
    }

    /** Partitions of a few bytes would take far more memory than the file. */
    @ParameterizedTest
    @Tag("RF-10")
    @CsvSource({"3000, 0, false", "3000, 200000, true"})
    void partitionsAreNotMoreThanTheFileHasRoomFor(int count, int padding, boolean accepted) throws Exception {
        List<byte[]> separators = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            separators.add(
                    TestTable.internalKey(ByteBuffer.allocate(4).putInt(i).array(), 1, 1));
        }
        RocksDbFilter filter = read(withPartitions(separators, padding));
        assertEquals(accepted ? count : 0, filter.partitions().size());
        assertEquals(
                accepted ? Optional.empty() : Optional.of(CorruptTableException.Reason.TOO_LARGE),
                filter.indexDamage().map(CorruptTableException::reason));
    }

    /** Two filters lie at 0 and at 11; partitions of the same bytes would take more memory than the file. */
    @ParameterizedTest
    @Tag("RF-10")
    @CsvSource({"0, 11, true", "0, 0, false", "11, 0, false", "11, 11, false"})
    void partitionsFollowOneAnother(long first, long second, boolean follow) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        append(file, ALWAYS);
        append(file, ALWAYS);
        byte[] bytes = withIndex(
                file,
                List.of(
                        new Entry(TestTable.internalKey(new byte[] {1}, 1, 1), TestBlocks.handle(first, ALWAYS.length)),
                        new Entry(
                                TestTable.internalKey(new byte[] {2}, 1, 1), TestBlocks.handle(second, ALWAYS.length))),
                1000);
        RocksDbFilter filter = read(bytes);
        assertEquals(follow ? 2 : 0, filter.partitions().size());
        assertEquals(
                follow ? Optional.empty() : Optional.of(CorruptTableException.Reason.BAD_ORDER),
                filter.indexDamage().map(CorruptTableException::reason));
        assertTrue(filter.tableMayMatch(new byte[] {3}));
    }

    /** Each damaged partition would be kept with its reason. */
    @Test
    @Tag("RF-10")
    void filterWithManyDamagedPartitionsIsNotRead() throws Exception {
        for (int count : new int[] {100, 101}) {
            List<byte[]> separators = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                separators.add(TestTable.internalKey(new byte[] {(byte) i}, 1, 1));
            }
            byte[] bytes = withPartitions(separators, 10_000);
            for (int i = 0; i < count; i++) {
                bytes[i * 11] ^= 1;
            }
            RocksDbFilter filter = read(bytes);
            assertEquals(count == 100 ? 100 : 0, filter.partitions().size());
            assertTrue(filter.damage().isPresent());
        }
    }

    /** A table with a filter of one byte for each separator, and nothing else but padding. */
    private static byte[] withPartitions(List<byte[]> separators, int padding) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        List<Entry> index = new ArrayList<>();
        for (byte[] separator : separators) {
            index.add(new Entry(separator, append(file, ALWAYS)));
        }
        return withIndex(file, index, padding);
    }

    private static byte[] withIndex(ByteArrayOutputStream file, List<Entry> index, int padding) {
        file.writeBytes(new byte[padding]);
        byte[] partitions = append(file, TestBlocks.entries(index, 1));
        byte[] properties = append(
                file,
                TestBlocks.entries(
                        List.of(
                                Entry.of("rocksdb.block.based.table.whole.key.filtering", Bytes.ascii("1")),
                                Entry.of("rocksdb.comparator", Bytes.ascii("leveldb.BytewiseComparator"))),
                        1));
        byte[] metaindex = append(
                file,
                TestBlocks.entries(
                        List.of(
                                Entry.of("partitionedfilter.rocksdb.BuiltinBloomFilter", partitions),
                                Entry.of("rocksdb.properties", properties)),
                        1));
        byte[] data = append(file, TestBlocks.entries(List.of(), 1));
        file.writeBytes(TestBlocks.footer(metaindex, data));
        return file.toByteArray();
    }

    /** A table with LevelDB's footer, whose properties do not say whether whole keys are in its full filter. */
    private static byte[] withFullFilter(FullFilterPolicy policy) {
        FullFilterBuilder builder = policy.newBuilder();
        for (int i = 0; i < 1000; i++) {
            builder.addKey(Bytes.ascii("key" + i));
        }
        return withFullFilter(builder.finish());
    }

    private static byte[] withFullFilter(byte[] contents) {
        return withFullFilter("rocksdb.BuiltinBloomFilter", contents);
    }

    private static byte[] withFullFilter(String policy, byte[] contents) {
        return withFullFilter(
                policy, contents, List.of(Entry.of("rocksdb.comparator", Bytes.ascii("leveldb.BytewiseComparator"))));
    }

    private static byte[] withFullFilter(String policy, byte[] contents, List<Entry> named) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        byte[] filter = append(file, contents);
        byte[] properties = append(file, TestBlocks.entries(named, 1));
        byte[] metaindex = append(
                file,
                TestBlocks.entries(
                        List.of(Entry.of("fullfilter." + policy, filter), Entry.of("rocksdb.properties", properties)),
                        1));
        byte[] data = append(file, TestBlocks.entries(List.of(), 1));
        file.writeBytes(TestBlocks.footer(metaindex, data));
        return file.toByteArray();
    }

    /** Pebble may have written a legacy filter, of prefixes that it cuts itself, but none of RocksDB's newer kinds. */
    @Test
    @Tag("PB-1")
    void onlyALegacyFilterMayBePebbles() throws Exception {
        assertEquals(
                KeySplit.UNKNOWN,
                read(withFullFilter(FullFilterPolicy.legacyBloom(10)))
                        .contents()
                        .split());
        for (FullFilterPolicy policy : List.of(FullFilterPolicy.fastLocalBloom(10), FullFilterPolicy.ribbon(10))) {
            FilterContents contents = read(withFullFilter(policy)).contents();
            assertEquals(KeySplit.NONE, contents.split(), policy.toString());
            assertFalse(contents.probesEveryPrefix(), policy.toString());
        }
    }

    /** A large filter is kept in memory of its own, whosever it is. */
    @ParameterizedTest
    @ValueSource(ints = {10, 586})
    void aBinaryFuseFilterOfAnySizeIsReadAsOne(int segments) throws Exception {
        byte[] fuse = new byte[(segments << 10) + 14];
        ByteBuffer numbers = ByteBuffer.wrap(fuse).order(ByteOrder.LITTLE_ENDIAN);
        numbers.putInt(fuse.length - 6, segments - 2).put(fuse.length - 2, (byte) 10);
        fuse[fuse.length - 1] = 8;
        FullFilter read =
                read(withFullFilter("binaryfuse", fuse)).partitions().get(0).filter();
        assertEquals(FullFilterKind.BINARY_FUSE, read.geometry().kind());
        assertEquals(fuse.length, read.geometry().sizeInBytes());
    }

    /** Nobody knows which part of its keys is in it, and the table may have keys. */
    @Test
    @Tag("RF-13")
    void anEmptyFilterThatMayBePebblesDeniesNoKey() throws Exception {
        RocksDbFilter filter = read(withFullFilter(new byte[] {6, 0, 0, 0, 0}));
        assertEquals(KeySplit.UNKNOWN, filter.contents().split());
        assertTrue(filter.emptyMatches());
        byte[] key = Bytes.ascii("key1");
        for (RocksDbFilter each : List.of(filter, filter.withWholeKeys())) {
            assertTrue(each.tableMayMatch(key));
            assertTrue(each.tableMayMatch(HashedKey.of(key)));
        }
    }

    /** Of a filter with prefixes alone, the number of additions says whether any key has one. */
    @ParameterizedTest
    @Tag("RF-13")
    @CsvSource({"5, true", "0, false", ", false"})
    void anEmptyFilterOfPrefixesDeniesNoKeyIfSomeWereAdded(Byte additions, boolean matches) throws Exception {
        List<Entry> properties = new ArrayList<>(List.of(
                Entry.of("rocksdb.block.based.table.whole.key.filtering", Bytes.ascii("0")),
                Entry.of("rocksdb.comparator", Bytes.ascii("leveldb.BytewiseComparator")),
                Entry.of("rocksdb.prefix.extractor.name", Bytes.ascii("rocksdb.FixedPrefix.3"))));
        if (additions != null) {
            properties.add(2, Entry.of("rocksdb.num.filter_entries", new byte[] {additions}));
        }
        RocksDbFilter filter =
                read(withFullFilter("rocksdb.BuiltinBloomFilter", new byte[] {6, 0, 0, 0, 0}, properties));
        assertFalse(filter.contents().wholeKeys());
        assertEquals(Optional.empty(), filter.contents().obstacle());
        assertEquals(matches, filter.emptyMatches());
        byte[] key = Bytes.ascii("key1");
        assertEquals(matches, filter.tableMayMatch(key));
        assertEquals(matches, filter.tableMayMatch(HashedKey.of(key)));
    }

    /** Appends a block and returns its handle. */
    private static byte[] append(ByteArrayOutputStream file, byte[] contents) {
        byte[] handle = TestBlocks.handle(file.size(), contents.length);
        file.writeBytes(TestBlocks.withTrailer(contents, 0));
        return handle;
    }
}
