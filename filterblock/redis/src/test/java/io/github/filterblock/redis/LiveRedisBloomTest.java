// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.filterblock.redis.PublishException.Reason;
import io.github.filterblock.redis.RedisRecordings.RedisBloomCase;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Filters in a server that has RedisBloom. No Debian package has the module, so it has to be built elsewhere; the
 * environment variable {@code REDISBLOOM_MODULE} names its file, 2.2.10 or later, and without it the tests are skipped.
 */
class LiveRedisBloomTest extends LiveServer {
    private static final String MODULE = "REDISBLOOM_MODULE";

    @Override
    String[] options() {
        String module = System.getenv(MODULE);
        assumeTrue(module != null, MODULE + " does not name the module of RedisBloom");
        return new String[] {"--loadmodule", module};
    }

    private List<Object> call(String command, byte[]... arguments) {
        String script = "return redis.call('" + command + "', KEYS[1], unpack(ARGV))";
        return redis.eval(script, ScriptOutputType.MULTI, new byte[][] {KEY}, arguments);
    }

    /** Compares what the module dumps with what we dump. */
    private void assertDumped(RedisBloomFilter filter) {
        long iterator = 0;
        for (RedisBloomFilter.Piece piece : filter.dump()) {
            List<Object> dumped = call("BF.SCANDUMP", RedisCall.number(iterator));
            iterator = (long) dumped.get(0);
            assertEquals(piece.iterator(), iterator);
            assertArrayEquals(piece.data(), (byte[]) dumped.get(1));
        }
        assertEquals(0L, call("BF.SCANDUMP", RedisCall.number(iterator)).get(0));
    }

    private RedisLookup lookup() {
        return RedisLookup.redisBloom(connection.async(), KEY).withTimeout(LONG);
    }

    @Test
    @Tag("RB-10")
    @Tag("RB-11")
    @Tag("RB-14")
    void recordedFiltersAreLoadedDumpedAndAnswerAsRecorded() throws Exception {
        RedisPublisher publisher = RedisPublisher.over(connection.async()).withPieces(0, 1000);
        int published = 0;
        for (RedisBloomCase recorded : RedisRecordings.redisBloom()) {
            RedisBloomFilter filter;
            try {
                filter = RedisBloomFilter.read(recorded.dump(), recorded.toString());
            } catch (IOException older) {
                continue;
            }
            publisher.replacing().publish(KEY, filter);
            assertDumped(filter);
            assertEquals(recorded.existsOfAdded(), digits(lookup().ask(recorded.added())));
            assertEquals(recorded.existsOfProbes(), digits(lookup().ask(recorded.probes())));
            assertKeptAlone();
            published++;
        }
        assertTrue(published >= 10, "published: " + published);
    }

    /** Keys beyond the first layers, so that layers are added; what the module adds afterwards it finds, too. */
    @Test
    @Tag("RB-9")
    void theModuleAddsAsWeDo() throws Exception {
        RedisBloomFilter ours = RedisBloomFilter.reserve(RedisBloomShape.of(0.02, 100));
        call("BF.RESERVE", "0.02".getBytes(StandardCharsets.US_ASCII), RedisCall.number(100));
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 40; i++) {
            byte[][] keys = new byte[100][];
            List<Object> added = new ArrayList<>();
            for (int j = 0; j < keys.length; j++) {
                keys[j] = new byte[random.nextInt(40)];
                random.nextBytes(keys[j]);
                added.add(ours.add(keys[j]) ? 1L : 0L);
            }
            assertEquals(added, call("BF.MADD", keys));
            if (i == 20) {
                RedisPublisher.over(connection.async()).replacing().publish(KEY, ours);
            }
        }
        assertTrue(ours.layers() > 4, "layers: " + ours.layers());
        assertDumped(ours);
    }

    /** More than a piece of a dump has, and more than is sent at once. */
    @Test
    @Tag("RB-14")
    void aLargeFilterIsPublishedAndValuesOfOtherTypesStay() throws Exception {
        RedisBloomFilter filter =
                RedisBloomFilter.reserve(RedisBloomShape.of(0.001, 10_000_000).nonScaling());
        filter.add(KEY);
        assertTrue(filter.bytes() > RedisPublisher.AT_ONCE);
        RedisPublisher publisher = RedisPublisher.over(connection.async());
        publisher.publish(KEY, filter);
        assertDumped(filter);
        assertEquals(
                List.of(RedisLookup.Answer.MAY_MATCH, RedisLookup.Answer.ABSENT),
                lookup().ask(List.of(KEY, new byte[] {1})));
        assertEquals(Reason.KEY_EXISTS, refused(() -> publisher.publish(KEY, filter)));
        redis.set(KEY, KEY);
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup().ask(KEY));
        assertEquals(Reason.OTHER_TYPE, refused(() -> publisher.replacing().publish(KEY, filter)));
        assertArrayEquals(KEY, redis.get(KEY));
        assertEquals(1, redis.dbsize());
    }
}
