// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The positions that go-zero computed for a key. Immutable, provided that no code changes the arrays.
 *
 * @param bits of the filter; unsigned, and also more than Redis serves
 * @param key the key
 * @param positions fourteen, in go-zero's order; unsigned
 */
public record GoZeroPositions(long bits, byte[] key, long[] positions) {
    /** Reads a line: bits, key in hexadecimal (nothing for the empty one), positions, with a space between. */
    static GoZeroPositions parse(String line) {
        String[] words = line.split(" ");
        return new GoZeroPositions(
                Long.parseUnsignedLong(words[0]),
                HexFormat.of().parseHex(words[1]),
                Arrays.stream(words).skip(2).mapToLong(Long::parseUnsignedLong).toArray());
    }

    /** Bits and key. */
    @Override
    public String toString() {
        return Long.toUnsignedString(bits) + " " + HexFormat.of().formatHex(key);
    }
}
