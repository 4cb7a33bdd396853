// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** The steps of writing a file that can fail, one method each, so that a test can let each of them fail. */
public class FileSteps {
    /** The steps as the file system does them. */
    public FileSteps() {}

    /**
     * Creates a file.
     *
     * @param file the file, which must not exist
     * @param privately whether only its owner may read it, where the file system has permissions
     * @return the file, for writing
     * @throws IOException if it cannot be created
     */
    public FileChannel create(Path file, boolean privately) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                AccessRights.ofNewFile(file, privately));
        if (privately) {
            try {
                AccessRights.makePrivate(file);
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        }
        return channel;
    }

    /**
     * Writes some of the bytes, at least one if there is one.
     *
     * @param channel the file
     * @param bytes its position moves past what was written
     * @return the number of bytes written
     * @throws IOException if they cannot be written
     */
    public int write(FileChannel channel, ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    /**
     * Forces a file's contents to the disk.
     *
     * @param channel the file
     * @throws IOException if it cannot be forced
     */
    public void force(FileChannel channel) throws IOException {
        channel.force(true);
    }

    /**
     * Gives a file a second name, unless there is something under it.
     *
     * @param from the file
     * @param to its second name
     * @throws java.nio.file.FileAlreadyExistsException if there is something under the second name
     * @throws UnsupportedOperationException if there are no second names here
     * @throws IOException if it cannot be named
     */
    public void link(Path from, Path to) throws IOException {
        Files.createLink(to, from);
    }

    /**
     * Renames a file or directory in one step. A file under the new name is replaced.
     *
     * @param from the old name
     * @param to the new one
     * @throws IOException if it cannot be renamed
     */
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Deletes a file if it is there.
     *
     * @param file the file
     * @throws IOException if it cannot be deleted
     */
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /**
     * Makes the names in a folder durable; does nothing on Windows, where a folder cannot be opened.
     *
     * @param folder the folder
     * @throws IOException if it cannot be forced
     */
    public void forceFolder(Path folder) throws IOException {
        if (AccessRights.isPosix(folder)) {
            try (FileChannel channel = open(folder)) {
                channel.force(true);
            }
        }
    }

    FileChannel open(Path folder) throws IOException {
        return FileChannel.open(folder, StandardOpenOption.READ);
    }
}
