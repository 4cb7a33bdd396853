// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.filterblock.redis.RedisCluster;
import io.github.filterblock.redis.RedisServer;
import io.github.filterblock.testdata.Corpus;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code publish} with a cluster of three nodes, whichever of them it is given. */
class PublishToClusterTest {
    private static final String PASSWORD = "hush-hush";
    private static final List<String> KEYS = List.of("users", "{tag}users", "keys", "a{items}c");

    private static final int SMALL = 90_000;

    /** Of 25 MB, which are built under a temporary key. */
    private static final int LARGE = 200_000_003;

    private static final Path TABLE = Corpus.bundled().directory().resolve("tables/cpp123-default.ldb");

    @TempDir
    private Path directory;

    private static String uri(RedisServer node) {
        return "redis://:" + PASSWORD + "@127.0.0.1:" + node.port();
    }

    @Test
    @Tag("RB-14")
    void aFilterGoesToTheNodeOfItsKey() throws Exception {
        try (RedisCluster cluster = RedisCluster.start(directory, PASSWORD)) {
            RedisClusterClient client =
                    RedisClusterClient.create(uri(cluster.nodes().get(0)));
            try {
                RedisAdvancedClusterCommands<byte[], byte[]> redis =
                        client.connect(ByteArrayCodec.INSTANCE).sync();
                Set<Integer> nodes = new HashSet<>();
                for (String key : KEYS) {
                    nodes.add(toAnyNode(cluster, redis, key, SMALL));
                }
                assertEquals(Set.of(0, 1, 2), nodes);
                toAnyNode(cluster, redis, KEYS.get(1), LARGE);
                assertEquals(KEYS.size(), redis.dbsize());
            } finally {
                client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
            String second = uri(cluster.nodes().get(1));
            ToolRun.of("publish", "--go-zero", "users", "--to", second, TABLE).assertOneLineOfError(1, "exists");
        }
    }

    /** Publishes to the node behind the one that has the key, which it returns. */
    private int toAnyNode(
            RedisCluster cluster, RedisAdvancedClusterCommands<byte[], byte[]> redis, String key, int bits)
            throws Exception {
        Path file = directory.resolve("filter");
        ToolRun.of("publish", "--go-zero", key, "--bits", bits, "--out", file, TABLE);
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        int node = RedisCluster.nodeOf(bytes);
        RedisServer other = cluster.nodes().get((node + 1) % RedisCluster.NODES);
        ToolRun run = ToolRun.of("publish", "--go-zero", key, "--bits", bits, "--replace", "--to", uri(other), TABLE);
        assertEquals(0, run.status(), run.err());
        assertEquals("", run.err());
        assertFalse(run.out().contains("hush"), run.out());
        assertArrayEquals(Files.readAllBytes(file), redis.get(bytes), key);
        assertEquals(-1, redis.pttl(bytes));
        Files.delete(file);
        return node;
    }
}
