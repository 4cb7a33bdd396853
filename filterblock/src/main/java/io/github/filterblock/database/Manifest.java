// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The MANIFEST that CURRENT names: version edits from the empty database to the present set of tables (DB-5, DB-6).
 * Immutable.
 */
final class Manifest {
    private final Path path;
    private final List<VersionEdit> edits;
    private final SortedMap<Long, AddedTable> tables;

    /**
     * A table of the present version.
     *
     * @param number its file number, unsigned
     * @param size its length in bytes, unsigned
     * @param recordOffset where in the MANIFEST the edit stands that added it
     */
    record AddedTable(long number, long size, int recordOffset) {}

    private Manifest(Path path, List<VersionEdit> edits, SortedMap<Long, AddedTable> tables) {
        this.path = path;
        this.edits = edits;
        this.tables = tables;
    }

    /**
     * Decodes a MANIFEST.
     *
     * @param path where it lies, for messages
     * @param contents all of it
     * @return the MANIFEST
     * @throws CorruptDatabaseException if it is damaged, if an edit is missing without which no engine opens a database,
     *     or if its edits contradict each other
     */
    static Manifest decode(Path path, byte[] contents) throws CorruptDatabaseException {
        String file = path.toString();
        List<VersionEdit> edits = new ArrayList<>();
        LiveTables live = new LiveTables(file);
        for (LogRecord record : LogReader.read(file, contents)) {
            VersionEdit edit = VersionEditDecoder.decode(file, record);
            edits.add(edit);
            live.apply(edit);
        }
        Manifest manifest = new Manifest(path, List.copyOf(edits), live.tables());
        manifest.checkComplete(contents.length);
        return manifest;
    }

    /** LevelDB goes without a comparator; goleveldb does not, and every writer stores one. */
    private void checkComplete(int length) throws CorruptDatabaseException {
        require(VersionEdit::comparator, "comparator", length);
        require(VersionEdit::logNumber, "log number", length);
        require(VersionEdit::lastSequence, "last sequence number", length);
        long next = require(VersionEdit::nextFileNumber, "next file number", length);
        checkComparators();
        for (AddedTable table : tables.values()) {
            if (Long.compareUnsigned(table.number(), next) >= 0) {
                throw corrupt(
                        table.recordOffset(),
                        Reason.BAD_TABLES,
                        "table " + Long.toUnsignedString(table.number()) + " is not below the next file number "
                                + Long.toUnsignedString(next));
            }
        }
    }

    private <T> T require(Function<VersionEdit, Optional<T>> field, String what, int length)
            throws CorruptDatabaseException {
        return last(field).orElseThrow(() -> corrupt(length, Reason.BAD_EDIT, "the MANIFEST ends without a " + what));
    }

    private void checkComparators() throws CorruptDatabaseException {
        for (VersionEdit edit : edits) {
            if (edit.comparator().isPresent() && !edit.comparator().get().equals(comparator())) {
                throw corrupt(
                        edit.record().offset(),
                        Reason.BAD_EDIT,
                        "the comparator is "
                                + MetaindexEntry.printable(edit.comparator().get()) + " here and "
                                + MetaindexEntry.printable(comparator()) + " later");
            }
        }
    }

    private CorruptDatabaseException corrupt(int offset, Reason reason, String detail) {
        return new CorruptDatabaseException(path.toString(), offset, reason, detail);
    }

    /** What the last edit says that says anything of it. */
    private <T> Optional<T> last(Function<VersionEdit, Optional<T>> field) {
        return edits.stream().map(field).flatMap(Optional::stream).reduce((earlier, later) -> later);
    }

    Path path() {
        return path;
    }

    /** The number of version edits. */
    int editCount() {
        return edits.size();
    }

    /** The comparator's name, each character standing for one byte. */
    String comparator() {
        return last(VersionEdit::comparator).orElseThrow();
    }

    /** Whether an engine replays the write-ahead log of this number. */
    boolean needsLog(long number) {
        return Long.compareUnsigned(number, last(VersionEdit::logNumber).orElseThrow()) >= 0
                || number == last(VersionEdit::prevLogNumber).orElse(0L);
    }

    /** The tables of the present version, by their numbers. */
    SortedMap<Long, AddedTable> tables() {
        return new TreeMap<>(tables);
    }

    /** The same edits in the same order, with other sizes; a table that is added more than once gets its size everywhere. */
    byte[] withSizes(Map<Long, Long> sizeOfNumber) {
        LogWriter log = new LogWriter();
        for (VersionEdit edit : edits) {
            log.add(edit.withSizes(sizeOfNumber));
        }
        return log.toByteArray();
    }
}
