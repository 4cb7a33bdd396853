// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.arithmetic.LittleEndian;
import io.github.filterblock.coding.MaskedCrc32c;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The form of write-ahead logs and of the MANIFEST: records, cut into fragments that do not cross blocks of 32 KiB
 * (DB-3).
 *
 * <pre>
 *   | fragment | fragment ... | trailer |  block of 32768 bytes; the last one ends with the file
 *                               0 to 6 zero bytes, where no header fits
 *   fragment: | masked CRC-32C of type and data | length  | type   | data |
 *               4 bytes                           2 bytes   1 byte
 * </pre>
 */
final class Log {
    static final int BLOCK_LENGTH = 1 << 15;
    static final int CHECKSUM_LENGTH = 4;
    static final int HEADER_LENGTH = 7;

    /** Index in a header of the type; the checksum runs from here. */
    static final int TYPE_INDEX = 6;

    /** No record: left by a writer that maps its file and allocates ahead. */
    static final int ZERO = 0;

    static final int FULL = 1;
    static final int FIRST = 2;
    static final int MIDDLE = 3;
    static final int LAST = 4;

    private Log() {}

    /** How many bytes of the block that holds this offset lie at or after it. */
    static int blockBytesFrom(long offset) {
        return BLOCK_LENGTH - (int) (offset % BLOCK_LENGTH);
    }

    /**
     * A record of a log, put together from its fragments.
     *
     * @param offset offset in the file of the header of its first fragment
     * @param data its bytes; not to be changed
     */
    @SuppressWarnings("JavaLangClash") // the word of the format
    record Record(long offset, byte[] data) {}

    /**
     * Reads the records of a log (DB-3) one after another, and accepts no damage. It holds a block of the log and one
     * record. Not thread-safe.
     *
     * <p>LevelDB ignores a last record that is cut short and takes zeros for an end, since a writer that was stopped
     * leaves either (google/leveldb 78a352f, {@code db/log_reader.cc}). In a MANIFEST a lost end looks the same, and
     * the tables that the lost edits named would be left out; so there both are refused (DB-4). In a write-ahead log
     * they are the end, but only at the end of the file: LevelDB skips zeros with something after them, and here they
     * are refused. A header is such an end too if its data and everything after them are zeros.
     */
    static final class Reader {
        private static final int NOTHING_BEGUN = -1;
        private static final byte[] ZEROS = new byte[1 << 18];

        private final String file;
        private final InputStream log;
        private final boolean mayBeTorn;
        private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
        private long begunAt = NOTHING_BEGUN;
        private byte[] block = {};
        private long blockOffset;
        private int at;
        private long resumeAt;

        private Reader(String file, InputStream log, boolean mayBeTorn, long from) {
            this.file = file;
            this.log = log;
            this.mayBeTorn = mayBeTorn;
            this.blockOffset = from;
        }

        /** Reads a MANIFEST, whose end must be whole. */
        static Reader ofManifest(String file, InputStream log) {
            return new Reader(file, log, false, 0);
        }

        /** Reads a write-ahead log, whose writer may have been stopped. */
        static Reader ofWriteAheadLog(String file, InputStream log) {
            return ofWriteAheadLog(file, log, 0);
        }

        /**
         * Reads a write-ahead log from an offset on.
         *
         * @param log its bytes from there
         */
        static Reader ofWriteAheadLog(String file, InputStream log, long from) {
            return new Reader(file, log, true, from);
        }

        /**
         * Where LevelDB goes on after the damage that was thrown last: behind the fragment, or, if its length cannot be
         * trusted, with the next block.
         */
        long resumeAt() {
            return resumeAt;
        }

