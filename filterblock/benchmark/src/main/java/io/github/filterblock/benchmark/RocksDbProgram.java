// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** rocksdb_bench.cc makes the filters that both sides ask: this library reads RocksDB's filters and makes none. */
final class RocksDbProgram {
    static final String NAME = "rocksdb_bench";

    private RocksDbProgram() {}

    /** Where the filters lie. */
    static String directory() {
        return System.getProperty("benchmark.directory");
    }

    /** Writes the filters of all operations with such names. */
    static void makeFilters(Path program, Path directory, String only) throws IOException, InterruptedException {
        for (Operation operation : Operations.all(Goals.current())) {
            for (Operation.Variant variant : operation.variants()) {
                if (operation.name().matches(only)
                        && variant.shape() instanceof Shape.FullLookup lookup
                        && !Files.exists(directory.resolve(lookup.file()))) {
                    make(program, directory, lookup);
                }
            }
        }
    }

    private static void make(Path program, Path directory, Shape.FullLookup lookup)
            throws IOException, InterruptedException {
        int status = new ProcessBuilder(
                        program.toString(),
                        "make",
                        directory.toString(),
                        lookup.kind().toString(),
                        Integer.toString(lookup.keys()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException(program + " could not write " + lookup.file());
        }
    }

    static byte[] filter(Shape.FullLookup lookup) {
        try {
            return Files.readAllBytes(Path.of(directory(), lookup.file()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
