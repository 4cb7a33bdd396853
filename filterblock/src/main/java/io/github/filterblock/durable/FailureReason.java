// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why something failed, in words: some exceptions state the reason only by their class. */
public final class FailureReason {
    private FailureReason() {}

    /**
     * The reason without the file.
     *
     * @param e what failed
     * @return one line
     */
    public static String of(IOException e) {
        if (e instanceof FileSystemException ofFile && ofFile.getReason() != null) {
            return ofFile.getReason();
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (e instanceof NotDirectoryException) {
            return "not a directory";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /**
     * The file and the reason.
     *
     * @param e what failed
     * @return one line, with the file's name if the exception has one
     */
    public static String withFile(IOException e) {
        return e instanceof FileSystemException ofFile && ofFile.getFile() != null
                ? ofFile.getFile() + ": " + of(e)
                : of(e);
    }
}
