// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import com.google.common.collect.Lists;
import io.github.filterblock.Rule;
import java.util.List;
import java.util.Optional;

/**
 * Why a table may hold a key, or why it does not: every step from the key to the answer of {@link TableQuery}.
 * Immutable.
 *
 * @param search how the data block was found; empty if the caller named it
 * @param traces what the filter answers: for each data block that it was asked about, in the order of the file, or once
 *     if it is a full or partitioned one; empty if no block can hold the key, or if there is no filter to ask. The list
 *     computes each element when it is taken
 * @param distrust why the filter is missing, or is not believed when it denies; empty if it is believed
 * @param mayMatch the answer
 */
public record KeyExplanation(
        Optional<TableQuery.Search> search, List<FilterTrace> traces, Optional<String> distrust, boolean mayMatch) {

    /** Explains the answers of a table's filter for the data blocks at some offsets. */
    static KeyExplanation of(
            TableReport report, Optional<TableQuery.Search> search, List<Long> offsets, byte[] key, boolean mayMatch) {
        return new KeyExplanation(
                search,
                report.filter()
                        .filter(found -> found.trust().reason() != FilterTrust.Reason.UNREADABLE)
                        .map(found -> Lists.transform(offsets, offset -> found.trace(offset, key)))
                        .orElse(List.of()),
                distrust(report, search),
                mayMatch);
    }

    private static Optional<String> distrust(TableReport report, Optional<TableQuery.Search> search) {
        if (report.filter().isEmpty()) {
            return Optional.of("the table has no filter: every key may match");
        }
        FilterTrust trust = report.filter().get().trust();
        if (!trust.mayDeny()) {
            return trust.sentence();
        }
        return search.equals(Optional.of(TableQuery.Search.NO_FILTER))
                ? Optional.of("the table has no data block that the filter could be asked about: every key may match")
                : Optional.empty();
    }

    /**
     * {@return the answer that decided: the first that lets the key pass, or the only one; empty if the filter was not
     * asked, or if it was asked about several blocks and denies the key in all}
     */
    public Optional<FilterTrace> decisive() {
        Optional<FilterTrace> passing =
                traces.stream().filter(FilterTrace::mayMatch).findFirst();
        return passing.isPresent() || traces.size() != 1 ? passing : Optional.of(traces.get(0));
    }

    /** {@return why the answer is what it is, in one sentence} */
    public String why() {
        if (distrust.isPresent()) {
            return distrust.get();
        }
        if (traces.isEmpty()) {
            return "the key is above the last key of the index, so no data block can hold it (" + Rule.TF_11 + ")";
        }
        return decisive()
                .map(FilterTrace::why)
                .orElseGet(() -> "the filters of all " + traces.size() + " data blocks deny the key");
    }
}
