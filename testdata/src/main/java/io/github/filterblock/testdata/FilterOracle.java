// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What is known about a table's filter block.
 *
 * <p>Immutable.
 *
 * @param metaindexKey the key of its metaindex entry (TF-8)
 * @param policy the policy's name, without the {@code filter.} before it
 * @param handle where it lies in the file
 * @param blockType its type byte, 0 when it is stored raw (TF-10)
 * @param sha256 of the filter block's bytes, in lower-case hex
 * @param baseLg log2 of the window's length in bytes (FB-12)
 * @param numFilters how many filters it holds (FB-21)
 * @param arrayOffset where its offset array begins (FB-11)
 * @param emptyFilters how many of its filters are empty (FB-13)
 * @param offsetsSha256 digest over all offsets and the array offset, each u32 little-endian; in lower-case hex
 * @param offsets the filters' offsets, closed by the array offset; perhaps not all of them
 * @param shapes the filters, each empty or with its k and length; perhaps not all of them
 * @param filterCode which algorithm reads it; see {@link ReferencePolicy#named}
 * @param answeredBy the program that gave the answers; may be empty
 * @param replayEqual whether that program, given the table's keys and block offsets, writes the same filter block
 * @param presentKeyMisses how many of the table's own keys this program denies
 */
public record FilterOracle(
        Optional<String> metaindexKey,
        Optional<String> policy,
        Optional<Handle> handle,
        OptionalInt blockType,
        Optional<String> sha256,
        OptionalInt baseLg,
        OptionalLong numFilters,
        OptionalLong arrayOffset,
        OptionalLong emptyFilters,
        Optional<String> offsetsSha256,
        Listing<Long> offsets,
        Listing<Optional<FilterShape>> shapes,
        Optional<String> filterCode,
        String answeredBy,
        Optional<Boolean> replayEqual,
        OptionalLong presentKeyMisses) {

    /** Reads the oracle of a table's filter block from that of the table; empty when it has none. */
    static Optional<FilterOracle> from(Members table) {
        return table.isRecorded("filter") ? Optional.of(from(table, table.child("filter"))) : Optional.empty();
    }

    private static FilterOracle from(Members table, Members filter) {
        return new FilterOracle(
                filter.text("metaindex_key"),
                filter.text("policy"),
                handleOf(filter),
                filter.small("block_type"),
                filter.text("sha256"),
                filter.small("base_lg"),
                filter.number("num_filters"),
                filter.number("array_offset"),
                filter.number("empty_filters"),
                filter.text("offsets_sha256"),
                Listing.of(table.list("filter_offsets", Members::asLong), table, "filter_offsets"),
                Listing.of(table.list("filters", FilterShape::from), table, "filters"),
                table.text("filter_code"),
                table.textOrEmpty("answers_by"),
                table.flag("replay_equal"),
                table.number("present_key_misses"));
    }

    private static Optional<Handle> handleOf(Members filter) {
        OptionalLong offset = filter.number("offset");
        OptionalLong size = filter.number("size");
        return offset.isPresent() && size.isPresent()
                ? Optional.of(new Handle(offset.getAsLong(), size.getAsLong()))
                : Optional.empty();
    }

    /** Returns the slow model's policy that reads these filters, if the oracle names one that it knows. */
    public Optional<ReferencePolicy> referencePolicy() {
        // Reading needs no parameters: k is in the filter, so any number of bits per key will do.
        return filterCode.flatMap(code -> ReferencePolicy.named(code, 10));
    }

    /** Returns the filter block's bytes in its table file; empty unless it is stored raw inside the file. */
    Optional<byte[]> blockIn(byte[] file) {
        return handle.filter(place -> blockType.orElse(-1) == 0 && place.isWithin(file.length))
                .map(place -> Arrays.copyOfRange(file, (int) place.offset(), (int) (place.offset() + place.size())));
    }
}
