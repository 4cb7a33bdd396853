// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.BitSet;

/**
 * At which bytes Pebble divided the keys of a table, as its columns show (PB-7): the lengths of the first parts, which
 * the filter has, and of the rests. A key that is divided otherwise is not in the table. Not thread-safe while it
 * grows.
 */
public final class KeyParts {
    /** Above this many bytes lengths are not kept apart. */
    private static final int MAX_LENGTH = 1024;

    private final BitSet first;
    private final BitSet rest;
    private boolean tooLong;

    /** No key. */
    public KeyParts() {
        this(new BitSet(), new BitSet(), false);
    }

    private KeyParts(BitSet first, BitSet rest, boolean tooLong) {
        this.first = first;
        this.rest = rest;
        this.tooLong = tooLong;
    }

    KeyParts copy() {
        return new KeyParts((BitSet) first.clone(), (BitSet) rest.clone(), tooLong);
    }

    /**
     * Adds how a key is divided.
     *
     * @param firstPart number of bytes of its first part, 0 or more. If it reaches beyond the user key, as where
     *     properties claim timestamps that keys do not have, nothing is known of the parts
     * @param length number of bytes of the user key; negative if the stored key is too short for one
     */
    public void add(int firstPart, int length) {
        if (length > MAX_LENGTH || firstPart > length) {
            tooLong = true;
        } else {
            first.set(firstPart);
            rest.set(length - firstPart);
        }
    }

    /** {@return whether the parts of every key were kept; those of very long or contradictory keys are not} */
    boolean areKnown() {
        return !tooLong;
    }

    /** {@return whether every key is one part, which is the whole key} */
    public boolean areWholeKeys() {
        return !tooLong && rest.length() == 1;
    }

    /** The lengths of the rests say more about a key that is not in the table if there are fewer of them. */
    private boolean byRest() {
        return rest.cardinality() <= first.cardinality();
    }

    /** Whether all keys are divided after as many bytes, or before as many. */
    boolean areAlike() {
        return Math.min(rest.cardinality(), first.cardinality()) == 1;
    }

    /**
     * In how many ways a key may be divided.
     *
     * @param length number of bytes of the user key
     * @return 0 or more
     */
    int ways(int length) {
        BitSet lengths = byRest() ? rest : first;
        return lengths.get(0, length + 1).cardinality();
    }

    /** The longest first part, at most that long, that a key may have; -1 if there is none. */
    int longest(int most, int length) {
        if (most < 0) {
            return -1;
        }
        if (!byRest()) {
            return first.previousSetBit(most);
        }
        int shortestRest = rest.nextSetBit(length - most);
        return shortestRest < 0 || shortestRest > length ? -1 : length - shortestRest;
    }
}
