// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.coding.RegularFiles;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.table.TableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One version of a database: CURRENT, the MANIFEST that it names, and the files that belong to it (DB-1 to DB-6).
 * Nothing in the directory is ever changed.
 *
 * <p>An open database holds a shared lock on the file LOCK, which keeps out every engine that locks with {@code fcntl}:
 * LevelDB and the Java engines. goleveldb locks with {@code flock}, which neither sees this lock nor is kept out by it;
 * {@link #checkUnchanged()} notices what it changes (DB-7). Do not open a database that this process itself has open
 * with an engine: under POSIX, closing a file releases all locks that the process holds on it.
 *
 * <p>Immutable; safe for use by any number of threads until it is closed.
 */
public final class Database implements Closeable {
    private static final int MAX_MANIFEST_LENGTH = 1 << 30;

    private final Path directory;
    private final ManifestPointer pointer;
    private final byte[] manifestContents;
    private final Manifest manifest;
    private final DatabaseFiles files;
    private final @Nullable FileChannel lock;
    private volatile @Nullable EqualKeys equalKeys;
    private final boolean hadLockFile;

    /**
     * Receives the keys of a database, one after another, from the thread that reads them.
     */
    @FunctionalInterface
    public interface KeyVisitor {
        /**
         * Takes a user key.
         *
         * @param key holds the key; borrowed, its contents change after the call
         * @param offset index of the key's first byte
         * @param length number of its bytes, 0 or more
         */
        void key(byte[] key, int offset, int length);
    }

    /** Reads CURRENT, the MANIFEST that it names (DB-2), and the directory. */
    private Database(Path directory, @Nullable FileChannel lock) throws IOException {
        checkDirectory(directory);
        this.directory = directory;
        this.lock = lock;
        this.hadLockFile = Files.exists(lockFile(directory));
        Set<String> names = DatabaseDirectory.namesIn(directory);
        refuseOtherKind(directory, DatabaseKind.of(directory, names));
        this.pointer = ManifestPointer.read(directory, names);
        this.manifestContents = manifestContents(pointer.manifest());
        this.manifest = readManifest();
        this.files = list();
        Findings.Collector hidden = new Findings.Collector(1);
        LevelOrder.check(files.tables(), manifest, hidden);
        refuse(hidden.findings(), "");
    }

    /** Lists the directory; a change since the MANIFEST was read looks like damage. */
    private DatabaseFiles list() throws IOException {
        try {
            return DatabaseFiles.list(directory, manifest);
        } catch (CorruptDatabaseException e) {
            checkUnchanged(pointer.file(), pointer.contents());
            checkUnchanged(manifest.path(), manifestContents);
            throw e;
        }
    }

    /**
     * Locks and reads a database.
     *
     * @param directory the database's directory
     * @return the database; close it to release its lock
     * @throws DatabaseInUseException if another program has it open
     * @throws UnsupportedDatabaseException if it is the database of another program
     * @throws CorruptDatabaseException if it is not a database, or CURRENT, the MANIFEST or the set of tables is
     *     damaged
     * @throws IOException if it cannot be read
     */
    public static Database open(Path directory) throws IOException {
        FileChannel lock = lock(lockFile(directory));
        try {
            return new Database(directory, lock);
        } catch (IOException | RuntimeException | Error e) {
            if (lock != null) {
                lock.close();
            }
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
        return new Database(directory, null);
    }

    private static Path lockFile(Path directory) {
        return directory.resolve("LOCK");
    }

    /**
     * Keeps engines away (DB-7). A shared lock, for which the file need only be open for reading, is granted only while
     * no engine holds its own. If there is no file LOCK, no engine has ever opened the database here.
     */
    private static @Nullable FileChannel lock(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        RegularFiles.check(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            if (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
                throw new DatabaseInUseException(file.toString(), "another program holds the lock of the database");
            }
            return channel;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new DatabaseInUseException(file.toString(), "this program itself holds the lock of the database");
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void checkDirectory(Path directory) throws IOException {
        if (directory.toString().isEmpty()) {
            throw new NoSuchFileException("", null, "an empty path names no directory");
        }
        if (!Files.exists(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        if (!Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory.toString());
        }
    }

    private static void refuseOtherKind(Path directory, DatabaseKind kind) throws UnsupportedDatabaseException {
        if (kind != DatabaseKind.LEVELDB) {
            throw new UnsupportedDatabaseException(directory, kind);
        }
    }

    /** The names in a directory may not tell whose database it is; then its MANIFEST does. */
    private Manifest readManifest() throws IOException {
        try {
            return Manifest.of(pointer.manifest(), manifestContents, DatabaseKind.LEVELDB);
        } catch (CorruptDatabaseException e) {
            refuseOtherKind(
                    directory,
                    Manifest.readAsAny(pointer.manifest(), DatabaseKind.LEVELDB).kind());
            throw e.reason() == Reason.TORN_LOG ? withAdvice(e) : e;
        }
    }

    private static CorruptDatabaseException withAdvice(CorruptDatabaseException torn) {
        return new CorruptDatabaseException(
                torn.file(),
                torn.offset(),
                torn.reason(),
                torn.detail()
                        + "; if the database's program was stopped, let it open the database once, and try again");
    }

    private static byte[] manifestContents(Path manifest) throws IOException {
        long size = Files.size(manifest);
        if (size > MAX_MANIFEST_LENGTH) {
            throw new CorruptDatabaseException(
                    manifest.toString(), 0, Reason.BAD_RECORD, "a MANIFEST of " + size + " bytes is too large to read");
        }
        return ManifestPointer.front(manifest, MAX_MANIFEST_LENGTH);
    }

    /** {@return the directory, as it was given} */
    public Path directory() {
        return directory;
    }

    /** {@return the MANIFEST's file} */
    public Path manifest() {
        return manifest.path();
    }

    /** {@return the number of version edits in the MANIFEST} */
    public int versionEdits() {
        return manifest.editCount();
    }

    /** {@return the comparator's name, each character standing for one byte} */
    public String comparator() {
        return manifest.comparator();
    }

    /**
     * Why keys that the database's program calls equal may differ in bytes: its comparator is not known, and no live
     * table has a sound filter of a built-in policy, with which its writer relies on equal bytes.
     *
     * @param equalBytes whether equal keys are said to have equal bytes; ignored where keys have timestamps
     * @return the reason as a clause; empty if equal keys have equal bytes
     * @throws IOException if a table cannot be read
     */
    public Optional<String> doubtOfKeys(boolean equalBytes) throws IOException {
        EqualKeys known = equalKeys;
        if (known == null) {
            known = EqualKeys.of(comparator(), tables());
            equalKeys = known;
        }
        return known.doubt(equalBytes);
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
     * Shows all user keys of the database: those of its live tables, by their numbers, then those of its write-ahead
     * logs. Every version and every deletion of a key is shown, so a key may be shown several times, and a deleted key
     * is shown too: a superset of what the database's program would find. Each pass reads the files again and keeps
     * nothing; it holds a data block or a record of a log at a time. It may be called any number of times while the
     * database is open.
     *
     * @param visitor takes the keys
     * @throws io.github.filterblock.table.CorruptTableException if a table cannot be read whole, or holds a key without
     *     a tag; some keys may have been shown before
     * @throws CorruptDatabaseException if a table has keys that the program does not find, as {@link #check}; if a log
     *     is damaged; a log that is torn at its end is not: the database's
     *     program does not find what is missing there either (DB-4)
     * @throws IOException if a file cannot be read
     */
    public void visitKeys(KeyVisitor visitor) throws IOException {
        for (LiveTable table : files.tables()) {
            refuse(
                    DatabaseKeys.visitTable(table, comparator(), SequenceLimit.of(manifest), visitor),
                    table.name() + ": ");
        }
        for (Path log : files.logs()) {
            visitLog(log, visitor);
        }
    }

    private static void visitLog(Path log, KeyVisitor visitor) throws IOException {
        LogEntries.visit(log, (key, offset, length, sequence, deletes) -> visitor.key(key, offset, length), damage -> {
            throw damage;
        });
    }

    /**
     * The MANIFEST with other sizes: the same version edits in the same order. A table that is added more than once
     * gets its size everywhere.
     *
     * @param sizeOfNumber the new length of tables, by their file numbers; other tables keep their stated size
     * @return a new array
     */
    public byte[] manifestWithSizes(Map<Long, Long> sizeOfNumber) {
        return Manifest.withSizes(manifestContents, sizeOfNumber);
    }

    /**
     * Looks for keys of a table that the database's program does not find.
     *
     * @param live a live table of this database
     * @param table its file
     * @param report what was read of it
     * @throws CorruptDatabaseException if it has keys without tags, outside the range that the MANIFEST gives, or with
     *     a sequence number above its last one (DB-6, DB-11)
     * @throws IOException if its first or last data block cannot be read
     */
    public void check(LiveTable live, TableFile table, TableReport report) throws IOException {
        refuse(HiddenKeys.of(live, table, report, SequenceLimit.of(manifest)), live.name() + ": ");
    }

    /**
     * Reads the write-ahead logs that are still needed.
     *
     * @throws CorruptDatabaseException if one is damaged, so that the database's program drops what follows; a log
     *     that is torn at its end is not (DB-4)
     * @throws IOException if one cannot be read
     */
    public void checkLogs() throws IOException {
        for (Path log : files.logs()) {
            visitLog(log, (key, offset, length) -> {});
        }
    }

    private void refuse(Findings found, String prefix) throws CorruptDatabaseException {
        if (!found.isEmpty()) {
            Finding first = found.first().get(0);
            throw new CorruptDatabaseException(
                    manifest.path().toString(), first.offset(), Reason.BAD_TABLES, prefix + first.message());
        }
    }

    /**
     * Reads CURRENT, the MANIFEST and the directory again.
     *
     * @throws DatabaseInUseException if they have changed since the database was opened, or a table or a write-ahead
     *     log has another size or time, or an engine made the file LOCK
     * @throws IOException if they cannot be read
     */
    public void checkUnchanged() throws IOException {
        Path lockFile = lockFile(directory);
        if (!hadLockFile && Files.exists(lockFile)) {
            throw new DatabaseInUseException(lockFile.toString(), "another program created this file meanwhile");
        }
        checkUnchanged(pointer.file(), pointer.contents());
        checkUnchanged(manifest.path(), manifestContents);
        if (!DatabaseFiles.list(directory, manifest).isSameAs(files)) {
            throw new DatabaseInUseException(directory.toString(), "another program changed this directory meanwhile");
        }
    }

    private static void checkUnchanged(Path file, byte[] before) throws IOException {
        if (!Files.isRegularFile(file) || !Arrays.equals(ManifestPointer.front(file, before.length + 1), before)) {
            throw new DatabaseInUseException(file.toString(), "another program changed this file meanwhile");
        }
    }

    /** Releases the lock, which lets engines open the database again. */
    @Override
    public void close() throws IOException {
        if (lock != null) {
            lock.close();
        }
    }
}
