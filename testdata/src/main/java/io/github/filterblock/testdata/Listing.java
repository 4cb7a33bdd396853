// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.util.List;
import java.util.Optional;

/**
 * A list from an oracle, and whether it is the whole list.
 *
 * <p>Immutable.
 *
 * @param items what the oracle lists, in its order
 * @param listed the oracle's word for how much it lists: {@code all} when nothing is left out, empty when it has none
 */
public record Listing<T>(List<T> items, String listed) {

    /** Keeps an unmodifiable copy of the list. */
    public Listing {
        items = List.copyOf(items);
    }

    /** Whether the oracle says that nothing is left out, so that the list may be compared as a whole. */
    public boolean isWhole() {
        return listed.equals("all");
    }

    /** Returns the list if nothing is left out of it. */
    public Optional<List<T>> whole() {
        return isWhole() ? Optional.of(items) : Optional.empty();
    }
}
