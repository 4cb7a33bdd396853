// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.database.DatabaseDirectory;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The file that is to be written under a name; without this, {@code folder/} would be a file called so. */
final class OutputFile implements ITypeConverter<Path> {
    @Override
    public Path convert(String word) {
        if (word.endsWith("/") || word.endsWith(File.separator)) {
            throw new TypeConversionException("'" + word + "' names a directory, not the file to write");
        }
        Path file = path(word);
        if (isRefused(file)) {
            throw new TypeConversionException(refusal(file));
        }
        return file;
    }

    /** Whether an output would become part of a database: an engine replays, uses or deletes files with its names. */
    static boolean isRefused(Path output) {
        return DatabaseDirectory.wouldBePart(output);
    }

    static String refusal(Path output) {
        return "'" + output + "' has a name of a database's file, and its directory is a database, whose program would"
                + " use or delete it";
    }

    /** The file that a word names, be it read or written. */
    static Path path(String word) {
        if (word.isEmpty()) {
            throw new TypeConversionException("a path must not be empty");
        }
        try {
            return Path.of(word);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + word + "' is not a path: " + e.getReason());
        }
    }
}
