// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The stored keys of a table with LevelDB's footer whose blocks are not compressed, read without any code of the
 * library, after {@code doc/table_format.md} of LevelDB.
 */
final class SlowTable {
    private static final int FOOTER = 48;
    private static final int RESTART = 4;

    private final byte[] bytes;
    private int at;

    private SlowTable(byte[] bytes) {
        this.bytes = bytes;
    }

    /** All stored keys in the order of the file; empty if a block is compressed. */
    static Optional<List<byte[]>> storedKeys(byte[] bytes) {
        SlowTable table = new SlowTable(bytes);
        table.at = bytes.length - FOOTER;
        table.number(); // metaindex
        table.number();
        int index = table.number();
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> handles = table.entries(index, table.number(), false);
        for (byte[] handle : handles) {
            SlowTable reader = new SlowTable(handle);
            int offset = reader.number();
            int length = reader.number();
            if (bytes[offset + length] != 0) {
                return Optional.empty();
            }
            keys.addAll(table.entries(offset, length, true));
        }
        return Optional.of(keys);
    }

    /** The keys of a block, or its values. */
    private List<byte[]> entries(int offset, int length, boolean ofKeys) {
        int restarts = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(offset + length - RESTART);
        int end = offset + length - RESTART * (restarts + 1);
        List<byte[]> found = new ArrayList<>();
        byte[] key = {};
        at = offset;
        while (at < end) {
            int shared = number();
            int rest = number();
            int value = number();
            byte[] next = Arrays.copyOf(key, shared + rest);
            System.arraycopy(bytes, at, next, shared, rest);
            key = next;
            at += rest;
            found.add(ofKeys ? key : Arrays.copyOfRange(bytes, at, at + value));
            at += value;
        }
        return found;
    }

    private int number() {
        int result = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = bytes[at++];
            result |= (part & 0x7f) << shift;
            if (part >= 0) {
                return result;
            }
        }
    }
}
