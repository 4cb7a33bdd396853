// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The last bytes of a table: 48 of LevelDB, 53 of RocksDB (TF-1). Immutable.
 *
 * <pre>
 *   LevelDB    0                                             40          48
 *              | metaindex handle | index handle | padding ... | magic     |
 *                2 to 20 bytes      2 to 20 bytes                8 bytes
 *
 *   RocksDB    0          1                                  41               45          53
 *              | checksum | two handles and padding ...       | format version | magic     |
 * </pre>
 *
 * The contents of the padding do not matter. RocksDB's format version 0 has LevelDB's footer.
 *
 * @param metaindex where the metaindex block lies
 * @param index where the index block lies
 * @param checksum how the blocks of the file are checksummed
 * @param formatVersion RocksDB's format version; 0 for LevelDB
 */
public record Footer(BlockHandle metaindex, BlockHandle index, BlockChecksum checksum, int formatVersion) {
    /** Number of bytes of LevelDB's footer, the shortest one. */
    public static final int LENGTH = 48;

    private static final int HANDLES_LENGTH = 40;
    private static final int ROCKSDB_LENGTH = 53;
    private static final int ROCKSDB_VERSION_AT = 41;

    /** From this version on RocksDB's footer has another form, and block-based filters are no longer written. */
    private static final int FIRST_FOREIGN_VERSION = 6;

    private static final long MAGIC = 0xdb4775248b80fb57L;
    private static final long ROCKSDB_MAGIC = 0x88e241b785f4cff7L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Checks that no part is missing. */
    public Footer {
        Objects.requireNonNull(metaindex, "metaindex");
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(checksum, "checksum");
    }

    /**
     * A footer of LevelDB.
     *
     * @param metaindex where the metaindex block lies
     * @param index where the index block lies
     */
    public Footer(BlockHandle metaindex, BlockHandle index) {
        this(metaindex, index, BlockChecksum.CRC32C, 0);
    }

    /**
     * The footer as a table stores it.
     *
     * @return a new array: of 48 bytes for LevelDB, of 53 with RocksDB's magic number for a format version above 0 or a
     *     checksum of another kind than LevelDB's
     * @throws IllegalStateException for checksums of an {@linkplain BlockChecksum#UNKNOWN unknown} kind
     */
    public byte[] encode() {
        if (formatVersion == 0 && checksum == BlockChecksum.CRC32C) {
            byte[] footer = new byte[LENGTH];
            putHandles(footer, 0);
            LONG.set(footer, LENGTH - Long.BYTES, MAGIC);
            return footer;
        }
        byte[] footer = new byte[ROCKSDB_LENGTH];
        footer[0] = checksum.rocksDbNumber();
        putHandles(footer, 1);
        INT.set(footer, ROCKSDB_VERSION_AT, formatVersion);
        LONG.set(footer, ROCKSDB_LENGTH - Long.BYTES, ROCKSDB_MAGIC);
        return footer;
    }

    private void putHandles(byte[] footer, int at) {
        byte[] first = metaindex.encode();
        byte[] second = index.encode();
        System.arraycopy(first, 0, footer, at, first.length);
        System.arraycopy(second, 0, footer, at + first.length, second.length);
    }

    /** Reads the bytes of the footer at the end of a table: 48 or 53, by the magic number. */
    static byte[] readStored(TableSource source) throws IOException {
        long fileSize = source.size();
        if (fileSize < LENGTH) {
            throw new CorruptTableException(
                    source.name(),
                    0,
                    Reason.TOO_SHORT,
                    "the file has " + fileSize + " bytes, fewer than the 48 of a table's footer");
        }
        byte[] end = new byte[LENGTH];
        source.read(fileSize - LENGTH, end, 0, LENGTH);
        if ((long) LONG.get(end, LENGTH - Long.BYTES) != ROCKSDB_MAGIC || fileSize < ROCKSDB_LENGTH) {
            return end;
        }
        byte[] footer = new byte[ROCKSDB_LENGTH];
        int more = ROCKSDB_LENGTH - LENGTH;
        source.read(fileSize - ROCKSDB_LENGTH, footer, 0, more);
        System.arraycopy(end, 0, footer, more, LENGTH);
        return footer;
    }

    /** Decodes the footer of a table, as {@link #readStored} gives it. */
    static Footer decode(byte[] stored, String file, long fileSize) throws CorruptTableException {
        return new Decoder(file, fileSize, stored).footer();
    }

    /** The end of a file while it is decoded. */
    private record Decoder(String file, long fileSize, byte[] stored) {

        Footer footer() throws CorruptTableException {
            long magic = (long) LONG.get(stored, stored.length - Long.BYTES);
            if (magic == MAGIC) {
                return handles(stored.length - LENGTH, BlockChecksum.CRC32C, 0);
            }
            if (magic == ROCKSDB_MAGIC) {
                return rocksDb();
            }
            throw corrupt(
                    stored.length - Long.BYTES,
                    Reason.BAD_MAGIC,
                    String.format(
                            Locale.ROOT, "not a LevelDB table: the magic number is %016x, not %016x", magic, MAGIC));
        }

        private Footer rocksDb() throws CorruptTableException {
            if (stored.length < ROCKSDB_LENGTH) {
                throw corrupt(
                        0, Reason.TOO_SHORT, "RocksDB's magic number, but no room for the 53 bytes of its footer");
            }
            int version = (int) INT.get(stored, ROCKSDB_VERSION_AT);
            if (version < 0 || version >= FIRST_FOREIGN_VERSION) {
                throw corrupt(
                        ROCKSDB_VERSION_AT,
                        Reason.FOREIGN_FORMAT,
                        "RocksDB's format version " + Integer.toUnsignedString(version)
                                + ", which has no block-based filters and is not read");
            }
            return handles(1, BlockChecksum.ofRocksDb(stored[0] & 0xff), version);
        }

        private Footer handles(int start, BlockChecksum checksum, int version) throws CorruptTableException {
            int limit = start + HANDLES_LENGTH;
            BlockHandle metaindex = handle(start, limit, "metaindex");
            BlockHandle index = handle(start + BlockHandle.encodedLength(stored, start, limit), limit, "index");
            return new Footer(metaindex, index, checksum, version);
        }

        private BlockHandle handle(int at, int limit, String what) throws CorruptTableException {
            Optional<BlockHandle> handle = BlockHandle.decode(stored, at, limit);
            if (handle.isEmpty()) {
                throw corrupt(at, Reason.BAD_HANDLE, "the handle of the " + what + " does not end");
            }
            return handle.get();
        }

        private CorruptTableException corrupt(int at, Reason reason, String detail) {
            return new CorruptTableException(file, fileSize - stored.length + at, reason, detail);
        }
    }
}
