// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Files that may be opened: to open a FIFO for reading waits until somebody writes. */
public final class RegularFiles {
    private static final int TYPE_MASK = 0xf000;
    private static final int FIFO = 0x1000;
    private static final int CHARACTER_DEVICE = 0x2000;
    private static final int BLOCK_DEVICE = 0x6000;
    private static final int SOCKET = 0xc000;

    private RegularFiles() {}

    /**
     * Opens a file for reading.
     *
     * @param file the file, or a link to it
     * @return its bytes; close it
     * @throws FileSystemException that says what it is, if it is no regular file
     * @throws IOException if it cannot be opened
     */
    public static InputStream open(Path file) throws IOException {
        check(file);
        return Files.newInputStream(file);
    }

    /**
     * Looks what a name leads to.
     *
     * @param file a file, or a link to it
     * @throws FileSystemException that says what it is, if it is no regular file
     * @throws IOException if that cannot be found out
     */
    public static void check(Path file) throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new FileSystemException(file.toString(), null, "is " + kind(file) + ", no regular file");
        }
    }

    /**
     * What a name leads to that is no regular file, for people.
     *
     * @param file the file, or a link to it
     * @return for example {@code "a FIFO"}
     * @throws IOException if that cannot be found out
     */
    public static String kind(Path file) throws IOException {
        try {
            if (Files.isDirectory(file)) {
                return "a directory";
            }
            return switch ((int) Files.getAttribute(file, "unix:mode") & TYPE_MASK) {
                case FIFO -> "a FIFO";
                case SOCKET -> "a socket";
                case CHARACTER_DEVICE, BLOCK_DEVICE -> "a device";
                default -> "a special file";
            };
        } catch (NoSuchFileException e) {
            return "a link that leads nowhere";
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return "a special file";
        }
    }
}
