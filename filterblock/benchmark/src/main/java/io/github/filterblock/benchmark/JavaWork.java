// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Shape.Build;
import io.github.filterblock.benchmark.Shape.Create;
import io.github.filterblock.benchmark.Shape.CreateFull;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Work of this JVM, done chunk by chunk. */
final class JavaWork implements Work {
    private static final int PER_CHUNK = 4096;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int KEYS_FOR_POSITIONS = 4096;

    /** Keeps results alive. */
    private static volatile long sink;

    private final long operations;
    private final LongSupplier chunk;
    private final Supplier<Check> checker;
    private final boolean comparable;
    private double chunkNanos;

    /**
     * @param operations in a chunk
     * @param chunk does the next chunk; what it returns depends on every result
     */
    private JavaWork(long operations, boolean comparable, LongSupplier chunk, Supplier<Check> checker) {
        this.operations = operations;
        this.comparable = comparable;
        this.chunk = chunk;
        this.checker = checker;
    }

    /** Does each of some things, and begins again after the last one. */
    private static LongSupplier inTurns(int count, int perChunk, IntToLongFunction each) {
        int[] next = {0};
        return () -> {
            long sum = 0;
            for (int i = 0; i < perChunk; i++) {
                sum += each.applyAsLong(next[0]);
                next[0] = (next[0] + 1) % count;
            }
            return sum;
        };
    }

    /**
     * Makes one filter after the other.
     *
     * @param comparable whether what is made are the filter's bytes
     * @param maker makes the filter of a number; may make all in the same memory, whatever is in it
     */
    static JavaWork creating(Create shape, boolean comparable, IntFunction<byte[]> maker) {
        int filters = shape.filters();
        int perChunk = Math.max(1, Math.min(filters, PER_CHUNK / shape.keysPerFilter()));
        return making(filters, perChunk, shape.keysPerFilter(), comparable, maker);
    }

    /** Makes the same full filter again and again. */
    static JavaWork creating(CreateFull shape, Supplier<byte[]> maker) {
        return making(1, 1, shape.keys(), true, i -> maker.get());
    }

    /** Builds the same filter block again and again. */
    static JavaWork building(Build shape, Supplier<byte[]> maker) {
        return making(1, 1, shape.blocks() * Keys.PER_BLOCK, true, i -> maker.get());
    }

    private static JavaWork making(int count, int perChunk, int keys, boolean comparable, IntFunction<byte[]> maker) {
        LongSupplier chunk = inTurns(count, perChunk, i -> {
            byte[] made = maker.apply(i);
            return made[made.length >> 1];
        });
        return new JavaWork((long) perChunk * keys, comparable, chunk, () -> {
            Checksum bytes = new Checksum();
            for (int i = 0; i < count; i++) {
                byte[] made = maker.apply(i);
                bytes.add(made);
                Arrays.fill(made, (byte) -1);
            }
            return new Check(bytes.value, new Checksum().value);
        });
    }

    /** Asks the questions from a number on, as many as there is room for answers, in a loop of its own. */
    @FunctionalInterface
    interface Asker {
        void ask(int from, boolean[] answers);
    }

    /**
     * Asks one question after the other.
     *
     * @param bytes the filters or filter blocks that are asked; none if the answers are this side's own
     */
    static JavaWork asking(int questions, byte[][] bytes, Asker asker) {
        boolean[] answers = new boolean[PER_CHUNK];
        LongSupplier chunk = inTurns(questions / PER_CHUNK, 1, i -> {
            asker.ask(i * PER_CHUNK, answers);
            return answers[0] ? 1 : 0;
        });
        return new JavaWork(PER_CHUNK, bytes.length > 0, chunk, () -> {
            Checksum asked = new Checksum();
            for (byte[] each : bytes) {
                asked.add(each);
            }
            Checksum answered = new Checksum();
            for (int from = 0; from < questions; from += PER_CHUNK) {
                asker.ask(from, answers);
                for (boolean answer : answers) {
                    answered.add((byte) (answer ? 1 : 0));
                }
            }
            return new Check(asked.value, answered.value);
        });
    }

    /** Fills in the positions of a key. */
    @FunctionalInterface
    interface Positioner {
        void positions(byte[] keys, int offset, int length, long[] positions);
    }

    /** Determines the positions of one key after the other in a filter of go-zero. */
    static JavaWork positioning(int length, int probes, Positioner positioner) {
        byte[] keys = new byte[KEYS_FOR_POSITIONS * length];
        for (int i = 0; i < KEYS_FOR_POSITIONS; i++) {
            // A key takes the words of as many short ones.
            long id = (long) i * (length / Keys.FIXED_LENGTH + 1);
            RandomWords.writeKey(RandomWords.PRESENT, id, keys, i * length, length);
        }
        long[] positions = new long[probes];
        LongSupplier chunk = () -> {
            long sum = 0;
            for (int i = 0; i < KEYS_FOR_POSITIONS; i++) {
                positioner.positions(keys, i * length, length, positions);
                sum += positions[0] + positions[probes - 1];
            }
            return sum;
        };
        return new JavaWork(KEYS_FOR_POSITIONS, true, chunk, () -> {
            Checksum answers = new Checksum();
            for (int i = 0; i < KEYS_FOR_POSITIONS; i++) {
                positioner.positions(keys, i * length, length, positions);
                for (long position : positions) {
                    answers.add(
                            ByteBuffer.allocate(Long.BYTES).putLong(position).array());
                }
            }
            return new Check(new Checksum().value, answers.value);
        });
    }

    /** FNV-1a in 64 bits, as bench.h has it. */
    private static final class Checksum {
        private long value = 0xcbf29ce484222325L;

        void add(byte... bytes) {
            for (byte b : bytes) {
                value = (value ^ b & 0xff) * 0x100000001b3L;
            }
        }
    }

    @Override
    public Optional<Check> check() {
        Check check = checker.get();
        return comparable ? Optional.of(check) : Optional.empty();
    }

    long operations() {
        return operations;
    }

    @Override
    public double nanosPerOperation(long cpuNanos) {
        if (chunkNanos == 0) {
            chunkNanos = time(1);
        }
        chunkNanos = Math.max(1, time(Math.max(1, (long) Math.ceil(cpuNanos / chunkNanos))));
        return chunkNanos / operations;
    }

    /** CPU time of the calling thread. */
    static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private double time(long chunks) {
        long start = cpuNanos();
        run(chunks);
        return (double) (cpuNanos() - start) / chunks;
    }

    /** Does that many chunks. */
    void run(long chunks) {
        long sum = 0;
        for (long i = 0; i < chunks; i++) {
            sum += chunk.getAsLong();
        }
        sink = sum;
    }
}
