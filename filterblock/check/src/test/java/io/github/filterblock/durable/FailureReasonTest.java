// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reasons in words, for a file that the line names already. */
class FailureReasonTest {
    private static final Path FILE = Path.of("a.ldb");

    static Stream<Arguments> troubles() {
        return Stream.of(
                arguments(new NoSuchFileException("a.ldb"), "no such file"),
                arguments(new AccessDeniedException("a.ldb"), "permission denied"),
                arguments(new NotDirectoryException("a.ldb"), "is not a directory"),
                arguments(new FileSystemLoopException("a.ldb"), "links form a loop"),
                arguments(new FileSystemException("a.ldb", null, "is a FIFO"), "is a FIFO"),
                arguments(new FileSystemException("a.ldb"), "FileSystemException"),
                arguments(new AccessDeniedException("other.ldb"), "other.ldb: permission denied"),
                arguments(new IOException("No space left on device"), "No space left on device"),
                arguments(new IOException(), "IOException"));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void theReasonIsInWordsAndAnotherFileIsNamed(IOException trouble, String reason) {
        assertEquals(reason, FailureReason.of(FILE, trouble));
    }
}
