// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A C++ program of this kit, compiled with the system's LevelDB into a temporary directory of its own. */
final class NativeProgram implements AutoCloseable {
    private static final int COMPILE_SECONDS = 120;

    private final Path directory;

    private NativeProgram(Path directory) {
        this.directory = directory;
    }

    /**
     * Compiles a program.
     *
     * @param resource its source, beside this class
     * @throws IOException if it cannot be compiled; the message says what is missing
     */
    static NativeProgram compile(String resource) throws IOException {
        try {
            return compiled(resource);
        } catch (IOException e) {
            throw new IOException(
                    "a live LevelDB is not available (it needs g++ and libleveldb-dev): "
                            + String.valueOf(e.getMessage()).strip(),
                    e);
        }
    }

    private static NativeProgram compiled(String resource) throws IOException {
        NativeProgram program = new NativeProgram(Files.createTempDirectory("filterblock-leveldb-"));
        try (InputStream source = NativeProgram.class.getResourceAsStream(resource)) {
            Files.copy(Objects.requireNonNull(source, resource), program.file("program.cc"));
            String complaint = program.compile();
            if (!complaint.isEmpty()) {
                throw new IOException("the compiler says: " + complaint);
            }
            return program;
        } catch (IOException | RuntimeException e) {
            program.close();
            throw e;
        }
    }

    /** Returns the compiler's message. */
    private String compile() throws IOException {
        Path log = file("log");
        Process compiler = new ProcessBuilder(
                        "g++",
                        "-O2",
                        "-o",
                        file("program").toString(),
                        file("program.cc").toString(),
                        "-l:libleveldb.a",
                        "-lsnappy",
                        "-lpthread")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!compiler.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS)) {
                compiler.destroyForcibly();
                return "nothing for " + COMPILE_SECONDS + " seconds";
            }
        } catch (InterruptedException interrupted) {
            compiler.destroyForcibly();
            Thread.currentThread().interrupt();
            return "interrupted";
        }
        String complaint = Files.readString(log, StandardCharsets.UTF_8);
        return compiler.exitValue() == 0 ? "" : Texts.clip(complaint.isBlank() ? "nothing" : complaint);
    }

    /** Starts it; it shares this process's error output. */
    Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(file("program").toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    /** Removes it; running programs are not affected. */
    @Override
    public void close() throws IOException {
        for (String name : List.of("program.cc", "program", "log")) {
            Files.deleteIfExists(file(name));
        }
        Files.deleteIfExists(directory);
    }
}
