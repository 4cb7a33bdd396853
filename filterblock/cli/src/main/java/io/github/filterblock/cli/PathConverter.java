// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From a word of the command line to the file that it names. */
final class PathConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String word) {
        try {
            return Words.path(word);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + word + "': " + e.getMessage());
        }
    }
}
