// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.coding;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Files that may be opened: opening a FIFO for reading would wait until a program writes to it. */
public final class RegularFiles {
    /** The {@link #kind} of a FIFO. */
    public static final String A_FIFO = "a FIFO";

    private static final int TYPE_OF_MODE = 0xf000;
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
     * @throws FileSystemException if it is not a regular file; the message says what it is
     * @throws IOException if it cannot be opened
     */
    public static InputStream open(Path file) throws IOException {
        check(file);
        return Files.newInputStream(file);
    }

    /**
     * Makes sure that opening a file to read it does not wait.
     *
     * @param file the file, or a link to it
     * @throws NoSuchFileException if it does not exist
     * @throws FileSystemException if it is not a regular file; the message says what it is
     * @throws IOException if that cannot be determined
     */
    public static void check(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            String end = attributes.isDirectory() ? "" : ", not a regular file";
            throw new FileSystemException(file.toString(), null, "is " + kind(file) + end);
        }
    }

    /**
     * The kind of a file that is not regular, for display.
     *
     * @param file the file, or a link to it
     * @return for example {@code "a FIFO"}
     * @throws IOException if that cannot be determined
     */
    public static String kind(Path file) throws IOException {
        try {
            if (Files.isDirectory(file)) {
                return "a directory";
            }
            return switch ((int) Files.getAttribute(file, "unix:mode") & TYPE_OF_MODE) {
                case FIFO -> A_FIFO;
                case CHARACTER_DEVICE -> "a character device";
                case BLOCK_DEVICE -> "a block device";
                case SOCKET -> "a socket";
                default -> "a special file";
            };
        } catch (NoSuchFileException e) {
            return "a link that leads nowhere";
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return "a special file";
        }
    }
}
