// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TestEntries;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Sound tables of one or two kilobytes: every packing, several writers, with and without tags. */
final class SmallTables {
    private static final int BLOCKS = 6;
    private static final int KEYS = 7;
    private static final int BASE_LG = 8;
    private static final int RESTART_INTERVAL = 4;
    private static final int ROCKSDB_FOOTER = 53;
    private static final long ROCKSDB_MAGIC = 0x88e241b785f4cff7L;

    private SmallTables() {}

    /** All of them, always the same. */
    static List<TableCase> all() {
        List<TableCase> tables = new ArrayList<>();
        for (Packing packing : Packing.values()) {
            for (FilterPolicy policy : policies()) {
                boolean tagged = tables.size() % 2 == 0;
                String name = packing + " " + policy.name() + (tagged ? " tagged" : "");
                tables.add(TableCase.of(name, parts(policy, packing, tagged).table()));
            }
        }
        tables.add(TableCase.of("Basho", basho().table()));
        tables.add(TableCase.of("two filters", twoFilters().table()));
        tables.add(
                TableCase.of("RocksDB's footer", withRocksDbFooter(tables.get(2).bytes())));
        return tables;
    }

    private static List<FilterPolicy> policies() {
        return List.of(
                BloomFilterPolicy.levelDb(10), BloomFilterPolicy.goLevelDb(14), BloomFilterPolicy.rocksDbBlockBased(5));
    }

    /** A table of ascending keys; a filter for each 256 bytes of file. */
    static TableParts parts(FilterPolicy policy, Packing packing, boolean tagged) {
        SplittableRandom random = new SplittableRandom(policy.name().hashCode() + packing.ordinal());
        TableParts parts = new TableParts();
        parts.indexPacking = packing == Packing.SNAPPY ? packing : Packing.RAW;
        FilterBlockBuilder filter = new FilterBlockBuilder(policy, BASE_LG);
        long offset = 0;
        for (int block = 0; block < BLOCKS; block++) {
            filter.startBlock(offset);
            TestEntries entries = new TestEntries(RESTART_INTERVAL);
            byte[] stored = {};
            for (int i = 0; i < KEYS; i++) {
                byte[] key = key(block * KEYS + i, random);
                filter.addKey(key);
                stored = tagged ? tagged(key, block * KEYS + i) : key;
                entries.add(stored, ("value " + i).repeat(1 + i % 3).getBytes(StandardCharsets.US_ASCII));
            }
            parts.separators.add(stored);
            parts.data.add(TableParts.Stored.of(packing, entries.block()));
            offset += parts.data.get(block).bytes().length + 5;
        }
        filter.startBlock(offset);
        addFilter(parts, policy, block(filter));
        return parts;
    }

    /** A common beginning, a number, and one to seven bytes of which many are 0x80 or more. */
    private static byte[] key(int number, SplittableRandom random) {
        byte[] tail = new byte[1 + random.nextInt(7)];
        random.nextBytes(tail);
        byte[] head = String.format("key%03d", number).getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(head.length + tail.length)
                .put(head)
                .put(tail)
                .array();
    }

    private static byte[] tagged(byte[] key, int sequence) {
        return ByteBuffer.wrap(Arrays.copyOf(key, key.length + Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(key.length, (sequence + 1L) << 8 | 1)
                .array();
    }

    private static void addFilter(TableParts parts, FilterPolicy policy, byte[] block) {
        parts.side.add(TableParts.Stored.of(Packing.RAW, block));
        parts.sideNames.add(MetaindexEntry.keyOf(policy.name()));
    }

    static byte[] block(FilterBlockBuilder builder) {
        ByteBuf block = builder.finishBuf(UnpooledByteBufAllocator.DEFAULT);
        try {
            return ByteBufUtil.getBytes(block);
        } finally {
            block.release();
        }
    }

    private static TableParts basho() {
        TableParts parts = parts(BloomFilterPolicy.levelDb117Signed(16), Packing.RAW, true);
        parts.side.add(TableParts.Stored.of(Packing.RAW, new byte[16]));
        parts.sideNames.add("stats.sst1".getBytes(StandardCharsets.US_ASCII));
        return parts;
    }

    /** The same blocks under a footer of RocksDB's format version 2, with CRC-32C. */
    static byte[] withRocksDbFooter(byte[] table) {
        int footer = table.length - Footer.LENGTH;
        return ByteBuffer.allocate(footer + ROCKSDB_FOOTER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(table, 0, footer)
                .put((byte) 1)
                .put(table, footer, Footer.LENGTH - Long.BYTES)
                .putInt(2)
                .putLong(ROCKSDB_MAGIC)
                .array();
    }

    private static TableParts twoFilters() {
        TableParts parts = parts(BloomFilterPolicy.goLevelDb(10), Packing.RAW, true);
        TableParts same = parts(BloomFilterPolicy.goLevelDb(10).named("somebody.else"), Packing.RAW, true);
        parts.side.addAll(same.side);
        parts.sideNames.addAll(same.sideNames);
        return parts;
    }
}
