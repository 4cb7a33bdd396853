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
import java.util.function.Consumer;
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
    private static final byte[] ALL = "all".getBytes(US_ASCII);
    private static final byte[] PART = "part".getBytes(US_ASCII);
    private static final byte[] ONE = {'1'};

    /** Sets the bits of a key, as go-zero does it: with a script that gets their numbers. */
    private static final String SCRIPT = "for i = 1, #ARGV do redis.call('SETBIT', KEYS[1], ARGV[i], 1) end";

    private final GoZeroFilter shape = GoZeroFilter.forKeys(KEYS);
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
    static void measure() throws Exception {
        Path directory = Files.createTempDirectory("filterblock-benchmark");
        try (RedisServer server = RedisServer.start(directory);
                RedisPipeline pipeline = new RedisPipeline(server.port())) {
            RedisClient client = RedisClient.create();
            try {
                RedisURI uri = RedisURI.create("127.0.0.1", server.port());
                new RedisPublishing(pipeline, client.connect(ByteArrayCodec.INSTANCE, uri)).rounds();
            } finally {
                client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            }
        } catch (TestAbortedException e) {
            System.err.println(OPERATION + ": not measured, because redis-server is not installed");
            print("script", Double.NaN, Double.NaN);
            print("SETBIT", Double.NaN, Double.NaN);
        } finally {
            Files.deleteIfExists(directory.resolve("log"));
            Files.delete(directory);
        }
    }

    private static void print(String peer, double ratio, double nanos) {
        new Row(OPERATION, "go-zero", peer, ratio, nanos, false, 20).print();
    }

    private void rounds() throws IOException, PublishException {
        double[] ours = new double[Settings.ROUNDS];
        double[] byScript = new double[Settings.ROUNDS];
        double[] byBits = new double[Settings.ROUNDS];
        for (int round = -1; round < Settings.ROUNDS; round++) {
            int at = Math.max(0, round); // the first round warms up
            ours[at] = publish();
            byScript[at] = nanosOf(this::addByScript) / ours[at];
            byBits[at] = nanosOf(this::addByBits) / ours[at];
        }
        print("script", Fork.median(byScript), Fork.median(ours));
        print("SETBIT", Fork.median(byBits), Fork.median(ours));
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

    /** The time for a key; then compares: the bits that were set are those that would have been published. */
    private double nanosOf(Consumer<byte[][]> adder) throws IOException {
        connection.sync().del(PART);
        connection.sync().setbit(PART, shape.bits() - 1, 0);
        long[] positions = new long[GoZeroFilter.PROBES];
        byte[][] words = new byte[positions.length][];
        long start = System.nanoTime();
        for (int i = 0; i < KEYS_OF_OTHERS; i++) {
            shape.positions(key(i), 0, key.length, positions);
            Arrays.setAll(words, n -> Long.toString(positions[n]).getBytes(US_ASCII));
            adder.accept(words);
            if ((i + 1) % AT_ONCE == 0) {
                pipeline.flush();
            }
        }
        double nanos = (double) (System.nanoTime() - start) / KEYS_OF_OTHERS;
        byte[] found = connection.sync().get(PART);
        byte[] expected = Arrays.copyOf(filter(KEYS_OF_OTHERS).toByteArray(), found.length);
        if (!Arrays.equals(expected, found)) {
            throw new IllegalStateException("the bits in Redis differ");
        }
        return nanos;
    }

    private void addByScript(byte[][] positions) {
        byte[][] words =
                Arrays.copyOf(new byte[][] {"EVALSHA".getBytes(US_ASCII), script, ONE, PART}, 4 + positions.length);
        System.arraycopy(positions, 0, words, 4, positions.length);
        pipeline.add(words);
    }

    private void addByBits(byte[][] positions) {
        for (byte[] position : positions) {
            pipeline.add("SETBIT".getBytes(US_ASCII), PART, position, ONE);
        }
    }
}
