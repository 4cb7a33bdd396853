// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import java.util.List;
import java.util.Objects;

/**
 * The answer of one filter for a key, read in one dialect. Immutable.
 *
 * @param dialect whose bits are read
 * @param keyFormats over which parts of the stored keys the filter may have been built in this dialect; the key itself
 *     is asked as it was given, so the bits are the same for all of them
 * @param trace every step to the answer
 */
public record ReadingExplanation(FilterDialect dialect, List<KeyFormat> keyFormats, BloomTrace trace) {
    /** Copies the list and checks that no part is missing. */
    public ReadingExplanation {
        Objects.requireNonNull(dialect, "dialect");
        Objects.requireNonNull(trace, "trace");
        keyFormats = List.copyOf(keyFormats);
    }

    /** {@return why this reading denies the key or lets it pass: one clause, with the rule of FORMAT.md after it} */
    public String why() {
        BloomFilterInfo info = trace.info();
        String reason = switch (trace.rule()) {
            case FB_8 ->
                info.length() == 0
                        ? "the filter is empty: no key of the table lies in its window"
                        : "a filter of 1 byte has no bits, so it denies every key";
            case FB_9 ->
                info.probes() == 0
                        ? "k is 0: no bit is asked, so every key matches"
                        : "k is " + info.probes() + ", above 30 and reserved, so every key matches";
            default ->
                trace.firstUnset()
                        .map(probe -> "bit " + probe.position() + " is not set")
                        .orElse("all " + info.probes() + " bits are set");
        };
        return reason + " (" + trace.rule() + ")";
    }
}
