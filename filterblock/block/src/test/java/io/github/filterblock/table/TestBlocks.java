// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/** Writes the parts of a table file plainly and without the library, so that tests do not read what they test wrote. */
public final class TestBlocks {
    private static final byte[] MAGIC = {0x57, (byte) 0xfb, (byte) 0x80, (byte) 0x8b, 0x24, 0x75, 0x47, (byte) 0xdb};

    private TestBlocks() {}

    /** A key and its value. */
    public record Entry(byte[] key, byte[] value) {
        /** Returns the entry of a key that is written as text. */
        public static Entry of(String key, byte[] value) {
            return new Entry(key.getBytes(StandardCharsets.UTF_8), value);
        }
    }

    /** Returns the bytes one after the other. */
    public static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** Returns a copy with one bit changed, counted from the lowest bit of byte 0. */
    public static byte[] flipped(byte[] bytes, long bit) {
        byte[] copy = bytes.clone();
        copy[(int) (bit / 8)] ^= (byte) (1 << bit % 8);
        return copy;
    }

    /** Returns the shortest varint of an unsigned number (TF-3). */
    public static byte[] varint(long number) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long rest = number;
        while (Long.compareUnsigned(rest, 0x80) >= 0) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
        return out.toByteArray();
    }

    /** Returns the varint of a number, longer than it need be. */
    public static byte[] overlongVarint(long number, int length) {
        byte[] padded = Arrays.copyOf(varint(number), length);
        for (int i = 0; i < length - 1; i++) {
            padded[i] |= (byte) 0x80;
        }
        return padded;
    }

    /** Returns the four bytes of a number, lowest first. */
    public static byte[] u32(long number) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) number)
                .array();
    }

    /** Returns an encoded block handle (TF-2). */
    public static byte[] handle(long offset, long size) {
        return join(varint(offset), varint(size));
    }

    /** Returns an encoded block handle. */
    public static byte[] handle(BlockHandle handle) {
        return handle(handle.offset(), handle.size());
    }

    /** Returns a key/value block (TF-7) with a restart at every {@code interval}-th entry. */
    public static byte[] entries(List<Entry> entries, int interval) {
        TestEntries block = new TestEntries(interval);
        entries.forEach(entry -> block.add(entry.key, entry.value));
        return block.block();
    }

    /** Returns one entry of a key/value block. */
    public static byte[] entry(int shared, byte[] keyTail, byte[] value) {
        return join(varint(shared), varint(keyTail.length), varint(value.length), keyTail, value);
    }

    /** Returns stored bytes with their trailer (TF-4). */
    public static byte[] withTrailer(byte[] stored, int type) {
        CRC32C crc = new CRC32C();
        crc.update(stored);
        crc.update(type);
        long masked = Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8L;
        return join(stored, new byte[] {(byte) type}, u32(masked));
    }

    /** Returns a footer (TF-1) around two encoded handles. */
    public static byte[] footer(byte[] metaindexHandle, byte[] indexHandle) {
        return join(Arrays.copyOf(join(metaindexHandle, indexHandle), 40), MAGIC);
    }
}
