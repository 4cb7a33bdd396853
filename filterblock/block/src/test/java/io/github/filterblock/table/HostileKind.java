// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import com.github.luben.zstd.ZstdCompressCtx;
import io.github.filterblock.table.TestBlocks.Entry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tables of a given size whose cost lies in many of their blocks, or in several parts together. Limits grow with the
 * file, so what is compressed is followed by zeros that belong to no block. All checksums are right.
 */
public enum HostileKind {
    /** Data blocks that are 62 MiB long when the last bytes of their frame turn out to be wrong. */
    DAMAGED_AT_THE_END(table -> {
        byte[] stored = checksummed(value(Writer.HUGE));
        stored[stored.length - 1] ^= 1;
        table.repeat(stored, Packing.ZSTD);
    }),
    /** The same, inflated; what follows the end is wrong. */
    DEFLATED_TOO_MUCH(table ->
            table.repeat(TestBlocks.join(Packing.DEFLATE.pack(value(Writer.HUGE)), new byte[1]), Packing.DEFLATE)),
    /** Data blocks of twenty million entries, of which the last one is damaged. */
    ENTRIES_DAMAGED_AT_THE_END(table -> {
        byte[] block = new byte[Writer.HUGE];
        block[block.length - 9] = 1;
        table.repeat(Packing.ZSTD.pack(block), Packing.ZSTD);
    }),
    /** Filters that no reader of this library uses, each of millions of equal offsets. */
    MANY_FILTERS(table -> {
        byte[] block = new byte[Writer.MAX_BESIDE_DATA];
        block[block.length - 1] = 11;
        byte[] stored = Packing.ZSTD.pack(block);
        int count = Math.min(9_000, table.room() / (stored.length + 40));
        for (int i = 0; i < count; i++) {
            table.side("filter.test." + i, stored, Packing.ZSTD);
        }
        table.data(new byte[] {'k'}, value(3), Packing.RAW);
    }),
    /** Data blocks without entries, of nine bytes each with their trailers. */
    EMPTY_BLOCKS(table -> table.repeat(new byte[4], Packing.RAW)),
    /** Data blocks of a few bytes in a compression that is not known. */
    UNKNOWN_BLOCKS(table -> table.repeat(new byte[4], Packing.DEFLATE)),
    /** As many keys as there may be, none of which any filter denies. */
    MANY_KEYS(table -> {
        byte[] key = {'k', -1, -1, 'm', 'y', 'k', 'e', 'y', '!', 1, 0, 0, 0, 0, 0, 0, 0};
        table.data(key, Packing.ZSTD.pack(sameKeys(key, (4 << 20) + table.room() / 2)), Packing.ZSTD);
    }),
    /** Data blocks with 1, 2, 3, ... keys, each in a window of its own. */
    DISTINCT_COUNTS(table -> {
        byte[] key = {'k', 1, 0, 0, 0, 0, 0, 0, 0};
        int count = Math.min(6_000, table.room() / 2_700);
        for (int i = 1; i <= count; i++) {
            long end = table.bytes.offset() + 2_600;
            table.data(key, Packing.ZSTD.pack(sameKeys(key, i)), Packing.ZSTD);
            table.bytes.gap((int) Math.max(0, end - table.bytes.offset()));
        }
    }),
    /** Small data blocks behind index keys that are as long as a key may be. */
    LONG_INDEX_KEYS(table -> {
        byte[] key = new byte[8 << 20];
        for (int first = 0; first < 4; first += 2) {
            key[0] = (byte) (first + 1);
            Entry one = new Entry(new byte[] {(byte) first}, new byte[0]);
            Entry next = new Entry(new byte[] {key[0]}, new byte[0]);
            table.data(key.clone(), TestBlocks.entries(List.of(one, next), 1), Packing.RAW);
        }
    }),
    /** The longest index, filter and data block, deflated, and long keys: each within its limits. */
    EVERYTHING_LONG(table -> {
        byte[] key = new byte[(16 << 20) - 100];
        byte[] tail = {1, 1, 0, 0, 0, 0, 0, 0, 0};
        byte[] block = TestBlocks.join(
                TestBlocks.entry(0, key, new byte[0]),
                TestBlocks.entry(key.length - tail.length, tail, new byte[44 << 20]),
                new byte[8]);
        table.data(key, Packing.DEFLATE.pack(block), Packing.DEFLATE);
        table.filter = Packing.DEFLATE.pack(allOnes(Writer.MAX_BESIDE_DATA));
        table.filterPacking = Packing.DEFLATE;
    }),
    /** The name of a policy of a megabyte that no terminal can show. */
    LONG_NAME(table -> {
        table.data(new byte[] {'k'}, value(3), Packing.RAW);
        table.filterName = "filter." + "\u001b".repeat(1_000_000);
    });

