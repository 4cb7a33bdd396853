// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The steps of writing a file that can fail, one method each, so that a test can let each of them fail. */
class FileSteps {
    FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Writes some of the bytes, at least one where there is one. */
    int write(FileChannel channel, ByteBuffer bytes) throws IOException {
        return channel.write(bytes);
    }

    void force(FileChannel channel) throws IOException {
        channel.force(true);
    }

    void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /** Makes the names in a folder durable; does nothing on Windows, where a folder cannot be opened. */
    void forceFolder(Path folder) throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
