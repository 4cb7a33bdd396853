// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The standard output of the process, which remembers why it could not be written: a {@link PrintWriter} does not. */
final class StandardOutput extends FilterOutputStream {
    private @Nullable IOException failure;

    /** The standard output. */
    StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    StandardOutput(OutputStream out) {
        super(out);
    }

    /** Writes text in UTF-8, whatever the locale. */
    PrintWriter writer() {
        return new PrintWriter(new OutputStreamWriter(this, StandardCharsets.UTF_8), false);
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /**
     * Why not everything was written; empty if it was, or if the program at the other end of a pipe has stopped
     * reading.
     */
    Optional<String> failure() {
        return failure(Terminals.isPipe(1));
    }

    Optional<String> failure(boolean ofPipe) {
        return Optional.ofNullable(failure)
                .map(e -> String.valueOf(e.getMessage()))
                .filter(reason -> !ofPipe && !reason.toLowerCase(Locale.ROOT).contains("pipe"));
    }
}
