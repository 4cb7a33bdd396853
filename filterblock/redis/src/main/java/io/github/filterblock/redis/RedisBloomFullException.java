// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

/**
 * A filter of RedisBloom takes no more keys: it is full and does not scale, or its next layer would be larger than a
 * Java array.
 */
public final class RedisBloomFullException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    RedisBloomFullException(String message) {
        super(message);
    }
}
