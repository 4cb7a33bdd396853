// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compiles native_bench.cc, where a compiler and LevelDB's library and headers are installed. */
final class NativeProgram {
    private NativeProgram() {}

    /** Thrown if the program is not available; the message says why. */
    static final class UnavailableException extends Exception {
        private static final long serialVersionUID = 1;

        UnavailableException(String message) {
            super(message);
        }
    }

    static Path compile(Path sources, Path directory) throws IOException, InterruptedException, UnavailableException {
        Path program = directory.resolve("native_bench");
        Path log = directory.resolve("native_bench.log");
        Files.deleteIfExists(program);
        List<String> command = List.of(
                "g++",
                "-std=c++17",
                "-O3",
                "-DNDEBUG",
                sources.resolve("native_bench.cc").toString(),
                "-o",
                program.toString(),
                "-l:libleveldb.a",
                "-pthread");
        try {
            Process compiler = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (compiler.waitFor() == 0) {
                return program;
            }
        } catch (IOException e) {
            throw new UnavailableException("there is no g++ (" + e.getMessage() + ")");
        }
        throw new UnavailableException(
                "native_bench.cc could not be compiled; is libleveldb-dev installed? See " + log);
    }
}
