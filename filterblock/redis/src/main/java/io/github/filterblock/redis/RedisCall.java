// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Runs scripts over the caller's connection and waits for their answers. */
final class RedisCall {
    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private final Duration timeout;

    RedisCall(RedisClusterAsyncCommands<byte[], byte[]> commands, Duration timeout) {
        this.commands = commands;
        this.timeout = timeout;
    }

    RedisCall withTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("the time-out must be positive, not " + timeout);
        }
        return new RedisCall(commands, timeout);
    }

    Duration timeout() {
        return timeout;
    }

    static byte[] number(long number) {
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }

    /** Sends a script with its text and waits for the word that it answers. */
    String run(RedisScript script, byte[][] keys, byte[]... arguments)
            throws ExecutionException, TimeoutException, InterruptedException {
        RedisFuture<byte[]> reply = commands.eval(script.text(), ScriptOutputType.VALUE, keys, arguments);
        byte @Nullable [] word = await(reply);
        return word == null ? "" : new String(word, StandardCharsets.US_ASCII);
    }

    /**
     * Sends a script by its digest, or by its text if the server does not know it yet; does not wait. When the answer
     * is cancelled, so is the command.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the answer
    CompletableFuture<byte @Nullable []> send(RedisScript script, byte[] key, byte[]... arguments) {
        byte[][] keys = {key};
        CompletableFuture<byte @Nullable []> command = commands.<byte[]>evalsha(
                        script.digest(), ScriptOutputType.VALUE, keys, arguments)
                .toCompletableFuture();
        CompletableFuture<byte @Nullable []> answer = command.exceptionallyCompose(failure -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            return cause instanceof RedisNoScriptException
                    ? commands.<byte[]>eval(script.text(), ScriptOutputType.VALUE, keys, arguments)
                    : CompletableFuture.failedFuture(cause);
        });
        answer.whenComplete((reply, failure) -> command.cancel(true)); // which does nothing after its reply
        return answer;
    }

    /** Waits for a reply; a command whose reply does not come in time is not sent later either. */
    private <T> T await(RedisFuture<T> reply) throws ExecutionException, TimeoutException, InterruptedException {
        try {
            return reply.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | InterruptedException e) {
            reply.cancel(true);
            throw e;
        }
    }

    /** Removes a key. */
    void unlink(byte[] key) throws ExecutionException, TimeoutException, InterruptedException {
        await(commands.unlink(key));
    }
}
