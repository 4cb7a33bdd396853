// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterMatcher;
import java.util.List;
import java.util.Optional;

/** A metaindex entry of a filter, and the reader's policy of that name. */
record KnownFilter(MetaindexEntry entry, FilterMatcher matcher) {

    /** The filter that a reader with these policies uses: the first entry whose name is among theirs (TF-9). */
    static Optional<KnownFilter> first(List<MetaindexEntry> metaindex, List<? extends FilterMatcher> known) {
        for (MetaindexEntry entry : metaindex) {
            for (FilterMatcher matcher : known) {
                if (entry.policyName().equals(Optional.of(matcher.name()))) {
                    return Optional.of(new KnownFilter(entry, matcher));
                }
            }
        }
        return Optional.empty();
    }
}
