// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.durable.FileLocks;
import io.github.filterblock.table.RegularFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps engines away from a database while it is read (DB-7).
 *
 * <p>An engine locks the file LOCK for writing as long as it has the database open; engines leave the file behind, so
 * its presence means nothing. A shared lock, for which the file need only be open for reading, is granted only while no
 * engine holds its own, and while it is held no engine that locks with {@code fcntl} can open the database. Engines
 * that lock otherwise are looked for in the kernel's list, where there is one.
 *
 * <p>The list is read first, so that a locked file is not even opened: if another part of this process has the database
 * open, closing the file again would release its lock.
 */
final class DatabaseLock implements Closeable {
    private final Path file;
    private final KernelLocks kernelLocks;
    private final @Nullable FileChannel channel;

    private DatabaseLock(Path file, KernelLocks kernelLocks, @Nullable FileChannel channel) {
        this.file = file;
        this.kernelLocks = kernelLocks;
        this.channel = channel;
    }

    /**
     * Takes the lock. If there is no file LOCK, no engine has ever opened the database here, and nothing is locked.
     *
     * @throws DatabaseInUseException if an engine has the database open
     * @throws java.nio.file.FileSystemException if LOCK is no regular file
     */
    static DatabaseLock take(Path database, KernelLocks kernelLocks) throws IOException {
        Path file = database.resolve("LOCK");
        if (!Files.exists(file)) {
            return new DatabaseLock(file, kernelLocks, null);
        }
        RegularFiles.check(file);
        checkKernelLocks(file, kernelLocks);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            if (!FileLocks.tryLock(channel, true)) {
                throw new DatabaseInUseException(file.toString(), "another program holds the lock of the database");
            }
            return new DatabaseLock(file, kernelLocks, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void checkKernelLocks(Path file, KernelLocks kernelLocks) throws IOException {
        Optional<String> writer = kernelLocks.writerOf(file);
        if (writer.isPresent()) {
            throw new DatabaseInUseException(
                    file.toString(), "process " + writer.get() + " holds the lock of the database");
        }
    }

    /**
     * Looks again for an engine that this lock does not keep away.
     *
     * @throws DatabaseInUseException if there is one
     */
    void checkAlone() throws IOException {
        if (channel != null) {
            checkKernelLocks(file, kernelLocks);
        } else if (Files.exists(file)) {
            throw new DatabaseInUseException(file.toString(), "another program made this file meanwhile");
        }
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
