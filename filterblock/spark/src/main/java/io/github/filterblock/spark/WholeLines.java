// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file that end with a line feed. Bytes after the last line feed were being written when the writer was
 * stopped, and are no line. An {@link IOException} is thrown as an {@link UncheckedIOException}.
 */
final class WholeLines implements Iterator<String>, Closeable {
    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int position;
    private int limit;
    private @Nullable String next;

    WholeLines(InputStream in) {
        this.in = in;
    }

    @Override
    public boolean hasNext() {
        try {
            while (next == null && fill()) {
                take();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return next != null;
    }

    private boolean fill() throws IOException {
        if (position == limit) {
            limit = Math.max(0, in.read(buffer));
            position = 0;
        }
        return position < limit;
    }

    /** Takes bytes up to a line feed, or all that are there. */
    private void take() {
        int end = position;
        while (end < limit && buffer[end] != '\n') {
            end++;
        }
        line.write(buffer, position, end - position);
        position = end;
        if (end < limit) {
            position++;
            next = line.toString(StandardCharsets.UTF_8);
            line.reset();
        }
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        String result = next;
        next = null;
        return result;
    }

    /** Whether the last line ends the file; known when there are no more lines. */
    boolean endWithLineFeed() {
        return line.size() == 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Closes what was only read. */
    void closeQuietly() {
        try {
            in.close();
        } catch (IOException e) {
            // all that was wanted has been read
        }
    }
}
