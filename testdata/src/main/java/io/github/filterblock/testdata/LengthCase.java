// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.OptionalLong;

/**
 * A number of keys, and the length of the filter that they get.
 *
 * <p>Immutable.
 *
 * @param keys how many calls added one, 1 or more
 * @param bitsPerKey the Bloom policy's parameter
 * @param length of the filter in bytes, its last byte k included (FB-5, FB-6)
 */
public record LengthCase(long keys, int bitsPerKey, long length) {

    /** Returns the case with the length that FB-5 gives it. */
    public static LengthCase of(long keys, int bitsPerKey) {
        long bits = Math.max(64, Math.multiplyExact(keys, bitsPerKey));
        return new LengthCase(keys, bitsPerKey, Math.addExact(bits, 7) / 8 + 1);
    }

    static LengthCase from(Members members) {
        long keys = members.number("keys").orElse(1);
        int bitsPerKey = members.small("bits").orElse(10);
        OptionalLong length = members.number("len");
        return length.isPresent()
                ? new LengthCase(keys, bitsPerKey, length.getAsLong())
                : LengthCase.of(keys, bitsPerKey);
    }

    @Override
    public String toString() {
        return keys + " keys of " + bitsPerKey + " bits";
    }
}
