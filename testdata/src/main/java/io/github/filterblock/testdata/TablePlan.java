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
    public record Written(ReferenceTable table, BlockPlan plan, byte[] filterBlock) {}

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
        metaindex.add(
                (ReferenceTable.FILTER_PREFIX + policyName).getBytes(StandardCharsets.US_ASCII),
                writer.append(filterBlock));
        byte[] metaindexHandle = writer.append(metaindex.bytes());
        byte[] indexHandle = writer.append(index.bytes());
        return new Written(new ReferenceTable(writer.withFooter(metaindexHandle, indexHandle)), plan, filterBlock);
    }

    /** A file to which blocks are added. */
    private static final class Writer {
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();

        /** Adds a raw block and its trailer (TF-4), and returns its handle (TF-2). */
        private byte[] append(byte[] contents) {
            ByteArrayOutputStream handle = new ByteArrayOutputStream();
            ReferenceVarint.write(handle, file.size());
            ReferenceVarint.write(handle, contents.length);
            byte[] typed = Arrays.copyOf(contents, contents.length + 1);
            file.writeBytes(typed);
            file.writeBytes(littleEndian(ReferenceTable.maskedCrc(typed, 0, typed.length)));
            return handle.toByteArray();
        }

        private byte[] withFooter(byte[] metaindexHandle, byte[] indexHandle) {
            ByteBuffer footer = ByteBuffer.allocate(ReferenceTable.FOOTER).order(ByteOrder.LITTLE_ENDIAN);
            footer.put(metaindexHandle).put(indexHandle).putLong(ReferenceTable.FOOTER - 8, ReferenceTable.MAGIC);
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
            ReferenceVarint.write(entries, key.length);
            ReferenceVarint.write(entries, value.length);
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
