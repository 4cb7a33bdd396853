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
    LEVELDB(Side.NATIVE, "native_bench", "-l:libleveldb.a", "libleveldb-dev"),

    /** Makes the filters that both sides ask, too: this library reads RocksDB's filters and makes none. */
    ROCKSDB(Side.ROCKSDB, "rocksdb_bench", "-lrocksdb", "librocksdb-dev");

    private final String side;
    private final String source;
    private final String library;
    private final String dependency;
    private final Path file;

    NativeProgram(String side, String source, String library, String dependency) {
        this.side = side;
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
                    : Optional.of(side + ": not measured, because " + from.getFileName() + " could not be compiled; is "
                            + dependency + " installed? See " + log);
        } catch (IOException e) {
            return Optional.of(side + ": not measured, because there is no g++ (" + e.getMessage() + ")");
        }
    }

    /** The side, if there is the program. */
    Optional<NativeSide> start() throws IOException {
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
