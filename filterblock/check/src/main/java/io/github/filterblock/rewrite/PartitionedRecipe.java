// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.PrefixExtractor;
import java.util.Objects;
import java.util.Optional;

/**
 * How a partitioned filter of RocksDB is built: one filter for each partition, as large as the one before (RF-16 to
 * RF-20). Immutable.
 *
 * @param policy the kind that was wanted, and its bits per key; empty if each partition keeps its form
 * @param wholeKeys whether user keys are in the filters
 * @param extractor of the prefixes in the filters; empty if there are none
 */
public record PartitionedRecipe(
        Optional<FullFilterPolicy> policy, boolean wholeKeys, Optional<PrefixExtractor> extractor)
        implements FilterRecipe {

    /** Checks that no part is missing. */
    public PartitionedRecipe {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(extractor, "extractor");
    }

    @Override
    public KeyFormat keyFormat() {
        return KeyFormat.USER_KEY;
    }
}
