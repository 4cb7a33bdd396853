// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import io.github.filterblock.testdata.Json.At;
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
 * @param offset where it begins in the file
 * @param size its length in bytes, without the trailer
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
        @At("filter.metaindex_key") Optional<String> metaindexKey,
        @At("filter.policy") Optional<String> policy,
        @At("filter.offset") OptionalLong offset,
        @At("filter.size") OptionalLong size,
        @At("filter.block_type") OptionalInt blockType,
        @At("filter.sha256") Optional<String> sha256,
        @At("filter.base_lg") OptionalInt baseLg,
        @At("filter.num_filters") OptionalLong numFilters,
        @At("filter.array_offset") OptionalLong arrayOffset,
        @At("filter.empty_filters") OptionalLong emptyFilters,
        @At("filter.offsets_sha256") Optional<String> offsetsSha256,
        @At("filter_offsets") Listing<Long> offsets,
        @At("filters") Listing<Optional<FilterShape>> shapes,
        Optional<String> filterCode,
        @At("answers_by") String answeredBy,
        Optional<Boolean> replayEqual,
        OptionalLong presentKeyMisses) {

    /** Returns where it lies in the file. */
    public Optional<Handle> handle() {
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
        return handle().filter(place -> blockType.orElse(-1) == 0 && place.isWithin(file.length))
                .map(place -> Arrays.copyOfRange(file, (int) place.offset(), (int) (place.offset() + place.size())));
    }
}
