// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool.input;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file or of the standard input, one at a time. They end with a line feed, with or without a carriage
 * return before it. Bytes that are not UTF-8 are refused: as another text they would stand for something else. Not
 * thread-safe.
 */
public final class Lines implements Closeable {
    private static final String STANDARD_INPUT = "-";

    private final String source;
    private final InputStream in;
    private long number;

    private Lines(String source, InputStream in) {
        this.source = source;
        this.in = in;
    }

    /** Opens a file, or the standard input for {@code -}, which stays open when this is closed. */
    public static Lines of(String source) throws IOException {
        if (source.equals(STANDARD_INPUT)) {
            return new Lines("standard input", new BufferedInputStream(new Unclosed(System.in)));
        }
        try {
            return of(Path.of(source));
        } catch (InvalidPathException e) {
            throw new IOException(source + ": not a path: " + e.getReason(), e);
        }
    }

    /** Opens a file. */
    public static Lines of(Path path) throws IOException {
        String source = path.toString();
        try {
            if (Files.isDirectory(path)) {
                throw new IOException(source + ": is a directory");
            }
            return new Lines(source, new BufferedInputStream(Files.newInputStream(path)));
        } catch (NoSuchFileException e) {
            throw new IOException(source + ": no such file", e);
        } catch (AccessDeniedException e) {
            throw new IOException(source + ": permission denied", e);
        }
    }

    /** The next line, or null behind the last one. */
    public @Nullable String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int octet = read();
        if (octet < 0) {
            return null;
        }
        number++;
        for (; octet >= 0 && octet != '\n'; octet = read()) {
            line.write(octet);
        }
        return decoded(line.toByteArray(), octet == '\n');
    }

    private int read() throws IOException {
        try {
            return in.read();
        } catch (IOException e) {
            throw new IOException(source + ": " + e.getMessage(), e);
        }
    }

    private String decoded(byte[] line, boolean ended) throws IOException {
        boolean returns = ended && line.length > 0 && line[line.length - 1] == '\r';
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, 0, returns ? line.length - 1 : line.length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException(place() + ": bytes that are not UTF-8", e);
        }
    }

    /** Where the last line stands, for messages. */
    public String place() {
        return source + ": line " + number;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private static final class Unclosed extends FilterInputStream {
        Unclosed(InputStream in) {
            super(in);
        }

        @Override
        public void close() {}
    }
}
