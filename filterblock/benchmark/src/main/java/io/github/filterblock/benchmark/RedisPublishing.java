// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.filterblock.redis.GoZeroFilter;
import io.github.filterblock.redis.PublishException;
import io.github.filterblock.redis.RedisPublisher;
import io.github.filterblock.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * Brings the filter of a million keys to a Redis server: all bits at once, as this library does it, or key by key. Time
 * is that of the clock, since most of the work is the server's.
 */
final class RedisPublishing {
    static final String OPERATION = "publish-1e6";

    private static final int KEYS = 1_000_000;

    /** Each key costs the others as much as any, so a part of them will do. */
    private static final int KEYS_OF_OTHERS = 20_000;

    private static final int AT_ONCE = 1000;
    private static final double GOAL = 20;
    private static final byte[] ALL = "all".getBytes(US_ASCII);
    private static final byte[] PART = "part".getBytes(US_ASCII);
    private static final byte[] ONE = {'1'};

    /** Sets the bits of a key, as go-zero does it: with a script that gets their numbers. */
    private static final String SCRIPT = "for i = 1, #ARGV do redis.call('SETBIT', KEYS[1], ARGV[i], 1) end";

    private final GoZeroFilter shape = GoZeroFilter.forKeys(KEYS);
    private final long[] positions = new long[GoZeroFilter.PROBES];
    private final byte[] key = new byte[Keys.FIXED_LENGTH];
    private final RedisPipeline pipeline;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisPublisher publisher;
    private final byte[] script;

    private RedisPublishing(RedisPipeline pipeline, StatefulRedisConnection<byte[], byte[]> connection) {
        this.pipeline = pipeline;
        this.connection = connection;
        this.publisher = RedisPublisher.over(connection.async());
        this.script = connection.sync().scriptLoad(SCRIPT).getBytes(US_ASCII);
    }

    /** Measures with a server of its own, or says why it does not. */
    static List<Row> measure(Settings settings) throws Exception {
        Path directory = Files.createTempDirectory("filterblock-benchmark");
        try (RedisServer server = RedisServer.start(directory);
                RedisPipeline pipeline = new RedisPipeline(server.port())) {
            RedisClient client = RedisClient.create();
            try {
                RedisURI uri = RedisURI.create("127.0.0.1", server.port());
                return new RedisPublishing(pipeline, client.connect(ByteArrayCodec.INSTANCE, uri)).rows(settings);
            } finally {
                client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
        } catch (TestAbortedException e) {
            System.err.println(OPERATION + ": not measured, because redis-server is not installed");
            return List.of(row("script", Double.NaN, Double.NaN), row("SETBIT", Double.NaN, Double.NaN));
        } finally {
            Files.deleteIfExists(directory.resolve("log"));
            Files.delete(directory);
        }
    }

    private List<Row> rows(Settings settings) throws IOException, PublishException {
        double[][] nanos = new double[3][settings.rounds()];
        for (int round = -1; round < settings.rounds(); round++) {
            double ours = publish();
            double theirs = time(KEYS_OF_OTHERS, this::addByScript);
            compare();
            double bitByBit = time(KEYS_OF_OTHERS, this::addByBits);
            compare();
            if (round >= 0) {
                nanos[0][round] = ours;
                nanos[1][round] = theirs / ours;
                nanos[2][round] = bitByBit / ours;
            }
        }
        double ours = Fork.median(nanos[0]);
        return List.of(row("script", Fork.median(nanos[1]), ours), row("SETBIT", Fork.median(nanos[2]), ours));
    }

    private static Row row(String peer, double ratio, double nanos) {
        return new Row(OPERATION, "go-zero", peer, ratio, nanos, false, GOAL);
    }

    private double publish() throws PublishException {
        long start = System.nanoTime();
        publisher.replacing().publish(ALL, filter(KEYS));
        return (double) (System.nanoTime() - start) / KEYS;
    }

    private GoZeroFilter filter(int keys) {
        GoZeroFilter filter = GoZeroFilter.forKeys(KEYS);
        for (int i = 0; i < keys; i++) {
            filter.add(key(i));
        }
        return filter;
    }

    private byte[] key(int number) {
        RandomWords.writeKey(RandomWords.PRESENT, number, key, 0, key.length);
        return key;
    }

    /** Adds a key to the commands that wait. */
    @FunctionalInterface
    private interface Adder {
        void add(byte[] key);
    }

    private double time(int keys, Adder adder) throws IOException {
        connection.sync().del(PART);
        connection.sync().setbit(PART, shape.bits() - 1, 0);
        long start = System.nanoTime();
        for (int i = 0; i < keys; i++) {
            adder.add(key(i));
            if ((i + 1) % AT_ONCE == 0) {
                pipeline.flush();
            }
        }
        return (double) (System.nanoTime() - start) / keys;
    }

    private void addByScript(byte[] added) {
        shape.positions(added, 0, added.length, positions);
        byte[][] words = new byte[4 + positions.length][];
        words[0] = "EVALSHA".getBytes(US_ASCII);
        words[1] = script;
        words[2] = ONE;
        words[3] = PART;
        Arrays.setAll(words, i -> i < 4 ? words[i] : decimal(positions[i - 4]));
        pipeline.add(words);
    }

    private void addByBits(byte[] added) {
        shape.positions(added, 0, added.length, positions);
        for (long position : positions) {
            pipeline.add("SETBIT".getBytes(US_ASCII), PART, decimal(position), ONE);
        }
    }

    private static byte[] decimal(long number) {
        return Long.toString(number).getBytes(US_ASCII);
    }

    /** The bits that were set key by key are those that would have been published. */
    private void compare() {
        byte[] found = connection.sync().get(PART);
        byte[] expected = Arrays.copyOf(filter(KEYS_OF_OTHERS).toByteArray(), found.length);
        if (!Arrays.equals(expected, found)) {
            throw new IllegalStateException("the bits in Redis differ");
        }
    }
}
