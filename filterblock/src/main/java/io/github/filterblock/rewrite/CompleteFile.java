// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * Writes a new file that appears under its name complete or not at all.
 *
 * <p>The bytes go to a temporary file in the same folder, which is forced to the disk and moved to the name in one step;
 * then the folder is forced, so that the name lasts. Windows cannot force a folder: there a power failure right after
 * the move may still take the name away, but never leaves half a file under it. When anything fails, the temporary file
 * is deleted. A run that is killed leaves it behind; its name, {@code NAME.filterblock-xxxxxxxx.tmp}, says so, and the
 * next run that writes NAME removes it. A run that still goes on holds a lock on its temporary file, so that no other
 * run takes it for left over.
 *
 * <p>A file that exists is never replaced. Somebody who makes one under the name in the very moment between the last
 * look and the move loses it: no file system moves without replacing and in one step.
 */
final class CompleteFile {
    private static final String MARK = ".filterblock-";
    private static final String ENDING = ".tmp";

    /** Writes the contents of a file. */
    @FunctionalInterface
    interface Contents {
        /** Writes all; each {@code write} of the channel takes all bytes that it is given. */
        void writeTo(WritableByteChannel channel) throws IOException;
    }

    private final Path file;
    private final Path folder;
    private final FileSteps steps;

    private CompleteFile(Path file, Path folder, FileSteps steps) {
        this.file = file;
        this.folder = folder;
        this.steps = steps;
    }

    /**
     * A file to be written.
     *
     * @throws FileAlreadyExistsException if there is something under the name, be it a link that leads nowhere
     * @throws NoSuchFileException if the folder does not exist
     * @throws NotDirectoryException if it is no folder
     */
    static CompleteFile at(Path file) throws IOException {
        return at(file, new FileSteps());
    }

    static CompleteFile at(Path file, FileSteps steps) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        refuseExisting(file);
        if (folder == null || !Files.exists(folder)) {
            throw new NoSuchFileException(file.toString(), null, "its folder does not exist");
        }
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
        return new CompleteFile(file, folder, steps);
    }

    private static void refuseExisting(Path file) throws FileAlreadyExistsException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString(), null, "exists already and is not replaced");
        }
    }

    /**
     * Removes what killed runs left of this file, then writes it.
     *
     * @return the left-over files that were removed
     * @throws FileSystemException of the file if a step fails; it does not exist then, unless the last step failed, which
     *     makes the complete file's name durable
     * @throws IOException as the contents throw it
     */
    List<Path> write(Contents contents) throws IOException {
        List<Path> removed = removeLeftOvers();
        Path temporary = folder.resolve(file.getFileName()
                + MARK
                + String.format(Locale.ROOT, "%08x", ThreadLocalRandom.current().nextInt())
                + ENDING);
        try {
            writeTemporary(temporary, contents);
            refuseExisting(file);
            step("moving it to its name", () -> steps.move(temporary, file));
        } catch (IOException | RuntimeException | Error e) {
            delete(temporary, e);
            throw e;
        }
        step("forcing its folder to the disk", () -> steps.forceFolder(folder));
        return removed;
    }

    /** Something that can fail. */
    private interface Step {
        void run() throws IOException;
    }

    /** Names the file and the step in what a step throws. */
    private void step(String what, Step step) throws FileSystemException {
        try {
            step.run();
        } catch (IOException e) {
            FileSystemException named =
                    new FileSystemException(file.toString(), null, what + " failed: " + e.getMessage());
            named.initCause(e);
            throw named;
        }
    }

    private void writeTemporary(Path temporary, Contents contents) throws IOException {
        FileChannel[] opened = new FileChannel[1];
        step("creating a temporary file", () -> opened[0] = steps.create(temporary));
        try (FileChannel channel = opened[0]) {
            lock(channel);
            contents.writeTo(new Whole(channel));
            step("forcing it to the disk", () -> steps.force(channel));
        }
    }

    /** Marks the file as in use until the channel is closed. Without locks a file in use may be taken for left over. */
    private static void lock(FileChannel channel) {
        try {
            channel.tryLock();
        } catch (IOException e) {
            // Some network file systems have no locks.
        }
    }

    private void delete(Path temporary, Throwable reason) {
        try {
            steps.delete(temporary);
        } catch (IOException suppressed) {
            reason.addSuppressed(suppressed);
        }
    }

    private List<Path> removeLeftOvers() throws IOException {
        List<Path> removed = new ArrayList<>();
        for (Path leftOver : leftOvers()) {
            if (!isInUse(leftOver) && Files.deleteIfExists(leftOver)) {
                removed.add(leftOver);
            }
        }
        return removed;
    }

    private List<Path> leftOvers() throws IOException {
        Pattern name = Pattern.compile(
                Pattern.quote(file.getFileName() + MARK) + "[0-9a-f]{8}" + Pattern.quote(ENDING), Pattern.DOTALL);
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(
                folder, entry -> name.matcher(entry.getFileName().toString()).matches())) {
            entries.forEach(found::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(found);
        return found;
    }

    private static boolean isInUse(Path temporary) {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true; // by this JVM
        } catch (IOException e) {
            return true; // or gone by now
        }
    }

    /** A channel that takes all it is given, however little the file takes at once. */
    private final class Whole implements WritableByteChannel {
        private final FileChannel channel;

        Whole(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            int count = bytes.remaining();
            step("writing", () -> {
                while (bytes.hasRemaining()) {
                    steps.write(channel, bytes);
                }
            });
            return count;
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() {
            // whoever opened the file closes it
        }
    }
}
