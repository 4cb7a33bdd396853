// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a filter in Redis, and distinguishes "absent" from "there is no filter" (RB-15). When in doubt, it answers
 * {@link RedisAnswer#MAY_MATCH}: no failure makes a key absent, and none is thrown.
 *
 * <p>Needs Lettuce, and a connection that the caller opens and closes: the asynchronous commands of a connection to a
 * server or to a cluster, with keys and values as bytes ({@code ByteArrayCodec}). It only reads, so a replica is
 * enough.
 *
 * <p>Immutable and thread-safe. Methods wait, and must not be called from one of Lettuce's threads.
 */
public final class RedisLookup {
    /** Keys that one script looks up: it keeps the server from other work meanwhile. */
    private static final int KEYS_OF_A_SCRIPT = 500;

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private final byte[] key;
    private final @Nullable GoZeroShape shape;
    private final Duration timeout;

    private RedisLookup(
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            byte[] key,
            @Nullable GoZeroShape shape,
            Duration timeout) {
        this.commands = commands;
        this.key = key;
        this.shape = shape;
        this.timeout = timeout;
    }

    /**
     * Asks a filter of go-zero, and waits a second for answers.
     *
     * @param commands of the caller's connection
     * @param key the Redis key
     * @param shape the number of bits that the filter's writers use; with another one it would deny keys that are there
     * @return the lookup
     */
    @SuppressWarnings("exports") // Lettuce is optional
    public static RedisLookup goZero(
            RedisClusterAsyncCommands<byte[], byte[]> commands, byte[] key, GoZeroShape shape) {
        return new RedisLookup(commands, key.clone(), shape, TIMEOUT);
    }

    /**
     * Asks a filter of RedisBloom, and waits a second for answers.
     *
     * @param commands of the caller's connection
     * @param key the Redis key
     * @return the lookup
     */
    @SuppressWarnings("exports") // Lettuce is optional
    public static RedisLookup redisBloom(RedisClusterAsyncCommands<byte[], byte[]> commands, byte[] key) {
        return new RedisLookup(commands, key.clone(), null, TIMEOUT);
    }

    /**
     * The same lookup with another time-out.
     *
     * @param timeout the longest time for all answers of a call; keys without an answer may match
     * @return another lookup
     */
    public RedisLookup withTimeout(Duration timeout) {
        RedisCall.checkTimeout(timeout);
        return new RedisLookup(commands, key, shape, timeout);
    }

    /**
     * Asks for one key.
     *
     * @param asked any bytes, also none
     * @return the answer
     */
    public RedisAnswer ask(byte[] asked) {
        return ask(List.of(asked)).get(0);
    }

    /**
     * Asks for many keys in one round trip.
     *
     * @param asked the keys
     * @return an answer for each, in their order
     */
    public List<RedisAnswer> ask(List<byte[]> asked) {
        RedisCall call = new RedisCall(commands, timeout);
        List<CompletableFuture<byte @Nullable []>> replies = new ArrayList<>();
        for (int from = 0; from < asked.size(); from += KEYS_OF_A_SCRIPT) {
            replies.add(send(call, asked.subList(from, Math.min(asked.size(), from + KEYS_OF_A_SCRIPT))));
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        List<RedisAnswer> answers = new ArrayList<>(asked.size());
        for (CompletableFuture<byte @Nullable []> reply : replies) {
            int count = Math.min(asked.size() - answers.size(), KEYS_OF_A_SCRIPT);
            answers.addAll(answers(reply, deadline, count));
        }
        return answers;
    }

    private CompletableFuture<byte @Nullable []> send(RedisCall call, List<byte[]> asked) {
        try {
            if (shape == null) {
                return call.send(RedisScript.ASK_BLOOM, key, asked.toArray(byte[][]::new));
            }
            return call.send(
                    RedisScript.ASK_STRING,
                    key,
                    RedisCall.number(shape.bytes()),
                    RedisCall.number(GoZeroFilter.unused(shape)),
                    positions(shape, asked));
        } catch (RuntimeException e) { // Lettuce, of a connection that is closed
            return CompletableFuture.failedFuture(e);
        }
    }

    private static byte[] positions(GoZeroShape shape, List<byte[]> asked) {
        ByteBuffer packed = ByteBuffer.allocate(asked.size() * GoZeroShape.PROBES * Integer.BYTES);
        for (byte[] key : asked) {
            for (long position : shape.positions(key)) {
                packed.putInt((int) position);
            }
        }
        return packed.array();
    }

    private static List<RedisAnswer> answers(CompletableFuture<byte @Nullable []> reply, long deadline, int count) {
        byte @Nullable [] answers;
        try {
            answers = reply.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            reply.cancel(true);
            return Collections.nCopies(count, RedisAnswer.MAY_MATCH);
        } catch (InterruptedException e) {
            reply.cancel(true);
            Thread.currentThread().interrupt();
            return Collections.nCopies(count, RedisAnswer.MAY_MATCH);
        }
        if (answers == null) {
            return Collections.nCopies(count, RedisAnswer.NO_FILTER);
        }
        List<RedisAnswer> said = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            boolean denied = answers.length == count && answers[i] == '0';
            said.add(denied ? RedisAnswer.ABSENT : RedisAnswer.MAY_MATCH);
        }
        return said;
    }
}
