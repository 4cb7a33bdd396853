// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The file that an outcome is about.
 *
 * @param name its name as forms of output name it
 * @param path the file, unless it is on another machine
 */
public record Subject(String name, Optional<Path> path) {
    /** A file on this machine. */
    public static Subject of(Path file) {
        return new Subject(Names.of(file), Optional.of(file));
    }

    /** A file stored anywhere. */
    public static Subject named(String name) {
        return new Subject(name, Optional.empty());
    }
}
