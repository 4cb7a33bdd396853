// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterLookup;
import java.util.List;
import java.util.Objects;

/**
 * What the filter answers for one key in one data block. Immutable.
 *
 * @param blockOffset offset in the file of the data block, unsigned
 * @param lookup which filter was asked, or why none was
 * @param readings one for each dialect that the filter may be of; none if no filter was asked, or its policy is unknown
 * @param why what decided, in one sentence that names the rule of FORMAT.md
 */
public record BlockExplanation(long blockOffset, FilterLookup lookup, List<ReadingExplanation> readings, String why) {
    /** Copies the list and checks that no part is missing. */
    public BlockExplanation {
        Objects.requireNonNull(lookup, "lookup");
        Objects.requireNonNull(why, "why");
        readings = List.copyOf(readings);
    }

    static BlockExplanation of(
            long blockOffset, FilterBlockLayout layout, FilterLookup lookup, List<ReadingExplanation> readings) {
        return new BlockExplanation(blockOffset, lookup, readings, why(layout, lookup, readings));
    }

    /**
     * {@return the answer of the filter, trusted or not: {@code false} only if a filter was asked and every reading
     * denies the key}
     */
    public boolean mayMatch() {
        return readings.isEmpty()
                || readings.stream().anyMatch(reading -> reading.trace().mayMatch());
    }

    private static String why(FilterBlockLayout layout, FilterLookup lookup, List<ReadingExplanation> readings) {
        return switch (lookup.rule()) {
            case FB_24 -> asked(lookup, readings);
            case FB_19 ->
                "the filter block has " + layout.length()
                        + " bytes, fewer than the 5 of an empty one: every key may match (FB-19)";
            case FB_20 ->
                "the array offset " + layout.arrayOffset() + " lies beyond its own place at " + layout.arrayLimit()
                        + ": every key may match (FB-20)";
            case FB_22 ->
                "base lg is " + layout.baseLg() + ", above 63, so there are no windows: every key may match (FB-22)";
            case FB_23 ->
                "window " + Long.toUnsignedString(lookup.window()) + " is beyond the last of the "
                        + layout.filterCount() + " filters: every key may match (FB-23)";
            default -> damagedRange(layout, lookup);
        };
    }

    private static String damagedRange(FilterBlockLayout layout, FilterLookup lookup) {
        String range = "filter " + lookup.filter() + " starts at " + lookup.start() + " and ends at " + lookup.limit();
        String wrong = lookup.start() > lookup.limit()
                ? ", which is before its start"
                : ", beyond the array offset " + layout.arrayOffset();
        String levelDb = lookup.start() == lookup.limit() ? " (LevelDB itself would deny it)" : "";
        return range + wrong + ": every key may match" + levelDb + " (FB-25)";
    }

    private static String asked(FilterLookup lookup, List<ReadingExplanation> readings) {
        String filter = "filter " + lookup.filter();
        if (readings.isEmpty()) {
            return filter + " is of a policy that is not built in: every key may match (TF-14)";
        }
        ReadingExplanation decisive = readings.stream()
                .filter(reading -> reading.trace().mayMatch())
                .findFirst()
                .orElse(readings.get(0));
        String others = readings.size() == 1
                ? ""
                : decisive.trace().mayMatch()
                        ? ", read as " + decisive.dialect().id()
                        : ", and every other reading denies it too";
        return filter + ": " + decisive.why() + others;
    }
}
