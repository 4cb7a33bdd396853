// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.table.FilterContents.Order;

/**
 * A range of user keys in the order of a comparator that is known. The arrays are not copied and must not be changed.
 *
 * @param smallest the first key
 * @param largest the last key
 * @param order the order of the keys, one that is known
 */
@SuppressWarnings("ArrayRecordComponent") // ranges are asked, not compared
public record KeyRange(byte[] smallest, byte[] largest, Order order) {
    /**
     * Whether a key lies in the range.
     *
     * @param key a user key, without a tag
     * @return false if it is before the first or after the last key
     */
    public boolean contains(byte[] key) {
        return order.compare(smallest, key) <= 0 && order.compare(key, largest) <= 0;
    }
}
