// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a new file that appears under its name complete or not at all.
 *
 * <p>The bytes go to a temporary file in the same folder, which is forced to the disk and then gets its name; then the
 * folder is forced, so that the name lasts. Windows cannot force a folder: there a power failure right after the last
 * step may still remove the name, but never leaves half a file under it. When anything fails, the temporary file is
 * deleted. A run that is killed leaves it behind; its name is {@code NAME.filterblock-xxxxxxxx.tmp}, and the next run
 * that writes NAME removes it. A run that is still writing holds a lock on its temporary file, so that no other run
 * removes it.
 *
 * <p>An existing file is not replaced, unless {@link #replacing} says which may be. The name is given as a second name
 * of the temporary file, which fails if something has the name by then; after that the first name is deleted. Where the
 * file system has no second names (FAT, some network file systems), the file is moved instead, and a file that another
 * program creates under the name between the last check and the move is lost.
 *
 * <p>Immutable.
 */
public final class AtomicFile {
    private final Path file;
    private final Path folder;
    private final @Nullable Path original;
    private final @Nullable Replaceable replaceable;
    private final FileSteps steps;

    /** Says whether an older file may be replaced. */
    @FunctionalInterface
    public interface Replaceable {
        /**
         * Looks at the older file.
         *
         * @param older a file, no directory and no link
         * @return whether it is one of ours
         * @throws IOException if it cannot be read
         */
        boolean isOurs(Path older) throws IOException;
    }

    private AtomicFile(Path file, @Nullable Path original, @Nullable Replaceable replaceable, FileSteps steps) {
        this.file = file;
        Path parent = file.toAbsolutePath().getParent();
        this.folder = parent == null ? file : parent; // a root exists, and so is refused
        this.original = original;
        this.replaceable = replaceable;
        this.steps = steps;
    }

    /**
     * A file to be written under a name that is free.
     *
     * @param file its name
     * @return the file; nothing is written yet
     * @throws FileAlreadyExistsException if there is something under the name, even a link that leads nowhere
     * @throws NoSuchFileException if the folder does not exist
     * @throws NotDirectoryException if it is no folder
     * @throws IOException if the folder cannot be examined
     */
    public static AtomicFile at(Path file) throws IOException {
        return at(file, new FileSteps());
    }

    static AtomicFile at(Path file, FileSteps steps) throws IOException {
        return new AtomicFile(file, null, null, steps).checked();
    }

    /**
     * A file to be written, also over an older one of ours.
     *
     * @param file its name
     * @param replaceable asked about an existing file, now and again before it is replaced
     * @return the file; nothing is written yet
     * @throws FileAlreadyExistsException if there is something else under the name
     * @throws IOException as {@link #at(Path)} does, and as {@code replaceable} throws it
     */
    public static AtomicFile replacing(Path file, Replaceable replaceable) throws IOException {
        return new AtomicFile(file, null, replaceable, new FileSteps()).checked();
    }

    /**
     * The same file, readable only by those who may read another: it gets the permissions of that file, and while it is
     * being written only its owner can read it.
     *
     * @param source the other file
     * @return the file; nothing is written yet
     */
    public AtomicFile withPermissionsOf(Path source) {
        return new AtomicFile(file, source, replaceable, steps);
    }

    private AtomicFile checked() throws IOException {
        if (file.toString().isEmpty()) {
            throw new NoSuchFileException("", null, "an empty path names no file");
        }
        refuseExisting();
        if (!attributesOfFolder().isDirectory()) {
            throw new NotDirectoryException(String.valueOf(folder));
        }
        return this;
    }

    private BasicFileAttributes attributesOfFolder() throws IOException {
        try {
            return Files.readAttributes(folder, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(file.toString(), null, "its folder does not exist");
        }
    }

    private void refuseExisting() throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (replaceable == null) {
            throw new FileAlreadyExistsException(file.toString(), null, "exists already and is not replaced");
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !replaceable.isOurs(file)) {
            throw new FileAlreadyExistsException(
                    file.toString(), null, "exists and is no file of this program, so it is not replaced");
        }
    }

    /**
     * Removes the left-overs of killed runs that wrote this file, then writes it.
     *
     * @param contents writes the contents
     * @return the left-over files that were removed
     * @throws FileSystemException with the file if a step fails; then there is no new file, unless one of the last two
     *     steps failed, which delete the temporary name and make the name of the complete file durable
     * @throws IOException as the contents throw it
     */
    public List<Path> write(Contents contents) throws IOException {
        return write(contents, Check.NONE);
    }

    /**
     * Writes the file as {@link #write(Contents)} does, if a check finds that it is right.
     *
     * @param contents writes the contents
     * @param check looks at the file before it gets its name
     * @return the left-over files that were removed
     * @throws IOException as {@link #write(Contents)} does, and as the check throws it
     */
    public List<Path> write(Contents contents, Check check) throws IOException {
        TemporaryNames names = TemporaryNames.ofFile(file);
        List<Path> removed = removeLeftOvers(names);
        NewFile temporary = new NewFile(names.next(), file, original, steps);
        try {
            temporary.write(contents, check);
            refuseExisting();
            temporary.step("giving it its name", () -> name(temporary.file()));
        } catch (IOException | RuntimeException | Error e) {
            delete(temporary.file(), e);
            throw e;
        }
        temporary.step("forcing its folder to the disk", () -> steps.forceFolder(folder));
        return removed;
    }

    private void name(Path temporary) throws IOException {
        if (replaceable != null || !linked(temporary)) {
            steps.move(temporary, file);
        } else {
            steps.delete(temporary);
        }
    }

    private boolean linked(Path temporary) throws IOException {
        try {
            steps.link(temporary, file);
            return true;
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(file.toString(), null, "was created meanwhile and is not replaced");
        } catch (UnsupportedOperationException | FileSystemException noSecondNames) {
            refuseExisting();
            return false;
        }
    }

    private void delete(Path temporary, Throwable reason) {
        try {
            steps.delete(temporary);
        } catch (IOException suppressed) {
            reason.addSuppressed(suppressed);
        }
    }

    private static List<Path> removeLeftOvers(TemporaryNames names) throws IOException {
        List<Path> removed = new ArrayList<>();
        for (Path leftOver : names.existing()) {
            if (Files.isRegularFile(leftOver, LinkOption.NOFOLLOW_LINKS)
                    && !isInUse(leftOver)
                    && Files.deleteIfExists(leftOver)) {
                removed.add(leftOver);
            }
        }
        return removed;
    }

    private static boolean isInUse(Path temporary) {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            return !FileLocks.tryLock(channel, false);
        } catch (IOException e) {
            return true; // or gone by now
        }
    }
}
