// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Copies a file byte for byte, with its permissions, to a new one that is forced to the disk. */
final class FileCopy {
    private static final int CHUNK = 1 << 18;

    private FileCopy() {}

    static void copy(Path in, Path out, FileSteps steps) throws IOException {
        try (FileChannel from = FileChannel.open(in, StandardOpenOption.READ)) {
            CompleteFile.at(out, steps).write(to -> copy(from, to));
        }
        AccessRights.copy(in, out);
    }

    private static void copy(FileChannel from, WritableByteChannel to) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        while (from.read(chunk) >= 0) {
            to.write(chunk.flip());
            chunk.clear();
        }
    }
}
