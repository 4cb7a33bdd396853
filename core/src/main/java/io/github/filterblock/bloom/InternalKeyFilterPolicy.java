// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * A view of a policy for internal keys: it drops their 8-byte tag and passes the user key on (TF-12).
 *
 * <p>A database stores each key with a tag after it, a little-endian 64-bit number made of sequence number and kind.
 * Filters of a database are built over the user key alone, so that a lookup need not know the sequence number. This is
 * LevelDB's {@code InternalFilterPolicy} ({@code db/dbformat.cc}); the name of the policy stays the same.
 *
 * <p>Immutable; safe for use by any number of threads.
 */
public final class InternalKeyFilterPolicy implements FilterPolicy {
    /** Number of bytes of the tag after the user key. */
    public static final int TAG_LENGTH = 8;

    private final FilterPolicy policy;
    private final FilterMatcher matcher;

    private InternalKeyFilterPolicy(FilterPolicy policy) {
        this.policy = policy;
        this.matcher = new Matcher(policy);
    }

    /**
     * A policy that takes internal keys.
     *
     * @param userKeyPolicy the policy over user keys
     * @return its view for internal keys; it refuses to add a key shorter than 8 bytes, with an {@link
     *     IllegalArgumentException}, and answers {@code true} for one
     */
    public static FilterPolicy of(FilterPolicy userKeyPolicy) {
        return new InternalKeyFilterPolicy(Objects.requireNonNull(userKeyPolicy, "userKeyPolicy"));
    }

    /**
     * A matcher that takes internal keys.
     *
     * @param userKeyMatcher the matcher over user keys
     * @return its view for internal keys; for a key shorter than 8 bytes it returns {@code true}
     */
    public static FilterMatcher matching(FilterMatcher userKeyMatcher) {
        return new Matcher(Objects.requireNonNull(userKeyMatcher, "userKeyMatcher"));
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

    private record Matcher(FilterMatcher matcher) implements FilterMatcher {
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
