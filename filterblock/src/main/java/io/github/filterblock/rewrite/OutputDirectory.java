// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory that appears complete or not at all: it is filled beside its place, under another name, and renamed.
 *
 * <p>The other name is {@code .NAME.filterblock-XXXXXXXX}. While it is being filled, the file LOCK in it is locked as an
 * engine would lock it. So a later run can tell a directory that is being filled from one whose run was killed, which it
 * removes; and when the directory has its name no engine opens it before the run is over.
 */
final class OutputDirectory implements Closeable {
    private static final String INFIX = ".filterblock-";
    private static final String LOCK = "LOCK";

    private final Path target;
    private final Path temporary;
    private final FileChannel lock;
    private boolean published;

    private OutputDirectory(Path target, Path temporary, FileChannel lock) {
        this.target = target;
        this.temporary = temporary;
        this.lock = lock;
    }

    /**
     * Makes the directory that is to be filled.
     *
     * @param target where it is to appear; its parent is there, and it is not
     * @throws FileAlreadyExistsException if {@code target} is there
     */
    static OutputDirectory create(Path target) throws IOException {
        checkAbsent(target);
        String suffix = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        Path temporary = target.resolveSibling("." + target.getFileName() + INFIX + suffix);
        AccessRights.createPrivateDirectory(temporary);
        return new OutputDirectory(target, temporary, lock(temporary));
    }

    private static FileChannel lock(Path temporary) throws IOException {
        FileChannel lock =
                FileChannel.open(temporary.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        boolean removed;
        try {
            removed = !isFree(lock);
        } catch (IOException e) {
            removed = false; // some network file systems have no locks; then no other run removes anything
        }
        if (removed) {
            lock.close();
            throw new IOException(temporary + ": another run removes this directory; try again");
        }
        return lock;
    }

    private static void checkAbsent(Path target) throws FileAlreadyExistsException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString(), null, "this is there already");
        }
    }

    /**
     * Removes the directories of runs to the same target that were killed.
     *
     * @return what was removed
     */
    static List<Path> removeLeftOvers(Path target) throws IOException {
        Pattern name = Pattern.compile(Pattern.quote("." + target.getFileName() + INFIX) + "[0-9a-f]{8}");
        List<Path> candidates;
        try (Stream<Path> siblings = Files.list(target.getParent())) {
            candidates = siblings.filter(
                            each -> name.matcher(each.getFileName().toString()).matches())
                    .filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
        List<Path> removed = new ArrayList<>();
        for (Path candidate : candidates) {
            if (removeUnlessLocked(candidate)) {
                removed.add(candidate);
            }
        }
        return removed;
    }

    /** What is locked stays; and what cannot be removed, or not be locked, is no reason to fail. */
    private static boolean removeUnlessLocked(Path directory) {
        Path lockFile = directory.resolve(LOCK);
        try {
            if (!Files.exists(lockFile)) {
                remove(directory);
                return true;
            }
            try (FileChannel lock = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
                boolean free = isFree(lock);
                if (free) {
                    remove(directory);
                }
                return free;
            }
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isFree(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
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

    /** Where the files go for now. */
    Path path() {
        return temporary;
    }

    /** Gives the directory its name, with all that is in it, which {@link CompleteFile} has forced. */
    void publish(FileSteps steps) throws IOException {
        checkAbsent(target);
        steps.move(temporary, target);
        published = true;
        steps.forceFolder(target.getParent());
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
