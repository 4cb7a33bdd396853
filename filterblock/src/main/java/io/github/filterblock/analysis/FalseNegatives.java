// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Finding;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomFilterMatcher;
import java.util.HexFormat;
import java.util.List;

/** Lists the keys of a table that its filter denies, each with the bit that is missing (TF-13). Not thread-safe. */
final class FalseNegatives {
    private static final int MAX_KEY_SHOWN = 64;

    private final TableFilter filter;
    private final FilterReading.Candidate candidate;
    private final FilterBlockReader reader;
    private final List<Finding> findings;
    private int listed;

    FalseNegatives(TableFilter filter, FilterReading.Candidate candidate, List<Finding> findings) {
        this.filter = filter;
        this.candidate = candidate;
        this.reader = filter.reader(candidate.dialect().matcher());
        this.findings = findings;
    }

    void key(long blockOffset, byte[] key, int storedLength) {
        if (listed == TableVerifier.MAX_LISTED_FALSE_NEGATIVES
                || !candidate.keyDomain().allows(storedLength)) {
            return;
        }
        int length = candidate.keyDomain().filterKeyLength(storedLength);
        if (!reader.keyMayMatch(blockOffset, key, 0, length)) {
            listed++;
            findings.add(new Finding(
                    "TF-13",
                    blockOffset,
                    "the key " + hex(key, length) + " of the data block at " + blockOffset + " is denied by "
                            + denial(blockOffset, key, length)));
        }
    }

    private String denial(long blockOffset, byte[] key, int length) {
        int index = (int) (blockOffset >>> reader.baseLg());
        BloomFilterInfo info = filter.info(index);
        if (info.matchesNothing()) {
            return "filter " + index + ", which is " + (info.length() == 0 ? "empty" : "too short to hold bits");
        }
        BloomFilterMatcher matcher = candidate.dialect().matcher();
        long start = filter.layout().filterStart(index);
        int hash = matcher.hash().hash(key, 0, length);
        for (long bit : BloomFilterMatcher.positions(hash, info.bits(), info.probes())) {
            if (!filter.bit(start, bit)) {
                return "filter " + index + ": bit " + bit + " of " + info.bits() + " is missing, hash "
                        + String.format("%08x", hash);
            }
        }
        throw new AssertionError("a key whose bits are all set was denied");
    }

    private static String hex(byte[] key, int length) {
        String hex = HexFormat.of().formatHex(key, 0, Math.min(length, MAX_KEY_SHOWN));
        return length > MAX_KEY_SHOWN ? hex + "... (" + length + " bytes)" : hex.isEmpty() ? "(empty)" : hex;
    }
}
