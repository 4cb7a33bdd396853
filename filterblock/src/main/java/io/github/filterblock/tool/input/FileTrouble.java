// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.input;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Why a file could not be used, in words. */
public final class FileTrouble {
    private static final String UNKNOWN = "cannot be used";

    private FileTrouble() {}

    /** The reason, for a line that already names the file. */
    public static String reason(Path file, IOException e) {
        if (e instanceof FileSystemException failure && file.toString().equals(failure.getFile())) {
            return reason(failure);
        }
        return e.getMessage() == null ? UNKNOWN : e.getMessage();
    }

    private static String reason(FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NotDirectoryException) {
            return "is not a directory";
        }
        if (e instanceof FileSystemLoopException) {
            return "links form a loop";
        }
        return e.getReason() == null ? UNKNOWN : e.getReason();
    }
}
