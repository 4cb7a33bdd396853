// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

/**
 * Questions to the filter blocks of tables, ready to be asked: the question number {@code i} is for the key in
 * {@code keys} at {@code 16 * i}, and goes to the table {@code tables[i]} and there to the block {@code blocks[i]}.
 */
record Lookups(byte[] keys, int[] tables, int[] blocks) {
    static Lookups of(Questions questions) {
        return new Lookups(questions.keys(), questions.tables(), questions.blocks());
    }

    /** The tables have one filter each. */
    static Lookups ofTables(Questions questions, int keysPerTable) {
        return new Lookups(questions.keys(), questions.map(choice -> choice / keysPerTable), new int[0]);
    }

    /** Only the block in the first of the shared tables is given; in the others it is rotated. */
    static Lookups ofShared(Questions questions) {
        return new Lookups(questions.keys(), new int[0], questions.map(choice -> choice / Keys.SHARED_PER_BLOCK));
    }

    /** The offset of the block that holds a group of shared keys in one of the shared tables. */
    static long sharedOffset(int group, int table) {
        return (long) (group + Keys.SHARED_ROTATION * table & Keys.BLOCKS_PER_TABLE - 1) << Keys.BLOCK_LENGTH_LG;
    }
}
