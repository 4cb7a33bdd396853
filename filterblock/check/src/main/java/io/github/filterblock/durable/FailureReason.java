// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Why a file could not be used, in words: some exceptions state the reason only by their class. */
public final class FailureReason {
    /** The reason of a file that does not exist. */
    public static final String NO_SUCH_FILE = "no such file";

    /** The reason of a file that this user may not use. */
    public static final String PERMISSION_DENIED = "permission denied";

    private FailureReason() {}

    /**
     * The reason without the file.
     *
     * @param e what failed
     * @return one line
     */
    public static String of(IOException e) {
        if (e instanceof FileSystemException failure) {
            return failure.getReason() == null ? ofClass(failure) : failure.getReason();
        }
        if (e instanceof ClosedByInterruptException) {
            return "interrupted";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String ofClass(FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return NO_SUCH_FILE;
        }
        if (e instanceof AccessDeniedException) {
            return PERMISSION_DENIED;
        }
        if (e instanceof NotDirectoryException) {
            return "is not a directory";
        }
        return e instanceof FileSystemLoopException
                ? "links form a loop"
                : e.getClass().getSimpleName();
    }

    /**
     * The reason, for a line that already names a file.
     *
     * @param file the file
     * @param e what failed
     * @return one line, with the name of the file that the exception is about if that is another one
     */
    public static String of(Path file, IOException e) {
        return e instanceof FileSystemException failure && file.toString().equals(failure.getFile())
                ? of(e)
                : withFile(e);
    }

    /**
     * The file and the reason.
     *
     * @param e what failed
     * @return one line, with the file's name if the exception has one
     */
    public static String withFile(IOException e) {
        return e instanceof FileSystemException failure && failure.getFile() != null
                ? failure.getFile() + ": " + of(e)
                : of(e);
    }
}
