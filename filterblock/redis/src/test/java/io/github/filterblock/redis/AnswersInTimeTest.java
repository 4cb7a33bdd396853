// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.PublishException.Reason;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that do not come, come too late, or are not what was asked for deny nothing; an interrupt is kept. */
class AnswersInTimeTest {
    private static final byte[] KEY = {'k'};

    /** A command that was sent. */
    private record Sent(String name, byte[] key, int arguments, AsyncCommand<byte[], byte[], byte[]> reply) {}

    private final List<Sent> sent = new ArrayList<>();

    /** For how long replies to publications were waited for. */
    private final List<Duration> waits = new ArrayList<>();

    private Consumer<AsyncCommand<byte[], byte[], byte[]>> answering = reply -> {};

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return Interrupting.commands((proxy, method, arguments) -> {
            AsyncCommand<byte[], byte[], byte[]> reply =
                    new AsyncCommand<>(new Command<>(CommandType.EVAL, new ValueOutput<>(ByteArrayCodec.INSTANCE))) {
                        @Override
                        public byte[] get(long time, TimeUnit unit)
                                throws InterruptedException, ExecutionException, TimeoutException {
                            waits.add(Duration.of(time, unit.toChronoUnit()));
                            return super.get(time, unit);
                        }
                    };
            boolean script = method.getName().startsWith("eval");
            byte[] key = ((byte[][]) arguments[script ? 2 : 0])[0];
            int count = script ? ((byte[][]) arguments[3]).length : 0;
            sent.add(new Sent(method.getName(), key, count, reply));
            answering.accept(reply);
            return reply;
        });
    }

    private RedisLookup lookup() {
        return RedisLookup.redisBloom(commands(), KEY);
    }

    private static GoZeroFilter filter() {
        GoZeroFilter filter = GoZeroFilter.ofBits(200);
        filter.add(KEY);
        return filter;
    }

    @Test
    void anInterruptedLookupDeniesNothingAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        assertEquals(RedisLookup.Answer.MAY_MATCH, lookup().ask(KEY));
        assertTrue(Thread.interrupted());
        assertTrue(sent.get(0).reply().isCancelled(), "not sent later either");
    }

    @Test
    void aLookupWithoutAnAnswerDeniesNothing() {
        assertEquals(
                RedisLookup.Answer.MAY_MATCH,
                lookup().withTimeout(Duration.ofMillis(5)).ask(KEY));
        assertTrue(sent.get(0).reply().isCancelled(), "not sent later either");
    }

    @Test
    void aLookupWaitsForASecond() {
        for (RedisLookup each : List.of(lookup(), RedisLookup.goZero(commands(), KEY, 200))) {
            long start = System.nanoTime();
            assertEquals(RedisLookup.Answer.MAY_MATCH, each.ask(KEY));
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            assertTrue(waited.toMillis() >= 1000 && waited.toMillis() < 10_000, waited::toString);
        }
    }

    /** However many scripts a call sends, they share its time. */
    @Test
    void allAnswersOfACallShareItsTime() {
        RedisLookup lookup = lookup().withTimeout(Duration.ofMillis(100));
        List<byte[]> keys = Collections.nCopies(40 * 500, KEY);
        long start = System.nanoTime();
        assertEquals(Collections.nCopies(keys.size(), RedisLookup.Answer.MAY_MATCH), lookup.ask(keys));
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        assertEquals(40, sent.size());
        assertTrue(waited.toMillis() < 2_000, waited::toString);
    }

    @Test
    void aPublisherWaitsForAMinuteUnlessTheCallerSaysOtherwise() throws PublishException {
        answering = reply -> reply.complete("OK".getBytes(StandardCharsets.US_ASCII));
        RedisPublisher.over(commands()).publish(KEY, filter());
        RedisPublisher.over(commands()).withTimeout(Duration.ofSeconds(7)).publish(KEY, filter());
        assertEquals(List.of(Duration.ofMinutes(1), Duration.ofSeconds(7)), waits);
    }

    @Test
    void aConnectionThatIsClosedDeniesNothing() {
        answering = reply -> {
            throw new IllegalStateException("Connection is closed");
        };
        assertEquals(RedisLookup.Answer.MAY_MATCH, lookup().ask(KEY));
        PublishException e = assertThrows(
                PublishException.class,
                () -> RedisPublisher.over(commands()).replacing().publish(KEY, filter()));
        assertEquals("k: Connection is closed", e.getMessage());
    }

    @Test
    void aLookupOfManyKeysIsSentInScriptsOfFiveHundred() {
        answering = reply -> reply.complete("1".repeat(500).getBytes(StandardCharsets.US_ASCII));
        List<byte[]> keys = Collections.nCopies(1001, KEY);
        List<RedisLookup.Answer> answers = lookup().ask(keys);
        assertEquals(List.of(500, 500, 1), sent.stream().map(Sent::arguments).toList());
        assertEquals(Collections.nCopies(1001, RedisLookup.Answer.MAY_MATCH), answers);
    }

    @Test
    void anAnswerOfAnotherLengthDeniesNothing() {
        answering = reply -> reply.complete(new byte[] {'0', '0'});
        assertEquals(RedisLookup.Answer.MAY_MATCH, lookup().ask(KEY));
        assertEquals(Collections.nCopies(2, RedisLookup.Answer.ABSENT), lookup().ask(List.of(KEY, KEY)));
        answering = reply -> reply.complete(new byte[] {'x'});
        assertEquals(RedisLookup.Answer.MAY_MATCH, lookup().ask(KEY));
        answering = reply -> reply.complete(null);
        assertEquals(RedisLookup.Answer.NO_FILTER, lookup().ask(KEY));
    }

    @Test
    void theKeyIsThatOfTheFirstMoment() {
        byte[] key = {'a'};
        RedisLookup bloom = RedisLookup.redisBloom(commands(), key).withTimeout(Duration.ofMillis(1));
        RedisLookup goZero = RedisLookup.goZero(commands(), key, 200).withTimeout(Duration.ofMillis(1));
        key[0] = 'b';
        bloom.ask(KEY);
        goZero.ask(KEY);
        assertEquals('a', sent.get(0).key()[0]);
        assertEquals('a', sent.get(1).key()[0]);
    }

    private Reason reasonOf(RedisPublisher publisher) {
        return assertThrows(PublishException.class, () -> publisher.replacing().publish(KEY, filter()))
                .reason();
    }

    /** Whether the last command was carried out is not known; before it, nothing has changed. */
    @Test
    void anInterruptedPublishingStaysInterruptedAndSaysWhatIsKnown() {
        RedisPublisher atOnce = RedisPublisher.over(commands());
        Thread.currentThread().interrupt();
        assertEquals(Reason.UNKNOWN, reasonOf(atOnce));
        assertTrue(Thread.interrupted());
        assertTrue(sent.get(0).reply().isCancelled(), "not sent later either");
        sent.clear();
        Thread.currentThread().interrupt();
        assertEquals(Reason.NO_ANSWER, reasonOf(atOnce.withPieces(0, 4)));
        assertTrue(Thread.interrupted());
        assertEquals(List.of("eval", "unlink"), sent.stream().map(Sent::name).toList());
    }

    @Test
    void aPublishingWithoutAnAnswerSaysSo() {
        RedisPublisher impatient = RedisPublisher.over(commands()).withTimeout(Duration.ofMillis(5));
        PublishException e = assertThrows(
                PublishException.class,
                () -> impatient.withPieces(0, 4).replacing().publish(new byte[] {0x1b}, filter()));
        assertEquals(Reason.NO_ANSWER, e.reason());
        assertEquals("\\x1b: no answer in time", e.getMessage());
        assertEquals(1, e.getSuppressed().length, "the temporary key could not be removed");
        assertEquals(Reason.UNKNOWN, reasonOf(impatient));
        assertTrue(sent.stream().allMatch(each -> each.reply().isCancelled()));
    }

    @Test
    void aWordThatIsNotOfTheScriptIsATypeAndALostPieceIsLost() {
        answering = reply -> reply.complete("none".getBytes(StandardCharsets.US_ASCII));
        assertEquals(Reason.LOST, reasonOf(RedisPublisher.over(commands())));
        assertEquals(Reason.LOST, reasonOf(RedisPublisher.over(commands()).withPieces(0, 4)));
        answering = reply -> reply.complete("list".getBytes(StandardCharsets.US_ASCII));
        assertEquals(Reason.OTHER_TYPE, reasonOf(RedisPublisher.over(commands())));
    }

    /** What the script answered instead of OK, in words; a text that is no type's name is not repeated. */
    @ParameterizedTest
    @CsvSource({
        "exists, KEY_EXISTS, the key exists",
        "none, LOST, the temporary key is not what was written",
        "list, OTHER_TYPE, the key holds a value of type list",
        "no such type, UNKNOWN, an unexpected reply; is this a Redis server?"
    })
    void anotherAnswerIsExplained(String answer, Reason reason, String words) {
        answering = reply -> reply.complete(answer.getBytes(StandardCharsets.US_ASCII));
        PublishException e = assertThrows(
                PublishException.class, () -> RedisPublisher.over(commands()).publish(KEY, filter()));
        assertEquals(reason, e.reason());
        assertEquals("k: " + words, e.getMessage());
    }

    /** A message has at most 256 bytes of the key and 300 characters of the server's text. */
    @ParameterizedTest
    @CsvSource({"256, 300, '', ''", "257, 301, '... (257 bytes)', '... (301 characters)'"})
    void longKeysAndTextsAreCut(int keyLength, int textLength, String moreOfKey, String moreOfText) {
        answering = reply -> reply.completeExceptionally(new RedisCommandExecutionException("x".repeat(textLength)));
        byte[] key = "k".repeat(keyLength).getBytes(StandardCharsets.US_ASCII);
        PublishException e = assertThrows(
                PublishException.class, () -> RedisPublisher.over(commands()).publish(key, filter()));
        assertEquals(Reason.REFUSED, e.reason());
        assertEquals("k".repeat(256) + moreOfKey + ": " + "x".repeat(300) + moreOfText, e.getMessage());
    }

    @Test
    void timesArePositive() {
        RedisPublisher publisher = RedisPublisher.over(commands());
        for (Duration time : List.of(Duration.ZERO, Duration.ofMillis(-1))) {
            assertThrows(IllegalArgumentException.class, () -> publisher.withTimeout(time));
            assertThrows(IllegalArgumentException.class, () -> publisher.withTimeToLive(time));
            assertThrows(IllegalArgumentException.class, () -> lookup().withTimeout(time));
        }
        assertThrows(IllegalArgumentException.class, () -> publisher.withTimeToLive(Duration.ofNanos(999_999)), "0 ms");
        publisher.withTimeToLive(Duration.ofMillis(1));
    }
}
