// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import io.github.filterblock.durable.AtomicFile.Check;
import io.github.filterblock.durable.AtomicFile.Contents;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A directory that appears complete or not at all: it is filled beside its place, under another name, and renamed.
 *
 * <p>The other name is {@code .NAME.filterblock-xxxxxxxx}; only its owner can read it. A run that is killed leaves it
 * behind; it is never in the way of another run and may be deleted.
 *
 * <p>Files may be written by several threads.
 */
public final class AtomicDirectory implements Closeable {
    private final Path target;
    private final Path temporary;
    private final FileSteps steps;
    private boolean published;

    private AtomicDirectory(Path target, Path temporary, FileSteps steps) {
        this.target = target;
        this.temporary = temporary;
        this.steps = steps;
    }

    /**
     * Makes the directory that is to be filled.
     *
     * @param target where it is to appear; its parent must exist, and it must not
     * @return the directory; close it
     * @throws FileAlreadyExistsException if {@code target} is there
     * @throws java.nio.file.FileSystemException with {@code target} if nothing can be created beside it
     */
    public static AtomicDirectory create(Path target) throws IOException {
        return create(target, new FileSteps());
    }

    static AtomicDirectory create(Path target, FileSteps steps) throws IOException {
        checkAbsent(target);
        Path temporary = FileSteps.temporaryName(target, ".", "");
        FileSteps.run(target, "creating a directory beside it", () -> AccessRights.createPrivateDirectory(temporary));
        return new AtomicDirectory(target, temporary, steps);
    }

    /**
     * Refuses a name that is taken, even by a link that leads nowhere.
     *
     * @param target the name
     * @throws FileAlreadyExistsException if there is something under it
     */
    public static void checkAbsent(Path target) throws FileAlreadyExistsException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString(), null, "exists already and is not replaced");
        }
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
        newFile(original).write(contents, check);
    }

    private AtomicFile.NewFile newFile(Path original) {
        Path name = original.getFileName();
        return new AtomicFile.NewFile(temporary.resolve(name), target.resolve(name), List.of(original), steps);
    }

    /**
     * Copies a file byte for byte, with its name and its permissions. A hole in it, of which nothing is stored, is a
     * hole in the copy.
     *
     * @param original the file, not a link
     * @param check looks at the copy
     * @throws IOException as {@link #write} does, and if the file cannot be read
     */
    public void copy(Path original, Check check) throws IOException {
        try (FileChannel from = FileChannel.open(original, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            newFile(original).copy(from, check);
        }
    }

    /**
     * Copies a symbolic link as a link to the same path.
     *
     * @param original the link
     * @throws java.nio.file.FileSystemException with the link in the target if it cannot be made
     * @throws IOException if the link cannot be read
     */
    public void copyLink(Path original) throws IOException {
        Path name = original.getFileName();
        Path destination = Files.readSymbolicLink(original);
        FileSteps.run(
                target.resolve(name),
                "creating a link",
                () -> Files.createSymbolicLink(temporary.resolve(name), destination));
    }

    /**
     * Gives the directory its name, with all that is in it.
     *
     * @param original the directory whose permissions it gets
     * @throws FileAlreadyExistsException if the target is there by now
     * @throws IOException if a step fails; the target is there then only if making its name durable failed
     */
    public void publish(Path original) throws IOException {
        FileSteps.run(target, "forcing its files' names to the disk", () -> steps.forceFolder(temporary));
        FileSteps.run(
                target,
                "giving it the permissions of " + original,
                () -> AccessRights.copy(List.of(original), temporary));
        checkAbsent(target);
        FileSteps.run(target, "rename", () -> steps.move(temporary, target));
        published = true;
        FileSteps.run(
                target,
                "forcing its folder to the disk",
                () -> steps.forceFolder(Objects.requireNonNull(target.getParent())));
    }

    /** Removes the directory unless it has its name. */
    @Override
    public void close() throws IOException {
        if (published) {
            return;
        }
        List<Path> files;
        try (Stream<Path> entries = Files.list(temporary)) {
            files = entries.toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(temporary);
    }
}
