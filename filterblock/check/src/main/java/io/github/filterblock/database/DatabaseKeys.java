// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableKeys;
import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.Database.KeyVisitor;
import io.github.filterblock.database.WriteAheadLog.EntryVisitor;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The keys of the files of a database: of a live table, and of a write-ahead log (DB-8). */
final class DatabaseKeys {
    /** The kinds of entries of LevelDB, 0 and 1, and of Basho, up to 3. */
    private static final int MAX_KIND = 3;

    private DatabaseKeys() {}

    /**
     * Shows the keys of a table.
     *
     * @param limit what sequence numbers its keys may have
     * @return that the database's program does not find all of them, because the MANIFEST excludes them
     */
    static Findings visitTable(LiveTable live, String comparator, SequenceLimit limit, KeyVisitor visitor)
            throws IOException {
        try (TableFile table = TableFile.open(live.file())) {
            Shown shown = new Shown(visitor);
            TableKeys.visit(table, table.structure(), KeyFormat.WHOLE_KEY, Optional.of(comparator), shown::key);
            if (shown.untagged >= 0) {
                throw new CorruptTableException(
                        table.name(),
                        shown.untagged,
                        CorruptTableException.Reason.BAD_ENTRIES,
                        "the data block has a key without the tag that every key of a database has");
            }
            return shown.hidden(live, limit);
        }
    }

    /** The keys of a table, on their way to a visitor. */
    private static final class Shown {
        private final KeyVisitor visitor;
        private long untagged = -1;
        private byte @Nullable [] first;
        private byte[] last = {};
        private int lastLength;
        private long largestSequence;

        Shown(KeyVisitor visitor) {
            this.visitor = visitor;
        }

        void key(long blockOffset, byte[] key, int storedLength) {
            int length = InternalKey.userKeyLength(storedLength);
            if (length < 0 || InternalKey.kind(key, storedLength) > MAX_KIND) {
                untagged = untagged < 0 ? blockOffset : untagged;
                return;
            }
            largestSequence = Math.max(largestSequence, InternalKey.sequence(key, storedLength));
            first = first == null ? Arrays.copyOf(key, length) : first;
            last = last.length < length ? new byte[Math.max(length, 2 * last.length)] : last;
            System.arraycopy(key, 0, last, 0, length);
            lastLength = length;
            visitor.key(key, 0, length);
        }

        Findings hidden(LiveTable live, SequenceLimit limit) {
            Findings.Collector findings = new Findings.Collector(1);
            if (first != null) {
                HiddenKeys.add(HiddenKeys.outside(live, first, Arrays.copyOf(last, lastLength)), findings);
                HiddenKeys.add(limit.check(live, OptionalLong.of(largestSequence)), findings);
            }
            return findings.findings();
        }
    }

    /** Decides what becomes of damage: it throws, or the log is read on as LevelDB does. */
    interface DamageHandler {
        void damaged(CorruptDatabaseException damage) throws CorruptDatabaseException;
    }

    /** Shows the entries of a log, also those behind damage that the handler lets pass. */
    static void visitLog(Path file, EntryVisitor visitor, DamageHandler handler) throws IOException {
        long from = 0;
        while (from >= 0) {
            from = visitLog(file, from, visitor, handler);
        }
    }

    /** Shows the entries from an offset on, and returns where to go on behind damage; -1 at the end. */
    private static long visitLog(Path file, long from, EntryVisitor visitor, DamageHandler handler) throws IOException {
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
