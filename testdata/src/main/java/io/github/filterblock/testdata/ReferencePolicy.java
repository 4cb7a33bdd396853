// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Turns the keys of one window into a filter, and asks that filter: the slow model's side of a filter policy.
 *
 * <p>Implementations are immutable.
 */
public interface ReferencePolicy {
    /** The corpus's word for {@link #bloom}. */
    String BLOOM = "bloom";

    /** The corpus's word for {@link #signedTailBloom}. */
    String SIGNED_TAIL_BLOOM = "bloom-signed-hash";

    /** The corpus's word for {@link #testHash}. */
    String TEST_HASH = "TestHash";

    /** The corpus's word for {@link #fnvSet}. */
    String FNV_SET = "fnvset";

    /** Returns the filter over these keys, which may contain duplicates. */
    byte[] createFilter(List<byte[]> keys);

    /** Whether the key may be among those that the filter was made of; false is certain. */
    boolean keyMayMatch(byte[] key, byte[] filter);

    /** Returns LevelDB's Bloom filter policy, of versions from 1.18 on. */
    static ReferencePolicy bloom(int bitsPerKey) {
        return new ReferenceBloomFilter(bitsPerKey, ReferenceHash.UNSIGNED_TAIL);
    }

    /** Returns the same policy over the hash with signed tail bytes (FB-2). */
    static ReferencePolicy signedTailBloom(int bitsPerKey) {
        return new ReferenceBloomFilter(bitsPerKey, ReferenceHash.SIGNED_TAIL);
    }

    /** Returns the policy that lists the hash of each key with seed 1, and so shows the block's layout plainly. */
    static ReferencePolicy testHash() {
        return new WordList(key -> ReferenceHash.UNSIGNED_TAIL.hash(key, 1));
    }

    /** Returns the policy that lists the 32-bit FNV-1a of each key. */
    static ReferencePolicy fnvSet() {
        return new WordList(WordList::fnv1a);
    }

    /**
     * Returns the policy with the corpus's name; empty for a name that is not among the constants.
     *
     * @param bitsPerKey parameter of the Bloom policies; the others ignore it
     */
    static Optional<ReferencePolicy> named(String name, int bitsPerKey) {
        return switch (name) {
            case BLOOM -> Optional.of(bloom(bitsPerKey));
            case SIGNED_TAIL_BLOOM -> Optional.of(signedTailBloom(bitsPerKey));
            case TEST_HASH -> Optional.of(testHash());
            case FNV_SET -> Optional.of(fnvSet());
            default -> Optional.empty();
        };
    }

    /**
     * A policy whose filter is the 32-bit hash of each key, little-endian, one after the other.
     *
     * @param hash of a key, 0..2^32 - 1
     */
    record WordList(ToLongFunction<byte[]> hash) implements ReferencePolicy {
        private static final long FNV_START = 2166136261L;
        private static final long FNV_PRIME = 16777619L;

        @Override
        public byte[] createFilter(List<byte[]> keys) {
            ByteBuffer filter = ByteBuffer.allocate(keys.size() * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            keys.forEach(key -> filter.putInt((int) hash.applyAsLong(key)));
            return filter.array();
        }

        @Override
        public boolean keyMayMatch(byte[] key, byte[] filter) {
            ByteBuffer words = ByteBuffer.wrap(filter).order(ByteOrder.LITTLE_ENDIAN);
            while (words.remaining() >= Integer.BYTES) {
                if (words.getInt() == (int) hash.applyAsLong(key)) {
                    return true;
                }
            }
            return false;
        }

        static long fnv1a(byte[] key) {
            long h = FNV_START;
            for (byte b : key) {
                h = (h ^ Byte.toUnsignedLong(b)) * FNV_PRIME % (1L << 32);
            }
            return h;
        }
    }
}
