// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import io.github.filterblock.table.BlockHandle;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** A table file that a test writes block by block; knows how blocks, trailers and the footer look, and no more. */
final class HandWrittenTable {
    private static final int RESTART_INTERVAL = 16;
    private static final int HANDLES_LENGTH = 40;
    private static final long MAGIC = 0xdb4775248b80fb57L;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    /** A key and its value. */
    record Entry(byte[] key, byte[] value) {
        /** The entry of a key in a database: 8 bytes of sequence and kind stand behind the user key. */
        static Entry internal(byte[] userKey, long sequence, int kind, byte[] value) {
            byte[] key = ByteBuffer.allocate(userKey.length + Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(userKey)
                    .putLong(sequence << 8 | kind)
                    .array();
            return new Entry(key, value);
        }
    }

    /** The offset at which the next block will stand. */
    long offset() {
        return file.size();
    }

    /** Appends a block as it is to be stored, and its trailer (TF-4). */
    BlockHandle write(byte[] stored, int type) {
        BlockHandle handle = new BlockHandle(offset(), stored.length);
        file.writeBytes(stored);
        file.write(type);
        CRC32C crc = new CRC32C();
        crc.update(stored);
        crc.update(type);
        int masked = Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
        file.writeBytes(littleEndian(masked));
        return handle;
    }

    /** Appends the footer and returns the file (TF-1). */
    byte[] finish(BlockHandle metaindex, BlockHandle index) {
        ByteArrayOutputStream handles = new ByteArrayOutputStream();
        handles.writeBytes(metaindex.encode());
        handles.writeBytes(index.encode());
        file.writeBytes(Arrays.copyOf(handles.toByteArray(), HANDLES_LENGTH));
        file.writeBytes(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(MAGIC)
                .array());
        return file.toByteArray();
    }

    /** The contents of a block with these entries (TF-7). */
    static byte[] contents(List<Entry> entries) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        List<Integer> restarts = new ArrayList<>(List.of(0));
        byte[] previous = {};
        for (int i = 0; i < entries.size(); i++) {
            byte[] key = entries.get(i).key();
            byte[] value = entries.get(i).value();
            int shared = sharedLength(previous, key);
            if (i % RESTART_INTERVAL == 0) {
                shared = 0;
                if (i > 0) {
                    restarts.add(block.size());
                }
            }
            varint(block, shared);
            varint(block, key.length - shared);
            varint(block, value.length);
            block.write(key, shared, key.length - shared);
            block.writeBytes(value);
            previous = key;
        }
        restarts.forEach(restart -> block.writeBytes(littleEndian(restart)));
        block.writeBytes(littleEndian(restarts.size()));
        return block.toByteArray();
    }

    private static int sharedLength(byte[] a, byte[] b) {
        int mismatch = Arrays.mismatch(a, b);
        return mismatch < 0 ? b.length : mismatch;
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (rest >= 0x80) {
            out.write(rest % 0x80 + 0x80);
            rest /= 0x80;
        }
        out.write(rest);
    }

    static byte[] littleEndian(int word) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(word)
                .array();
    }
}
