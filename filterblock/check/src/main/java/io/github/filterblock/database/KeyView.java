// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.InternalKey;
import io.github.filterblock.database.KeyRange.Order;
import io.github.filterblock.database.Manifest.AddedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which keys of a table's file a database of Pebble shows (DB-10): those between the bounds of the virtual tables on
 * it, or all with another prefix or suffix. Immutable.
 */
public final class KeyView {
    /** The kind of a bound that is no key: a deleted range ends before it. */
    private static final byte END_OF_RANGE = 15;

    private final List<AddedTable> parts;
    private final Optional<Order> order;

    /** Whether a key of the file is one of the database. */
    public enum Shown {
        YES,
        NO,
        /** The keys have another form, or their order is not known. */
        UNKNOWN
    }

    private KeyView(List<AddedTable> parts, Optional<Order> order) {
        this.parts = parts;
        this.order = order;
    }

    /** The view of a file; empty if it is simply a table with all its keys. */
    static Optional<KeyView> of(long file, Iterable<AddedTable> tables, Optional<Order> order) {
        List<AddedTable> parts = new ArrayList<>();
        boolean isPlain = true;
        for (AddedTable table : tables) {
            if (table.origin().backing().orElse(table.number()) == file) {
                parts.add(table);
                isPlain &= table.origin().backing().isEmpty() && !table.origin().replacesKeys();
            }
        }
        return isPlain ? Optional.empty() : Optional.of(new KeyView(List.copyOf(parts), order));
    }

    /** {@return whether the keys of the database have another prefix or suffix than those of the file} */
    public boolean replacesKeys() {
        return parts.stream().anyMatch(part -> part.origin().replacesKeys());
    }

    /**
     * Whether a key of the file is shown.
     *
     * @param key a user key
     * @return no if it lies outside the bounds of all virtual tables on the file
     */
    public Shown shows(byte[] key) {
        if (replacesKeys() || order.isEmpty()) {
            return Shown.UNKNOWN;
        }
        return parts.stream().anyMatch(part -> contains(part, key, order.get())) ? Shown.YES : Shown.NO;
    }

    private static boolean contains(AddedTable part, byte[] key, Order order) {
        byte[] largest = part.bounds().largest();
        byte[] smallest = part.bounds().smallest();
        if (!InternalKey.hasRoomForTag(largest.length) || !InternalKey.hasRoomForTag(smallest.length)) {
            return true; // bounds without tags say nothing
        }
        int toLast = order.compare(key, InternalKey.userKey(largest));
        return order.compare(InternalKey.userKey(smallest), key) <= 0
                && (toLast < 0 || toLast == 0 && InternalKey.kind(largest, largest.length) != END_OF_RANGE);
    }
}
