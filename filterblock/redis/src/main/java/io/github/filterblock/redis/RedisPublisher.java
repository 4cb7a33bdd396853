// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.Objects;

/**
 * Puts whole filters into Redis, so that readers see the old filter or the new one and never a part (RB-14).
 *
 * <p>Needs Lettuce, and a connection that the caller opens and closes: the asynchronous commands of a connection to a
 * server or to a cluster, with keys and values as bytes ({@code ByteArrayCodec}). A connection that reconnects by
 * itself repeats pending commands; one that does not ({@code ClientOptions.autoReconnect(false)}) gives clearer errors.
 * For a cluster, combine this with {@code DisconnectedBehavior.ACCEPT_COMMANDS}: Lettuce connects to a node when the
 * first command for it arrives, and would otherwise reject that command.
 *
 * <p>Immutable and thread-safe. Methods wait, and must not be called from one of Lettuce's threads.
 */
public final class RedisPublisher {
    /** The longest string that is sent at once, in bytes. */
    static final int AT_ONCE = 16 << 20;

    /** The size of the pieces in which a larger filter is sent, in bytes. */
    static final int PIECE = 4 << 20;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private final Duration timeout;
    private final Duration timeToLive;
    private final int atOnce;
    private final int piece;

    private RedisPublisher(
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            Duration timeout,
            Duration timeToLive,
            int atOnce,
            int piece) {
        this.commands = Objects.requireNonNull(commands, "commands");
        this.timeout = timeout;
        this.timeToLive = timeToLive;
        this.atOnce = atOnce;
        this.piece = piece;
    }

    /**
     * A publisher that waits a minute for each reply, and whose temporary keys live five minutes after each step.
     *
     * @param commands of the caller's connection
     * @return the publisher
     */
    @SuppressWarnings("exports") // Lettuce is optional
    public static RedisPublisher over(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        return new RedisPublisher(commands, TIMEOUT, TIME_TO_LIVE, AT_ONCE, PIECE);
    }

    /**
     * The same publisher with another time-out.
     *
     * @param timeout the longest time for a reply to one step; a step has at most 16 MiB
     * @return another publisher
     */
    public RedisPublisher withTimeout(Duration timeout) {
        RedisCall.checkTimeout(timeout);
        return new RedisPublisher(commands, timeout, timeToLive, atOnce, piece);
    }

    /**
     * The same publisher with another time to live of temporary keys.
     *
     * @param timeToLive how long a temporary key outlives the last step; at least a millisecond, and more than the
     *     time-out so that a slow step does not lose it
     * @return another publisher
     */
    public RedisPublisher withTimeToLive(Duration timeToLive) {
        if (timeToLive.toMillis() <= 0) {
            throw new IllegalArgumentException("a time to live of " + timeToLive);
        }
        return new RedisPublisher(commands, timeout, timeToLive, atOnce, piece);
    }

    /** With smaller pieces, so that tests see many of them. */
    RedisPublisher withPieces(int atOnce, int piece) {
        return new RedisPublisher(commands, timeout, timeToLive, atOnce, piece);
    }

    /**
     * Publishes a filter of go-zero. The key has no time to live afterwards.
     *
     * @param key the Redis key
     * @param filter the filter, which must not be changed meanwhile
     * @param existing what to do where the key exists
     * @throws PublishException if the filter was not published, or if that is not known
     */
    public void publish(byte[] key, GoZeroFilter filter, ExistingKey existing) throws PublishException {
        int length = filter.length();
        byte[] replace = RedisCall.number(existing == ExistingKey.REPLACE ? 1 : 0);
        Publishing publishing = publishing(key);
        if (length <= atOnce) {
            publishing.finish(RedisScript.SET, new byte[][] {key}, filter.toByteArray(), replace);
            return;
        }
        publishing.under(temporary -> {
            publishing.build(temporary, filter, length);
            byte[][] keys = {temporary, key};
            publishing.finish(RedisScript.RENAME_STRING, keys, replace, RedisCall.number(length));
        });
    }

    /**
     * Publishes a filter of RedisBloom. The key has no time to live afterwards.
     *
     * @param key the Redis key
     * @param filter the filter, which must not be changed meanwhile
     * @param existing what to do where the key exists
     * @throws PublishException if the filter was not published, or if that is not known; also where the server does not
     *     have the module
     */
    public void publish(byte[] key, RedisBloomFilter filter, ExistingKey existing) throws PublishException {
        byte[] replace = RedisCall.number(existing == ExistingKey.REPLACE ? 1 : 0);
        Publishing publishing = publishing(key);
        publishing.under(temporary -> {
            publishing.build(temporary, filter);
            publishing.finish(RedisScript.RENAME_BLOOM, new byte[][] {temporary, key}, replace, filter.header());
        });
    }

    /**
     * Adds all keys of a filter of go-zero to one that exists, which keeps its time to live.
     *
     * @param key the Redis key
     * @param filter the filter, which must not be changed meanwhile
     * @throws PublishException if the key does not exist or is no filter of as many bits, if the keys were not added,
     *     or if that is not known
     */
    public void merge(byte[] key, GoZeroFilter filter) throws PublishException {
        int length = filter.length();
        Publishing publishing = publishing(key);
        publishing.under(temporary -> {
            publishing.build(temporary, filter, length);
            publishing.finish(
                    RedisScript.MERGE,
                    new byte[][] {temporary, key},
                    RedisCall.number(length),
                    RedisCall.number(filter.shape().bytes()),
                    RedisCall.number(GoZeroFilter.unused(filter.shape())));
        });
    }

    private Publishing publishing(byte[] key) {
        return new Publishing(new RedisCall(commands, timeout), key, timeToLive, piece);
    }
}
