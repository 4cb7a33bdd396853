// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockTrace;
import io.github.filterblock.Rule;
import io.github.filterblock.Windows;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import java.util.List;

/**
 * What the filter answers for one key in one data block. Immutable.
 *
 * @param blockOffset offset in the file of the data block, unsigned
 * @param lookup which filter was asked, or why none was
 * @param traces one for each dialect that the filter may have; empty if no filter was asked, or its policy is
 *     unknown
 * @param why what decided, in one sentence that names the rule of FORMAT.md
 */
public record BlockTrace(long blockOffset, FilterBlockTrace lookup, List<DialectTrace> traces, String why)
        implements FilterTrace {

    /** Copies the list. */
    public BlockTrace {
        traces = List.copyOf(traces);
    }

    static BlockTrace of(
            long blockOffset, FilterBlockLayout layout, FilterBlockTrace lookup, List<DialectTrace> traces) {
        String why =
                lookup.isProbed() ? asked(lookup, traces) : everyKeyMayMatch(notAsked(layout, lookup), lookup.rule());
        return new BlockTrace(blockOffset, lookup, traces, why);
    }

    /** A sentence about what keeps a filter from denying any key, and the rule that says so. */
    private static String everyKeyMayMatch(String reason, Rule rule) {
        return reason + ": every key may match (" + rule + ")";
    }

    @Override
    public boolean mayMatch() {
        return traces.isEmpty() || traces.stream().anyMatch(each -> each.trace().mayMatch());
    }

    private static String notAsked(FilterBlockLayout layout, FilterBlockTrace lookup) {
        return switch (lookup.rule()) {
            case FB_19 ->
                "the filter block has " + layout.length() + " bytes, fewer than the " + FilterBlockLayout.length(0, 0)
                        + " of an empty one";
            case FB_20 ->
                "the array offset " + layout.arrayOffset() + " points past its own position, " + layout.arrayLimit();
            case FB_22 ->
                "base lg is " + layout.baseLg() + ", above " + Windows.MAX_BASE_LG + ", so there are no windows";
            case FB_23 ->
                "window " + Long.toUnsignedString(lookup.window()) + " is beyond the last of the "
                        + layout.filterCount() + " filters";
            default -> damagedRange(layout, lookup);
        };
    }

    private static String damagedRange(FilterBlockLayout layout, FilterBlockTrace lookup) {
        String range = "filter " + lookup.filter() + " starts at " + lookup.start() + " and ends at " + lookup.limit();
        String wrong = lookup.start() > lookup.limit()
                ? ", which is before its start"
                : ", beyond the array offset " + layout.arrayOffset();
        String levelDb = lookup.start() == lookup.limit() ? " (LevelDB itself would deny it)" : "";
        return range + wrong + levelDb;
    }

    private static String asked(FilterBlockTrace lookup, List<DialectTrace> traces) {
        String filter = "filter " + lookup.filter();
        if (traces.isEmpty()) {
            return everyKeyMayMatch(filter + " is of a policy that is not built in", Rule.TF_14);
        }
        DialectTrace decisive = traces.stream()
                .filter(each -> each.trace().mayMatch())
                .findFirst()
                .orElse(traces.get(0));
        String others = traces.size() == 1
                ? ""
                : decisive.trace().mayMatch()
                        ? ", read as " + decisive.dialect().id()
                        : ", and every other reading denies it too";
        return filter + ": " + decisive.why() + others;
    }

    /**
     * The answer of one filter for a key, read in one dialect. Immutable.
     *
     * @param dialect the dialect in which the bits are read
     * @param keyFormats over which parts of the stored keys the filter may have been built in this dialect; the key
     *     itself is asked as it was given, so the bits are the same for all of them
     * @param trace every step to the answer
     */
    public record DialectTrace(FilterDialect dialect, List<KeyFormat> keyFormats, BloomTrace trace) {

        /** {@return the rule of FORMAT.md that decides} */
        public Rule rule() {
            return switch (trace.decision()) {
                case BITS -> Rule.FB_7;
                case NO_BITS -> Rule.FB_8;
                case NO_PROBES -> Rule.FB_9;
            };
        }

        /**
         * {@return why this reading denies the key or lets it pass: one clause, with the rule of FORMAT.md after it}
         */
        public String why() {
            BloomFilterInfo info = trace.info();
            String reason = switch (trace.decision()) {
                case NO_BITS ->
                    info.length() == 0
                            ? "the filter is empty: no key of the table lies in its window"
                            : "a filter of 1 byte has no bits, so it denies every key";
                case NO_PROBES ->
                    info.probes() == 0
                            ? "k is 0: no bit is asked, so every key matches"
                            : "k is " + info.probes() + ", above 30 and reserved, so every key matches";
                case BITS ->
                    trace.firstUnset()
                            .map(probe -> "bit " + probe.position() + " is not set")
                            .orElse("all " + info.probes() + " bits are set");
            };
            return reason + " (" + rule() + ")";
        }
    }
}
