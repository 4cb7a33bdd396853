// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.lang.invoke.MethodHandle;
import java.util.SplittableRandom;

/** Compares two ways of asking small filters of six probes: their answers, and the time they take when compiled. */
final class VectorTrial {
    /*
     * Each is a loop over questions, so the compiler may inline it as in a caller that asks often. Present keys
     * come first, then absent ones: the processor can foresee the answers, as in a program that looks for one kind
     * only, so its mispredictions are not measured. The shortest of a few rounds are compared, since the thread shares
     * the processor with the rest of the program.
     */
    private static final int FILTERS = 256;
    private static final int QUESTIONS = 1 << 13;
    private static final int ROUNDS = 20;
    private static final int THROUGH_HANDLE = 1 << 16;
    private static final long PAUSE_MILLIS = 50;

    /** For a JVM that does not compile, or is given little of the processor. */
    private static final long LIMIT_NANOS = 30_000_000_000L;

    /** The gain has to be clear. */
    private static final double GAIN = 1.2;

    private final int[] hashes = new int[QUESTIONS];
    private final int[] offsets = new int[QUESTIONS];
    private final int[] lengths = new int[QUESTIONS];
    private final byte[] filters;

    private VectorTrial(int minBytes, int maxBytes) {
        SplittableRandom random = new SplittableRandom(maxBytes);
        this.filters = new byte[(FILTERS + 1) * maxBytes]; // room for a full read after the last filter
        for (int i = 0; i < QUESTIONS; i++) {
            int filter = random.nextInt(FILTERS);
            hashes[i] = random.nextInt();
            offsets[i] = filter * maxBytes;
            lengths[i] = minBytes + filter % (maxBytes - minBytes + 1);
            if (i < QUESTIONS / 2) {
                for (long position : BloomBits.positions(hashes[i], lengths[i] * 8L, BloomBits.SIX)) {
                    filters[offsets[i] + (int) (position >>> 3)] |= (byte) (1 << (position & 7));
                }
            }
        }
    }

    /**
     * Whether a way of asking answers as another one does, and is clearly faster once it is compiled.
     *
     * @param ofSmall takes what {@link #answersByNumbers} takes, with filters of up to 64 bytes
     * @param ofLarge the same with filters of up to 128 bytes
     * @param judge the way with which they are compared
     * @param tries how often they are compared until one is faster, with a pause of 50 ms after each
     */
    static boolean isWon(MethodHandle ofSmall, MethodHandle ofLarge, MethodHandle judge, int tries) {
        long end = System.nanoTime() + LIMIT_NANOS;
        return new VectorTrial(8, 64).isWon(ofSmall, judge, tries, end)
                && new VectorTrial(65, 128).isWon(ofLarge, judge, tries, end);
    }

    /**
     * Asks through a handle so often that the compiler sees a frequent call in it; one that it believes to be rare it
     * does not inline into callers, which then take a quarter longer.
     *
     * @param question takes a hash, an array, the offset in it of a filter of up to 64 bytes, and its number of bytes
     * @return how many were answered with yes
     */
    static int askThrough(MethodHandle question) {
        VectorTrial small = new VectorTrial(8, 64);
        int found = 0;
        for (int i = 0; i < THROUGH_HANDLE; i++) {
            found += small.answer(question, i & QUESTIONS - 1) ? 1 : 0;
        }
        return found;
    }

    private boolean answer(MethodHandle question, int number) {
        try {
            return (boolean) question.invokeExact(hashes[number], filters, offsets[number], lengths[number]);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private boolean isWon(MethodHandle candidate, MethodHandle judge, int tries, long end) {
        return agree(candidate, judge)
                && isFaster(candidate, judge, tries, end)
                && agree(candidate, judge); // as they are compiled now
    }

    private boolean agree(MethodHandle candidate, MethodHandle judge) {
        return answers(candidate) == answers(judge);
    }

    private boolean isFaster(MethodHandle candidate, MethodHandle judge, int tries, long end) {
        for (int left = tries; left > 0; left--) {
            long ofCandidate = Long.MAX_VALUE;
            long ofJudge = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                ofCandidate = Math.min(ofCandidate, nanos(candidate));
                ofJudge = Math.min(ofJudge, nanos(judge));
            }
            if (ofCandidate * GAIN < ofJudge) {
                return true;
            }
            if (System.nanoTime() - end > 0 || !pause()) {
                return false;
            }
        }
        return false;
    }

    private long nanos(MethodHandle way) {
        long start = System.nanoTime();
        answers(way);
        return System.nanoTime() - start;
    }

    /** Leaves the processor to the compiler. */
    private static boolean pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private long answers(MethodHandle way) {
        try {
            return (long) way.invokeExact(hashes, filters, offsets, lengths);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Asks without vectors.
     *
     * @param hashes one for each question
     * @param filters holds the filters
     * @param offsets where the filter of a question starts
     * @param lengths how many bytes it has
     * @return all answers in one number, which almost certainly differs if one of them does
     */
    static long answersByNumbers(int[] hashes, byte[] filters, int[] offsets, int[] lengths) {
        long answers = 0;
        for (int i = 0; i < hashes.length; i++) {
            boolean answer = BloomBits.sixSetScalar(hashes[i], filters, offsets[i], lengths[i]);
            answers = next(answers, answer);
        }
        return answers;
    }

    /** The number of all answers up to this one. */
    static long next(long answers, boolean answer) {
        return answers * 31 + (answer ? 1 : 2);
    }
}
