// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.arithmetic;

/**
 * The upper half of products of 64-bit numbers. This is the form for Java 8; the one for Java 17 and later, in {@code
 * src/main/java17}, has the same members.
 */
public final class UnsignedMultiplyHigh {
    private static final long LOWER_HALF = 0xffff_ffffL;

    private UnsignedMultiplyHigh() {}

    /** {@return whether it takes one instruction; otherwise it takes seven or more} */
    public static boolean isFast() {
        return false;
    }

    /**
     * The upper half of {@code a * b}. The compiler puts the second factor into the register that the product takes, so
     * a factor that serves several products should be the first.
     *
     * @param a unsigned
     * @param b unsigned
     * @return unsigned
     */
    public static long of(long a, long b) {
        long low = (a & LOWER_HALF) * (b & LOWER_HALF);
        long middle = (a >>> 32) * (b & LOWER_HALF) + (low >>> 32);
        long other = (a & LOWER_HALF) * (b >>> 32) + (middle & LOWER_HALF);
        return (a >>> 32) * (b >>> 32) + (middle >>> 32) + (other >>> 32);
    }

    /**
     * The upper half of {@code a * b} where neither has its sign bit set.
     *
     * @param a 0 or more
     * @param b 0 or more
     * @return 0 or more
     */
    public static long ofPositive(long a, long b) {
        return of(a, b);
    }
}
