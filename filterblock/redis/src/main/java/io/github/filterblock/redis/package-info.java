// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Bloom filters that are kept in Redis: those of go-zero's {@code core/bloom} and of the module RedisBloom, bit for
 * bit.
 *
 * <p>{@link io.github.filterblock.redis.GoZeroFilter} and {@link io.github.filterblock.redis.RedisBloomFilter} are
 * filters in memory, without any network: keys are added to them, and they are written and read as bytes.
 *
 * <p>{@link io.github.filterblock.redis.RedisPublisher} and {@link io.github.filterblock.redis.RedisLookup} put a whole
 * filter into a live Redis and ask it. They need Lettuce, an optional dependency, and the caller's own connection:
 *
 * <pre>{@code
 * StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
 * RedisPublisher.over(connection.async()).replacing().publish(key, filter);
 * RedisLookup.Answer answer = RedisLookup.goZero(connection.async(), key, filter.bits()).ask(user);
 * }</pre>
 *
 * <p>The rules RB-1 to RB-15 are in REDIS.md.
 */
@NullMarked
package io.github.filterblock.redis;

import org.jspecify.annotations.NullMarked;
