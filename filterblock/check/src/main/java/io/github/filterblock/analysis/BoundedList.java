// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import java.util.ArrayList;
import java.util.List;

/** Keeps the first few of its elements and counts all, so that a million of them take no memory. Not thread-safe. */
final class BoundedList<T> {
    private final int limit;
    private final List<T> first = new ArrayList<>();
    private long count;

    BoundedList(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("the limit is negative: " + limit);
        }
        this.limit = limit;
    }

    /** Whether the next element would be kept; if not, it need not be made, see {@link #count(long)}. */
    boolean hasRoom() {
        return first.size() < limit;
    }

    void add(T element) {
        if (hasRoom()) {
            first.add(element);
        }
        count++;
    }

    /** Counts elements that are not kept, although there may be room. */
    void count(long more) {
        count += more;
    }

    long count() {
        return count;
    }

    List<T> first() {
        return List.copyOf(first);
    }
}
