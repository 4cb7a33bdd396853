// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.redis.RedisPublisher;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.time.Duration;

/** A server, or a cluster by one of its nodes, that a URI names; the URI's password is never printed. */
final class RedisServerAddress {
    private static final Duration QUIET = Duration.ofMillis(0);
    private static final Duration SHUTDOWN = Duration.ofSeconds(2);

    private final RedisURI uri;

    private RedisServerAddress(RedisURI uri) {
        this.uri = uri;
    }

    /** The server cannot be reached, or refuses the connection; names the server. */
    static final class NoConnectionException extends IOException {
        private static final long serialVersionUID = 1L;

        private NoConnectionException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Work with a publisher. */
    interface Work {
        void with(RedisPublisher publisher) throws IOException;
    }

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if it is no URI of a Redis; the message has no part of it
     */
    static RedisServerAddress parse(String text) {
        try {
            return new RedisServerAddress(RedisURI.create(text));
        } catch (RuntimeException e) { // its message may have the password
            throw new IllegalArgumentException(
                    "no URI of a Redis: redis://[[user:]password@]host[:port][/database], or rediss:// for TLS");
        }
    }

    /** Connects, works, and closes the connection. */
    void use(Work work) throws IOException {
        RedisClient client = RedisClient.create();
        try {
            client.setOptions(ClientOptions.builder().autoReconnect(false).build());
            try (StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE, uri)) {
                if (connection.sync().info("cluster").contains("cluster_enabled:1")) {
                    useCluster(work);
                } else {
                    work.with(RedisPublisher.over(connection.async()));
                }
            }
        } catch (RedisException e) {
            throw new NoConnectionException(this + ": " + reason(e), e);
        } finally {
            client.shutdown(QUIET, SHUTDOWN);
        }
    }

    /** Commands wait while Lettuce connects to their node, which it does for the first command. */
    private void useCluster(Work work) throws IOException {
        RedisClusterClient client = RedisClusterClient.create(uri);
        try {
            client.setOptions(ClusterClientOptions.builder()
                    .autoReconnect(false)
                    .disconnectedBehavior(ClientOptions.DisconnectedBehavior.ACCEPT_COMMANDS)
                    .build());
            try (StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
                work.with(RedisPublisher.over(connection.async()));
            }
        } finally {
            client.shutdown(QUIET, SHUTDOWN);
        }
    }

    /** The innermost message says what is wrong, such as a connection that is refused or a wrong password. */
    private static String reason(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    /** Host, port and database. */
    @Override
    public String toString() {
        String place = uri.getSocket() == null ? uri.getHost() + ":" + uri.getPort() : uri.getSocket();
        return (uri.isSsl() ? "rediss://" : "redis://") + place + "/" + uri.getDatabase();
    }
}
