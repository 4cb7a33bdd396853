// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A directory that appears complete or not at all: it is filled beside its place, under another name, and renamed.
 *
 * <p>The other name is {@code .NAME.filterblock-xxxxxxxx}; only its owner can read it. While it is being filled, the
 * file LOCK in it is locked as an engine would lock it. So a later run can distinguish a directory that is being filled
 * from one whose run was killed, which it removes; and no engine opens the directory under its final name before the
 * run is over.
 *
 * <p>Files may be written by several threads.
 */
public final class AtomicDirectory implements Closeable {
    private static final String LOCK = "LOCK";
    private static final int CHUNK = 1 << 18;

    private final Path target;
    private final Path temporary;
    private final FileSteps steps;
    private final FileChannel lock;
    private boolean published;

    private AtomicDirectory(Path target, Path temporary, FileSteps steps, FileChannel lock) {
        this.target = target;
        this.temporary = temporary;
        this.steps = steps;
        this.lock = lock;
    }

    /**
     * Makes the directory that is to be filled.
     *
     * @param target where it is to appear; its parent is there, and it is not
     * @param steps how files are written
     * @return the directory; close it
     * @throws FileAlreadyExistsException if {@code target} is there
     * @throws java.nio.file.FileSystemException with {@code target} if nothing can be created beside it
     * @throws IOException if another run is removing the new directory
     */
    public static AtomicDirectory create(Path target, FileSteps steps) throws IOException {
        checkAbsent(target);
        Path temporary = TemporaryNames.ofDirectory(target).next();
        Step.run(target, "creating a directory beside it", () -> AccessRights.createPrivateDirectory(temporary));
        FileChannel[] lock = new FileChannel[1];
        try {
            Step.run(target, "creating its file LOCK", () -> lock[0] = steps.create(temporary.resolve(LOCK), false));
        } catch (IOException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
        return new AtomicDirectory(target, temporary, steps, locked(lock[0], temporary));
    }

    private static FileChannel locked(FileChannel lock, Path temporary) throws IOException {
        boolean removed;
        try {
            removed = !FileLocks.tryLock(lock, false);
        } catch (IOException e) {
            removed = false; // some network file systems have no locks; then no other run removes anything
        }
        if (removed) {
            lock.close();
            throw new IOException(temporary + ": another run is removing this directory; try again");
        }
        return lock;
    }

    private static void checkAbsent(Path target) throws FileAlreadyExistsException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString(), null, "exists already and is not replaced");
        }
    }

    /**
     * Removes the directories of runs to the same target that were killed.
     *
     * @param target the target, whose parent is there
     * @return what was removed
     * @throws IOException if the parent cannot be read
     */
    public static List<Path> removeLeftOvers(Path target) throws IOException {
        List<Path> removed = new ArrayList<>();
        for (Path candidate : TemporaryNames.ofDirectory(target).existing()) {
            if (Files.isDirectory(candidate, LinkOption.NOFOLLOW_LINKS) && removeUnlessLocked(candidate)) {
                removed.add(candidate);
            }
        }
        return removed;
    }

    /** A locked directory stays; one that cannot be removed or locked is no reason to fail. */
    private static boolean removeUnlessLocked(Path directory) {
        Path lockFile = directory.resolve(LOCK);
        try {
            if (!Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS)) {
                remove(directory);
                return true;
            }
            try (FileChannel lock = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
                boolean free = FileLocks.tryLock(lock, false);
                if (free) {
                    remove(directory);
                }
                return free;
            }
        } catch (IOException e) {
            return false;
        }
    }

    private static void remove(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> entries = Files.list(directory)) {
            files = entries.toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(directory);
    }

    /** {@return the directory under its temporary name} */
    public Path path() {
        return temporary;
    }

    /**
     * Writes a file and forces it to the disk. It needs no temporary name of its own: the directory has one.
     *
     * @param original gives the file its name and its permissions
     * @param contents writes the contents
     * @param check looks at the file when it is written
     * @throws java.nio.file.FileSystemException with the file in the target if a step fails
     * @throws IOException as the contents and the check throw it
     */
    public void write(Path original, Contents contents, Check check) throws IOException {
        Path name = original.getFileName();
        new NewFile(temporary.resolve(name), target.resolve(name), original, steps).write(contents, check);
    }

    /**
     * Copies a file byte for byte, with its name and its permissions.
     *
     * @param original the file
     * @param check looks at the copy
     * @throws IOException as {@link #write} does, and if the file cannot be read
     */
    public void copy(Path original, Check check) throws IOException {
        try (FileChannel from = FileChannel.open(original, StandardOpenOption.READ)) {
            write(original, to -> copy(from, to), check);
        }
    }

    private static void copy(FileChannel from, WritableByteChannel to) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate((int) Math.max(1, Math.min(CHUNK, from.size())));
        while (from.read(chunk) >= 0) {
            to.write(chunk.flip());
            chunk.clear();
        }
    }

    /**
     * Gives the directory its name, with all that is in it.
     *
     * @param original the directory whose permissions it gets
     * @throws FileAlreadyExistsException if the target is there by now
     * @throws IOException if a step fails; the target is there then only if making its name durable failed
     */
    public void publish(Path original) throws IOException {
        Step.run(target, "forcing its files' names to the disk", () -> steps.forceFolder(temporary));
        Step.run(target, "giving it the permissions of " + original, () -> AccessRights.copy(original, temporary));
        checkAbsent(target);
        Step.run(target, "giving it its name", () -> steps.move(temporary, target));
        published = true;
        Step.run(
                target,
                "forcing its folder to the disk",
                () -> steps.forceFolder(Objects.requireNonNull(target.getParent())));
    }

    /** Releases the lock; removes the directory unless it has its name. */
    @Override
    public void close() throws IOException {
        try (lock) {
            if (!published) {
                remove(temporary);
            }
        }
    }
}
