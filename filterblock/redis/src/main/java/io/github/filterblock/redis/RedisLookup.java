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
 * {@link Answer#MAY_MATCH}: no failure makes a key absent, and none is thrown.
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

    /** What a filter in Redis says about a key. */
    public enum Answer {
        /** The key was not added. */
        ABSENT,
        /** The key may have been added, or the filter could not be asked: a time-out, a lost connection, an error. */
        MAY_MATCH,
        /**
         * There is no filter that could answer: the Redis key is missing, of another type, or made with another number
         * of bits.
         */
        NO_FILTER;

        /** {@return whether the key has to be looked up: {@code false} only for {@link #ABSENT}} */
        public boolean mayMatch() {
            return this != ABSENT;
        }
    }

    private final RedisCall call;
    private final byte[] key;

    /** A filter without keys, which knows the positions; null of RedisBloom. */
    private final @Nullable GoZeroFilter shape;

    private RedisLookup(RedisCall call, byte[] key, @Nullable GoZeroFilter shape) {
        this.call = call;
        this.key = key;
        this.shape = shape;
    }

    /**
     * Asks a filter of go-zero, and waits a second for answers.
     *
     * @param commands of the caller's connection
     * @param key the Redis key
     * @param bits the number of bits that the filter's writers use, from 1 to {@link GoZeroFilter#MAX_BITS}; with
     *     another number it would deny keys that are there
     * @return the lookup
     */
    @SuppressWarnings("exports") // Lettuce is optional
    public static RedisLookup goZero(RedisClusterAsyncCommands<byte[], byte[]> commands, byte[] key, long bits) {
        return new RedisLookup(new RedisCall(commands, TIMEOUT), key.clone(), GoZeroFilter.ofBits(bits));
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
        return new RedisLookup(new RedisCall(commands, TIMEOUT), key.clone(), null);
    }

    /**
     * The same lookup with another time-out.
     *
     * @param timeout the longest time for all answers of a call; keys without an answer may match
     * @return another lookup
     */
    public RedisLookup withTimeout(Duration timeout) {
        return new RedisLookup(call.withTimeout(timeout), key, shape);
    }

    /**
     * Asks for one key.
     *
     * @param asked any bytes, even none
     * @return the answer
     */
    public Answer ask(byte[] asked) {
        return ask(List.of(asked)).get(0);
    }

    /**
     * Asks for many keys in one round trip.
     *
     * @param asked the keys
     * @return an answer for each, in their order
     */
    public List<Answer> ask(List<byte[]> asked) {
        List<CompletableFuture<byte @Nullable []>> replies = new ArrayList<>();
        for (int from = 0; from < asked.size(); from += KEYS_OF_A_SCRIPT) {
            replies.add(send(asked.subList(from, Math.min(asked.size(), from + KEYS_OF_A_SCRIPT))));
        }
        long deadline = System.nanoTime() + call.timeout().toNanos();
        List<Answer> answers = new ArrayList<>(asked.size());
        for (CompletableFuture<byte @Nullable []> reply : replies) {
            int count = Math.min(asked.size() - answers.size(), KEYS_OF_A_SCRIPT);
            answers.addAll(answers(reply, deadline, count));
        }
        return answers;
    }

    private CompletableFuture<byte @Nullable []> send(List<byte[]> asked) {
        try {
            if (shape == null) {
                return call.send(RedisScript.ASK_BLOOM, key, asked.toArray(byte[][]::new));
            }
            return call.send(
                    RedisScript.ASK_STRING,
                    key,
                    RedisCall.number(shape.mostBytes()),
                    RedisCall.number(shape.unused()),
                    positions(shape, asked));
        } catch (RuntimeException e) { // Lettuce, of a connection that is closed
            return CompletableFuture.failedFuture(e);
        }
    }

    private static byte[] positions(GoZeroFilter shape, List<byte[]> asked) {
        ByteBuffer packed = ByteBuffer.allocate(asked.size() * GoZeroFilter.PROBES * Integer.BYTES);
        for (byte[] key : asked) {
            for (long position : shape.positions(key)) {
                packed.putInt((int) position);
            }
        }
        return packed.array();
    }

    private static List<Answer> answers(CompletableFuture<byte @Nullable []> reply, long deadline, int count) {
        byte @Nullable [] answers;
        try {
            answers = reply.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            reply.cancel(true);
            return Collections.nCopies(count, Answer.MAY_MATCH);
        } catch (InterruptedException e) {
            reply.cancel(true);
            Thread.currentThread().interrupt();
            return Collections.nCopies(count, Answer.MAY_MATCH);
        }
        if (answers == null) {
            return Collections.nCopies(count, Answer.NO_FILTER);
        }
        List<Answer> said = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            boolean denied = answers.length == count && answers[i] == '0';
            said.add(denied ? Answer.ABSENT : Answer.MAY_MATCH);
        }
        return said;
    }
}
