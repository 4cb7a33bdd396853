// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.coding.Varint;
import io.github.filterblock.table.BlockChecksum;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.StoredBlock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/** A table as LevelDB writes it, without compression: the bytes of each number are always the same. */
final class GeneratedTable {
    private static final int KEYS_PER_BLOCK = 40;
    private static final int KIND_PUT = 1;
    private static final int MAX_BEFORE_A_VALUE = 64;

    private final int number;
    private final OutputStream out;
    private final ByteArrayOutputStream index = new ByteArrayOutputStream();
    private final FilterBlockBuilder filter;
    private long size;

    private GeneratedTable(int number, OutputStream out) {
        this.number = number;
        this.out = out;
        this.filter = new FilterBlockBuilder(BloomFilterPolicy.levelDb(4 + number % 9));
    }

    /**
     * A table.
     *
     * @param number which one
     * @param keys how many keys it has
     */
    static byte[] of(int number, int keys) {
        Random random = new Random(number);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            new GeneratedTable(number, file).write(keys, KEYS_PER_BLOCK, () -> {
                byte[] value = new byte[random.nextInt(80)];
                random.nextBytes(value);
                return value;
            });
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return file.toByteArray();
    }

    /**
     * Writes a table of data blocks with one key each, whose values are zeros that a file system need not store.
     *
     * @param valueLength length of each value in bytes
     */
    static void sparse(RandomAccessFile file, int number, int keys, int valueLength) throws IOException {
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                file.write(b);
            }

            @Override
            public void write(byte[] bytes) throws IOException {
                int zeros = bytes.length < valueLength ? 0 : valueLength - MAX_BEFORE_A_VALUE;
                file.write(bytes, 0, Math.min(bytes.length, MAX_BEFORE_A_VALUE));
                if (bytes.length > MAX_BEFORE_A_VALUE) {
                    int rest = bytes.length - MAX_BEFORE_A_VALUE - zeros;
                    file.seek(file.getFilePointer() + zeros);
                    file.write(bytes, bytes.length - rest, rest);
                }
            }
        };
        byte[] value = new byte[valueLength];
        new GeneratedTable(number, out).write(keys, 1, () -> value);
    }

    private void write(int keys, int perBlock, Supplier<byte[]> values) throws IOException {
        for (int first = 0; first < keys; first += perBlock) {
            block(first, Math.min(perBlock, keys - first), values);
        }
        filter.startBlock(size);
        BlockHandle filterHandle = store(filter.finish());
        ByteArrayOutputStream metaindex = new ByteArrayOutputStream();
        byte[] name = "filter.leveldb.BuiltinBloomFilter2".getBytes(StandardCharsets.US_ASCII);
        entry(metaindex, name, filterHandle.encode());
        BlockHandle metaindexHandle = storeWithRestart(metaindex);
        out.write(new Footer(metaindexHandle, storeWithRestart(index)).encode());
    }

    private void block(int first, int count, Supplier<byte[]> values) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        ByteBuffer restarts = littleEndian(4 * count + 4);
        filter.startBlock(size);
        byte[] key = {};
        for (int i = first; i < first + count; i++) {
            byte[] user =
                    String.format(Locale.ROOT, "t%05d/k%07d", number, 3 * i).getBytes(StandardCharsets.US_ASCII);
            filter.addKey(user);
            key = littleEndian(user.length + 8)
                    .put(user)
                    .putLong((long) i << 8 | KIND_PUT)
                    .array();
            restarts.putInt(block.size());
            entry(block, key, values.get());
        }
        block.writeBytes(restarts.putInt(count).array());
        entry(index, key, store(block.toByteArray()).encode());
    }

    private BlockHandle storeWithRestart(ByteArrayOutputStream entries) throws IOException {
        entries.writeBytes(littleEndian(8).putInt(0).putInt(1).array());
        return store(entries.toByteArray());
    }

    private BlockHandle store(byte[] contents) throws IOException {
        BlockHandle handle = new BlockHandle(size, contents.length);
        byte[] stored = StoredBlock.raw(contents, BlockChecksum.CRC32C);
        out.write(stored);
        size += stored.length;
        return handle;
    }

    /** An entry that shares nothing with the one before it. */
    private static void entry(ByteArrayOutputStream block, byte[] key, byte[] value) {
        byte[] length = new byte[Varint.shortestLength(value.length)];
        Varint.write(value.length, length, 0);
        block.write(0);
        block.write(key.length);
        block.writeBytes(length);
        block.writeBytes(key);
        block.writeBytes(value);
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
