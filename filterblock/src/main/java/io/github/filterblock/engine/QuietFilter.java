// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engine;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A table's filter for an engine that carries on when it is missing or damaged: then every key may match, a listener has
 * been told why, and the lookups are counted as such.
 *
 * <p>Immutable but for its counters; safe for use by any number of threads. An engine that counts by itself asks the
 * {@link FilterBlockReader} directly.
 */
public final class QuietFilter {
    private final Optional<FilterBlockReader> reader;
    private final FilterCounters counters;

    private QuietFilter(Optional<FilterBlockReader> reader, FilterCounters counters) {
        this.reader = reader;
        this.counters = Objects.requireNonNull(counters, "counters");
    }

    private interface Opening {
        Optional<FilterBlockReader> open() throws IOException;
    }

    /**
     * Opens the filter as {@link TableFile#openFilter()} does.
     *
     * @param table the table; not needed any more afterwards
     * @param counters counts the lookups
     * @param listener is told if the filter is there and cannot be used
     * @return the filter, or its substitute
     * @throws IOException if the file cannot be read; damage is no reason
     */
    public static QuietFilter open(TableFile table, FilterCounters counters, FilterListener listener)
            throws IOException {
        return open(table::openFilter, counters, listener);
    }

    /**
     * Opens the filter as {@link TableFile#openFilter(List)} does.
     *
     * @param table the table; not needed any more afterwards
     * @param known the policies of the engine
     * @param counters counts the lookups
     * @param listener is told if the filter is there and cannot be used
     * @return the filter, or its substitute
     * @throws IOException if the file cannot be read; damage is no reason
     */
    public static QuietFilter open(
            TableFile table, List<? extends FilterMatcher> known, FilterCounters counters, FilterListener listener)
            throws IOException {
        return open(() -> table.openFilter(known), counters, listener);
    }

    private static QuietFilter open(Opening opening, FilterCounters counters, FilterListener listener)
            throws IOException {
        try {
            return new QuietFilter(opening.open(), counters);
        } catch (CorruptTableException e) {
            counters.unusableFilter();
            listener.filterUnusable(e);
            return new QuietFilter(Optional.empty(), counters);
        }
    }

    /**
     * Whether there is a filter that answers.
     *
     * @return {@code false} if every key may match
     */
    public boolean isUsable() {
        return reader.isPresent();
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key the key as it was given to the filter; borrowed
     * @return {@code false} only if the key is certainly not in that block
     */
    public boolean keyMayMatch(long blockOffset, byte[] key) {
        return keyMayMatch(blockOffset, key, 0, key.length);
    }

    /**
     * Whether the key may be in the data block at this offset.
     *
     * @param blockOffset offset in the file of the data block's first byte, unsigned
     * @param key holds the key; borrowed
     * @param keyOffset index of the key's first byte
     * @param keyLength number of bytes, 0 or more
     * @return {@code false} only if the key is certainly not in that block
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public boolean keyMayMatch(long blockOffset, byte[] key, int keyOffset, int keyLength) {
        if (reader.isEmpty()) {
            counters.withoutFilter();
            return true;
        }
        return counters.answered(reader.get().keyMayMatch(blockOffset, key, keyOffset, keyLength));
    }

    /** Counts a lookup that the filter let pass and that then found nothing in the data block. */
    public void reportFalsePositive() {
        counters.falsePositive();
    }
}
