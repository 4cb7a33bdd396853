// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Reads files of a corpus; every failure is an {@link UncheckedIOException} whose message names the file. */
final class CorpusFiles {
    private CorpusFiles() {}

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    /** Returns the content of a file, decompressed when it starts as a gzip file does. */
    static byte[] plainBytes(Path file) {
        byte[] stored = bytes(file);
        if (stored.length < 2 || stored[0] != 0x1f || stored[1] != (byte) 0x8b) {
            return stored;
        }
        try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(stored))) {
            return plain.readAllBytes();
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    static String text(Path file) {
        return new String(bytes(file), StandardCharsets.UTF_8);
    }

    static List<String> linesIfPresent(Path file) {
        return Files.exists(file) ? text(file).lines().toList() : List.of();
    }

    /** Returns the files of a directory whose names have this ending, ordered by name; a missing directory has none. */
    static List<Path> listIfPresent(Path directory, String ending) {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw unreadable(directory.toString(), e);
        }
    }

    static Path requireDirectory(Path directory) {
        if (!Files.isDirectory(directory)) {
            String place = directory.toAbsolutePath().normalize().toString();
            throw new UncheckedIOException("corpus: there is no directory " + place, new NotDirectoryException(place));
        }
        return directory;
    }

    static UncheckedIOException unreadable(String what, Exception cause) {
        return new UncheckedIOException(new IOException("corpus: " + what + ": " + cause.getMessage(), cause));
    }
}
