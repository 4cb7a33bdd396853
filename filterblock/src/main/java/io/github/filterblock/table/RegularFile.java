// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Tells files that hold bytes from those that wait for somebody, as a FIFO does when it is opened. */
public final class RegularFile {
    private static final int TYPE_OF_MODE = 0xf000;
    private static final int FIFO = 0x1000;
    private static final int CHARACTER_DEVICE = 0x2000;
    private static final int BLOCK_DEVICE = 0x6000;
    private static final int SOCKET = 0xc000;

    private RegularFile() {}

    /**
     * Makes sure that opening a file to read it does not wait.
     *
     * @param path the file; links are followed
     * @throws java.nio.file.NoSuchFileException if there is none
     * @throws IOException if it is no regular file, or if that cannot be found out; the message names the file and says
     *     what it is instead
     */
    public static void check(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            throw new IOException(path + ": is a directory");
        }
        if (!attributes.isRegularFile()) {
            throw new IOException(path + ": is " + kind(path) + ", not a regular file");
        }
    }

    private static String kind(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return "a special file";
        }
        return switch ((int) Files.getAttribute(path, "unix:mode") & TYPE_OF_MODE) {
            case FIFO -> "a FIFO";
            case CHARACTER_DEVICE -> "a character device";
            case BLOCK_DEVICE -> "a block device";
            case SOCKET -> "a socket";
            default -> "a special file";
        };
    }
}
