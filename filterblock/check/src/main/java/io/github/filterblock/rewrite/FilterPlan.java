// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.Windows;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rocksdb.FullFilterKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The filter that a table will have when it is written again. What the plan leaves open is taken from the table's
 * filter, or, if it has none, from LevelDB's usual filter: dialect {@link FilterDialect#LEVELDB}, for a table of
 * RocksDB {@link FilterDialect#ROCKSDB_BLOCK}, {@value #USUAL_BITS_PER_KEY} bits per key, base lg {@value
 * Windows#DEFAULT_BASE_LG}. Immutable.
 *
 * @param drop whether the table will have no filter; then nothing else is given
 * @param dialect the filter's dialect, one that {@linkplain FilterDialect#isWritten is written}; if open, the policy
 *     and its name stay
 * @param bitsPerKey 0 to {@value BloomFilterPolicy#MAX_BITS_PER_KEY}; a whole number, except for a
 *     full filter, which has 1 to 100
 * @param baseLg base-2 logarithm of the bytes of file that share one filter, 0 to {@value Windows#MAX_BASE_LG}
 * @param fullFilter the kind of full filter that a table of RocksDB gets: Bloom or Ribbon. If this and the dialect are
 *     open, a table of RocksDB without a block-based filter gets the one that its format version is made for,
 *     unless it was written before there were any
 */
public record FilterPlan(
        boolean drop,
        Optional<FilterDialect> dialect,
        OptionalDouble bitsPerKey,
        OptionalInt baseLg,
        Optional<FullFilterKind> fullFilter) {
    /** Bits per key of a table that had no filter. */
    public static final int USUAL_BITS_PER_KEY = 10;

    private static final int MAX_OF_FULL_FILTERS = 100;
    private static final List<FullFilterKind> WRITTEN =
            List.of(FullFilterKind.FAST_LOCAL_BLOOM, FullFilterKind.RIBBON, FullFilterKind.LEGACY_BLOOM);

    /** The filter that the table has, built anew. */
    public static final FilterPlan KEEP =
            new FilterPlan(false, Optional.empty(), OptionalDouble.empty(), OptionalInt.empty());

    /** No filter. */
    public static final FilterPlan DROP =
            new FilterPlan(true, Optional.empty(), OptionalDouble.empty(), OptionalInt.empty());

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a number is out of range, if the dialect is only read, or if a dropped filter
     *     has other settings
     */
    public FilterPlan {
        Objects.requireNonNull(dialect, "dialect");
        Objects.requireNonNull(fullFilter, "fullFilter");
        dialect.ifPresent(named -> BloomFilterPolicy.of(named, USUAL_BITS_PER_KEY));
        bitsPerKey.ifPresent(BloomFilterPolicy::rocksDbBlockBased); // checks the range
        if (dialect.isPresent() && bitsPerKey.isPresent() && !isWhole(bitsPerKey.getAsDouble())) {
            throw new IllegalArgumentException(wholeNumber(bitsPerKey.getAsDouble()));
        }
        baseLg.ifPresent(Windows::new);
        fullFilter.ifPresent(kind -> check(kind, dialect, bitsPerKey, baseLg));
        if (drop && (fullFilter.isPresent() || dialect.isPresent() || bitsPerKey.isPresent() || baseLg.isPresent())) {
            throw new IllegalArgumentException(
                    "a filter that is dropped has neither dialect nor bits per key nor base lg");
        }
    }

    static boolean isWhole(double bitsPerKey) {
        return bitsPerKey == Math.rint(bitsPerKey);
    }

    /** What is wrong with a fraction of a bit. */
    static String wholeNumber(double bitsPerKey) {
        return "only full filters have fractions of a bit per key: " + bitsPerKey + " is not a whole number";
    }

    private static String printed(double bitsPerKey) {
        return isWhole(bitsPerKey) ? String.valueOf((long) bitsPerKey) : String.valueOf(bitsPerKey);
    }

    private static void check(
            FullFilterKind kind, Optional<FilterDialect> dialect, OptionalDouble bitsPerKey, OptionalInt baseLg) {
        if (!WRITTEN.contains(kind)) {
            throw new IllegalArgumentException("a full filter that is written is one of " + WRITTEN + ", not " + kind);
        }
        if (dialect.isPresent() || baseLg.isPresent()) {
            throw new IllegalArgumentException("a full filter has neither a dialect nor a base lg");
        }
        double bits = bitsPerKey.orElse(1);
        if (bits < 1 || bits > MAX_OF_FULL_FILTERS) {
            throw new IllegalArgumentException(
                    "a full filter has 1 to " + MAX_OF_FULL_FILTERS + " bits per key, not " + printed(bits));
        }
    }

    /**
     * A plan for a filter block, or none.
     *
     * @param drop whether the table will have no filter; then nothing else is given
     * @param dialect the filter's dialect, one that is written
     * @param bitsPerKey 0 to {@value BloomFilterPolicy#MAX_BITS_PER_KEY}; a whole number if there is a dialect
     * @param baseLg 0 to {@value Windows#MAX_BASE_LG}
     * @throws IllegalArgumentException as the constructor of all components
     */
    public FilterPlan(boolean drop, Optional<FilterDialect> dialect, OptionalDouble bitsPerKey, OptionalInt baseLg) {
        this(drop, dialect, bitsPerKey, baseLg, Optional.empty());
    }

    /**
     * The same plan with a full filter of RocksDB's.
     *
     * @param wanted fast local Bloom, Ribbon or legacy Bloom
     * @return the other plan
     * @throws IllegalArgumentException if the kind is another one, or the plan has a dialect or a base lg
     */
    public FilterPlan withFullFilter(FullFilterKind wanted) {
        return new FilterPlan(drop, dialect, bitsPerKey, baseLg, Optional.of(wanted));
    }

    /**
     * The same plan with a filter of this dialect, under the dialect's own policy name.
     *
     * @param wanted one that {@linkplain FilterDialect#isWritten is written}
     * @return the other plan
     * @throws IllegalArgumentException if the dialect is only read
     */
    public FilterPlan withDialect(FilterDialect wanted) {
        return new FilterPlan(drop, Optional.of(wanted), bitsPerKey, baseLg, fullFilter);
    }

    /**
     * The same plan with this number of bits per key.
     *
     * @param wanted 0 to {@value BloomFilterPolicy#MAX_BITS_PER_KEY}; only full filters have
     *     fractions
     * @return the other plan
     * @throws IllegalArgumentException if the number is out of range, or no whole number although there is a dialect
     */
    public FilterPlan withBitsPerKey(double wanted) {
        return new FilterPlan(drop, dialect, OptionalDouble.of(wanted), baseLg, fullFilter);
    }

    /**
     * The same plan with this base lg.
     *
     * @param wanted 0 to {@value Windows#MAX_BASE_LG}
     * @return the other plan
     * @throws IllegalArgumentException if the number is out of range
     */
    public FilterPlan withBaseLg(int wanted) {
        return new FilterPlan(drop, dialect, bitsPerKey, OptionalInt.of(wanted), fullFilter);
    }

    /** Whether a table's own filter may stay as it is. */
    boolean keepsFilter() {
        return !drop && fullFilter.isEmpty() && dialect.isEmpty() && bitsPerKey.isEmpty() && baseLg.isEmpty();
    }
}
