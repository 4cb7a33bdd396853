// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableQuery;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the data block of a key was found. In JSON it is the {@link #id} alone.
 *
 * @param search null if the data block was given, or there is none to look for
 * @param obstacle why the index was not searched, where the filter of every data block was asked, or none
 */
record Searched(TableQuery.@Nullable Search search, Optional<String> obstacle) {
    static final Searched GIVEN = new Searched(null, Optional.empty());

    /** The MANIFEST answers. */
    static final Searched NONE = new Searched(null, Optional.of("none: the MANIFEST decides"));

    static Searched of(TableQuery query) {
        return new Searched(query.search(), query.obstacle());
    }

    String id() {
        String ofNone = obstacle.isEmpty() ? "given" : "manifest";
        return search == null ? ofNone : search.id();
    }
}
