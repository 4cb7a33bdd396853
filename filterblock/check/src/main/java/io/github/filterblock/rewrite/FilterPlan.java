// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The filter that a table will have when it is written again. What the plan leaves open is taken from the table's
 * filter, or, if it has none, from LevelDB's usual filter: dialect {@link FilterDialect#LEVELDB}, {@value
 * #USUAL_BITS_PER_KEY} bits per key, base lg {@value Windows#DEFAULT_BASE_LG}. Immutable.
 *
 * @param drop whether the table will have no filter; then nothing else is given
 * @param dialect the filter's dialect, one that {@linkplain FilterDialect#isWritten is written}; if open, the policy
 *     and its name stay
 * @param bitsPerKey 0 to {@value BloomFilterPolicy#MAX_BITS_PER_KEY}
 * @param baseLg base-2 logarithm of the bytes of file that share one filter, 0 to {@value Windows#MAX_BASE_LG}
 */
public record FilterPlan(boolean drop, Optional<FilterDialect> dialect, OptionalInt bitsPerKey, OptionalInt baseLg) {
    /** Bits per key of a table that had no filter. */
    public static final int USUAL_BITS_PER_KEY = 10;

    /** The filter that the table has, built anew. */
    public static final FilterPlan KEEP =
            new FilterPlan(false, Optional.empty(), OptionalInt.empty(), OptionalInt.empty());

    /** No filter. */
    public static final FilterPlan DROP =
            new FilterPlan(true, Optional.empty(), OptionalInt.empty(), OptionalInt.empty());

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range, if the dialect is only read, or if a dropped filter
     *     has other settings
     */
    public FilterPlan {
        Objects.requireNonNull(dialect, "dialect");
        dialect.ifPresent(named -> BloomFilterPolicy.of(named, USUAL_BITS_PER_KEY));
        bitsPerKey.ifPresent(BloomFilterPolicy::levelDb);
        baseLg.ifPresent(Windows::new);
        if (drop && (dialect.isPresent() || bitsPerKey.isPresent() || baseLg.isPresent())) {
            throw new IllegalArgumentException(
                    "a filter that is dropped has neither dialect nor bits per key nor base lg");
        }
    }

    /**
     * The same plan with a filter of this dialect, under the dialect's own policy name.
     *
     * @param wanted one that {@linkplain FilterDialect#isWritten is written}
     * @return the other plan
     * @throws IllegalArgumentException if the dialect is only read
     */
    public FilterPlan withDialect(FilterDialect wanted) {
        return new FilterPlan(drop, Optional.of(wanted), bitsPerKey, baseLg);
    }

    /**
     * The same plan with this number of bits per key.
     *
     * @param wanted 0 to {@value BloomFilterPolicy#MAX_BITS_PER_KEY}
     * @return the other plan
     * @throws IllegalArgumentException if the number is out of range
     */
    public FilterPlan withBitsPerKey(int wanted) {
        return new FilterPlan(drop, dialect, OptionalInt.of(wanted), baseLg);
    }

    /**
     * The same plan with this base lg.
     *
     * @param wanted 0 to {@value Windows#MAX_BASE_LG}
     * @return the other plan
     * @throws IllegalArgumentException if the number is out of range
     */
    public FilterPlan withBaseLg(int wanted) {
        return new FilterPlan(drop, dialect, bitsPerKey, OptionalInt.of(wanted));
    }

    /** Whether a table's own filter may stay as it is. */
    boolean keepsFilter() {
        return !drop && dialect.isEmpty() && bitsPerKey.isEmpty() && baseLg.isEmpty();
    }
}
