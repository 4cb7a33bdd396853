// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.redis.PublishException.Reason;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishing and asking in a cluster of three nodes. */
class LiveClusterTest {
    private static final long BITS = 20_003;

    @TempDir
    Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @Tag("RB-14")
    @Tag("RB-15")
    void filtersArePublishedAskedAndReplacedInEverySlot() throws Exception {
        try (RedisCluster cluster = RedisCluster.start(directory, "")) {
            RedisClusterClient client =
                    RedisClusterClient.create(cluster.nodes().get(0).uri());
            try (StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
                Set<Integer> onNodes = new HashSet<>();
                for (String name : List.of("users", "{tag}users", "a}b", "a{}b", "{", "a{b", "x{tag}y{z}", "")) {
                    onNodes.add(RedisCluster.nodeOf(bytes(name)));
                    publishAndAsk(connection, bytes(name));
                }
                assertEquals(Set.of(0, 1, 2), onNodes);
                assertEquals(8, connection.sync().dbsize());
            } finally {
                client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
        }
    }

    private static void publishAndAsk(StatefulRedisClusterConnection<byte[], byte[]> connection, byte[] key)
            throws PublishException {
        RedisPublisher publisher = RedisPublisher.over(connection.async()).withPieces(100, 300);
        RedisLookup lookup = RedisLookup.goZero(connection.async(), key, BITS).withTimeout(Duration.ofSeconds(20));
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(bytes("some")));
        GoZeroFilter some = filter("some");
        publisher.publish(key, some);
        assertArrayEquals(some.toByteArray(), connection.sync().get(key));
        PublishException e = assertThrows(PublishException.class, () -> publisher.publish(key, some));
        assertEquals(Reason.KEY_EXISTS, e.reason());
        publisher.replacing().publish(key, filter("other"));
        assertEquals(
                List.of(RedisLookup.Answer.ABSENT, RedisLookup.Answer.MAY_MATCH),
                lookup.ask(List.of(bytes("some"), bytes("other"))));
        assertEquals(-1, connection.sync().pttl(key));
    }

    private static GoZeroFilter filter(String key) {
        GoZeroFilter filter = GoZeroFilter.ofBits(BITS);
        filter.add(bytes(key));
        return filter;
    }
}
