// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A question to a filter block, with the answer that the original reader gave.
 *
 * <p>Immutable, provided that no code changes the key's array.
 *
 * @param blockOffset file offset of a data block, in bytes; unsigned, so negative from 2^63 upwards
 * @param key the filter key: no 8-byte suffix of an internal key
 * @param mayMatch whether the original says that the key may be in that block
 * @param kind why the question was chosen, for instance {@code present} or {@code far-offset}; may be empty
 */
public record Probe(long blockOffset, byte[] key, boolean mayMatch, String kind) {

    /** The kind of the probes whose key really is in the block at the offset. */
    public static final String PRESENT = "present";

    @Override
    public boolean equals(Object other) {
        return other instanceof Probe probe
                && blockOffset == probe.blockOffset
                && Arrays.equals(key, probe.key)
                && mayMatch == probe.mayMatch
                && kind.equals(probe.kind);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(blockOffset) + Arrays.hashCode(key);
    }

    @Override
    public String toString() {
        String question = "offset " + Long.toUnsignedString(blockOffset) + ", key "
                + HexFormat.of().formatHex(key);
        return question + (mayMatch ? ": may match" : ": absent") + (kind.isEmpty() ? "" : " (" + kind + ")");
    }
}
