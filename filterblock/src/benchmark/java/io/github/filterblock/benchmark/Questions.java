// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Keys to ask for, one behind the other in the order of asking, and where to ask. Immutable. */
final class Questions {
    static final int IN_CACHE = 65_536;
    static final int COLD = 1 << 20;
    static final int PER_CHUNK = 4096;

    /** Whether the keys are there. */
    enum Mode {
        HIT,
        MISS;

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
        int stream = mode == Mode.HIT ? RandomWords.PRESENT : RandomWords.ABSENT;
        for (int i = 0; i < count; i++) {
            int choice = RandomWords.below(RandomWords.CHOICE, i, choices);
            this.choices[i] = choice;
            int id = mode == Mode.HIT ? choice : i;
            RandomWords.writeKey(stream, id, keys, i * Keys.FIXED_LENGTH, Keys.FIXED_LENGTH);
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
