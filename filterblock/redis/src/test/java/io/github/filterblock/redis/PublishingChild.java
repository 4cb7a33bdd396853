// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;

/** A program of its own that publishes a filter and asks it: {@code PORT}. Prints what module the library is in. */
final class PublishingChild {
    private PublishingChild() {}

    public static void main(String[] args) throws Exception {
        byte[] key = {'c', 'h', 'i', 'l', 'd'};
        RedisClient client = RedisClient.create(RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(Integer.parseInt(args[0]))
                .build());
        try (StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            GoZeroFilter filter = GoZeroFilter.forKeys(10);
            filter.add(key);
            RedisPublisher.over(connection.async()).replacing().publish(key, filter);
            RedisLookup lookup =
                    RedisLookup.goZero(connection.async(), key, filter.bits()).withTimeout(Duration.ofSeconds(20));
            System.out.println(lookup.ask(key) + " " + lookup.ask(new byte[] {1, 2, 3}));
            System.out.println(GoZeroFilter.class.getModule() + " " + RedisClient.class.getModule());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }
}
