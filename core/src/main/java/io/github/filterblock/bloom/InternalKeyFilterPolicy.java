// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/** The view of a policy for internal keys that {@link FilterPolicy#ofInternalKeys} makes. Immutable. */
final class InternalKeyFilterPolicy implements FilterPolicy {
    private final FilterPolicy policy;
    private final FilterMatcher matcher;

    InternalKeyFilterPolicy(FilterPolicy policy) {
        this.policy = Objects.requireNonNull(policy, "policy");
        this.matcher = new Matcher(policy);
    }

    @Override
    public String name() {
        return policy.name();
    }

    @Override
    public FilterGenerator newGenerator() {
        return new Generator(policy.newGenerator());
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
        return matcher.keyMayMatch(key, keyOffset, keyLength, filter, filterOffset, filterLength);
    }

    @Override
    public boolean keyMayMatch(
            byte[] key, int keyOffset, int keyLength, ByteBuffer filter, int filterIndex, int filterLength) {
        return matcher.keyMayMatch(key, keyOffset, keyLength, filter, filterIndex, filterLength);
    }

    @Override
    public List<BloomFilterMatcher> bloomParts() {
        return matcher.bloomParts();
    }

    @Override
    public int tagLength() {
        return matcher.tagLength();
    }

    @Override
    public String toString() {
        return policy + " over internal keys";
    }

    /** The read half. */
    record Matcher(FilterMatcher matcher) implements FilterMatcher {
        Matcher {
            Objects.requireNonNull(matcher, "matcher");
        }

        @Override
        public String name() {
            return matcher.name();
        }

        @Override
        public List<BloomFilterMatcher> bloomParts() {
            return matcher.bloomParts();
        }

        @Override
        public int tagLength() {
            return TAG_LENGTH + matcher.tagLength();
        }

        @Override
        public boolean keyMayMatch(
                byte[] key, int keyOffset, int keyLength, byte[] filter, int filterOffset, int filterLength) {
            return keyLength < TAG_LENGTH
                    || matcher.keyMayMatch(key, keyOffset, keyLength - TAG_LENGTH, filter, filterOffset, filterLength);
        }

        @Override
        public boolean keyMayMatch(
                byte[] key, int keyOffset, int keyLength, ByteBuffer filter, int filterIndex, int filterLength) {
            return keyLength < TAG_LENGTH
                    || matcher.keyMayMatch(key, keyOffset, keyLength - TAG_LENGTH, filter, filterIndex, filterLength);
        }
    }

    private record Generator(FilterGenerator generator) implements FilterGenerator {
        @Override
        public void addKey(byte[] key, int offset, int length) {
            if (length < TAG_LENGTH) {
                throw new IllegalArgumentException(
                        "an internal key has at least " + TAG_LENGTH + " bytes, this one has " + length);
            }
            generator.addKey(key, offset, length - TAG_LENGTH);
        }

        @Override
        public int keyCount() {
            return generator.keyCount();
        }

        @Override
        public long filterSize() {
            return generator.filterSize();
        }

        @Override
        public void generate(byte[] dst, int offset) {
            generator.generate(dst, offset);
        }

        @Override
        public void reset() {
            generator.reset();
        }
    }
}
