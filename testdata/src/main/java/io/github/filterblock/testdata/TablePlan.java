// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The contents of a whole table file; {@link #write} makes a file that the originals read.
 *
 * <p>Data blocks are stored raw, without shared prefixes. Immutable, provided that no code changes the keys' arrays.
 *
 * @param policy of the filter block
 * @param policyName the name in the metaindex, ASCII; usually that of the policy
 * @param blocks the keys of each data block in their order; keys need not be sorted, since filters do not depend on
 *     their order
 * @param valueLength length in bytes of the value after each key
 */
public record TablePlan(PolicySpec policy, String policyName, List<List<byte[]>> blocks, int valueLength) {

    /** The prefix of a policy's name in the metaindex (TF-8). */
    public static final String FILTER_PREFIX = "filter.";

    /** Length of what follows each block: a type and a checksum (TF-4). */
    public static final int TRAILER = 5;

    private static final int FOOTER = 48;
    private static final long MAGIC = 0xdb4775248b80fb57L;

    /** Keeps an unmodifiable copy of the blocks. */
    public TablePlan {
        blocks = blocks.stream().map(List::copyOf).toList();
    }

    /**
     * A table file, and the calls from which its filter block was built.
     *
     * @param table the file
     * @param plan the calls
     * @param filterBlock their result, as it is in the file
     */
    public record Written(byte[] table, BlockPlan plan, byte[] filterBlock) {}

    /** Returns the table file. */
    public Written write() {
        Writer writer = new Writer();
        List<BuilderCall> calls = new ArrayList<>(List.of(new BuilderCall.StartBlock(0)));
        Entries index = new Entries();
        for (List<byte[]> keys : blocks) {
            Entries data = new Entries();
            for (byte[] key : keys) {
                calls.add(new BuilderCall.AddKey(key));
                data.add(key, new byte[valueLength]);
            }
            index.add(keys.isEmpty() ? new byte[0] : keys.get(keys.size() - 1), writer.append(data.bytes()));
            calls.add(new BuilderCall.StartBlock(writer.file.size()));
        }
        BlockPlan plan = new BlockPlan(BlockPlan.DEFAULT_BASE_LG, calls);
        byte[] filterBlock = ReferenceFilterBlock.build(plan, policy.reference());
        Entries metaindex = new Entries();
        metaindex.add((FILTER_PREFIX + policyName).getBytes(StandardCharsets.US_ASCII), writer.append(filterBlock));
        byte[] metaindexHandle = writer.append(metaindex.bytes());
        byte[] indexHandle = writer.append(index.bytes());
        return new Written(writer.withFooter(metaindexHandle, indexHandle), plan, filterBlock);
    }

    /** A file to which blocks are added. */
    private static final class Writer {
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();

        /** Adds a raw block and its trailer (TF-4), and returns its handle (TF-2). */
        private byte[] append(byte[] contents) {
            ByteArrayOutputStream handle = new ByteArrayOutputStream();
            writeVarint(handle, file.size());
            writeVarint(handle, contents.length);
            byte[] typed = Arrays.copyOf(contents, contents.length + 1);
            file.writeBytes(typed);
            file.writeBytes(littleEndian(maskedCrc(typed, 0, typed.length)));
            return handle.toByteArray();
        }

        private byte[] withFooter(byte[] metaindexHandle, byte[] indexHandle) {
            ByteBuffer footer = ByteBuffer.allocate(FOOTER).order(ByteOrder.LITTLE_ENDIAN);
            footer.put(metaindexHandle).put(indexHandle).putLong(FOOTER - 8, MAGIC);
            file.writeBytes(footer.array());
            return file.toByteArray();
        }
    }

    /** A block of keys and values, each entry its own restart (TF-7). */
    private static final class Entries {
        private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
        private final ByteArrayOutputStream restarts = new ByteArrayOutputStream();

        private void add(byte[] key, byte[] value) {
            restarts.writeBytes(littleEndian(entries.size()));
            entries.write(0);
            writeVarint(entries, key.length);
            writeVarint(entries, value.length);
            entries.writeBytes(key);
            entries.writeBytes(value);
        }

        private byte[] bytes() {
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            block.writeBytes(entries.toByteArray());
            byte[] offsets = restarts.size() == 0 ? littleEndian(0) : restarts.toByteArray();
            block.writeBytes(offsets);
            block.writeBytes(littleEndian(offsets.length / 4));
            return block.toByteArray();
        }
    }

    /** Returns the masked CRC-32C of the bytes in {@code [begin, end)} (TF-4). */
    public static int maskedCrc(byte[] bytes, int begin, int end) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, begin, end - begin);
        return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
    }

    private static void writeVarint(ByteArrayOutputStream out, long value) {
        long rest = value;
        for (; rest >>> 7 != 0; rest >>>= 7) {
            out.write((int) (rest % 128) | 0x80);
        }
        out.write((int) rest);
    }

    private static byte[] littleEndian(int word) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(word)
                .array();
    }

    /** Returns the contents in short. */
    @Override
    public String toString() {
        return "table of " + blocks.size() + " data blocks, values of " + valueLength + " bytes, " + policy
                + ", filter named " + policyName;
    }
}
