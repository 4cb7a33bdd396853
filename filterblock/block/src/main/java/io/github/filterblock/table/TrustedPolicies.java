// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The policies with which an engine writes its own tables, at most one for each form of filters, for {@link
 * TableFile#openFilter(TrustedPolicies)}.
 *
 * <p>They are trusted: if another program wrote a filter under the name of one, with other hashes or of other keys,
 * keys that are there are denied. What they do not read is read as safely as without them. Of two filters of a table,
 * the one of the policy that was given first is used.
 *
 * <p>Immutable.
 */
public final class TrustedPolicies {
    static final TrustedPolicies NONE = new TrustedPolicies(null, false, false);

    private final @Nullable FilterMatcher blockBased;
    private final boolean full;
    private final boolean fullFirst;

    private TrustedPolicies(@Nullable FilterMatcher blockBased, boolean full, boolean fullFirst) {
        this.blockBased = blockBased;
        this.full = full;
        this.fullFirst = fullFirst;
    }

    /**
     * A policy for block-based filters.
     *
     * @param blockBased reads every filter block of its name
     * @return the policy alone
     */
    public static TrustedPolicies of(FilterMatcher blockBased) {
        return NONE.and(blockBased);
    }

    /**
     * A policy for full filters.
     *
     * @param full of any kind and number of bits, as all have one name. A full filter in a table without RocksDB's
     *     properties is taken to hold whole user keys; where there are properties, they decide
     * @return the policy alone
     */
    public static TrustedPolicies of(FullFilterPolicy full) {
        Objects.requireNonNull(full, "full");
        return new TrustedPolicies(null, true, true);
    }

    /**
     * The same with a policy for block-based filters.
     *
     * @param other reads every filter block of its name
     * @return new policies
     */
    public TrustedPolicies and(FilterMatcher other) {
        return new TrustedPolicies(Objects.requireNonNull(other, "other"), full, fullFirst);
    }

    /**
     * The same with a policy for full filters.
     *
     * @param other as {@link #of(FullFilterPolicy)} takes it
     * @return new policies
     */
    public TrustedPolicies and(FullFilterPolicy other) {
        Objects.requireNonNull(other, "other");
        return new TrustedPolicies(blockBased, true, fullFirst);
    }

    @Nullable
    FilterMatcher blockBased() {
        return blockBased;
    }

    /** Whether full filters of tables without properties are trusted. */
    boolean full() {
        return full;
    }

    /** Whether a filter that is probed by key goes before one of the block-based policy. */
    boolean fullFirst() {
        return fullFirst;
    }
}
