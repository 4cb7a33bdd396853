// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata.contract;

import java.util.List;
import java.util.function.Predicate;

/**
 * A filter of any kind in a format of one's own: keys in, bytes out, and answers from the bytes. Whatever a method
 * throws counts as a violation of the law that called it, except where {@link #read} reports damage.
 */
public interface OwnFilterSubject {

    /**
     * Returns the filter of some keys as it is stored, with everything that a reader needs.
     *
     * @param keys one or more, in any order, perhaps with repetitions; they must not be changed
     */
    byte[] write(List<byte[]> keys);

    /**
     * Opens a stored filter.
     *
     * @param stored as {@link #write} returned it, or damaged; must not be changed
     * @return whether a key may be in the filter
     * @throws RuntimeException if the bytes are found to be damaged, and the engine then carries on without the filter;
     *     a predicate that lets every key match says the same
     */
    Predicate<byte[]> read(byte[] stored);

    /** Returns the share of absent keys that may match, above 0 and below 1: 0.01 for a filter of one per cent. */
    double rate();

    /** Whether stored bytes have a checksum that {@link #read} compares; if not, nothing is damaged. */
    default boolean hasChecksum() {
        return true;
    }

    /** Returns the subject's name for messages; that of its class unless overridden. */
    default String name() {
        String simple = getClass().getSimpleName();
        return simple.isEmpty() ? getClass().getName() : simple; // of an anonymous class it is empty
    }
}
