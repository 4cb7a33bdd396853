// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.Rule;
import io.github.filterblock.table.FilterContents.Order;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether stored keys with tags come in the orders that are known: by user key, and of one user key the higher tag
 * first (TF-15). Which of them is the right one only the comparator's name tells. Not thread-safe while keys are added.
 */
final class KeyOrder {
    /** Keys may have megabytes. */
    private static final int MAX_SHOWN = 64;

    private final Breaks bytewise = new Breaks();
    private final Breaks reverse = new Breaks();

    /** How often an order was broken, and where first. */
    private static final class Breaks {
        private long count;
        private long blockOffset;
        private byte @Nullable [] before;
        private byte @Nullable [] key;

        void add(long offset, byte[] previous, int previousLength, byte[] next, int length) {
            if (count++ == 0) {
                blockOffset = offset;
                before = Arrays.copyOf(previous, KeyFormat.USER_KEY.filterKeyLength(previousLength));
                key = Arrays.copyOf(next, KeyFormat.USER_KEY.filterKeyLength(length));
            }
        }

        Optional<Finding> finding(String comparator) {
            if (before == null || key == null) {
                return Optional.empty();
            }
            String what = Arrays.equals(before, key)
                    ? "two versions of the key " + text(key) + " are not in the order of their sequence numbers"
                    : "the key " + text(key) + " comes after " + text(before) + ", against the order of " + comparator;
            String others = count == 1 ? "" : "; keys are out of order at " + count + " places";
            return Optional.of(new Finding(Rule.TF_15, blockOffset, what + others));
        }
    }

    /**
     * Compares two keys, one stored directly before the other; both must be long enough for a tag.
     *
     * @return a negative number if they ascend bytewise, a positive one if they descend, 0 if they are equal
     */
    int add(long blockOffset, byte[] previous, int previousLength, byte[] key, int length) {
        int previousKey = KeyFormat.USER_KEY.filterKeyLength(previousLength);
        int nextKey = KeyFormat.USER_KEY.filterKeyLength(length);
        int byUserKey = Arrays.compareUnsigned(previous, 0, previousKey, key, 0, nextKey);
        int compared = byUserKey != 0 ? byUserKey : KeyFormat.USER_KEY.compare(previous, previousLength, key, length);
        if (compared >= 0) {
            bytewise.add(blockOffset, previous, previousLength, key, length);
        }
        if (byUserKey < 0 || byUserKey == 0 && compared >= 0) {
            reverse.add(blockOffset, previous, previousLength, key, length);
        }
        return compared;
    }

    /** Takes two keys, one stored directly before the other, of which the second is known to be above the first. */
    void ascends(long blockOffset, byte[] previous, int previousLength, byte[] key, int length) {
        reverse.add(blockOffset, previous, previousLength, key, length);
    }

    /**
     * Compares the keys with the order that a comparator has.
     *
     * @param comparator its name, each character standing for one byte
     * @return what is out of order; empty if nothing is, or if the order is not known
     */
    Optional<Finding> finding(String comparator) {
        return switch (Order.of(comparator)) {
            case BYTEWISE -> bytewise.finding(comparator);
            case REVERSE -> reverse.finding(comparator);
            case UNKNOWN -> Optional.empty();
        };
    }

    private static String text(byte[] key) {
        int shown = Math.min(key.length, MAX_SHOWN);
        String text = MetaindexEntry.printable(new String(key, 0, shown, StandardCharsets.ISO_8859_1));
        return '"' + text + '"' + (shown < key.length ? " (its first " + MAX_SHOWN + " bytes)" : "");
    }
}