        /**
         * Reads a record.
         *
         * @return the record, or null at the end of the log
         * @throws CorruptDatabaseException if the log is damaged
         */
        @Nullable
        Record next() throws IOException {
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

        private Record record() {
            Record record = new Record(begunAt, begun.toByteArray());
            begun.reset();
            begunAt = NOTHING_BEGUN;
            return record;
        }

        /** Reads the next block if too little for a header is left of this one. */
        private boolean hasFragment() throws IOException {
            boolean over = at == block.length;
            boolean isWhole = (blockOffset + block.length) % BLOCK_LENGTH == 0;
            boolean fill = isWhole && block.length - at < HEADER_LENGTH;
            if (over || fill) {
                blockOffset += block.length;
                block = log.readNBytes(blockBytesFrom(blockOffset));
                at = 0;
            }
            return at < block.length;
        }

        /** Takes the fragment here and returns whether a record ends with it. */
        private boolean fragment() throws IOException {
            int left = block.length - at;
            if (left < HEADER_LENGTH) {
                throw torn(offset(), "the log ends inside the header of a record");
            }
            int length = LittleEndian.shortAt(block, at + CHECKSUM_LENGTH) & 0xffff;
            int type = block[at + TYPE_INDEX] & 0xff;
            resumeAt = blockOffset + block.length;
            if (type == ZERO && length == 0) {
                throw zeros();
            }
            if (HEADER_LENGTH + length > blockBytesFrom(offset())) {
                throw bad("a fragment of " + length + " bytes does not fit its block");
            }
            if (HEADER_LENGTH + length > left) {
                throw torn(offset(), "the log ends inside a fragment of " + length + " bytes");
            }
            checkChecksum(length);
            resumeAt = offset() + HEADER_LENGTH + length;
            take(type, length);
            at += HEADER_LENGTH + length;
            return type == FULL || type == LAST;
        }

        /** Offset in the file of the next fragment; after the last record, the length of the file. */
        long offset() {
            return blockOffset + at;
        }

        /** Zeros up to the end of the file, left by a writer that allocates ahead. */
        private CorruptDatabaseException zeros() throws IOException {
            long offset = offset();
            return !mayBeTorn || onlyZerosFrom(at)
                    ? torn(offset, "there are zeros where a record should be")
                    : bad(offset, "there are zeros where a record should be, followed by more of the log");
        }

        /**
         * Reads on to the end, or to the first byte that is not 0: fast, since a log may end with a hole of gibibytes.
         */
        private boolean onlyZerosFrom(int start) throws IOException {
            if (!Arrays.equals(block, start, block.length, ZEROS, 0, block.length - start)) {
                return false;
            }
            byte[] more = new byte[ZEROS.length];
            int length = log.readNBytes(more, 0, more.length);
            while (length > 0) {
                if (!Arrays.equals(more, 0, length, ZEROS, 0, length)) {
                    return false;
                }
                length = log.readNBytes(more, 0, more.length);
            }
            return true;
        }

        private void checkChecksum(int length) throws IOException {
            int stored = LittleEndian.intAt(block, at);
            int computed = MaskedCrc32c.of(block, at + TYPE_INDEX, 1 + length);
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
         * A header that reached the disk although its data did not: zeros to the end of the file. LevelDB skips it like
         * any wrong checksum, unless {@code paranoid_checks} is set.
         */
        private CorruptDatabaseException wrongChecksum(String detail) throws IOException {
            long offset = offset();
            return mayBeTorn && onlyZerosFrom(at + HEADER_LENGTH)
                    ? torn(offset, "zeros follow the header of a fragment")
                    : bad(offset, detail);
        }

        private void take(int type, int length) throws CorruptDatabaseException {
            boolean starts = type == FULL || type == FIRST;
            if (!starts && type != MIDDLE && type != LAST) {
                throw bad("a fragment has the unknown type " + type);
            }
            if (starts) {
                begin();
            } else if (begunAt == NOTHING_BEGUN) {
                throw bad("a fragment continues a record that has no start");
            }
            begun.write(block, at + HEADER_LENGTH, length);
        }

        /**
         * Old writers put an empty first fragment at the end of a block and started again in the next one; any writer
         * may.
         */
        private void begin() throws CorruptDatabaseException {
            if (begun.size() > 0) {
                resumeAt = offset();
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
            return new CorruptDatabaseException(file, offset, Reason.TORN_LOG, detail);
        }
    }

    /**
     * Writes records in the form of a log, cut as LevelDB cuts them (DB-3): the same records give the same bytes. Not
     * thread-safe.
     */
    static final class Writer {
        private final ByteArrayOutputStream log = new ByteArrayOutputStream();

        /** Adds a record of any length. */
        void add(byte[] record) {
            int from = 0;
            boolean first = true;
            boolean last = false;
            while (!last) {
                int room = startFragment();
                int length = Math.min(room, record.length - from);
                last = from + length == record.length;
                fragment(type(first, last), record, from, length);
                from += length;
                first = false;
            }
        }

        private static int type(boolean first, boolean last) {
            if (first) {
                return last ? FULL : FIRST;
            }
            return last ? LAST : MIDDLE;
        }

        /** Fills the block with zeros where no header fits, and returns how many bytes of data fit after one. */
        private int startFragment() {
            int blockBytes = blockBytesFrom(log.size());
            if (blockBytes < HEADER_LENGTH) {
                log.writeBytes(new byte[blockBytes]);
            }
            return blockBytesFrom(log.size()) - HEADER_LENGTH;
        }

        private void fragment(int type, byte[] record, int from, int length) {
            ByteBuffer fragment = ByteBuffer.allocate(HEADER_LENGTH + length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(0)
                    .putShort((short) length)
                    .put((byte) type)
                    .put(record, from, length);
            fragment.putInt(0, MaskedCrc32c.of(fragment.array(), TYPE_INDEX, 1 + length));
            log.writeBytes(fragment.array());
        }

        /** Returns all that was written. */
        byte[] toByteArray() {
            return log.toByteArray();
        }
    }
}
