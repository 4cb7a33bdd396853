// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * Commands of a connection, of which one is the last before an event: the process may be killed there, so that nothing
 * more is sent, not even commands that clean up.
 */
final class Interrupting {
    private final RedisClusterAsyncCommands<byte[], byte[]> real;
    private final int step;
    private final BooleanSupplier event;
    private boolean sendingTheLast;
    private int count;

    /**
     * From command {@code step} on, counted from 0, the event happens first; if it returns false, the process is gone.
     */
    Interrupting(RedisClusterAsyncCommands<byte[], byte[]> real, int step, BooleanSupplier event) {
        this.real = real;
        this.step = step;
        this.event = event;
    }

    /** The command reaches the server still, and only its reply is not seen. */
    Interrupting sendingTheLast(boolean sending) {
        sendingTheLast = sending;
        return this;
    }

    RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return commands((proxy, method, arguments) -> {
            int now = count++;
            boolean alive = now < step || event.getAsBoolean();
            if (!alive && !(now == step && sendingTheLast)) {
                throw new IllegalStateException("killed");
            }
            try {
                Object reply = method.invoke(real, arguments);
                if (!alive) {
                    ((Future<?>) reply).get();
                    throw new IllegalStateException("killed");
                }
                return reply;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    /** Commands that do what a handler does with them. */
    @SuppressWarnings("unchecked")
    static RedisClusterAsyncCommands<byte[], byte[]> commands(InvocationHandler handler) {
        Class<?> type = RedisClusterAsyncCommands.class;
        return (RedisClusterAsyncCommands<byte[], byte[]>)
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
