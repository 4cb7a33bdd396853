// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

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
        return path(word);
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
