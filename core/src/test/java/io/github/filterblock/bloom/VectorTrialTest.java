// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;

class VectorTrialTest {
    private static final int TRIES = 5;
    private static final MethodType QUESTIONS =
            MethodType.methodType(long.class, int[].class, byte[].class, int[].class, int[].class);

    private static MethodHandle way(Class<?> holder, String name) {
        try {
            return MethodHandles.lookup().findStatic(holder, name, QUESTIONS);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle byNumbers() {
        return way(VectorTrial.class, "answersByNumbers");
    }

    static long twice(int[] hashes, byte[] filters, int[] offsets, int[] lengths) {
        long answers = VectorTrial.answersByNumbers(hashes, filters, offsets, lengths);
        return answers + VectorTrial.answersByNumbers(hashes, filters, offsets, lengths) - answers;
    }

    static long fourTimes(int[] hashes, byte[] filters, int[] offsets, int[] lengths) {
        long answers = twice(hashes, filters, offsets, lengths);
        return answers + twice(hashes, filters, offsets, lengths) - answers;
    }

    /** Wrong in the last of all answers, whatever it is. */
    static long oneWrong(int[] hashes, byte[] filters, int[] offsets, int[] lengths) {
        long answers = VectorTrial.answersByNumbers(hashes, filters, offsets, lengths);
        return answers ^ VectorTrial.next(0, true) ^ VectorTrial.next(0, false);
    }

    private static boolean isWon(MethodHandle candidate, MethodHandle judge) {
        return VectorTrial.isWon(candidate, candidate, judge, TRIES);
    }

    @Test
    void whatTakesHalfTheTimeWins() {
        assertTrue(isWon(byNumbers(), way(VectorTrialTest.class, "twice")));
    }

    @Test
    void whatTakesTwiceTheTimeLoses() {
        assertFalse(isWon(way(VectorTrialTest.class, "twice"), byNumbers()));
    }

    @Test
    void whatAnswersOtherwiseLoses() {
        assertFalse(isWon(way(VectorTrialTest.class, "oneWrong"), way(VectorTrialTest.class, "twice")));
    }

    @Test
    void bothSizesHaveToWin() {
        MethodHandle twice = way(VectorTrialTest.class, "twice");
        MethodHandle fourTimes = way(VectorTrialTest.class, "fourTimes");
        assertFalse(VectorTrial.isWon(byNumbers(), fourTimes, twice, TRIES));
        assertFalse(VectorTrial.isWon(fourTimes, byNumbers(), twice, TRIES));
    }

    @Test
    void nobodyGoesOnWhenInterrupted() {
        Thread.currentThread().interrupt();
        assertFalse(isWon(way(VectorTrialTest.class, "twice"), byNumbers()));
        assertFalse(Thread.interrupted());
    }

    @Test
    void questionsThroughAHandleAreHalfHits() throws ReflectiveOperationException {
        MethodType question = MethodType.methodType(boolean.class, int.class, byte[].class, int.class, int.class);
        int found =
                VectorTrial.askThrough(MethodHandles.lookup().findStatic(BloomBits.class, "sixSetByNumbers", question));
        assertTrue(found >= 1 << 15 && found < 1 << 16, () -> found + " of " + (1 << 16));
    }

    @Test
    void answersMakeDifferentNumbers() {
        assertTrue(VectorTrial.next(7, true) != VectorTrial.next(7, false));
        assertTrue(VectorTrial.next(VectorTrial.next(0, true), false)
                != VectorTrial.next(VectorTrial.next(0, false), true));
    }
}
