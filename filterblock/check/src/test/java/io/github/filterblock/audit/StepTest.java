// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys one step away. */
class StepTest {

    @ParameterizedTest
    @CsvSource({
        "key0017, 1, key0018", "key0019, 1, key0020", "key9999, 1, key0000", "key0000, -1, key9999",
        "key0020, -1, key0019", "999, 1, 000", "ab, 1, ac", "ab, -1, aa"
    })
    void numbersAreCountedUpAndDown(String key, int step, String neighbour) {
        byte[] bytes = key.getBytes(ISO_8859_1);
        FilterQuestions.step(bytes, step);
        assertEquals(neighbour, new String(bytes, ISO_8859_1));
    }

    @Test
    void bytesCarry() {
        byte[] key = {1, (byte) 0xff};
        FilterQuestions.step(key, 1);
        assertEquals("[2, 0]", Arrays.toString(key));
        FilterQuestions.step(key, -1);
        assertEquals("[1, -1]", Arrays.toString(key));
    }

    @Test
    void oneStepGoesUpOrDown() {
        byte[] room = "key17---".getBytes(ISO_8859_1);
        Random random = new Random(5);
        Set<String> made = new TreeSet<>();
        for (int i = 0; i < 100; i++) {
            made.add(new String(FilterQuestions.oneStepFrom(room, 5, random), ISO_8859_1));
        }
        assertEquals(Set.of("key16", "key18"), made);
        assertEquals("key17---", new String(room, ISO_8859_1));
        assertEquals("[0]", Arrays.toString(FilterQuestions.oneStepFrom(new byte[] {7}, 0, random)));
    }
}
