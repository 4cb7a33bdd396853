// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files that the paths of a command line stand for. */
final class TableFiles {
    private TableFiles() {}

    /** A path that is no directory stands for itself; a directory for every table below it, in the order of names. */
    static List<Path> below(List<Path> paths) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                files.addAll(tablesIn(path));
            } else {
                files.add(path);
            }
        }
        return files;
    }

    private static List<Path> tablesIn(Path directory) throws IOException {
        List<Path> tables;
        try (Stream<Path> tree = Files.walk(directory)) {
            tables = tree.filter(TableFiles::hasTableName)
                    .filter(path -> !Files.isDirectory(path))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (tables.isEmpty()) {
            throw new IOException(directory + ": no .ldb or .sst file in this directory");
        }
        return tables;
    }

    private static boolean hasTableName(Path path) {
        String name = path.getFileName().toString();
        return name.endsWith(".ldb") || name.endsWith(".sst");
    }
}
