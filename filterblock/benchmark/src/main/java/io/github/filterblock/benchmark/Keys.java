// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Shape.Law;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Keys one behind the other in one array. Immutable. */
final class Keys {
    static final int FIXED_LENGTH = 16;
    static final int PER_BLOCK = 40;
    static final int BLOCKS_PER_TABLE = 512;
    static final int PER_TABLE = PER_BLOCK * BLOCKS_PER_TABLE;
    static final int BLOCK_LENGTH_LG = 12;

    static final int SHARED_TABLES = 8;
    static final int SHARED_PER_BLOCK = 20;
    static final int SHARED = SHARED_PER_BLOCK * BLOCKS_PER_TABLE;
    private static final int SHARED_ROTATION = 61;
    private static final long FIRST_OWN = 1L << 20;

    private final byte[] bytes;
    private final int[] starts;

    private Keys(int count, Law law, IntToLongFunction id) {
        starts = new int[count + 1];
        for (int i = 0; i < count; i++) {
            int length = law == Law.FIXED ? FIXED_LENGTH : 8 + RandomWords.below(RandomWords.LENGTH, i, 33);
            starts[i + 1] = starts[i] + length;
        }
        bytes = new byte[starts[count]];
        for (int i = 0; i < count; i++) {
            int length = starts[i + 1] - starts[i];
            RandomWords.writeKey(RandomWords.PRESENT, id.applyAsLong(i), bytes, starts[i], length);
        }
    }

    /** The keys numbered from 0 on. */
    static Keys first(int count, Law law) {
        return new Keys(count, law, i -> i);
    }

    /** The keys of one of the tables that have all keys one after the other. */
    static Keys ofTable(int table, int keysPerTable) {
        return new Keys(keysPerTable, Law.FIXED, i -> (long) table * keysPerTable + i);
    }

    /** The keys of one of the tables that share half of theirs, each of them having the shared ones in other blocks. */
    static Keys ofSharedTable(int table) {
        long own = FIRST_OWN + (long) table * PER_TABLE;
        return new Keys(PER_TABLE, Law.FIXED, i -> {
            int group = (i / PER_BLOCK - SHARED_ROTATION * table) & (BLOCKS_PER_TABLE - 1);
            int inBlock = i % PER_BLOCK;
            return inBlock < SHARED_PER_BLOCK ? (long) group * SHARED_PER_BLOCK + inBlock : own + i;
        });
    }

    /** The offset of the block that holds a group of shared keys in one of the shared tables. */
    static long sharedOffset(int group, int table) {
        return offset(group + SHARED_ROTATION * table & BLOCKS_PER_TABLE - 1);
    }

    static long offset(int block) {
        return (long) block << BLOCK_LENGTH_LG;
    }

    int count() {
        return starts.length - 1;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Where each key starts, and behind the last one its end. */
    int[] starts() {
        return starts;
    }

    byte[] copyOf(int key) {
        return Arrays.copyOfRange(bytes, starts[key], starts[key + 1]);
    }
}
