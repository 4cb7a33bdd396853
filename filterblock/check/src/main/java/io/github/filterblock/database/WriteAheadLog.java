// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A write-ahead log that the database's program replays when it opens the database (DB-1), and that is not empty. Its
 * entries are newer than those of all tables.
 *
 * @param file the log
 * @param size its length in bytes, 1 or more, when the directory was read
 * @param isReadable whether its form is known: LevelDB's is; RocksDB, Pebble and Basho write batches of their own
 */
public record WriteAheadLog(Path file, long size, boolean isReadable) {
    /** Receives the entries of a log, one after another, from the thread that reads it. */
    @FunctionalInterface
    public interface EntryVisitor {
        /**
         * Takes an entry.
         *
         * @param key holds the user key; borrowed, its contents change after the call
         * @param offset index of the key's first byte
         * @param length number of its bytes, 0 or more
         * @param sequence its sequence number, 0 to 2^56 - 1
         * @param deletes whether it deletes the key
         */
        void entry(byte[] key, int offset, int length, long sequence, boolean deletes);
    }

    /**
     * Shows what LevelDB takes from the log when it opens the database, in the order of the file. What is damaged it
     * drops without a word, and goes on behind it (google/leveldb 78a352f, {@code db/log_reader.cc}); an end that is
     * torn is no damage (DB-4). A block of the log is held at a time, and one record.
     *
     * @param visitor takes the entries
     * @return what is damaged, with offsets in the log
     * @throws IOException if the file cannot be read, or is not one of LevelDB
     */
    public Findings read(EntryVisitor visitor) throws IOException {
        if (!isReadable) {
            throw new IOException(file + ": the form of the log is not known");
        }
        Findings.Collector damage = new Findings.Collector(Findings.USUAL_LIMIT);
        LogEntries.visit(
                file,
                visitor,
                e -> damage.add(
                        e.rule(),
                        e.offset(),
                        () -> file.getFileName() + ": " + e.detail() + "; LevelDB drops what it cannot read here"));
        return damage.findings();
    }

    /** {@return its name and size, and that it was not read, in a clause} */
    public String unread() {
        return String.format(
                Locale.ROOT, "%s (%,d bytes) was not read, and may add or delete keys", file.getFileName(), size);
    }
}
