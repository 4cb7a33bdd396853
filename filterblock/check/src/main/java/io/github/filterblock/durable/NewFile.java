// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import io.github.filterblock.durable.AtomicFile.Check;
import io.github.filterblock.durable.AtomicFile.Contents;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * A new file that is written and forced to the disk; failures name it.
 *
 * @param file where it is written
 * @param shown its name in messages, which it gets later
 * @param originals whose permissions it gets; if empty, it gets those of any new file
 * @param steps how it is written
 */
record NewFile(Path file, Path shown, List<Path> originals, FileSteps steps) {

    void write(Contents contents, Check check) throws IOException {
        FileChannel[] opened = new FileChannel[1];
        step("creating a temporary file", () -> opened[0] = steps.create(file, !originals.isEmpty()));
        try (FileChannel channel = opened[0]) {
            contents.writeTo(new WholeWrites(channel));
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
