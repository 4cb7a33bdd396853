// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A key, and whether the filter of its possible data block let it pass, according to the original program.
 *
 * <p>Immutable, provided that no code changes the key's array.
 *
 * @param key the filter key: no 8-byte suffix of an internal key
 * @param mayMatch whether the original went on to read the data block
 */
public record KeyAnswer(byte[] key, boolean mayMatch) {

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyAnswer answer && Arrays.equals(key, answer.key) && mayMatch == answer.mayMatch;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(key) + (mayMatch ? ": may match" : ": absent");
    }
}
