// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.arithmetic;

/** Whether ranges lie within bounds, as {@code java.util.Objects} says from Java 9 on. */
public final class Ranges {
    private Ranges() {}

    /**
     * Checks a range.
     *
     * @param offset where the range starts
     * @param length of the range
     * @param bound how much there is, 0 or more
     * @throws IndexOutOfBoundsException if a number is negative, or the range ends after the bound
     */
    public static void check(int offset, int length, int bound) {
        if ((offset | length) < 0 || length > bound - offset) {
            throw outside(offset, length, bound);
        }
    }

    /**
     * Checks a range.
     *
     * @param offset where the range starts
     * @param length of the range
     * @param bound how much there is, 0 or more
     * @throws IndexOutOfBoundsException if a number is negative, or the range ends after the bound
     */
    public static void check(long offset, long length, long bound) {
        if ((offset | length) < 0 || length > bound - offset) {
            throw outside(offset, length, bound);
        }
    }

    private static IndexOutOfBoundsException outside(long offset, long length, long bound) {
        return new IndexOutOfBoundsException(
                "Range [" + offset + ", " + offset + " + " + length + ") out of bounds for length " + bound);
    }
}
