// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import com.google.common.collect.Lists;
import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockTrace;
import io.github.filterblock.Rule;
import io.github.filterblock.Windows;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.bloom.BloomFilterInfo;
import io.github.filterblock.bloom.BloomTrace;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rocksdb.FullFilterTrace;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why a table may hold a key, or why it does not: every step from the key to the answer of {@link TableQuery}.
 * Immutable.
 *
 * @param search how the data block was found; empty if the caller named it
 * @param blocks the data blocks whose filter was asked, in the order of the file; empty if no block can hold the key,
 *     or if there is no filter to ask. The list computes each element when it is taken
 * @param userKey what RocksDB's full or partitioned filter says about the key; empty if the table has no such filter,
 *     or it could not be asked
 * @param distrust why the filter is missing, or is not believed when it denies; empty if it is believed
 * @param mayMatch the answer
 */
public record KeyExplanation(
        Optional<TableQuery.Search> search,
        List<Block> blocks,
        Optional<UserKeyStep> userKey,
        Optional<String> distrust,
        boolean mayMatch) {

    /** Explains the answers of a table's filter, block by block. */
    static KeyExplanation of(
            TableReport report, Optional<TableQuery.Search> search, List<Long> offsets, byte[] key, boolean mayMatch) {
        Optional<TableFilter> filter =
                report.filter().filter(found -> found.damage().isEmpty());
        Map<FilterDialect, List<KeyFormat>> readings = new EnumMap<>(FilterDialect.class);
        for (Interpretation each : report.identification().remaining()) {
            readings.computeIfAbsent(each.dialect(), dialect -> new ArrayList<>())
                    .add(each.keyFormat());
        }
        return new KeyExplanation(
                search,
                filter.isEmpty()
                        ? List.of()
                        : Lists.transform(offsets, offset -> Block.of(filter.get(), readings, offset, key)),
                report.filter().isPresent() || search.isEmpty()
                        ? Optional.empty()
                        : report.userKeyFilter().flatMap(found -> UserKeyStep.of(found.filter(), key)),
                distrust(report, search.isPresent()),
                mayMatch);
    }

    private static Optional<String> distrust(TableReport report, boolean searched) {
        if (report.filter().isEmpty()) {
            return report.userKeyFilter().isEmpty() || !searched
                    ? Optional.of("the table has no filter for data blocks: every key may match")
                    : report.userKeyFilter()
                            .flatMap(UserKeyFilter::distrust)
                            .map(distrust -> distrust + ": every key may match");
        }
        TableFilter filter = report.filter().get();
        FilterIdentification reading = report.identification();
        if (filter.damage().isPresent()) {
            return Optional.of("the filter block cannot be read: every key may match");
        }
        if (filter.checksum() == Status.BAD) {
            return Optional.of(everyKeyMayMatch("the checksum of the filter block is wrong", Rule.TF_4));
        }
        if (reading.interpretations().isEmpty()) {
            String policy = MetaindexEntry.printable(filter.policyName());
            return Optional.of(everyKeyMayMatch("the policy " + policy + " is not built in", Rule.TF_14));
        }
        return switch (reading.trust()) {
            case TRUSTED ->
                searched && report.dataBlocks().isEmpty()
                        ? Optional.of("the table has no data block that the filter could be asked about:"
                                + " every key may match")
                        : Optional.empty();
            case CONTRADICTED ->
                Optional.of(everyKeyMayMatch(
                        "the filter denies " + reading.falseNegatives() + " of " + reading.keys()
                                + " keys of the table, so it is not believed",
                        Rule.TF_13));
            case INCONSISTENT_INDEX ->
                Optional.of(everyKeyMayMatch("the index or data blocks are damaged, or do not match", Rule.TF_11));
            case TRANSFORMED_KEYS -> Optional.of(LicenceToDeny.TRANSFORMED_KEYS + ": every key may match");
            case PREFIXES_ONLY -> Optional.of(LicenceToDeny.PREFIXES_ONLY + ": every whole key may match");
        };
    }

    /** A sentence about what keeps a filter from denying any key, and the rule that says so. */
    private static String everyKeyMayMatch(String reason, Rule rule) {
        return reason + ": every key may match (" + rule + ")";
    }

    /**
     * {@return the data block that decided: the first that may hold the key, or the only one that was asked; empty if
     * no block was asked, or if several were and all deny the key}
     */
    public Optional<Block> decisive() {
        Optional<Block> passing = blocks.stream().filter(Block::mayMatch).findFirst();
        return passing.isPresent() || blocks.size() != 1 ? passing : Optional.of(blocks.get(0));
    }

    /** {@return why the answer is what it is, in one sentence} */
    public String why() {
        if (distrust.isPresent()) {
            return distrust.get();
        }
        if (userKey.isPresent()) {
            return userKey.get().why();
        }
        if (search.equals(Optional.of(TableQuery.Search.USER_KEY))) {
            return "the filter has only prefixes, and the key has none: it may match (" + Rule.RF_5 + ")";
        }
        if (blocks.isEmpty()) {
            return "the key is above the last key of the index, so no data block can hold it (" + Rule.TF_11 + ")";
        }
        return decisive()
                .map(Block::why)
                .orElseGet(() -> "the filters of all " + blocks.size() + " data blocks deny the key");
    }

    /**
     * What RocksDB's full or partitioned filter answers for one key. Immutable.
     *
     * @param partitions number of filters: 1 for a full one
     * @param partition number of the filter that was asked, from 0 on; empty if all were, because no order is known
     * @param separator of the partition; empty for a full filter
     * @param asked the part of the key that was asked for: all of it, or its prefix; if every prefix was, the longest
     *     that may match, or all of it
     * @param trace every step to the answer of that filter, or of the first that lets the key pass
     * @param why what decided, in one sentence that names the rule of FORMAT-ROCKSDB.md
     */
    public record UserKeyStep(
            int partitions,
            Optional<Integer> partition,
            byte[] separator,
            byte[] asked,
            FullFilterTrace trace,
            String why) {

        /** {@return whether the table has one filter for all its keys} */
        public boolean isFull() {
            return partitions == 1 && separator.length == 0;
        }

        private static Optional<UserKeyStep> of(RocksDbFilter filter, byte[] key) {
            int length = filter.askedLength(key);
            if (length < 0 || filter.partitions().isEmpty()) {
                return Optional.empty();
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
            return Optional.of(new UserKeyStep(
                    filter.partitions().size(),
                    partition,
                    decisive.separator(),
                    asked,
                    trace,
                    prefixes(filter, trace) + why(filter, trace)));
        }

        /** Where a filter was asked for every prefix, what this means for the one that is shown. */
        private static String prefixes(RocksDbFilter filter, FullFilterTrace trace) {
            if (!filter.contents().asksEveryPrefix()) {
                return "";
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

    /**
     * What the filter answers for one key in one data block. Immutable.
     *
     * @param blockOffset offset in the file of the data block, unsigned
     * @param lookup which filter was asked, or why none was
     * @param readings one for each dialect that the filter may have; empty if no filter was asked, or its policy is
     *     unknown
     * @param why what decided, in one sentence that names the rule of FORMAT.md
     */
    public record Block(long blockOffset, FilterBlockTrace lookup, List<Reading> readings, String why) {

        private static Block of(
                TableFilter filter, Map<FilterDialect, List<KeyFormat>> formats, long offset, byte[] key) {
            FilterBlockTrace lookup = filter.layout().lookup(offset);
            List<Reading> readings = new ArrayList<>();
            if (lookup.asked()) {
                formats.forEach((dialect, ofDialect) ->
                        readings.add(new Reading(dialect, ofDialect, filter.trace(dialect, key, key.length, lookup))));
            }
            String why = lookup.asked()
                    ? asked(lookup, readings)
                    : everyKeyMayMatch(notAsked(filter.layout(), lookup), lookup.rule());
            return new Block(offset, lookup, List.copyOf(readings), why);
        }

        /**
         * {@return the answer of the filter, trusted or not: {@code false} only if a filter was asked and every reading
         * denies the key}
         */
        public boolean mayMatch() {
            return readings.isEmpty()
                    || readings.stream().anyMatch(reading -> reading.trace().mayMatch());
        }

        private static String notAsked(FilterBlockLayout layout, FilterBlockTrace lookup) {
            return switch (lookup.rule()) {
                case FB_19 ->
                    "the filter block has " + layout.length() + " bytes, fewer than the "
                            + FilterBlockLayout.length(0, 0) + " of an empty one";
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

        private static String damagedRange(FilterBlockLayout layout, FilterBlockTrace lookup) {
            String range =
                    "filter " + lookup.filter() + " starts at " + lookup.start() + " and ends at " + lookup.limit();
            String wrong = lookup.start() > lookup.limit()
                    ? ", which is before its start"
                    : ", beyond the array offset " + layout.arrayOffset();
            String levelDb = lookup.start() == lookup.limit() ? " (LevelDB itself would deny it)" : "";
            return range + wrong + levelDb;
        }

        private static String asked(FilterBlockTrace lookup, List<Reading> readings) {
            String filter = "filter " + lookup.filter();
            if (readings.isEmpty()) {
                return everyKeyMayMatch(filter + " is of a policy that is not built in", Rule.TF_14);
            }
            Reading decisive = readings.stream()
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

    /**
     * The answer of one filter for a key, read in one dialect. Immutable.
     *
     * @param dialect the dialect in which the bits are read
     * @param keyFormats over which parts of the stored keys the filter may have been built in this dialect; the key
     *     itself is asked as it was given, so the bits are the same for all of them
     * @param trace every step to the answer
     */
    public record Reading(FilterDialect dialect, List<KeyFormat> keyFormats, BloomTrace trace) {

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
