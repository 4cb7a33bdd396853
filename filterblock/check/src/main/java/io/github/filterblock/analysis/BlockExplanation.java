// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterLookup;
import io.github.filterblock.Windows;
import io.github.filterblock.bloom.Rule;
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
        return lookup.asked() ? asked(lookup, readings) : everyKeyMayMatch(notAsked(layout, lookup), lookup.rule());
    }

    /** A sentence about what keeps a filter from denying any key, and the rule that says so. */
    static String everyKeyMayMatch(String reason, Rule rule) {
        return reason + ": every key may match (" + rule + ")";
    }

    private static String notAsked(FilterBlockLayout layout, FilterLookup lookup) {
        return switch (lookup.rule()) {
            case FB_19 ->
                "the filter block has " + layout.length() + " bytes, fewer than the " + FilterBlockLayout.length(0, 0)
                        + " of an empty one";
            case FB_20 ->
                "the array offset " + layout.arrayOffset() + " lies beyond its own place at " + layout.arrayLimit();
            case FB_22 ->
                "base lg is " + layout.baseLg() + ", above " + Windows.MAX_BASE_LG + ", so there are no windows";
            case FB_23 ->
                "window " + Long.toUnsignedString(lookup.window()) + " is beyond the last of the "
                        + layout.filterCount() + " filters";
            default -> damagedRange(layout, lookup);
        };
    }

    private static String damagedRange(FilterBlockLayout layout, FilterLookup lookup) {
        String range = "filter " + lookup.filter() + " starts at " + lookup.start() + " and ends at " + lookup.limit();
        String wrong = lookup.start() > lookup.limit()
                ? ", which is before its start"
                : ", beyond the array offset " + layout.arrayOffset();
        String levelDb = lookup.start() == lookup.limit() ? " (LevelDB itself would deny it)" : "";
        return range + wrong + levelDb;
    }

    private static String asked(FilterLookup lookup, List<ReadingExplanation> readings) {
        String filter = "filter " + lookup.filter();
        if (readings.isEmpty()) {
            return everyKeyMayMatch(filter + " is of a policy that is not built in", Rule.TF_14);
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
