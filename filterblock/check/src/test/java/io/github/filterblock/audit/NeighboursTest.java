// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighboursTest {

    @ParameterizedTest
    @CsvSource({
        "key0017, 1, key0018", "key0019, 1, key0020", "key9999, 1, key0000", "key0000, -1, key9999",
        "key0020, -1, key0019", "999, 1, 000", "ab, 1, ac", "ab, -1, aa"
    })
    void numbersAreCountedUpAndDown(String key, int step, String neighbour) {
        byte[] bytes = key.getBytes(ISO_8859_1);
        Neighbours.step(bytes, step);
        assertEquals(neighbour, new String(bytes, ISO_8859_1));
    }

    @Test
    void bytesCarry() {
        byte[] key = {1, (byte) 0xff};
        Neighbours.step(key, 1);
        assertEquals("[2, 0]", Arrays.toString(key));
        Neighbours.step(key, -1);
        assertEquals("[1, -1]", Arrays.toString(key));
    }

    @Test
    void everyKindIsMadeAndTheKeyStays() {
        byte[] room = "key17---".getBytes(ISO_8859_1);
        byte[] before = room.clone();
        Neighbours neighbours = new Neighbours(new Random(5));
        Set<Integer> lengths = new TreeSet<>();
        Set<String> made = new TreeSet<>();
        for (int i = 0; i < 500; i++) {
            byte[] neighbour = neighbours.of(room, 5);
            assertFalse(Arrays.equals(neighbour, Arrays.copyOf(room, 5)));
            lengths.add(neighbour.length);
            made.add(new String(neighbour, ISO_8859_1));
        }
        assertEquals(Set.of(4, 5, 6), lengths);
        assertEquals(true, made.containsAll(Set.of("key16", "key18", "key1", "ke{17", "key13")));
        assertEquals(new String(before, ISO_8859_1), new String(room, ISO_8859_1));
    }

    @Test
    void oneStepGoesUpOrDown() {
        byte[] room = "key17---".getBytes(ISO_8859_1);
        Neighbours neighbours = new Neighbours(new Random(5));
        Set<String> made = new TreeSet<>();
        for (int i = 0; i < 100; i++) {
            made.add(new String(neighbours.oneStepFrom(room, 5), ISO_8859_1));
        }
        assertEquals(Set.of("key16", "key18"), made);
        assertEquals("key17---", new String(room, ISO_8859_1));
        assertEquals("[0]", Arrays.toString(neighbours.oneStepFrom(new byte[] {7}, 0)));
    }

    @Test
    void theEmptyKeyHasNeighbours() {
        assertEquals(1, new Neighbours(new Random(1)).of(new byte[0], 0).length);
    }
}
