// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** The steps of writing a file that can fail, one method each, for tests that let each of them fail. */
class FileSteps {
    /** File systems end names at 255 bytes, some at fewer; with the marks a name of this length still fits. */
    private static final int MAX_STEM_LENGTH = 72;

    /** A step of writing that can fail. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    /**
     * Runs a step; its exceptions name the output, the step and the reason.
     *
     * @param output the output's name, for people
     * @param what the step, such as {@code "writing"}
     */
    static void run(Path output, String what, Step step) throws FileSystemException {
        try {
            step.run();
        } catch (IOException e) {
            if (e instanceof FileAlreadyExistsException there
                    && output.toString().equals(there.getFile())) {
                throw there;
            }
            FileSystemException named =
                    new FileSystemException(output.toString(), null, what + " failed: " + FailureReason.of(e));
            named.initCause(e);
            throw named;
        }
    }

    /**
     * A name in the folder of an output, under which it is written before it has its own: the output's name, cut and
     * without characters that some locales cannot encode, and eight random digits.
     */
    static Path temporaryName(Path output, String before, String after) {
        String ascii = output.getFileName().toString().replaceAll("[^ -~]", "_");
        String stem = ascii.substring(0, Math.min(MAX_STEM_LENGTH, ascii.length()));
        String digits = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        return output.toAbsolutePath().resolveSibling(before + stem + ".filterblock-" + digits + after);
    }

    /** Creates a file, which must not exist; only its owner may read a private one. */
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

    /** Writes some of the bytes, at least one if there is one, and returns how many. */
    public int write(FileChannel channel, ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    /** Forces a file's contents to the disk. */
    public void force(FileChannel channel) throws IOException {
        channel.force(true);
    }

    /**
     * Gives a file a second name, unless there is something under it.
     *
     * @throws FileAlreadyExistsException if there is
     * @throws UnsupportedOperationException if there are no second names here
     */
    public void link(Path from, Path to) throws IOException {
        Files.createLink(to, from);
    }

    /** Renames a file or directory in one step. A file under the new name is replaced. */
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes a file if it is there. */
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /** Makes the names in a folder durable; does nothing on Windows, where a folder cannot be opened. */
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
