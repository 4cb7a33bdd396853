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
import io.github.filterblock.rocksdb.FullFilterTrace;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.RocksDbFilter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a filter of a table answers for one key, trusted or not, and why. Immutable. */
public sealed interface FilterTrace {

    /** {@return the answer: {@code false} only if a filter was asked and every reading of it denies the key} */
    boolean mayMatch();

    /** {@return what decided, in one sentence that names the rule of FORMAT.md or FORMAT-ROCKSDB.md} */
    String why();

    /**
     * What the filter answers for one key in one data block. Immutable.
     *
     * @param blockOffset offset in the file of the data block, unsigned
     * @param lookup which filter was asked, or why none was
     * @param traces one for each dialect that the filter may have; empty if no filter was asked, or its policy is
     *     unknown
     * @param why what decided, in one sentence that names the rule of FORMAT.md
     */
    public record OfBlock(long blockOffset, FilterBlockTrace lookup, List<DialectTrace> traces, String why)
            implements FilterTrace {

        /** Copies the list. */
        public OfBlock {
            traces = List.copyOf(traces);
        }

        static OfBlock of(
                long blockOffset, FilterBlockLayout layout, FilterBlockTrace lookup, List<DialectTrace> traces) {
            String why = lookup.isProbed()
                    ? asked(lookup, traces)
                    : everyKeyMayMatch(notAsked(layout, lookup), lookup.rule());
            return new OfBlock(blockOffset, lookup, traces, why);
        }

        /** A sentence about what keeps a filter from denying any key, and the rule that says so. */
        private static String everyKeyMayMatch(String reason, Rule rule) {
            return reason + ": every key may match (" + rule + ")";
        }

        @Override
        public boolean mayMatch() {
            return traces.isEmpty()
                    || traces.stream().anyMatch(each -> each.trace().mayMatch());
        }

        private static String notAsked(FilterBlockLayout layout, FilterBlockTrace lookup) {
            return switch (lookup.rule()) {
                case FB_19 ->
                    "the filter block has " + layout.length() + " bytes, fewer than the "
                            + FilterBlockLayout.length(0, 0) + " of an empty one";
                case FB_20 ->
                    "the array offset " + layout.arrayOffset() + " points past its own position, "
                            + layout.arrayLimit();
                case FB_22 ->
                    "base lg is " + layout.baseLg() + ", above " + Windows.MAX_BASE_LG + ", so there are no windows";
                case FB_23 ->
                    "window " + Long.toUnsignedString(lookup.window()) + " is beyond the last of the "
                            + layout.filterCount() + " filters";
                default -> damagedRange(layout, lookup);
            };
        }

        private static String damagedRange(FilterBlockLayout layout, FilterBlockTrace lookup) {
            String range =
                    "filter " + lookup.filter() + " starts at " + lookup.start() + " and ends at " + lookup.limit();
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
             * {@return why this reading denies the key or lets it pass: one clause, with the rule of FORMAT.md after
             * it}
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

    /**
     * What RocksDB's full or partitioned filter answers for one key. Immutable.
     *
     * @param partitions number of filters: 1 for a full one
     * @param asked the filter that decided; empty if none could be asked: the key has no prefix that could have been
     *     added, or no filter could be read
     * @param mayMatch the answer
     * @param why what decided, in one sentence that names the rule of FORMAT-ROCKSDB.md
     */
    public record OfUserKey(int partitions, Optional<Asked> asked, boolean mayMatch, String why)
            implements FilterTrace {

        /**
         * The filter that decided.
         *
         * @param partition its number, from 0 on; empty for a full filter, and if all were asked, because no order is
         *     known
         * @param separator of the partition; empty for a full filter
         * @param key the part of the key that was asked for: all of it, or its prefix; if every prefix was, the longest
         *     that may match, or all of it
         * @param trace every step to the answer of that filter, or of the first that lets the key pass
         */
        public record Asked(Optional<Integer> partition, byte[] separator, byte[] key, FullFilterTrace trace) {}

        static OfUserKey of(RocksDbFilter filter, byte[] key) {
            int partitions = filter.partitions().size();
            int length = filter.probedLength(key);
            boolean mayMatch = filter.tableMayMatch(key);
            if (partitions == 0) {
                return new OfUserKey(0, Optional.empty(), mayMatch, "there is no filter that could be asked");
            }
            if (length < 0) {
                return new OfUserKey(partitions, Optional.empty(), mayMatch, notAsked(filter.contents()));
            }
            byte[] asked = Arrays.copyOf(key, length);
            Optional<Integer> partition = filter.partition(key);
            FilterPartition decisive = partition.isPresent()
                    ? filter.partitions().get(partition.get())
                    : filter.partitions().stream()
                            .filter(each -> each.filter().keyMayMatch(asked))
                            .findFirst()
                            .orElse(filter.partitions().get(0));
            FullFilterTrace trace = decisive.filter().trace(asked);
            return new OfUserKey(
                    partitions,
                    Optional.of(new Asked(
                            filter.form().hasPartitions() ? partition : Optional.empty(),
                            decisive.separator(),
                            asked,
                            trace)),
                    mayMatch,
                    prefixes(filter, trace) + why(filter, trace));
        }

        /** Why a filter cannot be asked for any part of a key. */
        private static String notAsked(FilterContents contents) {
            if (contents.obstacle().isPresent()) {
                return contents.obstacle().get() + " (" + Rule.RF_5 + ")";
            }
            return switch (contents.split()) {
                case NONE -> "the filter has only prefixes, and the key has none (" + Rule.RF_5 + ")";
                case COCKROACH, TEST_KEYS ->
                    "the last byte of the key is not the length of a version, so the filter cannot be asked ("
                            + Rule.PB_1 + ")";
                case UNKNOWN ->
                    contents.showsParts()
                            ? "the key is too short to be divided as the keys of the table are, so the filter cannot be"
                                    + " asked (" + Rule.PB_7 + ")"
                            : "the key is too long to ask for each of its prefixes (" + Rule.PB_1 + ")";
            };
        }

        /** Where a filter was asked for every prefix, what this means for the one that is shown. */
        private static String prefixes(RocksDbFilter filter, FullFilterTrace trace) {
            if (!filter.contents().probesEveryPrefix()) {
                return "";
            }
            if (filter.contents().showsParts()) {
                return (trace.mayMatch()
                                ? "a first part of the key may have been added"
                                : "every first part that the key may have is denied")
                        + " (" + Rule.PB_7 + "): ";
            }
            return (trace.mayMatch() ? "a prefix of the key may have been added" : "every prefix of the key is denied")
                    + " (" + Rule.PB_1 + "): ";
        }

        private static String why(RocksDbFilter filter, FullFilterTrace trace) {
            int steps = trace.steps().size();
            return switch (trace.geometry().kind()) {
                case LEGACY_BLOOM -> bits(trace) + " (" + Rule.RF_7 + ")";
                case FAST_LOCAL_BLOOM -> bits(trace) + " (" + Rule.RF_8 + ")";
                case RIBBON ->
                    (trace.mayMatch()
                                    ? "all " + steps + " columns have the parity of the key"
                                    : "column " + (steps - 1) + " does not have the parity of the key")
                            + " (" + Rule.RF_9 + ")";
                case BINARY_FUSE ->
                    (trace.mayMatch()
                                    ? "the three fingerprints give that of the key"
                                    : "the three fingerprints do not give that of the key")
                            + " (" + Rule.PB_5 + ")";
                case EMPTY ->
                    (filter.emptyMatches()
                                    ? "the filter has " + trace.geometry().reason()
                                            + ", but keys should have been added: every key may match"
                                    : "nothing was added to the filter")
                            + " (" + Rule.RF_13 + ")";
                case ALWAYS -> trace.geometry().reason() + ": every key may match (" + Rule.RF_6 + ")";
            };
        }

        private static String bits(FullFilterTrace trace) {
            int steps = trace.steps().size();
            return trace.mayMatch()
                    ? "all " + steps + " bits are set"
                    : "bit " + trace.steps().get(steps - 1).position() + " is not set";
        }
    }
}
