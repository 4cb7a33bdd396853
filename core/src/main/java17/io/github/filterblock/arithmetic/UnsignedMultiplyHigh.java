// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.arithmetic;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * The upper half of products of 64-bit numbers. This is the form for Java 17 and later; it has the members of the form
 * for Java 8.
 */
public final class UnsignedMultiplyHigh {
    /*
     * Math.unsignedMultiplyHigh is there from JDK 18 on, and is one instruction. This class is compiled for JDK 17, so
     * it is called through a handle. The handle is constant: compiled code holds the instruction and no call.
     */
    private static final int FIRST_RELEASE = 18;
    private static final @Nullable MethodHandle UNSIGNED_MULTIPLY_HIGH = find();

    private UnsignedMultiplyHigh() {}

    /** {@return whether it takes one instruction; otherwise it takes seven or more} */
    public static boolean isFast() {
        return UNSIGNED_MULTIPLY_HIGH != null;
    }

    private static @Nullable MethodHandle find() {
        if (Runtime.version().feature() < FIRST_RELEASE) {
            return null; // a failed lookup takes a millisecond
        }
        try {
            return MethodHandles.lookup()
                    .findStatic(
                            Math.class,
                            "unsignedMultiplyHigh",
                            MethodType.methodType(long.class, long.class, long.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
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
        if (UNSIGNED_MULTIPLY_HIGH == null) {
            return ofSigned(a, b);
        }
        try {
            return (long) UNSIGNED_MULTIPLY_HIGH.invokeExact(a, b);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** From the signed product, in which a factor whose sign bit is set counts 2^64 less than it should. */
    private static long ofSigned(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> Long.SIZE - 1 & b) + (b >> Long.SIZE - 1 & a);
    }

    /**
     * The upper half of {@code a * b} where neither has its sign bit set.
     *
     * @param a 0 or more
     * @param b 0 or more
     * @return 0 or more
     */
    public static long ofPositive(long a, long b) {
        return Math.multiplyHigh(a, b);
    }
}
