// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.durable.FailureReason;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file or of the standard input, one at a time, each of a bounded number of bytes. They end with a line
 * feed, with or without a carriage return before it, the last one also without; a byte order mark is refused. Bytes
 * that are not UTF-8 are refused: replaced by other text they would mean something else. Not thread-safe.
 */
final class Lines implements Closeable {
    /** Long enough for a path or a key. */
    static final int MAX_BYTES = 1 << 20;

    /** The name of the standard input. */
    static final Path STANDARD_INPUT = Path.of("-");

    private final String source;
    private final InputStream in;
    private final int mostBytes;
    private long number;

    private Lines(String source, InputStream in, int mostBytes) {
        this.source = source;
        this.in = new BufferedInputStream(in);
        this.mostBytes = mostBytes;
    }

    /** Opens a file, or the standard input for {@code -}. */
    static Lines of(Path source) throws IOException {
        if (source.equals(STANDARD_INPUT)) {
            refuseClosedInput();
            return new Lines("standard input", System.in, MAX_BYTES);
        }
        return of(source, MAX_BYTES);
    }

    /**
     * If a process starts with its standard input closed, that number belongs to a file that Java itself opens; reading
     * it ends the process.
     */
    private static void refuseClosedInput() throws IOException {
        Path input = Path.of("/proc/self/fd/0");
        Path java = Path.of(System.getProperty("java.home")).toRealPath();
        if (Files.isSymbolicLink(input) && Files.readSymbolicLink(input).startsWith(java)) {
            throw new IOException("standard input: is closed");
        }
    }

    /** Opens a file whose lines have at most this many bytes. */
    static Lines of(Path file, int mostBytes) throws IOException {
        try {
            if (Files.isDirectory(file)) {
                throw new FileSystemException(file.toString(), null, "is a directory");
            }
            return new Lines(file.toString(), Files.newInputStream(file), mostBytes);
        } catch (IOException e) {
            throw new IOException(file + ": " + FailureReason.of(file, e), e);
        }
    }

    /** Whether a source can be read twice. */
    static boolean areRepeatable(Path source) {
        return !source.equals(STANDARD_INPUT) && Files.isRegularFile(source);
    }

    /**
     * The next line, or null after the last one.
     *
     * @throws IOException if the source cannot be read, or if the line is too long or not UTF-8
     */
    @Nullable
    String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int octet = read();
        if (octet < 0) {
            return null;
        }
        number++;
        for (; octet >= 0 && octet != '\n'; octet = read()) {
            if (line.size() == mostBytes) {
                throw new IOException(place() + ": longer than " + mostBytes + " bytes");
            }
            line.write(octet);
        }
        return decoded(line.toByteArray());
    }

    private int read() throws IOException {
        try {
            return in.read();
        } catch (IOException e) {
            throw new IOException(source + ": " + e.getMessage(), e);
        }
    }

    private String decoded(byte[] line) throws IOException {
        boolean returns = line.length > 0 && line[line.length - 1] == '\r';
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, 0, returns ? line.length - 1 : line.length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException(place() + ": bytes that are not UTF-8", e);
        }
        if (number == 1 && text.startsWith("\ufeff")) {
            throw new IOException(place() + ": begins with a byte order mark, which is not part of a key; remove it");
        }
        return text;
    }

    /** The place of the last line, for messages. */
    String place() {
        return source + ": line " + number;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
