// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;

/**
 * A number of keys, and the length of the filter that they get.
 *
 * <p>Immutable.
 *
 * @param keys how many calls added one, 1 or more
 * @param bitsPerKey the Bloom policy's parameter
 * @param length of the filter in bytes, its last byte k included (FB-5, FB-6)
 */
public record LengthCase(
        long keys, @At("bits") int bitsPerKey, @At("len") long length) {

    /** Returns the case with the length that FB-5 gives it. */
    public static LengthCase of(long keys, int bitsPerKey) {
        long bits = Math.max(64, Math.multiplyExact(keys, bitsPerKey));
        return new LengthCase(keys, bitsPerKey, Math.addExact(bits, 7) / 8 + 1);
    }

    @Override
    public String toString() {
        return keys + " keys of " + bitsPerKey + " bits";
    }
}
