// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A C++ program of this kit around the system's LevelDB, compiled when it is first asked for into a temporary directory
 * that is removed when the JVM exits. Thread-safe.
 */
final class NativeProgram {
    private static final int COMPILE_SECONDS = 120;

    private final String resource;
    private Optional<Path> directory = Optional.empty();
    private String whyNot = "";

    /** Creates the program whose source lies beside this class; it is not compiled yet. */
    NativeProgram(String resource) {
        this.resource = resource;
    }

    /** Compiles the program if need be, and returns why it is not available; the empty text if it is. */
    synchronized String whyNotAvailable() {
        if (directory.isEmpty() && whyNot.isEmpty()) {
            try {
                Path created = Files.createTempDirectory("filterblock-leveldb-");
                Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(created)));
                whyNot = compile(created);
                directory = Optional.of(created);
            } catch (IOException e) {
                whyNot = String.valueOf(e.getMessage());
            }
        }
        return whyNot.isEmpty()
                ? ""
                : "a live LevelDB is not available (it needs g++ and libleveldb-dev): " + whyNot.strip();
    }

    private static void delete(Path directory) {
        try {
            for (String name : List.of("program.cc", "program", "log", "")) {
                Files.deleteIfExists(directory.resolve(name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the compiler's message; the empty text if it has none. */
    private String compile(Path target) throws IOException {
        try (InputStream source = NativeProgram.class.getResourceAsStream(resource)) {
            Files.copy(Objects.requireNonNull(source, resource), target.resolve("program.cc"));
        }
        Path log = target.resolve("log");
        Process compiler = new ProcessBuilder(
                        "g++", "-O2", "-o", "program", "program.cc", "-l:libleveldb.a", "-lsnappy", "-lpthread")
                .directory(target.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!compiler.waitFor(COMPILE_SECONDS, TimeUnit.SECONDS)) {
                compiler.destroyForcibly();
                return "the compiler did not finish within " + COMPILE_SECONDS + " seconds";
            }
        } catch (InterruptedException interrupted) {
            compiler.destroyForcibly();
            Thread.currentThread().interrupt();
            return "interrupted";
        }
        return compiler.exitValue() == 0
                ? ""
                : "the compiler says: " + Texts.clip(Files.readString(log, StandardCharsets.UTF_8));
    }

    /**
     * Starts it; it shares this process's error output.
     *
     * @throws IllegalStateException if it is not available, with the reason
     */
    Process start(String... arguments) throws IOException {
        String reason = whyNotAvailable();
        if (!reason.isEmpty()) {
            throw new IllegalStateException(reason);
        }
        List<String> command = new ArrayList<>(
                List.of(directory.orElseThrow().resolve("program").toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
