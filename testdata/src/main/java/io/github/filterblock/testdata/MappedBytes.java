// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;

/** Bytes in a temporary file that is mapped into memory. */
final class MappedBytes {
    private MappedBytes() {}

    /** Returns a read-only mapping of a file with these bytes; there must be at least one. */
    static MappedByteBuffer of(byte[] bytes) {
        try {
            Path file = Files.createTempFile("filterblock-", ".mapped");
            try {
                Files.write(file, bytes);
                return map(file);
            } finally {
                remove(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MappedByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size());
        }
    }

    /** Removes the file, at exit if the system does not allow it while the mapping lives. */
    private static void remove(Path file) {
        try {
            Files.delete(file);
        } catch (IOException stillMapped) {
            file.toFile().deleteOnExit();
        }
    }
}
