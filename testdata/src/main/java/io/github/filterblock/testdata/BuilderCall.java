// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * One call to a filter block builder.
 *
 * <p>The text of a call is {@code S} and the offset in decimal, or {@code K} and the key in hex. Immutable, provided
 * that no code changes the keys' arrays.
 */
public sealed interface BuilderCall {

    /**
     * A data block begins.
     *
     * @param offset of the block in the file, in bytes; no legal plan has a negative one
     */
    record StartBlock(long offset) implements BuilderCall {
        @Override
        public String toString() {
            return "S" + Long.toUnsignedString(offset);
        }
    }

    /**
     * A key of that data block.
     *
     * @param key the filter key; may be empty
     */
    record AddKey(byte[] key) implements BuilderCall {
        @Override
        public boolean equals(Object other) {
            return other instanceof AddKey call && Arrays.equals(key, call.key);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(key);
        }

        @Override
        public String toString() {
            return "K" + HexFormat.of().formatHex(key);
        }
    }

    /**
     * Returns the call with that text.
     *
     * @throws IllegalArgumentException if it is not the text of a call
     */
    static BuilderCall parse(String text) {
        if (text.startsWith("S")) {
            return new StartBlock(Long.parseUnsignedLong(text.substring(1)));
        }
        if (text.startsWith("K")) {
            return new AddKey(HexFormat.of().parseHex(text.substring(1)));
        }
        throw new IllegalArgumentException("neither S<offset> nor K<hex>: " + text);
    }
}
