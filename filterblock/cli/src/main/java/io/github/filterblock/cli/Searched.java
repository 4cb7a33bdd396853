// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableQuery;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the data block of a key was found. In JSON it is the {@link #id} alone.
 *
 * @param search null if the data block was given
 * @param obstacle why the index was not searched, where the filter of every data block was asked
 */
record Searched(TableQuery.@Nullable Search search, Optional<String> obstacle) {
    static final Searched GIVEN = new Searched(null, Optional.empty());

    static Searched of(TableQuery query) {
        return new Searched(query.search(), query.obstacle());
    }

    String id() {
        return search == null ? "given" : search.id();
    }
}
