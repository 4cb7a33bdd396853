// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/** Writes a data, index or metaindex block, entry by entry (TF-7). Entries need not be in order. */
final class KeyValues {
    private final int restartInterval;
    private final ByteBuf entries = Unpooled.buffer();
    private final ByteBuf restarts = Unpooled.buffer();
    private byte[] lastKey = {};
    private int count;

    KeyValues(int restartInterval) {
        this.restartInterval = restartInterval;
    }

    KeyValues add(byte[] key, byte[] value) {
        boolean restart = count % restartInterval == 0;
        if (restart) {
            restarts.writeIntLE(entries.writerIndex());
        }
        int mismatch = restart ? 0 : Arrays.mismatch(lastKey, key);
        int shared = mismatch < 0 ? key.length : mismatch;
        return entry(shared, Arrays.copyOfRange(key, shared, key.length), value, key);
    }

    /** An entry that claims to share so many bytes with the one before, true or not. */
    KeyValues entry(int shared, byte[] tail, byte[] value, byte[] key) {
        varint(entries, shared);
        varint(entries, tail.length);
        varint(entries, value.length);
        entries.writeBytes(tail).writeBytes(value);
        lastKey = key;
        count++;
        return this;
    }

    /** The block; one without entries has one restart, as most writers make it. */
    byte[] block() {
        if (count == 0) {
            restarts.writeIntLE(0);
        }
        int restartCount = restarts.writerIndex() / Integer.BYTES;
        return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(
                entries, restarts, Unpooled.buffer(Integer.BYTES).writeIntLE(restartCount)));
    }

    private static void varint(ByteBuf dst, int number) {
        int rest = number;
        while (rest >= 0x80) {
            dst.writeByte(rest | 0x80);
            rest >>>= 7;
        }
        dst.writeByte(rest);
    }
}
