// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.PublishException.Reason;
import io.github.filterblock.testdata.RedisRecordings;
import io.github.filterblock.testdata.RedisRecordings.RedisBloomCase;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Publishing and asking filters of RedisBloom without the module: a stub answers from the recordings.
 */
class RedisBloomPublishingTest {
    private static final byte[] KEY = "users".getBytes(StandardCharsets.UTF_8);
    private static final Duration LONG = Duration.ofSeconds(20);

    private final RedisBloomCase recorded = RedisRecordings.configured().redisBloom().stream()
            .filter(each -> each.name().equals("e001-c100-x4") && each.version().equals("v2.2.18"))
            .findFirst()
            .orElseThrow();

    private RedisBloomFilter filter;
    private StubRedisBloom stub;
    private RedisClient client;
    private StatefulRedisConnection<byte[], byte[]> connection;

    @BeforeEach
    void start() throws Exception {
        filter = RedisBloomFilter.read(recorded.dump(), "recorded");
        stub = new StubRedisBloom(recorded);
        client = RedisClient.create(RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(stub.port())
                .withTimeout(LONG)
                .build());
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .protocolVersion(ProtocolVersion.RESP2)
                .pingBeforeActivateConnection(false)
                .build());
        connection = client.connect(ByteArrayCodec.INSTANCE);
    }

    @AfterEach
    void stop() throws Exception {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        stub.close();
    }

    private RedisPublisher publisher() {
        return RedisPublisher.over(connection.async()).withPieces(0, 1000).withTimeout(LONG);
    }

    private Reason refused(RedisPublisher publisher) {
        return assertThrows(PublishException.class, () -> publisher.publish(KEY, filter))
                .reason();
    }

    @Test
    @Tag("RB-14")
    @Tag("RB-15")
    void aFilterThatWasPublishedIsTheRecordedOneAndAnswersLikeIt() throws Exception {
        RedisLookup lookup = RedisLookup.redisBloom(connection.async(), KEY).withTimeout(LONG);
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(KEY));
        publisher().publish(KEY, filter);
        assertEquals(List.of("users"), List.copyOf(stub.keys().keySet()));
        assertEquals(-1, stub.keys().get("users").timeToLive);
        List<RedisLookup.Answer> answers = lookup.ask(recorded.added());
        List<RedisLookup.Answer> others = lookup.ask(recorded.probes());
        for (int i = 0; i < answers.size(); i++) {
            assertEquals(
                    recorded.existsOfAdded().charAt(i) == '1', answers.get(i).mayMatch());
        }
        for (int i = 0; i < others.size(); i++) {
            assertEquals(
                    recorded.existsOfProbes().charAt(i) == '1', others.get(i).mayMatch());
        }
        assertEquals(Reason.KEY_EXISTS, refused(publisher()));
        publisher().replacing().publish(KEY, filter);
        assertEquals(1, stub.keys().size());
        stub.putList("users");
        assertEquals(Reason.OTHER_TYPE, refused(publisher().replacing()));
        assertTrue(stub.keys().get("users").list);
        assertEquals(1, stub.keys().size());
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(KEY));
    }

    @Test
    @Tag("RB-14")
    void aServerThatIsGoneAtAnyPieceKeepsTheOldFilter() throws Exception {
        publisher().publish(KEY, filter);
        for (int pieces = 0; pieces < 7; pieces++) {
            stub.dyingAfter = pieces;
            assertEquals(Reason.NO_ANSWER, refused(publisher().replacing()));
            assertEquals(-1, stub.keys().get("users").timeToLive);
            assertEquals(
                    stub.keys().size() - 1,
                    stub.keys().values().stream()
                            .filter(value -> value.timeToLive > 0)
                            .count());
            stub.dyingAfter = Integer.MAX_VALUE;
            connection = client.connect(ByteArrayCodec.INSTANCE);
        }
        assertEquals(
                RedisLookup.Answer.MAY_MATCH,
                RedisLookup.redisBloom(connection.async(), KEY)
                        .withTimeout(LONG)
                        .ask(recorded.added().get(0)));
    }

    /** A real server with commands under the module's names, so that the Lua scripts run. */
    @Test
    @Tag("RB-14")
    @Tag("RB-15")
    void theScriptsRunInARealServer(@TempDir Path directory) throws Exception {
        try (RedisServer server = RedisServer.start(
                directory,
                "--rename-command",
                "SMISMEMBER",
                "BF.MEXISTS",
                "--rename-command",
                "PSETEX",
                "BF.LOADCHUNK",
                "--rename-command",
                "LRANGE",
                "BF.SCANDUMP")) {
            StatefulRedisConnection<byte[], byte[]> real = RedisServer.connect(client, server.uri());
            RedisLookup lookup = RedisLookup.redisBloom(real.async(), KEY).withTimeout(LONG);
            assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(KEY));
            real.sync().sadd(KEY, KEY);
            assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(KEY));
            String ofSets = new String(RedisScript.ASK_BLOOM.text(), StandardCharsets.US_ASCII);
            byte[] answers = real.sync()
                    .eval(
                            ofSets.replace("MBbloom--", "set"),
                            ScriptOutputType.VALUE,
                            new byte[][] {KEY},
                            KEY,
                            new byte[] {1, 2});
            assertEquals("10", new String(answers, StandardCharsets.US_ASCII));
            real.sync().set(KEY, KEY);
            assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(KEY));
            RedisPublisher publisher = RedisPublisher.over(real.async());
            PublishException e = assertThrows(
                    PublishException.class, () -> publisher.replacing().publish(KEY, filter));
            assertEquals(Reason.REFUSED, e.reason());
            assertEquals(1, real.sync().dbsize());
        }
    }

    @Test
    @Tag("RB-15")
    void aServerWithoutTheModuleDeniesNoKey(@TempDir Path directory) throws Exception {
        try (RedisServer server = RedisServer.start(directory)) {
            StatefulRedisConnection<byte[], byte[]> real = RedisServer.connect(client, server.uri());
            real.sync().set(KEY, KEY);
            RedisLookup lookup = RedisLookup.redisBloom(real.async(), KEY).withTimeout(LONG);
            assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(KEY));
            PublishException e = assertThrows(
                    PublishException.class,
                    () -> RedisPublisher.over(real.async()).replacing().publish(KEY, filter));
            assertEquals(Reason.REFUSED, e.reason());
            assertEquals(1, real.sync().dbsize());
        }
    }
}
