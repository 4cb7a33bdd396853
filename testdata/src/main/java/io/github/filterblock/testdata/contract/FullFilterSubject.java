// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.List;

/**
 * An implementation of RocksDB's full filters under test: bytes in, bytes out.
 *
 * <p>Override what your implementation can do, and nothing else: a law that needs a method which is not overridden is
 * skipped with that reason. Whatever a method throws counts as a violation of the law that called it.
 */
public interface FullFilterSubject {

    /** The kinds of filters, with their names in recorded cases. */
    enum Kind {
        /** RocksDB's Bloom filter up to format version 4 (RF-7). */
        LEGACY("legacy"),
        /** RocksDB's Bloom filter from format version 5 on (RF-8). */
        FAST_LOCAL("fast"),
        /** RocksDB's Ribbon filter, with its fallback to a fast local Bloom filter (RF-9). */
        RIBBON("ribbon");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Returns the name in recorded cases. */
        public String label() {
            return label;
        }
    }

    /**
     * Returns the filter of some keys with its trailer; 5 bytes or fewer if there are none.
     *
     * @param bitsPerKey 0.5 to 100
     * @param keys in the order in which they are added, with repetitions (RF-16)
     */
    default byte[] build(Kind kind, double bitsPerKey, List<byte[]> keys) {
        throw Law.notOverridden("build");
    }

    /**
     * Returns the filter of the same size and form as a stored one, Ribbon with its seed, over the same keys.
     *
     * @param stored bits and trailer
     * @param keys in another order, perhaps with repetitions
     */
    default byte[] rebuild(byte[] stored, List<byte[]> keys) {
        throw Law.notOverridden("rebuild");
    }

    /**
     * Whether a key may be in a filter.
     *
     * @param filter any bytes; if they make no sense, the answer is yes
     */
    default boolean keyMayMatch(byte[] filter, byte[] key) {
        throw Law.notOverridden("keyMayMatch");
    }

    /** Whether the subject writes filters of this kind; all unless overridden. */
    default boolean writes(Kind kind) {
        return true;
    }

    /** Returns the subject's name for messages; that of its class unless overridden. */
    default String name() {
        String simple = getClass().getSimpleName();
        return simple.isEmpty() ? getClass().getName() : simple; // of an anonymous class it is empty
    }
}
