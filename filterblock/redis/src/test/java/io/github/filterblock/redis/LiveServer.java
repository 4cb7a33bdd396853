// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.redis.PublishException.Reason;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A test with a server of its own, which is empty at first. */
abstract class LiveServer {
    static final byte[] KEY = bytes("users");
    static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    RedisServer server;
    StatefulRedisConnection<byte[], byte[]> connection;
    RedisCommands<byte[], byte[]> redis;

    @BeforeEach
    void start() throws Exception {
        server = RedisServer.start(directory, options());
        connection = server.connect();
        redis = connection.sync();
    }

    /** Options of the server. */
    String[] options() {
        return new String[0];
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String digits(List<RedisLookup.Answer> answers) {
        StringBuilder digits = new StringBuilder();
        answers.forEach(answer -> digits.append(answer.mayMatch() ? '1' : '0'));
        return digits.toString();
    }

    static Reason refused(Executable publishing) {
        return assertThrows(PublishException.class, publishing).reason();
    }

    /** Commands before one of which the temporary key is evicted. */
    RedisClusterAsyncCommands<byte[], byte[]> evicting(RedisClusterAsyncCommands<byte[], byte[]> commands, int step) {
        AtomicBoolean evicted = new AtomicBoolean();
        Interrupting evicting = new Interrupting(commands, step, () -> {
            if (!evicted.getAndSet(true)) {
                redis.keys("filterblock:*").forEach(redis::del);
            }
            return true;
        });
        return evicting.commands();
    }

    /** Nothing else is there, and the key stays for good. */
    void assertKeptAlone() {
        assertEquals(-1, redis.pttl(KEY));
        assertEquals(1, redis.dbsize());
    }
}
