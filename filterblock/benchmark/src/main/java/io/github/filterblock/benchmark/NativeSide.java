// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Shape.Ask;
import io.github.filterblock.benchmark.Shape.CreateFull;
import io.github.filterblock.benchmark.Shape.Positions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** LevelDB or RocksDB itself, in a child process that times itself: native_bench.cc and rocksdb_bench.cc. */
final class NativeSide implements Side, AutoCloseable {
    private final String name;
    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    NativeSide(String name, List<String> command) throws IOException {
        this.name = name;
        this.process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        this.commands = process.outputWriter(StandardCharsets.US_ASCII);
        this.answers = process.inputReader(StandardCharsets.US_ASCII);
    }

    @Override
    public String name() {
        return name;
    }

    /** Only RocksDB has batches. */
    @Override
    public Shape form(Shape shape) {
        return name.equals(ROCKSDB_BATCH) ? shape : shape.forPeers();
    }

    /**
     * RocksDB has its full filters, LevelDB all the rest but for what neither has: go-zero's positions, and an engine's
     * fast local Bloom filter.
     */
    @Override
    public Optional<Work> prepare(Shape shape) {
        if (name.equals(ROCKSDB_BATCH)) {
            boolean batch = shape instanceof Ask ask && ask.target().isFull() && ask.way() == Shape.Way.BATCH;
            return batch ? Optional.of(setUp(shape.words())) : Optional.empty();
        }
        boolean full = shape instanceof CreateFull
                || shape instanceof Ask asked && asked.target().isFull();
        boolean ours = shape instanceof Positions
                || shape instanceof Ask inEngine && inEngine.target() == Shape.Target.DENIAL_FAST;
        return full != name.equals(ROCKSDB) || ours ? Optional.empty() : Optional.of(setUp(shape.words()));
    }

    private Work setUp(String words) {
        String[] answer = ask("setup " + words);
        Work.Check check = new Work.Check(Long.parseUnsignedLong(answer[1], 16), Long.parseUnsignedLong(answer[2], 16));
        return new Work() {
            @Override
            public Optional<Check> check() {
                return Optional.of(check);
            }

            @Override
            public double nanosPerOperation(long cpuNanos) {
                return Double.parseDouble(
                        ask("run " + Math.max(1, cpuNanos / Settings.NANOS_PER_MILLI) + " " + words)[1]);
            }
        };
    }

    private String[] ask(String command) {
        try {
            send(command);
            String line = answers.readLine();
            if (line == null || !line.startsWith("ok ")) {
                throw new IOException("the native side answers \"" + command + "\" with \"" + line + "\"");
            }
            return line.split(" ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
    }

    @Override
    public void close() {
        try {
            send("quit");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process.onExit().join();
    }
}
