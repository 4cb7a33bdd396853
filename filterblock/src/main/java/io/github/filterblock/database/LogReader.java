// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.table.MaskedCrc32c;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads the records of a log (DB-3), and takes nothing that is damaged.
 *
 * <p>It is stricter than LevelDB in one thing. LevelDB ignores a last record that is cut short and takes zeros for an
 * end, since both are what a writer leaves that was stopped (google/leveldb 78a352f, {@code db/log_reader.cc}). A lost
 * end looks the same, and then the tables that the lost edits named would be left out. So both are refused (DB-4).
 */
final class LogReader {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int NOTHING_BEGUN = -1;

    private final String file;
    private final byte[] log;
    private final List<LogRecord> records = new ArrayList<>();
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private int begunAt = NOTHING_BEGUN;

    private LogReader(String file, byte[] log) {
        this.file = file;
        this.log = log;
    }

    /** Reads all records of a log. */
    static List<LogRecord> read(String file, byte[] log) throws CorruptDatabaseException {
        LogReader reader = new LogReader(file, log);
        int at = 0;
        while (at < log.length) {
            int blockBytes = LogFormat.blockBytesFrom(at);
            at = blockBytes < LogFormat.HEADER_LENGTH ? at + blockBytes : reader.fragment(at);
        }
        if (reader.begunAt != NOTHING_BEGUN) {
            throw reader.torn(reader.begunAt, "the log ends between the fragments of a record");
        }
        return reader.records;
    }

    /** Takes the fragment at an offset and returns where it ends. */
    private int fragment(int at) throws CorruptDatabaseException {
        int left = log.length - at;
        if (left < LogFormat.HEADER_LENGTH) {
            throw torn(at, "the log ends inside the header of a record");
        }
        int length = (short) SHORT.get(log, at + LogFormat.CHECKSUM_LENGTH) & 0xffff;
        int type = log[at + LogFormat.TYPE_INDEX] & 0xff;
        if (type == LogFormat.ZERO && length == 0) {
            throw torn(at, "where a record should be there are zeros");
        }
        if (LogFormat.HEADER_LENGTH + length > LogFormat.blockBytesFrom(at)) {
            throw bad(at, "a fragment of " + length + " bytes does not fit its block");
        }
        if (LogFormat.HEADER_LENGTH + length > left) {
            throw torn(at, "the log ends inside a fragment of " + length + " bytes");
        }
        checkChecksum(at, length);
        take(at, type, length);
        return at + LogFormat.HEADER_LENGTH + length;
    }

    private void checkChecksum(int at, int length) throws CorruptDatabaseException {
        int stored = (int) INT.get(log, at);
        int computed = MaskedCrc32c.of(log, at + LogFormat.TYPE_INDEX, 1 + length);
        if (stored != computed) {
            throw bad(
                    at,
                    String.format(
                            Locale.ROOT,
                            "the checksum of the fragment of %d bytes is %08x, but %08x is stored",
                            length,
                            computed,
                            stored));
        }
    }

    private void take(int at, int type, int length) throws CorruptDatabaseException {
        boolean starts = type == LogFormat.FULL || type == LogFormat.FIRST;
        if (!starts && type != LogFormat.MIDDLE && type != LogFormat.LAST) {
            throw bad(at, "a fragment has the unknown type " + type);
        }
        if (starts) {
            begin(at);
        } else if (begunAt == NOTHING_BEGUN) {
            throw bad(at, "a fragment continues a record that has no start");
        }
        begun.write(log, at + LogFormat.HEADER_LENGTH, length);
        if (type == LogFormat.FULL || type == LogFormat.LAST) {
            records.add(new LogRecord(begunAt, begun.toByteArray()));
            begun.reset();
            begunAt = NOTHING_BEGUN;
        }
    }

    /** Old writers put an empty first fragment at the end of a block and began anew in the next one; so may all. */
    private void begin(int at) throws CorruptDatabaseException {
        if (begun.size() > 0) {
            throw bad(at, "a record starts before the one at " + begunAt + " has ended");
        }
        begunAt = at;
    }

    private CorruptDatabaseException bad(int at, String detail) {
        return new CorruptDatabaseException(file, at, Reason.BAD_RECORD, detail);
    }

    private CorruptDatabaseException torn(int at, String detail) {
        return new CorruptDatabaseException(
                file,
                at,
                Reason.TORN_LOG,
                detail + "; if the database's program was stopped, let it open the database once, and try again");
    }
}
