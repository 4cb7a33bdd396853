// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Shape.Ask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The programs of native peers, which are compiled where a compiler and the library that they need are installed. */
enum NativeProgram {
    LEVELDB(List.of(Side.NATIVE), "native_bench", "-l:libleveldb.a", "libleveldb-dev"),

    /** Makes the filters that both sides ask, too: this library reads RocksDB's filters and makes none. */
    ROCKSDB(List.of(Side.ROCKSDB, Side.ROCKSDB_BATCH), "rocksdb_bench", "-lrocksdb", "librocksdb-dev");

    private final List<String> sides;
    private final String source;
    private final String library;
    private final String dependency;
    private final Path file;

    NativeProgram(List<String> sides, String source, String library, String dependency) {
        this.sides = sides;
        this.source = source;
        this.library = library;
        this.dependency = dependency;
        this.file = Settings.DIRECTORY.resolve(source);
    }

    /** Compiles the program; returns why there is none. */
    Optional<String> compile() throws IOException, InterruptedException {
        Path log = Settings.DIRECTORY.resolve(source + ".log");
        Path from = Path.of(System.getProperty("benchmark.sources"), source + ".cc");
        Files.deleteIfExists(file);
        List<String> command = new ArrayList<>(List.of("g++", "-std=c++17", "-O3", "-DNDEBUG", from.toString()));
        command.addAll(List.of("-o", file.toString(), library, "-pthread"));
        try {
            int status = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start()
                    .waitFor();
            return status == 0
                    ? Optional.empty()
                    : Optional.of(sides.get(0) + ": not measured, because " + from.getFileName()
                            + " could not be compiled; is " + dependency + " installed? See " + log);
        } catch (IOException e) {
            return Optional.of(sides.get(0) + ": not measured, because there is no g++ (" + e.getMessage() + ")");
        }
    }

    /** The names of the sides that it serves, each in a process of its own. */
    List<String> sides() {
        return sides;
    }

    /** A side, if there is the program. */
    Optional<NativeSide> start(String side) throws IOException {
        return Files.exists(file)
                ? Optional.of(new NativeSide(side, List.of(file.toString(), "serve", Settings.DIRECTORY.toString())))
                : Optional.empty();
    }

    /** Writes the full filters that operations which are wanted ask. */
    static void makeFullFilters() throws IOException, InterruptedException {
        for (Operation operation : Operations.ALL) {
            if (operation.peers().contains(Side.ROCKSDB)
                    && Settings.want(operation.name())
                    && Files.exists(ROCKSDB.file)
                    && operation.variants().get(0).shape() instanceof Ask ask) {
                make(ask);
            }
        }
    }

    private static void make(Ask ask) throws IOException, InterruptedException {
        String keys = Integer.toString(ask.keysPerTable());
        String kind = ask.target().name().toLowerCase(Locale.ROOT);
        String[] command = {ROCKSDB.file.toString(), "make", Settings.DIRECTORY.toString(), kind, keys};
        if (!Files.exists(pathOf(ask))
                && new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException(ROCKSDB.file + " could not write " + pathOf(ask));
        }
    }

    private static Path pathOf(Ask ask) {
        return Settings.DIRECTORY.resolve(ask.file());
    }

    static byte[] fullFilter(Ask ask) {
        try {
            return Files.readAllBytes(pathOf(ask));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
