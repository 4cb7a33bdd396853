// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Three of the system's servers on loopback ports, each with every third slot. */
public final class RedisCluster implements AutoCloseable {
    /** Number of servers. */
    public static final int NODES = 3;

    private final List<RedisServer> nodes = new ArrayList<>();

    private RedisCluster() {}

    /**
     * Starts a cluster, or skips the test where there is no server to start.
     *
     * @param directory an empty one
     * @param password that clients have to give, or empty for none
     */
    public static RedisCluster start(Path directory, String password) throws Exception {
        RedisCluster cluster = new RedisCluster();
        try {
            for (int i = 0; i < NODES; i++) {
                Path own = Files.createDirectory(directory.resolve("node" + i));
                cluster.nodes.add(RedisServer.start(own, "--cluster-enabled", "yes", "--cluster-node-timeout", "5000"));
            }
            cluster.join(password);
            return cluster;
        } catch (Exception | Error e) {
            cluster.close();
            throw e;
        }
    }

    private void join(String password) throws Exception {
        for (int i = 0; i < NODES; i++) {
            int first = i;
            RedisCommands<byte[], byte[]> redis = nodes.get(i).connect().sync();
            redis.clusterAddSlots(IntStream.range(0, SlotHash.SLOT_COUNT)
                    .filter(slot -> slot % NODES == first)
                    .toArray());
            redis.clusterMeet("127.0.0.1", nodes.get(0).port());
        }
        for (RedisServer node : nodes) {
            RedisCommands<byte[], byte[]> redis = node.connect().sync();
            for (int i = 0; i < 600 && !redis.clusterInfo().contains("cluster_state:ok"); i++) {
                Thread.sleep(50);
            }
            redis.configSet("requirepass", password);
        }
    }

    /** Returns the server that has a key, 0 to {@link #NODES} - 1. */
    public static int nodeOf(byte[] key) {
        return SlotHash.getSlot(key) % NODES;
    }

    /** Returns the servers. */
    public List<RedisServer> nodes() {
        return nodes;
    }

    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }
}
