// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compiles a native program, where a compiler and the library and headers that it needs are installed. */
final class NativeProgram {
    private NativeProgram() {}

    /** Thrown if the program is not available; the message says why. */
    static final class UnavailableException extends Exception {
        private static final long serialVersionUID = 1;

        UnavailableException(String message) {
            super(message);
        }
    }

    /**
     * Compiles a program.
     *
     * @param name of the program and of its source without {@code .cc}
     * @param library the linker's option for it
     * @param dependency the package of Debian that has it
     */
    static Path compile(Path sources, Path directory, String name, String library, String dependency)
            throws IOException, InterruptedException, UnavailableException {
        Path program = directory.resolve(name);
        Path log = directory.resolve(name + ".log");
        Files.deleteIfExists(program);
        List<String> command = List.of(
                "g++",
                "-std=c++17",
                "-O3",
                "-DNDEBUG",
                sources.resolve(name + ".cc").toString(),
                "-o",
                program.toString(),
                library,
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
        throw new UnavailableException(name + ".cc could not be compiled; is " + dependency + " installed? See " + log);
    }
}
