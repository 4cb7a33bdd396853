// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.filterblock.table.TestBlocks.Entry;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.BuilderCall;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A small table file for tests, written by the rules of FORMAT.md and, on demand, against one of them.
 *
 * <p>By default it is what LevelDB writes: filter {@code leveldb.BuiltinBloomFilter2} of 10 bits per key, base lg 11,
 * blocks stored raw. Filters come from the reference model. Checksums are right whatever is changed; a wrong one is
 * made by {@link TestFile#flipping}. Not thread-safe; can be written as often as wanted.
 */
@SuppressWarnings("exports") // the reference model is in no module
public final class TestTable {
    /** The name of LevelDB's policy from 1.18 on. */
    public static final String LEVELDB = "leveldb.BuiltinBloomFilter2";

    /** The name that LevelDB up to 1.17 and goleveldb share. */
    public static final String OLD_LEVELDB = "leveldb.BuiltinBloomFilter";

    private static final int TAG = 8;

    private final boolean internal;
    private final List<List<byte[]>> blocks = new ArrayList<>();
    private final Map<Integer, UnaryOperator<byte[]>> dataChanges = new HashMap<>();
    private Optional<ReferencePolicy> policy = Optional.of(ReferencePolicy.bloom(10));
    private Optional<List<Entry>> properties = Optional.empty();
    private String policyName = LEVELDB;
    private int baseLg = BlockPlan.DEFAULT_BASE_LG;
    private int restartInterval = 16;
    private int valueLength = 10;
    private long nextSequence = 1_000_000;
    private int dataType;
    private int firstCompressed;
    private int filterType;
    private UnaryOperator<byte[]> dataCompressor = UnaryOperator.identity();
    private UnaryOperator<byte[]> filterChange = UnaryOperator.identity();
    private UnaryOperator<byte[]> metaindexChange = UnaryOperator.identity();
    private UnaryOperator<byte[]> indexChange = UnaryOperator.identity();
    private Consumer<List<Entry>> metaindexEntries = entries -> {};
    private Consumer<List<Entry>> indexEntries = entries -> {};

    private TestTable(boolean internal) {
        this.internal = internal;
    }

    /** Returns a table of a table builder: keys are stored and filtered as they are. */
    public static TestTable ofWholeKeys() {
        return new TestTable(false);
    }

    /** Returns a table of a database: keys are stored with a tag and filtered without it. */
    public static TestTable ofInternalKeys() {
        return new TestTable(true);
    }

    /** Returns a key as a database stores it (TF-12). */
    public static byte[] internalKey(byte[] userKey, long sequence, int kind) {
        return ByteBuffer.allocate(userKey.length + TAG)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(userKey)
                .putLong(sequence << 8 | kind)
                .array();
    }

    /** Adds a data block of these keys; in a table of internal keys each gets a tag, the next always older. */
    public TestTable block(byte[]... keys) {
        return storedBlock(Arrays.stream(keys)
                .map(key -> internal ? internalKey(key, nextSequence--, 1) : key)
                .toArray(byte[][]::new));
    }

    /** Adds a data block of these keys, written as text. */
    public TestTable block(String... keys) {
        return block(Arrays.stream(keys).map(key -> key.getBytes(UTF_8)).toArray(byte[][]::new));
    }

    /** Adds a data block of these keys, stored as they are. */
    public TestTable storedBlock(byte[]... storedKeys) {
        blocks.add(List.of(storedKeys));
        return this;
    }

    /** Sets the filter's policy and its name in the metaindex. */
    public TestTable policy(String name, ReferencePolicy newPolicy) {
        policyName = name;
        policy = Optional.of(newPolicy);
        return this;
    }

    /** Leaves the filter block out. */
    public TestTable withoutFilter() {
        policy = Optional.empty();
        return this;
    }

    /** Sets the base lg; 11 by default. */
    public TestTable baseLg(int newBaseLg) {
        baseLg = newBaseLg;
        return this;
    }

    /** Sets the restart interval of data blocks; 16 by default. */
    public TestTable restartInterval(int interval) {
        restartInterval = interval;
        return this;
    }

    /** Sets the length of all values, and with it the distance of data blocks; 10 bytes by default. */
    public TestTable valueLength(int length) {
        valueLength = length;
        return this;
    }

    /** Stores data blocks with a type byte and what the compressor makes of their contents. */
    public TestTable compressData(int type, UnaryOperator<byte[]> compressor) {
        dataType = type;
        dataCompressor = compressor;
        return this;
    }

    /** Stores data blocks from one on with the type of bzip2, which is not decoded. */
    public TestTable undecoded(int first) {
        dataType = 3;
        firstCompressed = first;
        return this;
    }

    /** Changes the contents of one data block. */
    public TestTable changeData(int block, UnaryOperator<byte[]> change) {
        dataChanges.put(block, change);
        return this;
    }

    /** Changes the filter block, and stores it with a type byte. */
    public TestTable changeFilter(int type, UnaryOperator<byte[]> change) {
        filterType = type;
        filterChange = change;
        return this;
    }

    /** Changes the entries of the metaindex before they are written; the list can be added to. */
    public TestTable changeMetaindexEntries(Consumer<List<Entry>> change) {
        metaindexEntries = change;
        return this;
    }

    /** Changes the contents of the metaindex block. */
    public TestTable changeMetaindex(UnaryOperator<byte[]> change) {
        metaindexChange = change;
        return this;
    }

    /** Changes the entries of the index before they are written; the list can be added to. */
    public TestTable changeIndexEntries(Consumer<List<Entry>> change) {
        indexEntries = change;
        return this;
    }

    /** Changes the contents of the index block. */
    public TestTable changeIndex(UnaryOperator<byte[]> change) {
        indexChange = change;
        return this;
    }

    /** Adds a block of RocksDB's properties, each a name and a value, before the metaindex. */
    public TestTable properties(String... namesAndValues) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            entries.add(Entry.of(namesAndValues[i], namesAndValues[i + 1].getBytes(UTF_8)));
        }
        return properties(entries.toArray(Entry[]::new));
    }

    /** Adds a block of RocksDB's properties, whose values may be any bytes, before the metaindex. */
    public TestTable properties(Entry... entries) {
        properties = Optional.of(List.of(entries));
        return this;
    }

    /** Returns the bytes of the file. */
    public byte[] bytes() {
        return write().bytes();
    }

    /** Returns the file. */
    public TestFile write() {
        TableBytes file = new TableBytes();
        List<BlockHandle> data = new ArrayList<>();
        List<BuilderCall> calls = new ArrayList<>();
        List<Entry> index = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            List<byte[]> keys = blocks.get(i);
            calls.add(new BuilderCall.StartBlock(file.offset()));
            keys.forEach(key -> calls.add(new BuilderCall.AddKey(filterKey(key))));
            byte[] contents = dataChanges
                    .getOrDefault(i, UnaryOperator.identity())
                    .apply(TestBlocks.entries(
                            keys.stream()
                                    .map(key -> new Entry(key, new byte[valueLength]))
                                    .toList(),
                            restartInterval));
            BlockHandle handle = file.block(dataCompressor.apply(contents), i < firstCompressed ? 0 : dataType);
            data.add(handle);
            byte[] last = keys.isEmpty() ? new byte[0] : keys.get(keys.size() - 1);
            index.add(new Entry(last, TestBlocks.handle(handle)));
        }
        calls.add(new BuilderCall.StartBlock(file.offset()));
        return writeRest(file, data, new BlockPlan(baseLg, calls), index);
    }

    private TestFile writeRest(TableBytes file, List<BlockHandle> data, BlockPlan plan, List<Entry> index) {
        List<Entry> metaindex = new ArrayList<>();
        Optional<BlockHandle> filter = policy.map(
                found -> file.block(filterChange.apply(ReferenceFilterBlock.build(plan, found)), filterType));
        filter.ifPresent(found -> metaindex.add(Entry.of("filter." + policyName, TestBlocks.handle(found))));
        properties.ifPresent(found -> {
            BlockHandle place = file.block(TestBlocks.entries(found, 16), 0);
            metaindex.add(Entry.of("rocksdb.properties", TestBlocks.handle(place)));
        });
        metaindexEntries.accept(metaindex);
        indexEntries.accept(index);
        BlockHandle metaindexHandle = file.block(metaindexChange.apply(TestBlocks.entries(metaindex, 16)), 0);
        BlockHandle indexHandle = file.block(indexChange.apply(TestBlocks.entries(index, 1)), 0);
        return new TestFile(file.finish(metaindexHandle, indexHandle), data, filter, metaindexHandle, indexHandle);
    }

    private byte[] filterKey(byte[] storedKey) {
        return internal ? Arrays.copyOf(storedKey, Math.max(0, storedKey.length - TAG)) : storedKey;
    }
}
