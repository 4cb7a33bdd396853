// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
import java.util.List;
import java.util.OptionalLong;

/**
 * A filter block, in most cases malformed, and the answers that google/leveldb's reader gives with a Bloom policy.
 *
 * <p>Immutable, provided that no code changes the block's array.
 *
 * @param id of the case
 * @param note what it is about
 * @param policyName {@code bloom}, or another name that {@link ReferencePolicy#named} knows
 * @param block the bytes of the filter block
 * @param numFilters how many filters the original sees
 * @param shiftUndefined whether the base lg is above 63: then the original's answers depend on the machine, and "may
 *     match" is the only safe one (FB-22)
 * @param probes questions and the original's answers
 */
public record ReaderCase(
        String id,
        String note,
        @At(value = "policy", otherwise = "bloom") String policyName,
        byte[] block,
        @At("num") OptionalLong numFilters,
        @At("shift_ub") boolean shiftUndefined,
        List<Probe> probes) {
    /** Returns a name for messages. */
    @Override
    public String toString() {
        return "reader case " + id + ", " + note;
    }
}
