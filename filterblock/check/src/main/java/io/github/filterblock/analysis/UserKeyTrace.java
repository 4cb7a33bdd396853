// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Rule;
import io.github.filterblock.rocksdb.FullFilterTrace;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.RocksDbFilter;
import java.util.Arrays;
import java.util.Optional;

/**
 * What RocksDB's full or partitioned filter answers for one key. Immutable.
 *
 * @param partitions number of filters: 1 for a full one
 * @param asked the filter that decided; empty if none could be asked: the key has no prefix that could have been added,
 *     or no filter could be read
 * @param mayMatch the answer
 * @param why what decided, in one sentence that names the rule of FORMAT-ROCKSDB.md
 */
public record UserKeyTrace(int partitions, Optional<Asked> asked, boolean mayMatch, String why) implements FilterTrace {

    /**
     * The filter that decided.
     *
     * @param partition its number, from 0 on; empty for a full filter, and if all were asked, because no order is known
     * @param separator of the partition; empty for a full filter
     * @param key the part of the key that was asked for: all of it, or its prefix; if every prefix was, the longest
     *     that may match, or all of it
     * @param trace every step to the answer of that filter, or of the first that lets the key pass
     */
    public record Asked(Optional<Integer> partition, byte[] separator, byte[] key, FullFilterTrace trace) {}

    static UserKeyTrace of(RocksDbFilter filter, byte[] key) {
        int partitions = filter.partitions().size();
        int length = filter.probedLength(key);
        boolean mayMatch = filter.tableMayMatch(key);
        if (partitions == 0) {
            return new UserKeyTrace(0, Optional.empty(), mayMatch, "there is no filter that could be asked");
        }
        if (length < 0) {
            return new UserKeyTrace(partitions, Optional.empty(), mayMatch, notAsked(filter.contents()));
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
        return new UserKeyTrace(
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
                "the last byte of the key is not the length of a version, so the filter cannot be asked (" + Rule.PB_1
                        + ")";
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
