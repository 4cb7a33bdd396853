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
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/** A table as LevelDB writes it, without compression: the bytes of each number are always the same. */
final class GeneratedTable {
    private static final int KEYS_PER_BLOCK = 40;
    private static final int KIND_PUT = 1;
    private static final int MOST_AROUND_A_VALUE = 64;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final ByteArrayOutputStream index = new ByteArrayOutputStream();
    private final FilterBlockBuilder filter;
    private final Random random;

    /** Where {@link #file} begins: behind the blocks that are written already. */
    private long start;

    private GeneratedTable(int number) {
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
        GeneratedTable table = new GeneratedTable(number);
        for (int count = 0; count < keys; count += KEYS_PER_BLOCK) {
            table.block(number, count, Math.min(KEYS_PER_BLOCK, keys - count));
        }
        return table.finish();
    }

    /**
     * Writes a table of data blocks with one key each, whose values are zeros that a file system need not store.
     *
     * @param valueLength length of each value in bytes
     */
    static void sparse(RandomAccessFile out, int number, int keys, int valueLength) throws IOException {
        GeneratedTable table = new GeneratedTable(number);
        for (int i = 0; i < keys; i++) {
            table.sparseBlock(out, number, i, valueLength);
        }
        out.seek(table.start);
        out.write(table.finish());
    }

    private void sparseBlock(RandomAccessFile out, int number, int i, int valueLength) throws IOException {
        filter.startBlock(start);
        byte[] user = user(number, i);
        filter.addKey(user);
        byte[] key = internal(user, i);
        ByteBuffer block =
                littleEndian(MOST_AROUND_A_VALUE + valueLength).put((byte) 0).put((byte) key.length);
        for (int rest = valueLength; ; rest >>>= 7) {
            if (rest < 128) {
                block.put((byte) rest).put(key);
                break;
            }
            block.put((byte) (rest & 127 | 128));
        }
        block.position(block.position() + valueLength).putInt(0).putInt(1);
        byte[] stored = StoredBlock.raw(Arrays.copyOf(block.array(), block.position()), BlockChecksum.CRC32C);
        out.seek(start);
        out.write(stored, 0, MOST_AROUND_A_VALUE);
        out.seek(start + stored.length - MOST_AROUND_A_VALUE);
        out.write(stored, stored.length - MOST_AROUND_A_VALUE, MOST_AROUND_A_VALUE);
        entry(index, key, new BlockHandle(start, block.position()).encode());
        start += stored.length;
    }

    private void block(int number, int first, int count) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        ByteBuffer restarts = littleEndian(4 * count + 4);
        filter.startBlock(start + file.size());
        byte[] key = {};
        for (int i = first; i < first + count; i++) {
            byte[] user = user(number, i);
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

    private static byte[] user(int number, int i) {
        return String.format(Locale.ROOT, "t%05d/k%07d", number, 3 * i).getBytes(StandardCharsets.US_ASCII);
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
