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
 */
public record FilterHints(Optional<FilterDialect> dialect, Optional<KeyFormat> keyFormat) {
    /** Nothing is known beforehand. */
    public static final FilterHints NONE = new FilterHints(Optional.empty(), Optional.empty());

    /** Checks that no part is missing. */
    public FilterHints {
        Objects.requireNonNull(dialect, "dialect");
        Objects.requireNonNull(keyFormat, "keyFormat");
    }
}
