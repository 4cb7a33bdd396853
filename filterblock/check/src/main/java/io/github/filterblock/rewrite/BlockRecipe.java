// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import java.util.Objects;

/**
 * How a filter block of LevelDB's family is built: a filter for each window of the file. Immutable.
 *
 * @param dialect one that {@linkplain FilterDialect#isWritten is written}
 * @param keyFormat which part of a stored key is in the filter
 * @param bitsPerKey 0 to {@value BloomFilterPolicy#MAX_BITS_PER_KEY}
 * @param baseLg base-2 logarithm of the bytes of file that share one filter, 0 to
 *     {@value io.github.filterblock.Windows#MAX_BASE_LG}
 */
public record BlockRecipe(FilterDialect dialect, KeyFormat keyFormat, int bitsPerKey, int baseLg)
        implements FilterRecipe {

    /** Checks that no part is missing. */
    public BlockRecipe {
        Objects.requireNonNull(dialect, "dialect");
        Objects.requireNonNull(keyFormat, "keyFormat");
    }

    BloomFilterPolicy policy() {
        return BloomFilterPolicy.of(dialect, bitsPerKey);
    }

    FilterBlockBuilder builder() {
        return new FilterBlockBuilder(policy(), baseLg);
    }
}
