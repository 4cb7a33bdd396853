// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A matcher that denies a key only if every one of its matchers denies it; the safe way to read a filter
 * whose writer is not known for certain.
 *
 * <p>Immutable; as safe for use by several threads as its matchers.
 */
public final class AnyOfMatcher implements FilterMatcher {
    private final String name;
    private final FilterMatcher[] matchers;
    private final List<BloomHash> hashes;

    private AnyOfMatcher(String name, List<? extends FilterMatcher> matchers) {
        this.name = Objects.requireNonNull(name, "name");
        this.matchers = matchers.toArray(new FilterMatcher[0]);
        if (this.matchers.length == 0) {
            throw new IllegalArgumentException("no matcher given for " + name);
        }
        this.hashes = hashesOfAll();
    }

    /**
     * A matcher that denies a key only if every one of the given matchers denies it.
     *
     * @param name the name of the returned matcher
     * @param matchers at least one; probed in this order until one says that the key may match
     * @return the matcher; immutable
     * @throws IllegalArgumentException if the list is empty
     */
    public static AnyOfMatcher of(String name, List<? extends FilterMatcher> matchers) {
        return new AnyOfMatcher(name, matchers);
    }

    /**
     * A matcher that denies no key, for a policy whose filters cannot be read.
     *
     * @param name the name of the returned matcher
     * @return a matcher that returns {@code true} for every key; immutable
     */
    public static FilterMatcher alwaysMatching(String name) {
        return new AlwaysMatching(name);
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
     * @return immutable; one for each matcher, in the order in which they are probed; empty if a matcher of another
     *     kind is among them
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
        return Collections.unmodifiableList(all);
    }

    private static List<BloomHash> hashes(FilterMatcher matcher) {
        if (matcher instanceof BloomFilterMatcher) {
            return Collections.singletonList(((BloomFilterMatcher) matcher).hash());
        }
        if (matcher instanceof BloomFilterPolicy) {
            return Collections.singletonList(((BloomFilterPolicy) matcher).hash());
        }
        return matcher instanceof AnyOfMatcher ? ((AnyOfMatcher) matcher).hashes : Collections.emptyList();
    }

    @Override
    public String toString() {
        return name + " by any of " + Arrays.asList(matchers);
    }
}
