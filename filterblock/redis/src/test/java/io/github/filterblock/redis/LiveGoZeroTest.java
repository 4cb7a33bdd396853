// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.PublishException.Reason;
import io.github.filterblock.redis.RedisRecordings.GoZeroCase;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publishing and asking filters of go-zero, with a real server. */
class LiveGoZeroTest extends LiveServer {
    private static final byte[] OTHER = bytes("other");
    private static final long BITS = 20_003;

    private static List<byte[]> keys(String prefix, int count) {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(bytes(prefix + i));
        }
        return keys;
    }

    private static GoZeroFilter filter(String prefix, int count) {
        GoZeroFilter filter = GoZeroFilter.ofBits(BITS);
        keys(prefix, count).forEach(filter::add);
        return filter;
    }

    private RedisPublisher publisher() {
        return RedisPublisher.over(connection.async());
    }

    /** Publishes strings above 100 bytes in pieces of 64. */
    private RedisPublisher inPieces() {
        return publisher().withPieces(100, 64);
    }

    private RedisLookup lookup() {
        return RedisLookup.goZero(connection.async(), KEY, BITS).withTimeout(LONG);
    }

    private void assertPublished(GoZeroFilter filter) {
        assertArrayEquals(filter.toByteArray(), redis.get(KEY));
        assertKeptAlone();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("RB-14")
    void aFilterIsPublishedAndAnswers(boolean inPieces) throws Exception {
        GoZeroFilter filter = filter("key", 1000);
        (inPieces ? inPieces() : publisher()).publish(KEY, filter);
        assertPublished(filter);
        List<byte[]> asked = keys("key", 1000);
        assertEquals(Collections.nCopies(1000, RedisLookup.Answer.MAY_MATCH), lookup().ask(asked));
        List<byte[]> absent = keys("nobody", 1700);
        List<RedisLookup.Answer> answers = lookup().ask(absent);
        for (int i = 0; i < absent.size(); i++) {
            boolean expected = filter.mayContain(absent.get(i));
            assertEquals(expected ? RedisLookup.Answer.MAY_MATCH : RedisLookup.Answer.ABSENT, answers.get(i));
        }
        assertTrue(Collections.frequency(answers, RedisLookup.Answer.ABSENT) > 1600);
        assertEquals(RedisLookup.Answer.MAY_MATCH, lookup().ask(bytes("key0")));
        assertEquals(List.of(), lookup().ask(List.of()));
    }

    @Test
    @Tag("RB-15")
    void theScriptAnswersAsGoZeroDid() throws Exception {
        for (GoZeroCase recorded : RedisRecordings.goZero()) {
            if (recorded.bitmap().length == 0) {
                continue;
            }
            redis.set(KEY, recorded.bitmap());
            RedisLookup lookup =
                    RedisLookup.goZero(connection.async(), KEY, recorded.bits()).withTimeout(LONG);
            assertEquals(recorded.answersOfAdded(), digits(lookup.ask(recorded.added())), recorded::name);
            assertEquals(recorded.answersOfProbes(), digits(lookup.ask(recorded.probes())), recorded::name);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("RB-14")
    @Tag("RB-15")
    void onlyAFilterIsReplacedAndOnlyIfAsked(boolean inPieces) throws Exception {
        RedisPublisher publisher = inPieces ? inPieces() : publisher();
        publisher.publish(KEY, filter("old", 1000));
        assertEquals(Reason.KEY_EXISTS, refused(() -> publisher.publish(KEY, filter("new", 1000))));
        assertPublished(filter("old", 1000));
        redis.pexpire(KEY, 100_000);
        publisher.replacing().publish(KEY, filter("new", 1000));
        assertPublished(filter("new", 1000));
        int most = GoZeroFilter.ofBits(BITS).mostBytes();
        byte[] behind = new byte[most];
        behind[most - 1] = 1;
        for (byte[] foreign : new byte[][] {new byte[most + 1], behind}) {
            redis.set(KEY, foreign);
            assertEquals(Reason.KEY_EXISTS, refused(() -> publisher.publish(KEY, filter("new", 10))));
            assertArrayEquals(foreign, redis.get(KEY));
            assertEquals(RedisLookup.Answer.NO_FILTER, lookup().ask(OTHER));
        }
        redis.del(KEY);
        redis.lpush(KEY, OTHER);
        for (RedisPublisher each : List.of(publisher, publisher.replacing())) {
            assertEquals(Reason.OTHER_TYPE, refused(() -> each.publish(KEY, filter("new", 1000))));
        }
        assertEquals(1, redis.llen(KEY));
        assertEquals(1, redis.dbsize());
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup().ask(OTHER));
    }

    @Test
    @Tag("RB-15")
    void aMissingKeyIsNoFilterAndAnEmptyFilterDeniesAll() throws Exception {
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup().ask(OTHER));
        publisher().publish(KEY, filter("", 0));
        assertPublished(filter("", 0));
        assertEquals(RedisLookup.Answer.ABSENT, lookup().ask(OTHER));
        inPieces().withPieces(-1, 64).replacing().publish(KEY, filter("", 0));
        assertPublished(filter("", 0));
    }

    @Test
    @Tag("RB-14")
    void aTemporaryKeyThatWasEvictedOnTheWayIsNoticed() throws Exception {
        GoZeroFilter filter = filter("key", 1000);
        int pieces = filter.length() / 64 + 1;
        for (int step : new int[] {1, 2, 20, pieces - 1, pieces}) {
            RedisPublisher publisher =
                    RedisPublisher.over(evicting(connection.async(), step)).withPieces(100, 64);
            assertEquals(Reason.LOST, refused(() -> publisher.publish(KEY, filter)));
            assertEquals(0, redis.dbsize());
        }
    }

    /** Both where the step was not sent any more and where it was, but its reply never came. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("RB-14")
    void killedAtEveryStepTheOldFilterAnswersOrTheNewOne(boolean sent) throws Exception {
        GoZeroFilter old = filter("old", 1000);
        GoZeroFilter fresh = filter("new", 1000);
        int replaced = 0;
        int steps = fresh.length() / 256 + 2;
        for (int step = 0; step < steps; step++) {
            redis.flushall();
            publisher().publish(KEY, old);
            Interrupting killed = new Interrupting(connection.async(), step, () -> false).sendingTheLast(sent);
            RedisPublisher publisher =
                    RedisPublisher.over(killed.commands()).withPieces(100, 256).withTimeToLive(Duration.ofMinutes(5));
            assertThrows(PublishException.class, () -> publisher.replacing().publish(KEY, fresh));
            byte[] held = redis.get(KEY);
            boolean isNew = Arrays.equals(fresh.toByteArray(), held);
            replaced += isNew ? 1 : 0;
            assertTrue(isNew || Arrays.equals(old.toByteArray(), held), "step " + step);
            assertEquals(-1, redis.pttl(KEY));
            assertOthersWillExpire();
        }
        assertEquals(sent ? 1 : 0, replaced, steps + " steps for " + fresh.length() + " bytes");
    }

    private void assertOthersWillExpire() {
        for (byte[] other : redis.keys("filterblock:*")) {
            long left = redis.pttl(other);
            assertTrue(left > 240_000 && left <= 300_000, () -> new String(other, StandardCharsets.UTF_8) + " " + left);
        }
    }

    /** Each piece gives the temporary key its whole time again, however long it takes to send them all. */
    @Test
    @Tag("RB-14")
    void aTemporaryKeyLivesAsLongAsPiecesCome() throws Exception {
        Interrupting slow = new Interrupting(connection.async(), 0, () -> {
            assertOthersWillExpire();
            redis.keys("filterblock:*").forEach(key -> redis.pexpire(key, 20_000));
            return true;
        });
        GoZeroFilter filter = filter("key", 1000);
        RedisPublisher.over(slow.commands())
                .withPieces(100, 256)
                .withTimeToLive(Duration.ofMinutes(5))
                .publish(KEY, filter);
        assertPublished(filter);
    }

    @Test
    @Tag("RB-14")
    void aFullMemoryChangesNothing() throws Exception {
        GoZeroFilter old = filter("old", 1000);
        publisher().publish(KEY, old);
        redis.configSet("maxmemory", "1");
        try {
            assertEquals(Reason.REFUSED, refused(() -> publisher().replacing().publish(KEY, filter("new", 1))));
            assertEquals(Reason.REFUSED, refused(() -> inPieces().replacing().publish(KEY, filter("new", 1))));
            assertEquals(RedisLookup.Answer.MAY_MATCH, lookup().ask(bytes("old1")));
        } finally {
            redis.configSet("maxmemory", "0");
        }
        assertPublished(old);
    }

    @Test
    @Tag("RB-15")
    void aUserWithoutPermissionGetsNoKeyDenied() throws Exception {
        publisher().publish(KEY, filter("key", 1000));
        redis.aclSetuser(
                "weak",
                AclSetuserArgs.Builder.on().addPassword("word").allKeys().addCommand(CommandType.CLIENT));
        try (StatefulRedisConnection<byte[], byte[]> weak = server.connect()) {
            weak.sync().auth("weak", "word");
            assertEquals(
                    RedisLookup.Answer.MAY_MATCH,
                    RedisLookup.goZero(weak.async(), KEY, BITS).ask(OTHER));
            RedisPublisher publisher = RedisPublisher.over(weak.async());
            assertEquals(Reason.REFUSED, refused(() -> publisher.replacing().publish(KEY, filter("new", 10))));
        }
    }

    @Test
    void aServerThatIsGoneInTheMiddleMakesNothingAbsent(@TempDir Path mortal) throws Exception {
        try (RedisServer second = RedisServer.start(mortal)) {
            StatefulRedisConnection<byte[], byte[]> connection = second.connect();
            RedisPublisher publisher = RedisPublisher.over(connection.async()).replacing();
            publisher.publish(KEY, filter("key", 1000));
            RedisLookup lookup = RedisLookup.goZero(connection.async(), KEY, BITS);
            assertEquals(RedisLookup.Answer.ABSENT, lookup.ask(OTHER));
            Interrupting dying = new Interrupting(connection.async(), 5, () -> {
                second.kill();
                return true;
            });
            RedisPublisher inPieces =
                    RedisPublisher.over(dying.commands()).withPieces(100, 64).withTimeout(Duration.ofSeconds(5));
            assertEquals(Reason.NO_ANSWER, refused(() -> inPieces.publish(KEY, filter("new", 1000))));
            assertEquals(RedisLookup.Answer.MAY_MATCH, lookup.ask(OTHER));
            assertEquals(Reason.UNKNOWN, refused(() -> publisher.publish(KEY, filter("new", 1))));
            connection.close();
            assertEquals(RedisLookup.Answer.MAY_MATCH, lookup.ask(OTHER));
        }
    }
}
