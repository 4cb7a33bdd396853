// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.coding.MaskedCrc32c;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a log (DB-3) one after another, and accepts no damage. It holds a block of the log and one
 * record. Not thread-safe.
 *
 * <p>LevelDB ignores a last record that is cut short and takes zeros for an end, since a writer that was stopped leaves
 * either (google/leveldb 78a352f, {@code db/log_reader.cc}). In a MANIFEST a lost end looks the same, and the tables
 * that the lost edits named would be left out; so there both are refused (DB-4). In a write-ahead log they are the end,
 * but only at the end of the file: LevelDB skips zeros with something after them, and here they are refused. A header
 * is such an end too if its data and everything after them are zeros.
 */
final class LogReader {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int NOTHING_BEGUN = -1;

    private final String file;
    private final InputStream log;
    private final boolean mayBeTorn;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private long begunAt = NOTHING_BEGUN;
    private byte[] block = {};
    private long blockOffset;
    private int at;

    private LogReader(String file, InputStream log, boolean mayBeTorn) {
        this.file = file;
        this.log = log;
        this.mayBeTorn = mayBeTorn;
    }

    /** Reads a MANIFEST, whose end must be whole. */
    static LogReader ofManifest(String file, byte[] log) {
        return new LogReader(file, new ByteArrayInputStream(log), false);
    }

    /** Reads a write-ahead log, whose writer may have been stopped. */
    static LogReader ofWriteAheadLog(String file, InputStream log) {
        return new LogReader(file, log, true);
    }

    /**
     * Reads a record.
     *
     * @return the record, or null at the end of the log
     * @throws CorruptDatabaseException if the log is damaged
     */
    @Nullable
    LogRecord next() throws IOException {
        try {
            while (hasFragment()) {
                if (fragment()) {
                    return record();
                }
            }
            if (begunAt != NOTHING_BEGUN) {
                throw torn(begunAt, "the log ends between the fragments of a record");
            }
            return null;
        } catch (CorruptDatabaseException e) {
            if (mayBeTorn && e.reason() == Reason.TORN_LOG) {
                at = block.length;
                begunAt = NOTHING_BEGUN;
                return null;
            }
            throw e;
        }
    }

    private LogRecord record() {
        LogRecord record = new LogRecord(begunAt, begun.toByteArray());
        begun.reset();
        begunAt = NOTHING_BEGUN;
        return record;
    }

    /** Reads the next block if too little for a header is left of this one. */
    private boolean hasFragment() throws IOException {
        boolean over = at == block.length;
        boolean fill = block.length == LogFormat.BLOCK_LENGTH && block.length - at < LogFormat.HEADER_LENGTH;
        if (over || fill) {
            blockOffset += block.length;
            block = log.readNBytes(LogFormat.BLOCK_LENGTH);
            at = 0;
        }
        return at < block.length;
    }

    /** Takes the fragment here and returns whether a record ends with it. */
    private boolean fragment() throws IOException {
        int left = block.length - at;
        if (left < LogFormat.HEADER_LENGTH) {
            throw torn(offset(), "the log ends inside the header of a record");
        }
        int length = (short) SHORT.get(block, at + LogFormat.CHECKSUM_LENGTH) & 0xffff;
        int type = block[at + LogFormat.TYPE_INDEX] & 0xff;
        if (type == LogFormat.ZERO && length == 0) {
            throw zeros();
        }
        if (LogFormat.HEADER_LENGTH + length > LogFormat.BLOCK_LENGTH - at) {
            throw bad("a fragment of " + length + " bytes does not fit its block");
        }
        if (LogFormat.HEADER_LENGTH + length > left) {
            throw torn(offset(), "the log ends inside a fragment of " + length + " bytes");
        }
        checkChecksum(length);
        take(type, length);
        at += LogFormat.HEADER_LENGTH + length;
        return type == LogFormat.FULL || type == LogFormat.LAST;
    }

    private long offset() {
        return blockOffset + at;
    }

    /** Zeros up to the end of the file, left by a writer that allocates ahead. */
    private CorruptDatabaseException zeros() throws IOException {
        long offset = offset();
        return !mayBeTorn || onlyZerosFrom(at)
                ? torn(offset, "where a record should be there are zeros")
                : bad(offset, "where a record should be there are zeros, followed by more of the log");
    }

    /** Reads on to the end, or to the first byte that is not 0. */
    private boolean onlyZerosFrom(int start) throws IOException {
        int from = start;
        while (block.length > 0) {
            for (int i = from; i < block.length; i++) {
                if (block[i] != 0) {
                    return false;
                }
            }
            block = log.readNBytes(LogFormat.BLOCK_LENGTH);
            from = 0;
        }
        return true;
    }

    private void checkChecksum(int length) throws IOException {
        int stored = (int) INT.get(block, at);
        int computed = MaskedCrc32c.of(block, at + LogFormat.TYPE_INDEX, 1 + length);
        if (stored != computed) {
            throw wrongChecksum(String.format(
                    Locale.ROOT,
                    "the checksum of the fragment of %d bytes is %08x, but %08x is stored",
                    length,
                    computed,
                    stored));
        }
    }

    /**
     * A header that reached the disk although its data did not: zeros to the end of the file. LevelDB skips it like any
     * wrong checksum, unless {@code paranoid_checks} is set.
     */
    private CorruptDatabaseException wrongChecksum(String detail) throws IOException {
        long offset = offset();
        return mayBeTorn && onlyZerosFrom(at + LogFormat.HEADER_LENGTH)
                ? torn(offset, "after the header of a fragment there are zeros")
                : bad(offset, detail);
    }

    private void take(int type, int length) throws CorruptDatabaseException {
        boolean starts = type == LogFormat.FULL || type == LogFormat.FIRST;
        if (!starts && type != LogFormat.MIDDLE && type != LogFormat.LAST) {
            throw bad("a fragment has the unknown type " + type);
        }
        if (starts) {
            begin();
        } else if (begunAt == NOTHING_BEGUN) {
            throw bad("a fragment continues a record that has no start");
        }
        begun.write(block, at + LogFormat.HEADER_LENGTH, length);
    }

    /**
     * Old writers put an empty first fragment at the end of a block and started again in the next one; any writer may.
     */
    private void begin() throws CorruptDatabaseException {
        if (begun.size() > 0) {
            throw bad("a record starts before the one at " + begunAt + " has ended");
        }
        begunAt = offset();
    }

    private CorruptDatabaseException bad(String detail) {
        return bad(offset(), detail);
    }

    private CorruptDatabaseException bad(long offset, String detail) {
        return new CorruptDatabaseException(file, offset, Reason.BAD_RECORD, detail);
    }

    private CorruptDatabaseException torn(long offset, String detail) {
        return new CorruptDatabaseException(
                file,
                offset,
                Reason.TORN_LOG,
                detail + "; if the database's program was stopped, let it open the database once, and try again");
    }
}
