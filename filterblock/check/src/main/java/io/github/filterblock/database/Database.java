// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One version of a database: CURRENT, the MANIFEST that it names, and the files that belong to it (DB-1 to DB-6).
 * Nothing in the directory is ever changed.
 *
 * <p>An open database holds a shared lock on the file LOCK, which keeps every engine out that locks with {@code fcntl}:
 * LevelDB and the Java engines. goleveldb locks with {@code flock} and can still open the directory; where the system
 * lists locks, its lock is looked for when the database is opened, and {@link #checkUnchanged()} notices its changes
 * (DB-7). Do not open a database that this process itself has open with an engine: under POSIX, closing a file releases
 * all locks that the process holds on it.
 *
 * <p>Immutable; safe for use by any number of threads until it is closed.
 */
public final class Database implements Closeable {
    private final Path directory;
    private final @Nullable DatabaseLock lock;
    private final DatabaseSnapshot snapshot;
    private final DatabaseFiles files;

    private Database(Path directory, @Nullable DatabaseLock lock, DatabaseSnapshot snapshot, DatabaseFiles files) {
        this.directory = directory;
        this.lock = lock;
        this.snapshot = snapshot;
        this.files = files;
    }

    /**
     * Locks and reads a database.
     *
     * @param directory the database's directory
     * @return the database; close it to release its lock
     * @throws DatabaseInUseException if another program has it open
     * @throws CorruptDatabaseException if it is no database, or CURRENT, the MANIFEST or the set of tables is damaged
     * @throws IOException if it cannot be read
     */
    public static Database open(Path directory) throws IOException {
        return open(directory, KernelLocks.ofThisMachine());
    }

    static Database open(Path directory, KernelLocks kernelLocks) throws IOException {
        DatabaseLock lock = DatabaseLock.take(directory, kernelLocks);
        try {
            return read(directory, lock);
        } catch (IOException | RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Reads a database without taking its lock: no other program can have it open, or the caller holds the lock.
     *
     * @param directory the database's directory
     * @return the database; closing it does nothing
     * @throws CorruptDatabaseException as {@link #open(Path)} does
     * @throws IOException if it cannot be read
     */
    public static Database openWithoutLock(Path directory) throws IOException {
        return read(directory, null);
    }

    private static Database read(Path directory, @Nullable DatabaseLock lock) throws IOException {
        DatabaseSnapshot snapshot = DatabaseSnapshot.read(directory);
        return new Database(directory, lock, snapshot, DatabaseFiles.list(directory, snapshot.manifest()));
    }

    /**
     * Whether a file's name makes its directory a database, or what is left of one: CURRENT, a MANIFEST or a
     * write-ahead log. A directory of tables alone has none of them.
     *
     * @param file any file; only its name is looked at
     * @return whether it has such a name
     */
    public static boolean isPart(Path file) {
        return switch (DatabaseFileName.of(String.valueOf(file.getFileName())).kind()) {
            case CURRENT, MANIFEST, WRITE_AHEAD_LOG -> true;
            case TABLE, LOCK, INFO_LOG, TEMPORARY, OTHER -> false;
        };
    }

    /** {@return the directory, as it was given} */
    public Path directory() {
        return directory;
    }

    /** {@return the MANIFEST's file} */
    public Path manifest() {
        return snapshot.manifest().path();
    }

    /** {@return the number of version edits in the MANIFEST} */
    public int versionEdits() {
        return snapshot.manifest().editCount();
    }

    /** {@return the comparator's name, each character standing for one byte} */
    public String comparator() {
        return snapshot.manifest().comparator();
    }

    /** {@return the live tables, by their numbers} */
    public List<LiveTable> tables() {
        return files.tables();
    }

    /**
     * {@return the other files that an engine needs or that do not belong to one, in the order of names: CURRENT,
     * write-ahead logs that are still needed, and files that are not LevelDB's}
     */
    public List<Path> otherFiles() {
        return files.others();
    }

    /**
     * {@return the files that no engine would read again, in the order of names: obsolete tables, logs and MANIFESTs,
     * temporary files, and directories}
     */
    public List<Path> obsoleteFiles() {
        return files.obsolete();
    }

    /**
     * {@return all keys of the database, its write-ahead logs included; they can be read while the database is open}
     */
    public DatabaseKeys keys() {
        return new DatabaseKeys(files.tables(), files.logs());
    }

    /**
     * The MANIFEST with other sizes: the same version edits in the same order. A table that is added more than once
     * gets its size everywhere.
     *
     * @param sizeOfNumber the new length of tables, by their file numbers; other tables keep their stated size
     * @return a new array
     */
    public byte[] manifestWithSizes(Map<Long, Long> sizeOfNumber) {
        return snapshot.manifest().withSizes(sizeOfNumber);
    }

    /**
     * Reads CURRENT, the MANIFEST and the directory again.
     *
     * @throws DatabaseInUseException if they have changed since the database was opened, or if an engine has it open
     *     now
     * @throws IOException if they cannot be read
     */
    public void checkUnchanged() throws IOException {
        if (lock != null) {
            lock.checkAlone();
        }
        snapshot.checkUnchanged();
        if (!DatabaseFiles.list(directory, snapshot.manifest()).equals(files)) {
            throw new DatabaseInUseException(directory.toString(), "another program changed this directory meanwhile");
        }
    }

    /** Releases the lock, so that engines can open the database again. */
    @Override
    public void close() throws IOException {
        if (lock != null) {
            lock.close();
        }
    }
}
