// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.github.filterblock.table.PrefixExtractor;
import java.util.Objects;
import java.util.Optional;

/** All that determines the bytes of a table's filter, beside the keys and their places. Immutable. */
public sealed interface FilterRecipe {

    /** {@return which part of a stored key is in the filter} */
    KeyFormat keyFormat();

    /**
     * How a filter block of LevelDB's family is built: a filter for each window of the file. Immutable.
     *
     * @param dialect one that {@linkplain FilterDialect#isWritten is written}
     * @param keyFormat which part of a stored key is in the filter
     * @param bitsPerKey 0 to {@value BloomFilterPolicy#MAX_BITS_PER_KEY}
     * @param baseLg base-2 logarithm of the bytes of file that share one filter, 0 to
     *     {@value io.github.filterblock.Windows#MAX_BASE_LG}
     */
    public record Block(FilterDialect dialect, KeyFormat keyFormat, int bitsPerKey, int baseLg)
            implements FilterRecipe {

        /** Checks that no part is missing. */
        public Block {
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

    /**
     * How a full filter of RocksDB is built: one for the whole table (RF-16 to RF-19). Immutable.
     *
     * @param policy the kind that was wanted, and its bits per key
     * @param geometry the filter's kind and form; instead of a Ribbon filter it may be a fast local Bloom filter
     * @param wholeKeys whether user keys are in the filter
     * @param extractor of the prefixes in the filter; empty if there are none
     * @param additions how many keys and prefixes were added, as RocksDB counts them
     */
    public record Full(
            FullFilterPolicy policy,
            FullFilterGeometry geometry,
            boolean wholeKeys,
            Optional<PrefixExtractor> extractor,
            long additions)
            implements FilterRecipe {

        /** Checks that no part is missing. */
        public Full {
            Objects.requireNonNull(policy, "policy");
            Objects.requireNonNull(geometry, "geometry");
            Objects.requireNonNull(extractor, "extractor");
        }

        @Override
        public KeyFormat keyFormat() {
            return KeyFormat.USER_KEY;
        }
    }
}
