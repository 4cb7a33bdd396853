// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.redis.RedisPublisher;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server, or a cluster by one of its nodes, that a URI names. Its password is never printed, and neither is anything
 * that the server says before it has accepted the password, since errors repeat commands with their arguments.
 */
final class RedisServerAddress {
    private static final Duration QUIET = Duration.ofMillis(0);
    private static final Duration SHUTDOWN = Duration.ofSeconds(2);

    /** The most bytes that a connection takes: the list of a cluster's nodes is shorter, and replies to scripts are. */
    private static final int MAX_RECEIVED = 4 << 20;

    private static final int LONGEST_REASON = 300;

    /** How often a server is called that hangs up without a word. */
    private static final int CALLS = 3;

    private static final Pattern URI = Pattern.compile("(rediss?://)(?:([^/?#]*)@)?([^@]*)");

    /** The codes of errors that say what is wrong without the rest of their text. */
    private static final Pattern CODE = Pattern.compile("(WRONGPASS|NOAUTH|NOPERM|LOADING|DENIED|MASTERDOWN)\\b.*");

    private final RedisURI uri;

    /** The password, also as the URI has it; empty without one. */
    private final List<String> secrets;

    private RedisServerAddress(RedisURI uri, List<String> secrets) {
        this.uri = uri;
        this.secrets = secrets;
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

    /** Ends a connection to a server that says more than a Redis does: a line without an end costs the square of it. */
    private static final class Limit extends ChannelInboundHandlerAdapter {
        private long received;

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the end of the connection
        public void channelRead(ChannelHandlerContext context, Object message) {
            received += message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
            if (received <= MAX_RECEIVED) {
                context.fireChannelRead(message);
                return;
            }
            ReferenceCountUtil.release(message);
            context.fireExceptionCaught(new RedisException("the server sent more than " + MAX_RECEIVED + " bytes"));
            context.close();
        }
    }

    /**
     * Reads an address.
     *
     * @param text {@code redis://[[user:]password@]host[:port][/database]}, or {@code rediss://} for TLS
     * @param password the password, unless the URI has it; what stands before the host is then the name of the user
     * @throws IllegalArgumentException if it is not such a URI, or if it has a password besides {@code password}; the
     *     message has no part of it
     */
    static RedisServerAddress parse(String text, @Nullable String password) {
        Matcher parts = URI.matcher(text);
        if (!parts.matches()) {
            throw noUri();
        }
        String userInfo = parts.group(2) == null ? "" : parts.group(2);
        int colon = userInfo.indexOf(':');
        if (password != null && colon >= 0 && colon < userInfo.length() - 1) {
            throw new IllegalArgumentException("the URI has a password, and another one is given");
        }
        try {
            String own = userInfo.substring(colon + 1);
            RedisURI uri = RedisURI.create(password == null ? text : parts.group(1) + parts.group(3));
            if (password == null) {
                return new RedisServerAddress(uri, secrets(own, decoded(own)));
            }
            String user = decoded(colon < 0 ? userInfo : userInfo.substring(0, colon));
            if (user.isEmpty()) {
                uri.setAuthentication(password.toCharArray());
            } else {
                uri.setAuthentication(user, password.toCharArray());
            }
            return new RedisServerAddress(uri, secrets(password));
        } catch (RuntimeException e) { // its message may have the password
            throw noUri();
        }
    }

    /**
     * Whether a URI has a password after a colon. Text without a colon before the host is the password only if no other
     * one is given, and otherwise the name of the user.
     */
    static boolean hasPassword(String text) {
        Matcher parts = URI.matcher(text);
        return parts.matches() && parts.group(2) != null && parts.group(2).matches("[^:]*:.+");
    }

    private static IllegalArgumentException noUri() {
        return new IllegalArgumentException(
                "not a Redis URI: redis://[[user:]password@]host[:port][/database], or rediss:// for TLS");
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static List<String> secrets(String... all) {
        List<String> secrets = new ArrayList<>(List.of(all));
        secrets.removeIf(String::isEmpty);
        return secrets;
    }

    /** Connects, works, and closes the connection. */
    @SuppressWarnings("FutureReturnValueIgnored") // the threads of the resources are those of daemons
    void use(Work work) throws IOException {
        ClientResources resources = ClientResources.builder()
                .nettyCustomizer(new NettyCustomizer() {
                    @Override
                    public void afterChannelInitialized(Channel channel) {
                        channel.pipeline().addFirst(new Limit());
                    }
                })
                .build();
        try {
            useServer(resources, work);
        } finally {
            resources.shutdown(0, SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void useServer(ClientResources resources, Work work) throws IOException {
        RedisClient client = RedisClient.create(resources);
        try {
            client.setOptions(ClientOptions.builder().autoReconnect(false).build());
            try (StatefulRedisConnection<byte[], byte[]> connection = connect(client)) {
                if (connection.sync().info("cluster").contains("cluster_enabled:1")) {
                    useCluster(resources, work);
                } else {
                    work.with(RedisPublisher.over(connection.async()).withBlotting(this::withoutPassword));
                }
            }
        } catch (RuntimeException e) { // Lettuce, also of a reply that it cannot read
            throw new NoConnectionException(this + ": " + reason(e), e);
        } finally {
            client.shutdown(QUIET, SHUTDOWN);
        }
    }

    /**
     * Lettuce sometimes misses why a server refuses a connection: it closes the connection, and when its handlers are
     * gone (an {@link IllegalStateException}) or see the end first (a {@link RedisConnectionException}), that is all it
     * tells. Nothing was done over this connection, so the server is called again.
     */
    private StatefulRedisConnection<byte[], byte[]> connect(RedisClient client) {
        for (int call = 1; ; call++) {
            try {
                return client.connect(ByteArrayCodec.INSTANCE, uri);
            } catch (RedisConnectionException e) {
                Throwable cause = innermost(e);
                if (call == CALLS
                        || !(cause instanceof IllegalStateException || cause instanceof RedisConnectionException)) {
                    throw e;
                }
            }
        }
    }

    private static Throwable innermost(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Commands wait while Lettuce connects to their node, which it does for the first command. */
    private void useCluster(ClientResources resources, Work work) throws IOException {
        RedisClusterClient client = RedisClusterClient.create(resources, uri);
        try {
            client.setOptions(ClusterClientOptions.builder()
                    .autoReconnect(false)
                    .disconnectedBehavior(ClientOptions.DisconnectedBehavior.ACCEPT_COMMANDS)
                    .build());
            try (StatefulRedisClusterConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
                work.with(RedisPublisher.over(connection.async()).withBlotting(this::withoutPassword));
            }
        } finally {
            client.shutdown(QUIET, SHUTDOWN);
        }
    }

    /** The innermost exception says what is wrong, such as a connection that is refused or a wrong password. */
    private String reason(Throwable e) {
        Throwable cause = innermost(e);
        if (cause instanceof RedisCommandExecutionException) {
            Matcher code = CODE.matcher(String.valueOf(cause.getMessage()));
            return code.matches()
                    ? code.group(1)
                    : "the server answers the first commands with an error, which is not shown:"
                            + " it may contain the password";
        }
        if (!(cause instanceof IOException || cause instanceof RedisException)) {
            return "the server does not speak the Redis protocol";
        }
        String reason = withoutPassword(String.valueOf(cause.getMessage()));
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "...";
    }

    /** A text in which the password is blotted out wherever it occurs. */
    String withoutPassword(String text) {
        String blotted = text;
        for (String secret : secrets) {
            blotted = blotted.replace(secret, "***");
        }
        return blotted;
    }

    /** Host, port and database. */
    @Override
    public String toString() {
        return (uri.isSsl() ? "rediss://" : "redis://") + uri.getHost() + ":" + uri.getPort() + "/" + uri.getDatabase();
    }
}
