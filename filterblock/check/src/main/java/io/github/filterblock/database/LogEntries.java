// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.WriteAheadLog.EntryVisitor;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The entries of a write-ahead log of LevelDB (DB-8). */
final class LogEntries {
    private LogEntries() {}

    /** Decides what becomes of damage: it throws, or the log is read on as LevelDB does. */
    interface DamageHandler {
        void damaged(CorruptDatabaseException damage) throws CorruptDatabaseException;
    }

    /** Shows the entries of a log, also those behind damage that the handler lets pass. */
    static void visit(Path file, EntryVisitor visitor, DamageHandler handler) throws IOException {
        long from = 0;
        while (from >= 0) {
            from = visitFrom(file, from, visitor, handler);
        }
    }

    /** Shows the entries from an offset on, and returns where to go on behind damage; -1 at the end. */
    private static long visitFrom(Path file, long from, EntryVisitor visitor, DamageHandler handler)
            throws IOException {
        String name = file.toString();
        try (InputStream in = new BufferedInputStream(RegularFiles.open(file), Log.BLOCK_LENGTH)) {
            in.skipNBytes(from);
            Log.Reader reader = Log.Reader.ofWriteAheadLog(name, in, from);
            try {
                for (Log.@Nullable Record record = reader.next(); record != null; record = reader.next()) {
                    visitBatch(name, record, visitor, handler);
                }
                return -1;
            } catch (CorruptDatabaseException e) {
                if (e.reason() == Reason.BAD_BATCH) {
                    throw e;
                }
                handler.damaged(e);
                return reader.resumeAt();
            }
        }
    }

    private static void visitBatch(String file, Log.Record record, EntryVisitor visitor, DamageHandler handler)
            throws CorruptDatabaseException {
        try {
            WriteBatch.visit(file, record, visitor);
        } catch (CorruptDatabaseException e) {
            handler.damaged(e);
        }
    }

    /**
     * The keys of a write batch, which is a record of a write-ahead log (DB-8). For one batch.
     *
     * <pre>
     *   | sequence | count   | operation ... |
     *     8 bytes    4 bytes
     *   operation: | 1: put    | key length | key | value length | value |
     *              | 0: delete | key length | key |
     * </pre>
     */
    static final class WriteBatch {
        private static final int HEADER_LENGTH = 12;
        private static final int COUNT_INDEX = 8;
        private static final int DELETE = 0;
        private static final int PUT = 1;

        private final RecordFields fields;
        private final byte[] data;
        private long operations;
        private long sequence;

        private WriteBatch(String file, Log.Record record) {
            this.fields = new RecordFields(file, record, Reason.BAD_BATCH, "write batch");
            this.data = record.data();
        }

        /** Shows the entry of every operation, in their order. */
        static void visit(String file, Log.Record record, EntryVisitor visitor) throws CorruptDatabaseException {
            WriteBatch batch = new WriteBatch(file, record);
            if (batch.data.length < HEADER_LENGTH) {
                throw batch.fields.corrupt(0, "it has " + batch.data.length + " bytes, fewer than its header");
            }
            batch.fields.moveTo(HEADER_LENGTH);
            batch.sequence = LittleEndian.longAt(batch.data, 0);
            while (batch.fields.hasMore()) {
                batch.operation(visitor);
            }
            if (batch.operations != batch.count()) {
                throw batch.fields.corrupt(
                        COUNT_INDEX,
                        "its header counts " + batch.count() + " operations, but there are " + batch.operations);
            }
        }

        private long count() {
            return (data[COUNT_INDEX] & 0xffL)
                    | (data[COUNT_INDEX + 1] & 0xffL) << 8
                    | (data[COUNT_INDEX + 2] & 0xffL) << 16
                    | (data[COUNT_INDEX + 3] & 0xffL) << 24;
        }

        private void operation(EntryVisitor visitor) throws CorruptDatabaseException {
            int start = fields.at();
            int kind = fields.next("an operation");
            if (kind != PUT && kind != DELETE) {
                throw fields.corrupt(start, "an operation has the unknown kind " + kind);
            }
            int length = fields.skipPrefixed("a key");
            int key = fields.at() - length;
            if (kind == PUT) {
                fields.skipPrefixed("a value");
            }
            visitor.entry(data, key, length, sequence + operations & InternalKey.MAX_SEQUENCE, kind == DELETE);
            operations++;
        }
    }
}
