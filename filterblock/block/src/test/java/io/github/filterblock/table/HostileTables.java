// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.TestBlocks.Entry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Tables whose bytes stand for as much as they can: one part of a small table is replaced by a block of many entries,
 * keys, offsets or restarts, packed in any way. All checksums are right.
 */
public final class HostileTables {
    private static final byte[] KEY = {'k', 'e', 'y'};
    private static final byte[] FILTER_BLOCK = {0, 0, 0, 0, 11};

    private HostileTables() {}

    /** The part of a table that is replaced. */
    public enum Part {
        DATA(""),
        FILTER("filter." + TestTable.LEVELDB),
        SECOND_FILTER("filter.test.Second"),
        PROPERTIES("rocksdb.properties"),
        METAINDEX(""),
        INDEX("");

        private final String metaindexKey;

        Part(String metaindexKey) {
            this.metaindexKey = metaindexKey;
        }
    }

    /** What the part's contents are. */
    public enum Contents {
        /** Entries of three bytes with an empty key and value; as a filter block, offsets that are all 0. */
        ZEROS(byte[]::new),
        /** A filter block with base lg 11 whose offsets are all 0. */
        EQUAL_OFFSETS(length -> {
            byte[] contents = new byte[length];
            contents[length - 1] = 11;
            return contents;
        }),
        /** Bytes that are all 1: entries that share a byte, have one of their own, and a value of one byte. */
        ONES(length -> {
            byte[] contents = new byte[length];
            Arrays.fill(contents, 3, length - 4, (byte) 1);
            return contents;
        }),
        /** A key of a quarter of the block, and entries that share all of it. */
        SHARED_KEYS(length -> sharing(length, new byte[length / 4], new byte[] {0, 10})),
        /** Sixty entries that share a key that is nearly as long as the block. */
        LONG_KEYS(length -> {
            byte[] key = new byte[length - 1000];
            TestEntries entries = new TestEntries(Integer.MAX_VALUE).add(key, new byte[] {0, 10});
            for (int i = 0; i < 60; i++) {
                entries.add(key, new byte[] {0, 10});
            }
            return entries.block();
        }),
        /** Entries with a key of one byte and a handle: 0, 10. */
        HANDLES(length -> repeated(length, new byte[0], TestBlocks.entry(0, new byte[] {'k'}, new byte[] {0, 10}))),
        /** Entries that all have the name of one of RocksDB's properties. */
        NAMES(length ->
                sharing(length, "rocksdb.prefix.extractor.name".getBytes(StandardCharsets.US_ASCII), new byte[] {'x'})),
        /** Nothing but restarts, all at 0. */
        RESTARTS(length -> ByteBuffer.allocate(length / 4 * 4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length / 4 * 4 - 4, length / 4 - 1)
                .array());

        private final IntFunction<byte[]> ofLength;

        Contents(IntFunction<byte[]> ofLength) {
            this.ofLength = ofLength;
        }

        /** Entries of which all but the first share a whole key. */
        private static byte[] sharing(int length, byte[] key, byte[] value) {
            return repeated(length, TestBlocks.entry(0, key, value), TestBlocks.entry(key.length, new byte[0], value));
        }

        /** A first entry, as many others as there is room for, and no restarts. */
        private static byte[] repeated(int length, byte[] first, byte[] other) {
            int count = (length - first.length - 4) / other.length;
            ByteBuffer block =
                    ByteBuffer.allocate(first.length + count * other.length + 4).put(first);
            for (int i = 0; i < count; i++) {
                block.put(other);
            }
            return block.array();
        }
    }

    /** Returns contents of about this length, packed, for {@link #table}. */
    public static byte[] packed(Contents contents, Packing packing, int length) {
        return packing.pack(contents.ofLength.apply(length));
    }

    /** Returns a table with one key, of which a part has these packed contents; it has all parts. */
    public static byte[] table(Part part, byte[] hostile, Packing packing) {
        TableBytes table = new TableBytes();
        BlockHandle data = write(table, part == Part.DATA, hostile, packing, List.of(new Entry(KEY, new byte[2])));
        List<Entry> metaindex = new ArrayList<>();
        for (Part side : List.of(Part.FILTER, Part.SECOND_FILTER, Part.PROPERTIES)) {
            byte[] sound = side == Part.PROPERTIES
                    ? TestBlocks.entries(List.of(Entry.of("rocksdb.num.entries", new byte[] {1})), 1)
                    : FILTER_BLOCK;
            BlockHandle place = part == side ? table.block(hostile, packing.type()) : table.block(sound, 0);
            metaindex.add(Entry.of(side.metaindexKey, TestBlocks.handle(place)));
        }
        return table.finish(
                write(table, part == Part.METAINDEX, hostile, packing, metaindex),
                write(table, part == Part.INDEX, hostile, packing, List.of(new Entry(KEY, TestBlocks.handle(data)))));
    }

    private static BlockHandle write(
            TableBytes table, boolean hostile, byte[] stored, Packing packing, List<Entry> sound) {
        return hostile ? table.block(stored, packing.type()) : table.block(TestBlocks.entries(sound, 16), 0);
    }

    /** Returns a table of many data blocks, each of one value of zeros: together they are what may take minutes. */
    public static byte[] values(Packing packing, int blocks, int length) {
        byte[] stored = packing.pack(TestBlocks.entries(List.of(new Entry(KEY, new byte[length])), 16));
        TableBytes table = new TableBytes();
        List<Entry> index = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            index.add(new Entry(KEY, TestBlocks.handle(table.block(stored, packing.type()))));
        }
        Entry filter = Entry.of(Part.FILTER.metaindexKey, TestBlocks.handle(table.block(FILTER_BLOCK, 0)));
        return table.finish(
                table.block(TestBlocks.entries(List.of(filter), 16), 0), table.block(TestBlocks.entries(index, 1), 0));
    }
}
