// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The last 48 bytes of a table (TF-1). Immutable.
 *
 * <pre>
 *   0                                             40          48
 *   | metaindex handle | index handle | padding ... | magic     |
 *     2 to 20 bytes      2 to 20 bytes                 8 bytes
 * </pre>
 *
 * What the padding holds does not matter.
 *
 * @param metaindex where the metaindex block lies
 * @param index where the index block lies
 */
public record Footer(BlockHandle metaindex, BlockHandle index) {
    /** Number of bytes of a footer. */
    public static final int LENGTH = 48;

    private static final int HANDLES_LENGTH = 40;
    private static final long MAGIC = 0xdb4775248b80fb57L;
    private static final long ROCKSDB_BLOCK_MAGIC = 0x88e241b785f4cff7L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Reads and decodes the footer at the end of a table. */
    static Footer read(TableSource source) throws java.io.IOException {
        long fileSize = source.size();
        if (fileSize < LENGTH) {
            throw new CorruptTableException(
                    source.name(),
                    0,
                    Reason.TOO_SHORT,
                    "the file has " + fileSize + " bytes, fewer than the 48 of a table's footer");
        }
        byte[] bytes = new byte[LENGTH];
        source.read(fileSize - LENGTH, bytes, 0, LENGTH);
        return decode(bytes, source.name(), fileSize - LENGTH);
    }

    private static Footer decode(byte[] bytes, String file, long at) throws CorruptTableException {
        long magic = (long) LONG.get(bytes, HANDLES_LENGTH);
        if (magic != MAGIC) {
            throw new CorruptTableException(file, at + HANDLES_LENGTH, Reason.BAD_MAGIC, magicMessage(magic));
        }
        BlockHandle metaindex = handle(bytes, 0, "metaindex", file, at);
        int indexAt = BlockHandle.encodedLength(bytes, 0, HANDLES_LENGTH);
        return new Footer(metaindex, handle(bytes, indexAt, "index", file, at));
    }

    private static BlockHandle handle(byte[] bytes, int index, String what, String file, long at)
            throws CorruptTableException {
        return BlockHandle.decode(bytes, index, HANDLES_LENGTH)
                .orElseThrow(() -> new CorruptTableException(
                        file, at + index, Reason.BAD_HANDLE, "the handle of the " + what + " does not end"));
    }

    private static String magicMessage(long magic) {
        if (magic == ROCKSDB_BLOCK_MAGIC) {
            return "RocksDB's own magic number: a table with RocksDB's footer, not LevelDB's";
        }
        return "not a LevelDB table: the magic number is " + String.format("%016x", magic) + ", not "
                + String.format("%016x", MAGIC);
    }
}
