// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A new file that is written and forced to the disk; failures name it.
 *
 * @param file where it is written
 * @param shown its name in messages, which it gets later
 * @param original whose permissions it gets, or null for those of any new file
 * @param steps how
 */
record NewFile(Path file, Path shown, @Nullable Path original, FileSteps steps) {

    void write(Contents contents, Check check) throws IOException {
        FileChannel[] opened = new FileChannel[1];
        step("creating a temporary file", () -> opened[0] = steps.create(file, original != null));
        try (FileChannel channel = opened[0]) {
            lock(channel);
            contents.writeTo(new WholeWrites(channel));
            step("forcing it to the disk", () -> steps.force(channel));
        }
        check.check(file);
        if (original != null) {
            step("giving it the permissions of " + original, () -> AccessRights.copy(original, file));
        }
    }

    void step(String what, Step step) throws IOException {
        Step.run(shown, what, step);
    }

    /** Marks the file as in use until the channel is closed. Without locks a file in use may be taken for left over. */
    private static void lock(FileChannel channel) {
        try {
            FileLocks.tryLock(channel, false);
        } catch (IOException e) {
            // Some network file systems have no locks.
        }
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
