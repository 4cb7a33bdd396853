// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.bloom.FilterDialect;
import java.util.Objects;
import java.util.Optional;

/**
 * What the caller knows about a filter beyond what the file says; the table's keys determine the rest.
 *
 * @param dialect how to read the filter, whatever its name is
 * @param keyFormat which part of a stored key it was built over
 * @param doubt why keys of the table may not be what they seem, as the database around it shows, in one clause; empty
 *     if there is no reason
 */
public record FilterHints(Optional<FilterDialect> dialect, Optional<KeyFormat> keyFormat, Optional<String> doubt) {
    /** Nothing is known beforehand. */
    public static final FilterHints NONE = new FilterHints(Optional.empty(), Optional.empty());

    /** Checks that no part is missing. */
    public FilterHints {
        Objects.requireNonNull(dialect, "dialect");
        Objects.requireNonNull(keyFormat, "keyFormat");
        Objects.requireNonNull(doubt, "doubt");
    }

    /**
     * Hints about a table by itself.
     *
     * @param dialect how to read the filter, whatever its name is
     * @param keyFormat which part of a stored key it was built over
     */
    public FilterHints(Optional<FilterDialect> dialect, Optional<KeyFormat> keyFormat) {
        this(dialect, keyFormat, Optional.empty());
    }

    /**
     * The same hints about a table of a database.
     *
     * @param reason why keys may not be what they seem; empty if there is none
     * @return the other hints
     */
    public FilterHints withDoubt(Optional<String> reason) {
        return new FilterHints(dialect, keyFormat, reason);
    }
}
