// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.PrefixExtractor;
import java.util.Objects;
import java.util.Optional;

/**
 * How a full filter of RocksDB is built: one for the whole table (RF-16 to RF-19). Immutable.
 *
 * @param policy the kind that was wanted, and its bits per key
 * @param geometry the filter's kind and form; instead of a Ribbon filter it may be a fast local Bloom filter
 * @param wholeKeys whether user keys are in the filter
 * @param extractor of the prefixes in the filter; empty if there are none
 * @param additions how many keys and prefixes were added, as RocksDB counts them
 */
public record FullRecipe(
        FullFilterPolicy policy,
        FullFilterGeometry geometry,
        boolean wholeKeys,
        Optional<PrefixExtractor> extractor,
        long additions)
        implements FilterRecipe {

    /** Checks that no part is missing. */
    public FullRecipe {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(geometry, "geometry");
        Objects.requireNonNull(extractor, "extractor");
    }

    @Override
    public KeyFormat keyFormat() {
        return KeyFormat.USER_KEY;
    }
}
