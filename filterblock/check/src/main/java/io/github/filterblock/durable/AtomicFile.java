// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a new file that appears under its name complete or not at all.
 *
 * <p>The bytes go to a temporary file in the same folder, which is forced to the disk and renamed; then the folder is
 * forced, because the name would not last otherwise. Windows cannot force a folder: there a power failure right after
 * the last step may still remove the name, but never leaves half a file under it. When anything fails, the temporary
 * file is deleted. A run that is killed leaves it behind, as {@code NAME.filterblock-xxxxxxxx.tmp}; it is never in the
 * way of another run and may be deleted.
 *
 * <p>An existing file is not replaced, unless {@link #replacing} allows it. The name is given as a second name of the
 * temporary file, which fails if something has the name by then; after that the first name is deleted. If the file
 * system has no second names (FAT, some network file systems), the file is moved instead, and a file that another
 * program creates under the name between the last check and the move is lost.
 *
 * <p>Immutable.
 */
public final class AtomicFile {
    private final Path file;
    private final Path folder;
    private final List<Path> originals;
    private final @Nullable Replaceable replaceable;
    private final FileSteps steps;

    /** Writes the contents of a file. */
    @FunctionalInterface
    public interface Contents {
        /**
         * Writes all of it.
         *
         * @param channel each {@code write} takes all bytes that it is given; stays open
         * @throws IOException if the contents cannot be made, or as the channel throws it
         */
        void writeTo(WritableByteChannel channel) throws IOException;
    }

    /** Looks at a file that was written before it gets its name. */
    @FunctionalInterface
    public interface Check {
        /**
         * Looks at the file.
         *
         * @param written the file under its temporary name; complete, forced to the disk
         * @throws IOException if it is wrong; then it does not get its name
         */
        void check(Path written) throws IOException;
    }

    /** Says whether an older file may be replaced. */
    @FunctionalInterface
    public interface Replaceable {
        /**
         * Looks at the older file.
         *
         * @param older a file, not a directory or a link
         * @return whether this program wrote it
         * @throws IOException if it cannot be read
         */
        boolean isOurs(Path older) throws IOException;
    }

    private AtomicFile(Path file, List<Path> originals, @Nullable Replaceable replaceable, FileSteps steps) {
        this.file = file;
        Path parent = file.toAbsolutePath().getParent();
        this.folder = parent == null ? file : parent; // a root exists, and so is refused
        this.originals = originals;
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
     * @throws NotDirectoryException if the folder is something else
     * @throws IOException if the folder cannot be examined
     */
    public static AtomicFile at(Path file) throws IOException {
        return at(file, new FileSteps());
    }

    static AtomicFile at(Path file, FileSteps steps) throws IOException {
        return new AtomicFile(file, List.of(), null, steps).checked();
    }

    /**
     * A file to be written, also over an older one that this program wrote.
     *
     * @param file its name
     * @param replaceable asked about an existing file, now and again before it is replaced
     * @return the file; nothing is written yet
     * @throws FileAlreadyExistsException if there is something else under the name
     * @throws IOException as {@link #at(Path)} does, and as {@code replaceable} throws it
     */
    public static AtomicFile replacing(Path file, Replaceable replaceable) throws IOException {
        return new AtomicFile(file, List.of(), replaceable, new FileSteps()).checked();
    }

    /**
     * The same file, readable only by users that may read all the files that it is made of: it gets the permissions
     * that these have in common, and while it is being written only its owner can read it.
     *
     * @param sources the other files; with none of them the file gets the permissions of any new file
     * @return the file; nothing is written yet
     */
    public AtomicFile withPermissionsOf(Collection<Path> sources) {
        return new AtomicFile(file, List.copyOf(sources), replaceable, steps);
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
                    file.toString(), null, "exists and was not created by filterblock, so it is not replaced");
        }
    }

    /**
     * Writes the file.
     *
     * @param contents writes the contents
     * @throws FileSystemException with the file if a step fails; then there is no new file, unless one of the last two
     *     steps failed, which delete the temporary name and make the name of the complete file durable
     * @throws IOException as the contents throw it
     */
    public void write(Contents contents) throws IOException {
        write(contents, written -> {});
    }

    /**
     * Writes the file as {@link #write(Contents)} does, if a check finds that it is right.
     *
     * @param contents writes the contents
     * @param check looks at the file before it gets its name
     * @throws IOException as {@link #write(Contents)} does, and as the check throws it
     */
    public void write(Contents contents, Check check) throws IOException {
        Path temporary = FileSteps.temporaryName(file, "", ".tmp");
        NewFile written = new NewFile(temporary, file, originals, steps);
        try {
            written.write(contents, check);
            refuseExisting();
            FileSteps.run(file, "rename", () -> rename(temporary));
        } catch (IOException | RuntimeException | Error e) {
            delete(temporary, e);
            throw e;
        }
        FileSteps.run(file, "forcing its folder to the disk", () -> steps.forceFolder(folder));
    }

    private void rename(Path temporary) throws IOException {
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

    /**
     * A new file that is written and forced to the disk; failures name it.
     *
     * @param file where it is written
     * @param shown its name in messages, which it gets later
     * @param originals whose permissions it gets; if empty, it gets those of any new file
     * @param steps how it is written
     */
    record NewFile(Path file, Path shown, List<Path> originals, FileSteps steps) {

        /** How much is copied at once; as many zeros in a row stay a hole. */
        private static final int CHUNK = 1 << 18;

        private static final byte[] ZEROS = new byte[CHUNK];

        /** Writes to the file that was created. */
        private interface Body {
            void writeTo(FileChannel channel) throws IOException;
        }

        void write(Contents contents, Check check) throws IOException {
            fill(channel -> contents.writeTo(new WholeWrites(channel)), check);
        }

        /** Copies a file; a hole of the file is a hole of the copy. */
        void copy(FileChannel from, Check check) throws IOException {
            fill(channel -> transfer(from, channel), check);
        }

        private void transfer(FileChannel from, FileChannel to) throws IOException {
            WholeWrites out = new WholeWrites(to);
            ByteBuffer chunk = ByteBuffer.allocate((int) Math.max(1, Math.min(CHUNK, from.size())));
            long length = 0;
            while (from.read(chunk) >= 0) {
                chunk.flip();
                length += chunk.remaining();
                if (chunk.remaining() == CHUNK && Arrays.equals(chunk.array(), ZEROS)) {
                    to.position(length);
                } else {
                    out.write(chunk);
                }
                chunk.clear();
            }
            if (to.size() < length) {
                to.position(length - 1);
                out.write(ByteBuffer.allocate(1));
            }
        }

        private void fill(Body body, Check check) throws IOException {
            FileChannel[] opened = new FileChannel[1];
            step("creating a temporary file", () -> opened[0] = steps.create(file, !originals.isEmpty()));
            try (FileChannel channel = opened[0]) {
                body.writeTo(channel);
                step("forcing it to the disk", () -> steps.force(channel));
            }
            check.check(file);
            if (!originals.isEmpty()) {
                step("giving it the permissions of " + originals.get(0), () -> AccessRights.copy(originals, file));
            }
        }

        private void step(String what, FileSteps.Step step) throws IOException {
            FileSteps.run(shown, what, step);
        }

        /** A channel whose writes take all bytes, however few the file takes at once. */
        private final class WholeWrites implements WritableByteChannel {
            private final FileChannel channel;

            WholeWrites(FileChannel channel) {
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
                // closed by the code that opened the file
            }
        }
    }
}
