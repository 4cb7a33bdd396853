// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;

class VectorTrialTest {
    private static final MethodHandle BY_NUMBERS = way(VectorTrial.class, "answersByNumbers");
    private static final MethodHandle FOUR_TIMES = way(VectorTrialTest.class, "fourTimes");
    private static final MethodHandle SIXTEEN_TIMES = way(VectorTrialTest.class, "sixteenTimes");
    private static final MethodHandle ONE_WRONG = way(VectorTrialTest.class, "oneWrong");

    private static MethodHandle way(Class<?> holder, String name) {
        MethodType questions = MethodType.methodType(long.class, int[].class, byte[].class, int[].class, int[].class);
        try {
            return MethodHandles.lookup().findStatic(holder, name, questions);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static long fourTimes(int[] hashes, byte[] filters, int[] offsets, int[] lengths) {
        long answers = VectorTrial.answersByNumbers(hashes, filters, offsets, lengths);
        for (int i = 0; i < 3; i++) {
            answers += VectorTrial.answersByNumbers(hashes, filters, offsets, lengths) - answers;
        }
        return answers;
    }

    static long sixteenTimes(int[] hashes, byte[] filters, int[] offsets, int[] lengths) {
        long answers = fourTimes(hashes, filters, offsets, lengths);
        for (int i = 0; i < 3; i++) {
            answers += fourTimes(hashes, filters, offsets, lengths) - answers;
        }
        return answers;
    }

    /** Wrong in the last of all answers, whatever it is. */
    static long oneWrong(int[] hashes, byte[] filters, int[] offsets, int[] lengths) {
        long answers = VectorTrial.answersByNumbers(hashes, filters, offsets, lengths);
        return answers ^ VectorTrial.next(0, true) ^ VectorTrial.next(0, false);
    }

    /** Many tries for what should win, and a fourth of the speed for what should not: other work must not decide. */
    @Test
    void whatAnswersAlikeInAFractionOfTheTimeWinsIfItDoesForBothSizes() {
        assertTrue(VectorTrial.isWon(BY_NUMBERS, BY_NUMBERS, FOUR_TIMES, 100));
        assertFalse(VectorTrial.isWon(BY_NUMBERS, SIXTEEN_TIMES, FOUR_TIMES, 1));
        assertFalse(VectorTrial.isWon(SIXTEEN_TIMES, BY_NUMBERS, FOUR_TIMES, 1));
    }

    @Test
    void whatAnswersOtherwiseLoses() {
        assertFalse(VectorTrial.isWon(ONE_WRONG, ONE_WRONG, FOUR_TIMES, 5));
        long absent = VectorTrial.answersByNumbers(new int[1], new byte[9], new int[1], new int[] {8});
        assertEquals(VectorTrial.next(0, false), absent);
        assertNotEquals(VectorTrial.next(7, true), VectorTrial.next(7, false));
        assertNotEquals(
                VectorTrial.next(VectorTrial.next(0, true), false), VectorTrial.next(VectorTrial.next(0, false), true));
    }

    @Test
    void nobodyGoesOnWhenInterrupted() {
        Thread.currentThread().interrupt();
        assertFalse(VectorTrial.isWon(FOUR_TIMES, FOUR_TIMES, BY_NUMBERS, 5));
        assertFalse(Thread.interrupted());
    }

    @Test
    void questionsThroughAHandleAreHalfHits() throws ReflectiveOperationException {
        MethodType question = MethodType.methodType(boolean.class, int.class, byte[].class, int.class, int.class);
        int found =
                VectorTrial.askThrough(MethodHandles.lookup().findStatic(BloomBits.class, "sixSetScalar", question));
        assertTrue(found >= 1 << 15 && found < 1 << 16, () -> found + " of " + (1 << 16));
    }
}