    private final Consumer<Writer> write;

    HostileKind(Consumer<Writer> write) {
        this.write = write;
    }

    /** Returns a table of this size. */
    public byte[] table(int size) {
        Writer table = new Writer(size);
        write.accept(table);
        return table.finish();
    }

    /** The parts of a table that is being written. */
    private static final class Writer {
        static final int HUGE = 62 << 20;
        static final int MAX_BESIDE_DATA = 16 << 20;

        private final int size;
        private final TableBytes bytes = new TableBytes();
        private final List<Entry> metaindex = new ArrayList<>();
        private final ByteArrayOutputStream index = new ByteArrayOutputStream();
        private String filterName = "filter." + TestTable.LEVELDB;
        private byte[] filter = allOnes(4096);
        private Packing filterPacking = Packing.RAW;

        Writer(int size) {
            this.size = size;
        }

        int room() {
            return size - 4096;
        }

        void data(byte[] indexKey, byte[] stored, Packing packing) {
            byte[] handle = TestBlocks.handle(bytes.block(stored, packing.type()));
            index.writeBytes(TestBlocks.entry(0, indexKey, handle));
        }

        void side(String name, byte[] stored, Packing packing) {
            metaindex.add(Entry.of(name, TestBlocks.handle(bytes.block(stored, packing.type()))));
        }

        /** As many data blocks of the same bytes as the index may have, or as there is room for. */
        void repeat(byte[] stored, Packing packing) {
            int count = Math.min(size / 11 - 400, room() / (stored.length + 5 + 5));
            for (int i = 0; i < count; i++) {
                data(new byte[0], stored, packing);
            }
        }

        byte[] finish() {
            side(filterName, filter, filterPacking);
            metaindex.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
            byte[] packed = Packing.ZSTD.pack(TestBlocks.join(index.toByteArray(), new byte[4], TestBlocks.u32(1)));
            byte[] names = TestBlocks.entries(metaindex, 1);
            bytes.gap((int) Math.max(0, room() - bytes.offset() - packed.length - names.length));
            return bytes.finish(bytes.block(names, 0), bytes.block(packed, Packing.ZSTD.type()));
        }
    }

    private static byte[] value(int length) {
        byte[] key = {'k', 1, 0, 0, 0, 0, 0, 0, 0};
        return TestBlocks.entries(List.of(new Entry(key, new byte[length])), 16);
    }

    private static byte[] sameKeys(byte[] key, int count) {
        byte[] again = TestBlocks.entry(key.length, new byte[0], new byte[0]);
        ByteBuffer block = ByteBuffer.allocate(3 + key.length + (count - 1) * again.length + 8);
        block.put(TestBlocks.entry(0, key, new byte[0]));
        for (int i = 1; i < count; i++) {
            block.put(again);
        }
        return block.putInt(0).put(TestBlocks.u32(1)).array();
    }

    /** One filter for the whole table, of six probes, that lets every key pass. */
    private static byte[] allOnes(int length) {
        byte[] ones = new byte[length - 10];
        Arrays.fill(ones, (byte) -1);
        return TestBlocks.join(ones, new byte[] {6}, TestBlocks.u32(0), TestBlocks.u32(length - 9), new byte[] {63});
    }

    private static byte[] checksummed(byte[] contents) {
        try (ZstdCompressCtx zstd = new ZstdCompressCtx()) {
            zstd.setChecksum(true);
            return zstd.compress(contents);
        }
    }
}
