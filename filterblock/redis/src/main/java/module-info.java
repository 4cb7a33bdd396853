// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/** Bloom filters that are kept in Redis: the formats of go-zero and RedisBloom, published and asked. */
module io.github.filterblock.redis {
    requires static lettuce.core;
    requires static org.jspecify;

    exports io.github.filterblock.redis;
}
