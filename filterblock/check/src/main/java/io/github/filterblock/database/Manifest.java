// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The MANIFEST that CURRENT names: version edits from the empty database to the present set of tables (DB-5, DB-6). Its
 * edits are decoded as they are needed and not kept. Immutable.
 */
final class Manifest {
    private final Path path;
    private final byte[] contents;
    private final int editCount;
    private final String comparator;
    private final long logNumber;
    private final long prevLogNumber;
    private final SortedMap<Long, AddedTable> tables;

    private Manifest(Path path, byte[] contents, VersionState state) throws CorruptDatabaseException {
        this.path = path;
        this.contents = contents;
        this.editCount = state.editCount();
        this.comparator = state.comparator(contents.length);
        this.logNumber = state.logNumber(contents.length);
        this.prevLogNumber = state.prevLogNumber();
        this.tables = Collections.unmodifiableSortedMap(state.tables(contents.length));
    }

    /**
     * Decodes a MANIFEST.
     *
     * @param path where it lies, for messages
     * @param contents all of it; kept, not to be changed
     * @return the MANIFEST
     * @throws CorruptDatabaseException if it is damaged, if a field is missing without which no engine opens a
     *     database, or if its edits contradict each other
     */
    static Manifest decode(Path path, byte[] contents) throws IOException {
        VersionState state = new VersionState(path.toString());
        forEachEdit(path, contents, state::apply);
        return new Manifest(path, contents, state);
    }

    /** Receives an edit. */
    private interface EditVisitor {
        void edit(VersionEdit edit) throws CorruptDatabaseException;
    }

    private static void forEachEdit(Path path, byte[] contents, EditVisitor visitor) throws IOException {
        String file = path.toString();
        LogReader log = LogReader.ofManifest(file, contents);
        for (@Nullable LogRecord record = log.next(); record != null; record = log.next()) {
            visitor.edit(VersionEditDecoder.decode(file, record));
        }
    }

    Path path() {
        return path;
    }

    /** The whole file; not to be changed. */
    byte[] contents() {
        return contents;
    }

    /** The number of version edits. */
    int editCount() {
        return editCount;
    }

    /** The comparator's name, each character standing for one byte. */
    String comparator() {
        return comparator;
    }

    /** Whether an engine replays the write-ahead log of this number. */
    boolean needsLog(long number) {
        return Long.compareUnsigned(number, logNumber) >= 0 || number == prevLogNumber;
    }

    /** The tables of the present version, by their numbers. */
    SortedMap<Long, AddedTable> tables() {
        return tables;
    }

    /**
     * The same edits in the same order, with other sizes; a table that is added more than once gets its size
     * everywhere.
     */
    byte[] withSizes(Map<Long, Long> sizeOfNumber) {
        LogWriter log = new LogWriter();
        try {
            forEachEdit(path, contents, edit -> log.add(edit.withSizes(sizeOfNumber)));
        } catch (IOException e) {
            throw new UncheckedIOException("the same bytes were decoded before", e);
        }
        return log.toByteArray();
    }
}
