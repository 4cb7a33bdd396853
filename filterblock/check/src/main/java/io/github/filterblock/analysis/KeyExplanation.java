// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.Rule;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Why a table may hold a key, or why it does not: every step from the key to the answer of {@link TableQuery}.
 * Immutable.
 *
 * @param search how the data block was found; nothing where the caller named it
 * @param blocks the data blocks whose filter was asked, in the order of the file; none where no block can hold the key,
 *     or where there is no filter to ask. The list works out each element when it is taken
 * @param distrust why the filter is missing, or is not believed when it denies; nothing if it is believed
 * @param mayMatch the answer
 */
public record KeyExplanation(
        Optional<TableQuery.Search> search,
        List<BlockExplanation> blocks,
        Optional<String> distrust,
        boolean mayMatch) {
    /** Checks that no part is missing. */
    public KeyExplanation {
        Objects.requireNonNull(search, "search");
        Objects.requireNonNull(blocks, "blocks");
        Objects.requireNonNull(distrust, "distrust");
    }

    /**
     * {@return the data block that decided: the first that may hold the key, or the only one that was asked; nothing
     * where no block was asked, or several were and all deny the key}
     */
    public Optional<BlockExplanation> decisive() {
        Optional<BlockExplanation> passing =
                blocks.stream().filter(BlockExplanation::mayMatch).findFirst();
        return passing.isPresent() || blocks.size() != 1 ? passing : Optional.of(blocks.get(0));
    }

    /** {@return why the answer is what it is, in one sentence} */
    public String why() {
        if (distrust.isPresent()) {
            return distrust.get();
        }
        if (blocks.isEmpty()) {
            return "the key is above the last key of the index, so no data block can hold it (" + Rule.TF_11 + ")";
        }
        return decisive()
                .map(BlockExplanation::why)
                .orElseGet(() -> "the filters of all " + blocks.size() + " data blocks deny the key");
    }
}
