// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterLookup;
import io.github.filterblock.Findings;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.Rule;
import java.util.HexFormat;

/**
 * Counts and lists the keys of a table that its filter denies, each with the bit that is missing (TF-13). Not
 * thread-safe.
 */
final class FalseNegatives {
    private static final int MAX_KEY_SHOWN = 64;

    private final TableFilter filter;
    private final FilterIdentification.Interpretation candidate;
    private final FilterBlockReader reader;
    private final Findings.Collector findings;

    FalseNegatives(TableFilter filter, FilterIdentification.Interpretation candidate, int limit) {
        this.filter = filter;
        this.candidate = candidate;
        this.reader = filter.reader(candidate.dialect().matcher());
        this.findings = new Findings.Collector(limit);
    }

    void key(long blockOffset, byte[] key, int storedLength) {
        KeyFormat domain = candidate.keyFormat();
        if (!domain.allows(storedLength)) {
            return;
        }
        int length = domain.filterKeyLength(storedLength);
        if (!reader.keyMayMatch(blockOffset, key, 0, length)) {
            findings.add(
                    Rule.TF_13,
                    blockOffset,
                    () -> "the key " + hex(key, length) + " of the data block at " + blockOffset + " is denied by "
                            + denial(blockOffset, key, length));
        }
    }

    Findings findings() {
        return findings.findings();
    }

    private String denial(long blockOffset, byte[] key, int length) {
        FilterLookup lookup = filter.layout().lookup(blockOffset);
        BloomTrace trace = filter.trace(candidate.dialect(), key, length, lookup);
        String name = "filter " + lookup.filter();
        return trace.firstUnset()
                .map(bit ->
                        name + ": bit " + bit.position() + " of " + trace.info().bits() + " is missing")
                .orElseGet(() -> name + ", which is " + (lookup.length() == 0 ? "empty" : "too short to hold bits"));
    }

    private static String hex(byte[] key, int length) {
        String hex = HexFormat.of().formatHex(key, 0, Math.min(length, MAX_KEY_SHOWN));
        return length > MAX_KEY_SHOWN ? hex + "... (" + length + " bytes)" : hex.isEmpty() ? "(empty)" : hex;
    }
}
