// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Keys to ask for, one behind the other in the order of asking, and where to ask. Immutable. */
public final class Questions {
    static final int IN_CACHE = 65_536;
    static final int COLD = 1 << 20;
    static final int PER_CHUNK = 4096;

    /** Whether the keys are there. */
    public enum Mode {
        HIT,
        MISS,
        /** Hits and misses at random. */
        MIX;

        boolean isHit(int question) {
            return this == HIT || this == MIX && RandomWords.word(RandomWords.CHOICE, question) < 0;
        }

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final byte[] keys;
    private final int[] choices;

    Questions(int count, int choices, Mode mode) {
        this.keys = new byte[count * Keys.FIXED_LENGTH];
        this.choices = new int[count];
        for (int i = 0; i < count; i++) {
            int choice = RandomWords.below(RandomWords.CHOICE, i, choices);
            this.choices[i] = choice;
            boolean hit = mode.isHit(i);
            int stream = hit ? RandomWords.PRESENT : RandomWords.ABSENT;
            RandomWords.writeKey(stream, hit ? choice : i, keys, i * Keys.FIXED_LENGTH, Keys.FIXED_LENGTH);
        }
    }

    int count() {
        return choices.length;
    }

    /** Key {@code i} is the 16 bytes from {@code 16 * i} on. */
    byte[] keys() {
        return keys;
    }

    byte[][] copiesOfKeys() {
        byte[][] copies = new byte[count()][];
        Arrays.setAll(copies, i -> Arrays.copyOfRange(keys, i * Keys.FIXED_LENGTH, (i + 1) * Keys.FIXED_LENGTH));
        return copies;
    }

    /** Something derived from the number of the key that each question is for, or would be for. */
    int[] map(IntUnaryOperator place) {
        return Arrays.stream(choices).map(place).toArray();
    }

    int[] tables() {
        return map(choice -> choice / Keys.PER_TABLE);
    }

    int[] blocks() {
        return map(choice -> choice % Keys.PER_TABLE / Keys.PER_BLOCK);
    }
}
