// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Denies a key only if every one of its matchers denies it. Immutable. */
final class AnyOfMatcher implements FilterMatcher {
    private final String name;
    private final FilterMatcher[] matchers;
    private final List<BloomFilterMatcher> parts;

    AnyOfMatcher(String name, List<? extends FilterMatcher> matchers) {
        this.name = Objects.requireNonNull(name, "name");
        this.matchers = matchers.toArray(new FilterMatcher[0]);
        if (this.matchers.length == 0) {
            throw new IllegalArgumentException("no matcher given for " + name);
        }
        this.parts = parts();
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

    @Override
    public List<BloomFilterMatcher> bloomParts() {
        return parts;
    }

    private List<BloomFilterMatcher> parts() {
        List<BloomFilterMatcher> all = new ArrayList<>();
        for (FilterMatcher matcher : matchers) {
            List<BloomFilterMatcher> some = matcher.bloomParts();
            if (some.isEmpty() || matcher.tagLength() > 0) {
                return List.of();
            }
            all.addAll(some);
        }
        return List.copyOf(all);
    }

    @Override
    public String toString() {
        return name + " by any of " + List.of(matchers);
    }
}
