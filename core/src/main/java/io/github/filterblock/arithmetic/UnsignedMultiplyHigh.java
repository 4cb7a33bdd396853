// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.arithmetic;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** The upper half of the product of two unsigned 64-bit numbers. */
public final class UnsignedMultiplyHigh {
    /*
     * Math.unsignedMultiplyHigh is there from JDK 18 on, and is one instruction. This library is compiled for JDK 17,
     * so it is called through a handle. The handle is constant: compiled code holds the instruction and no call.
     */
    private static final int FIRST_RELEASE = 18;
    private static final @Nullable MethodHandle UNSIGNED_MULTIPLY_HIGH = find();

    /** Whether it takes one instruction; otherwise it takes about seven. */
    public static final boolean IS_FAST = UNSIGNED_MULTIPLY_HIGH != null;

    private UnsignedMultiplyHigh() {}

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
    public static long ofSigned(long a, long b) {
        return Math.multiplyHigh(a, b) + (a >> Long.SIZE - 1 & b) + (b >> Long.SIZE - 1 & a);
    }
}
