// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.StoredBlock;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;

/** A table as LevelDB writes it, without compression: the bytes of each number are always the same. */
final class GeneratedTable {
    private static final int KEYS_PER_BLOCK = 40;
    private static final int KIND_PUT = 1;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final ByteArrayOutputStream index = new ByteArrayOutputStream();
    private final FilterBlockBuilder filter;
    private final Random random;
    private final long start;

    private GeneratedTable(int number, long start) {
        this.start = start;
        this.random = new Random(number);
        this.filter = new FilterBlockBuilder(BloomFilterPolicy.levelDb(4 + number % 9));
    }

    /**
     * A table.
     *
     * @param number which one
     * @param keys how many keys it has
     */
    static byte[] of(int number, int keys) {
        return behind(0, number, keys);
    }

    /**
     * What stands in a table behind a gap.
     *
     * @param start length of the gap
     */
    static byte[] behind(long start, int number, int keys) {
        GeneratedTable table = new GeneratedTable(number, start);
        for (int count = 0; count < keys; count += KEYS_PER_BLOCK) {
            table.block(number, count, Math.min(KEYS_PER_BLOCK, keys - count));
        }
        return table.finish();
    }

    private void block(int number, int first, int count) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        ByteBuffer restarts = littleEndian(4 * count + 4);
        filter.startBlock(start + file.size());
        byte[] key = {};
        for (int i = first; i < first + count; i++) {
            byte[] user =
                    String.format(Locale.ROOT, "t%05d/k%07d", number, 3 * i).getBytes(StandardCharsets.US_ASCII);
            filter.addKey(user);
            key = internal(user, i);
            restarts.putInt(block.size());
            byte[] value = new byte[random.nextInt(80)];
            random.nextBytes(value);
            entry(block, key, value);
        }
        block.writeBytes(restarts.putInt(count).array());
        entry(index, key, stored(block.toByteArray()).encode());
    }

    private static byte[] internal(byte[] user, int sequence) {
        return littleEndian(user.length + 8)
                .put(user)
                .putLong((long) sequence << 8 | KIND_PUT)
                .array();
    }

    private byte[] finish() {
        long offset = start + file.size();
        filter.startBlock(offset);
        byte[] bits = filter.finish();
        BlockHandle filterHandle = stored(bits);
        ByteArrayOutputStream metaindex = new ByteArrayOutputStream();
        entry(
                metaindex,
                "filter.leveldb.BuiltinBloomFilter2".getBytes(StandardCharsets.US_ASCII),
                filterHandle.encode());
        metaindex.writeBytes(littleEndian(8).putInt(0).putInt(1).array());
        BlockHandle metaindexHandle = stored(metaindex.toByteArray());
        index.writeBytes(littleEndian(8).putInt(0).putInt(1).array());
        BlockHandle indexHandle = stored(index.toByteArray());
        file.writeBytes(new Footer(metaindexHandle, indexHandle).encode());
        return file.toByteArray();
    }

    private BlockHandle stored(byte[] contents) {
        BlockHandle handle = new BlockHandle(start + file.size(), contents.length);
        file.writeBytes(StoredBlock.raw(contents, BlockChecksum.CRC32C));
        return handle;
    }

    /** An entry that shares nothing with the one before it. */
    private static void entry(ByteArrayOutputStream block, byte[] key, byte[] value) {
        block.write(0);
        block.write(key.length);
        block.write(value.length);
        block.writeBytes(key);
        block.writeBytes(value);
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
