// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A matcher that denies a key only if every one of its matchers denies it; {@link FilterMatcher#anyOf} makes it.
 *
 * <p>Immutable; as safe for use by several threads as its matchers.
 */
public final class AnyOfMatcher implements FilterMatcher {
    private final String name;
    private final FilterMatcher[] matchers;
    private final List<BloomHash> hashes;

    AnyOfMatcher(String name, List<? extends FilterMatcher> matchers) {
        this.name = Objects.requireNonNull(name, "name");
        this.matchers = matchers.toArray(new FilterMatcher[0]);
        if (this.matchers.length == 0) {
            throw new IllegalArgumentException("no matcher given for " + name);
        }
        this.hashes = hashesOfAll();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
        for (FilterMatcher matcher : matchers) {
            if (matcher.keyMayMatch(key, keyOffset, keyLength, filter, filterOffset, filterLength)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, ByteBuffer filter, int filterIndex, int filterLength) {
        for (FilterMatcher matcher : matchers) {
            if (matcher.keyMayMatch(key, keyOffset, keyLength, filter, filterIndex, filterLength)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The hashes that the filter is asked for if all matchers are those of Bloom filters: a key may match if it does
     * with one of them.
     *
     * @return immutable; one for each matcher, in the order in which they are asked; empty if a matcher of another kind
     *     is among them
     */
    public List<BloomHash> hashes() {
        return hashes;
    }

    private List<BloomHash> hashesOfAll() {
        List<BloomHash> all = new ArrayList<>();
        for (FilterMatcher matcher : matchers) {
            List<BloomHash> some = hashes(matcher);
            if (some.isEmpty()) {
                return some;
            }
            all.addAll(some);
        }
        return List.copyOf(all);
    }

    private static List<BloomHash> hashes(FilterMatcher matcher) {
        if (matcher instanceof BloomFilterMatcher bloom) {
            return List.of(bloom.hash());
        }
        if (matcher instanceof BloomFilterPolicy policy) {
            return List.of(policy.hash());
        }
        return matcher instanceof AnyOfMatcher any ? any.hashes : List.of();
    }

    @Override
    public String toString() {
        return name + " by any of " + List.of(matchers);
    }
}
