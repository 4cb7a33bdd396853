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
import java.util.Arrays;
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
