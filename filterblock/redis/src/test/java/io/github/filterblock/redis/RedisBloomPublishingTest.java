// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.PublishException.Reason;
import io.github.filterblock.redis.RedisRecordings.RedisBloomCase;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Publishing and asking filters of RedisBloom in a server without the module. The scripts run there, but keep the
 * pieces of a filter in a list and find what the module answered in a set.
 */
class RedisBloomPublishingTest extends LiveServer {
    private static final byte[] RECORDED = bytes("recorded");

    private final RedisBloomCase recorded = RedisRecordings.redisBloom().stream()
            .filter(each -> each.name().equals("e001-c100-x4") && each.version().equals("v2.2.18"))
            .findFirst()
            .orElseThrow();

    private RedisBloomFilter filter;

    @BeforeEach
    void readFilter() throws IOException {
        filter = RedisBloomFilter.read(recorded.dump(), "recorded");
    }

    /** A script that needs no module; renaming fails, as a dump does, where there is no key. */
    private static byte[] withoutModule(byte[] script) {
        return bytes(new String(script, StandardCharsets.US_ASCII)
                .replace(
                        "redis.call('BF.LOADCHUNK', KEYS[1], ARGV[1], ARGV[2])",
                        "redis.call('RPUSH', KEYS[1], ARGV[1], ARGV[2]) and 'OK'")
                .replace(
                        "redis.call('BF.SCANDUMP', KEYS[1], 0)[2]",
                        "(redis.call('RENAME', KEYS[1], KEYS[1]) and redis.call('LINDEX', KEYS[1], 1))")
                .replace("'MBbloom--'", "'list'")
                .replace("redis.call('BF.MEXISTS', KEYS[1], ", "redis.call('SMISMEMBER', 'recorded', "));
    }

    /** The commands of the connection, with such scripts. */
    private RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return Interrupting.commands((proxy, method, arguments) -> {
            if (method.getName().equals("eval")) {
                arguments[0] = withoutModule((byte[]) arguments[0]);
            }
            return method.invoke(connection.async(), arguments);
        });
    }

    private static RedisPublisher publisher(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        return RedisPublisher.over(commands).withPieces(0, 1000).withTimeout(LONG);
    }

    private Reason refused(RedisPublisher publisher) {
        return refused(() -> publisher.publish(KEY, filter));
    }

    /** The pieces of the filter, each with its iterator, are there for good. */
    private void assertPublished() {
        List<byte[]> expected = new ArrayList<>();
        filter.pieces(1000).forEachRemaining(piece -> {
            expected.add(RedisCall.number(piece.iterator()));
            expected.add(piece.data());
        });
        assertEquals(expected.size(), redis.llen(KEY));
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals(expected.get(i), redis.lindex(KEY, i));
        }
        assertEquals(-1, redis.pttl(KEY));
    }

    @Test
    @Tag("RB-14")
    @Tag("RB-15")
    void aFilterThatWasPublishedIsTheRecordedOneAndAnswersLikeIt() throws Exception {
        RedisLookup lookup = RedisLookup.redisBloom(commands(), KEY).withTimeout(LONG);
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(KEY));
        RedisPublisher publisher = publisher(commands());
        publisher.publish(KEY, filter);
        assertPublished();
        assertKeptAlone();
        List<byte[]> asked = new ArrayList<>(recorded.added());
        asked.addAll(recorded.probes());
        String exists = recorded.existsOfAdded() + recorded.existsOfProbes();
        for (int i = 0; i < asked.size(); i++) {
            if (exists.charAt(i) == '1') {
                redis.sadd(RECORDED, asked.get(i));
            }
        }
        assertEquals(exists, digits(lookup.ask(asked)));
        assertEquals(Reason.KEY_EXISTS, refused(publisher));
        redis.pexpire(KEY, 100_000);
        publisher.replacing().publish(KEY, filter);
        assertPublished();
        redis.set(KEY, KEY);
        assertEquals(Reason.OTHER_TYPE, refused(publisher.replacing()));
        assertArrayEquals(KEY, redis.get(KEY));
        assertEquals(2, redis.dbsize(), "and the set");
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(KEY));
    }

    @Test
    @Tag("RB-14")
    void aServerThatIsGoneAtAnyPieceKeepsTheOldFilter() throws Exception {
        publisher(commands()).publish(KEY, filter);
        int pieces = (int) (redis.llen(KEY) / 2);
        assertTrue(pieces > 5, pieces + " pieces");
        for (int step = 0; step < pieces; step++) {
            Interrupting gone = new Interrupting(commands(), step, () -> false).sendingTheLast(true);
            assertEquals(Reason.NO_ANSWER, refused(publisher(gone.commands()).replacing()));
            assertPublished();
            List<byte[]> others = redis.keys("*").stream()
                    .filter(key -> !Arrays.equals(KEY, key))
                    .toList();
            assertEquals(1, others.size());
            assertTrue(redis.pttl(others.get(0)) > 0);
            redis.del(others.get(0));
        }
    }

    @Test
    @Tag("RB-14")
    void aTemporaryKeyThatWasEvictedOnTheWayIsNoticed() {
        int pieces = 0;
        for (Iterator<?> each = filter.pieces(1000); each.hasNext(); each.next()) {
            pieces++;
        }
        for (int step : new int[] {1, pieces}) {
            assertEquals(Reason.LOST, refused(publisher(evicting(commands(), step))));
            assertEquals(0, redis.dbsize());
        }
    }

    @Test
    @Tag("RB-15")
    void aServerWithoutTheModuleDeniesNoKey() {
        redis.set(KEY, KEY);
        RedisLookup lookup = RedisLookup.redisBloom(connection.async(), KEY).withTimeout(LONG);
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup.ask(KEY));
        assertEquals(Reason.REFUSED, refused(RedisPublisher.over(connection.async())));
        assertEquals(1, redis.dbsize());
    }
}
