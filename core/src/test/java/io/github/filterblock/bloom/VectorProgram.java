// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A program that asks small filters often; {@link VectorsTest} starts it in JVMs with other options. */
public final class VectorProgram {
    private static final int[] PROBES = {6, 5, 7};
    private static final int[] BEHIND = {0, 1, 12, 13, 62, 63, 64, 77, 127, 128, 200};
    private static final int[] EDGES = {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0xffff, 0xffff_0000};
    private static final int HASHES = 24;
    private static final int QUESTIONS = 1 << 17;
    private static final long MAX_WAIT_NANOS = 90_000_000_000L;

    private final SplittableRandom random = new SplittableRandom(1);
    private @Nullable MethodHandle byVectors;
    private int denied;
    private int found;

    private VectorProgram() {}

    /**
     * Prints {@code vectors true} or {@code vectors false}, then what it checked.
     *
     * @param args a word if the JVM has vectors: a trial of its own is printed, too, and vectors are also asked where
     *     they do not pay
     */
    public static void main(String[] args) throws Exception {
        new VectorProgram().run(args.length > 0);
    }

    /** A method of the class that is not there for the compiler. */
    private static MethodHandle vectors(String name, Class<?>... takes) throws ReflectiveOperationException {
        Class<?> result = name.equals("sixSet") ? boolean.class : long.class;
        return MethodHandles.lookup()
                .findStatic(
                        Class.forName("io.github.filterblock.bloom.VectorProbes"),
                        name,
                        MethodType.methodType(result, takes));
    }

    private static boolean pays() throws ReflectiveOperationException {
        Class<?>[] questions = {int[].class, byte[].class, int[].class, int[].class};
        return VectorTrial.isWon(
                vectors("answersOfOne", questions),
                vectors("answersOfTwo", questions),
                MethodHandles.lookup()
                        .findStatic(
                                VectorTrial.class, "answersByNumbers", MethodType.methodType(long.class, questions)),
                40);
    }

    private void run(boolean withVectors) throws Exception {
        askMuch();
        awaitTrial();
        System.out.println("vectors " + BloomFilterMatcher.usesVectors());
        if (withVectors) { // only now, after the library's trial, the module of this class reads that of vectors
            byVectors = vectors("sixSet", int.class, byte[].class, int.class, int.class);
            System.out.println("pays " + pays());
        }
        for (int round = 0; round < 8; round++) {
            askMuch(); // compiled for what it asks now
        }
        long before = allocated();
        int answers = askMuch();
        long bytes = allocated() - before;
        System.out.println(
                "allocated " + (bytes < QUESTIONS ? "nothing" : bytes + " bytes by " + answers + " answers"));
        for (int length = 1; length <= 130; length++) {
            for (int probes : PROBES) {
                compare(length, probes);
            }
        }
        System.out.println("answers " + (denied > 10_000 && found > 10_000 ? "equal" : denied + " " + found));
    }

    /** Of filters with 8 to 128 bytes. */
    private static int askMuch() {
        byte[] filters = new byte[129 * 129];
        new SplittableRandom(2).nextBytes(filters);
        for (int bytes = 8; bytes <= 128; bytes++) {
            filters[bytes * 128 + bytes] = 6;
        }
        int positive = 0;
        for (int i = 0; i < QUESTIONS; i++) {
            int bytes = 8 + i % 121;
            positive += BloomFilterMatcher.hashMayMatch(i * 0x9e3779b9, filters, bytes * 128, bytes + 1) ? 1 : 0;
        }
        return positive;
    }

    private static void awaitTrial() throws InterruptedException {
        long start = System.nanoTime();
        for (long trials = trials(); trials > 0; trials = trials()) {
            if (trials > 1 || System.nanoTime() - start > MAX_WAIT_NANOS) {
                throw new IllegalStateException(trials == 1 ? "the trial does not end" : trials + " trials at once");
            }
            Thread.sleep(10);
        }
    }

    private static long trials() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("filterblock-vectors"))
                .count();
    }

    /** Through reflection, since these tests are part of a module that does not require that of the beans. */
    private static long allocated() throws ReflectiveOperationException {
        Object threads = Class.forName("java.lang.management.ManagementFactory")
                .getMethod("getThreadMXBean")
                .invoke(null);
        return (long) Class.forName("com.sun.management.ThreadMXBean")
                .getMethod("getCurrentThreadAllocatedBytes")
                .invoke(threads);
    }

    private void compare(int bytes, int probes) throws Exception {
        for (int behind : BEHIND) {
            int offset = random.nextInt(70);
            byte[] block = new byte[offset + bytes + 1 + behind];
            for (int i = 0; i < HASHES; i++) {
                int hash = i < EDGES.length ? EDGES[i] : random.nextInt();
                random.nextBytes(block);
                expect(hash, block, offset, bytes, probes);
                Arrays.fill(block, (byte) -1);
                expect(hash, block, offset, bytes, probes);
                for (long cleared : BloomBits.positions(hash, bytes * 8L, probes)) {
                    Arrays.fill(block, (byte) -1);
                    block[offset + (int) (cleared >> 3)] ^= (byte) (1 << (cleared & 7));
                    expect(hash, block, offset, bytes, probes);
                }
            }
        }
    }

    private void expect(int hash, byte[] block, int offset, int bytes, int probes) throws Exception {
        block[offset + bytes] = (byte) probes;
        boolean expected = Arrays.stream(BloomBits.positions(hash, bytes * 8L, probes))
                .allMatch(bit -> (block[offset + (int) (bit >> 3)] >> (bit & 7) & 1) != 0);
        boolean answer = BloomFilterMatcher.hashMayMatch(hash, block, offset, bytes + 1);
        if (answer != expected
                || byVectors != null && probes == 6 && askVectors(hash, block, offset, bytes) != expected) {
            throw new IllegalStateException(
                    "hash " + hash + ", " + bytes + " bytes at " + offset + " of " + block.length + ", k " + probes);
        }
        if (expected) {
            found++;
        } else {
            denied++;
        }
    }

    private boolean askVectors(int hash, byte[] block, int offset, int bytes) throws Exception {
        try {
            return (boolean) byVectors.invokeExact(hash, block, offset, bytes);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
