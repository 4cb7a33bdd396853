// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Shape.Ask;
import io.github.filterblock.benchmark.Shape.Mode;
import io.github.filterblock.benchmark.Shape.Target;
import java.util.Arrays;

/**
 * Questions, ready to be asked: the question number {@code i} is for the key in {@code keys} at {@code 16 * i}, and
 * goes to the filter or table {@code tables[i]} and there to the block {@code blocks[i]}. Of shared tables only the
 * block in the first one is given; in the others it is rotated.
 */
record Questions(byte[] keys, int[] tables, int[] blocks) {
    static Questions of(Ask ask) {
        boolean shared = ask.target() == Target.SHARED;
        int keysPerTable = shared ? Keys.SHARED : ask.keysPerTable();
        int keysPerBlock = shared ? Keys.SHARED_PER_BLOCK : Keys.PER_BLOCK;
        int choices = shared ? Keys.SHARED : ask.tables() * keysPerTable;
        int count = ask.questions();
        byte[] keys = new byte[count * Keys.FIXED_LENGTH];
        int[] tables = new int[count];
        int[] blocks = new int[count];
        for (int i = 0; i < count; i++) {
            int choice = RandomWords.below(RandomWords.CHOICE, i, choices);
            tables[i] = choice / keysPerTable;
            blocks[i] = choice % keysPerTable / keysPerBlock;
            boolean hit = ask.mode() == Mode.HIT;
            int stream = hit ? RandomWords.PRESENT : RandomWords.ABSENT;
            RandomWords.writeKey(stream, hit ? choice : i, keys, i * Keys.FIXED_LENGTH, Keys.FIXED_LENGTH);
        }
        return new Questions(keys, tables, blocks);
    }

    byte[][] copiesOfKeys() {
        byte[][] copies = new byte[tables.length][];
        Arrays.setAll(copies, i -> Arrays.copyOfRange(keys, i * Keys.FIXED_LENGTH, (i + 1) * Keys.FIXED_LENGTH));
        return copies;
    }
}
