// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.table.TestTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;

/** Every way of adding a user key to a writer; buffers hold it between other bytes. */
final class WriterForms {
    static final List<BiConsumer<FilterWriter, byte[]>> ALL = List.of(
            (writer, key) -> writer.addUserKey(within(key), 2, key.length),
            (writer, key) -> writer.addUserKey(ByteBuffer.wrap(within(key), 2, key.length)),
            (writer, key) -> writer.addUserKeyBuf(Unpooled.wrappedBuffer(within(key)), 2, key.length),
            WriterForms::addFromDirectMemory,
            (writer, key) -> writer.addInternalKey(within(internal(key)), 2, key.length + 8),
            (writer, key) -> writer.addInternalKey(ByteBuffer.wrap(within(internal(key)), 2, key.length + 8)),
            (writer, key) -> writer.addInternalKey(
                    ByteBuffer.allocateDirect(key.length + 8).put(0, internal(key))),
            (writer, key) ->
                    writer.addInternalKeyBuf(Unpooled.wrappedBuffer(within(internal(key))), 2, key.length + 8));

    private WriterForms() {}

    private static void addFromDirectMemory(FilterWriter writer, byte[] key) {
        ByteBuf buffer = Unpooled.directBuffer().writeBytes(within(key));
        try {
            writer.addUserKeyBuf(buffer, 2, key.length);
        } finally {
            buffer.release();
        }
    }

    static byte[] within(byte[] key) {
        return Bytes.padded(key, 2, 1);
    }

    static byte[] internal(byte[] userKey) {
        return TestTable.internalKey(userKey, 7, 1);
    }
}
