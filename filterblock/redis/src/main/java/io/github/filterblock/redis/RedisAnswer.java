// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

/** What a filter in Redis says about a key. */
public enum RedisAnswer {
    /** The key was not added. */
    ABSENT,
    /** The key may have been added, or the filter could not be asked: a time-out, a lost connection, an error. */
    MAY_MATCH,
    /**
     * There is no filter that could answer: the Redis key is missing, of another type, or made with another number of
     * bits.
     */
    NO_FILTER;

    /** {@return whether the key has to be looked up: {@code false} only for {@link #ABSENT}} */
    public boolean mayMatch() {
        return this != ABSENT;
    }
}
