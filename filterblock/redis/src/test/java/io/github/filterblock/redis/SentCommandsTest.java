// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.redis.PublishException.Reason;
import io.github.filterblock.redis.RedisLookup.Answer;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The commands that a publication and a lookup send, word by word, on a machine without a server too. */
@Tag("RB-14")
class SentCommandsTest {
    private static final byte[] KEY = "users".getBytes(US_ASCII);
    private static final byte[] ASKED = {0, -1, 'k'};
    private static final String TEMPORARY = "T";

    /** Each command in one line: its name or its script's, then all keys and arguments. */
    private final List<String> sent = new ArrayList<>();

    private String temporary = "";
    private int failing = -1;

    private RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return Interrupting.commands((proxy, method, arguments) -> {
            AsyncCommand<byte[], byte[], byte[]> reply =
                    new AsyncCommand<>(new Command<>(CommandType.EVAL, new ValueOutput<>(ByteArrayCodec.INSTANCE)));
            boolean digest = method.getName().equals("evalsha");
            if (digest) {
                reply.completeExceptionally(new RedisNoScriptException("not yet"));
            } else if (sent.size() == failing) {
                reply.completeExceptionally(new IllegalStateException("gone"));
            } else {
                reply.complete("OK".getBytes(US_ASCII));
            }
            sent.add(
                    method.getName().equals("unlink")
                            ? line("unlink", (byte[][]) arguments[0])
                            : (digest ? "evalsha " : "")
                                    + line(script(arguments[0]), (byte[][]) arguments[2], (byte[][]) arguments[3]));
            return reply;
        });
    }

    private static String script(Object textOrDigest) {
        return Stream.of(RedisScript.values())
                .filter(script -> script.digest().equals(textOrDigest) || textOrDigest == script.text())
                .findFirst()
                .orElseThrow()
                .name();
    }

    private static String shown(byte[] word) {
        String text = new String(word, ISO_8859_1);
        return text.matches("[!-~]+") ? text : HexFormat.of().formatHex(word);
    }

    private String line(String command, byte[][]... words) {
        StringBuilder line = new StringBuilder(command);
        for (byte[] word : Stream.of(words).flatMap(Arrays::stream).toList()) {
            String text = shown(word);
            if (text.startsWith("filterblock:{")) {
                assertTrue(temporary.isEmpty() || temporary.equals(text), "one temporary key");
                assertTrue(text.endsWith("}:users"), text);
                assertEquals(SlotHash.getSlot(KEY), SlotHash.getSlot(word), "in the node of the key");
                temporary = text;
                text = TEMPORARY;
            }
            line.append(' ').append(text);
        }
        return line.toString();
    }

    private RedisPublisher publisher() {
        sent.clear();
        temporary = "";
        return RedisPublisher.over(commands()).withPieces(16, 8).withTimeToLive(Duration.ofSeconds(7));
    }

    private static RedisBloomFilter bloom() {
        RedisBloomFilter filter = RedisBloomFilter.reserve(RedisBloomShape.of(0.01, 50));
        for (int i = 0; i < 200; i++) {
            filter.add(ByteBuffer.allocate(4).putInt(i).array());
        }
        return filter;
    }

    private static List<String> stepsOf(RedisBloomFilter filter) {
        List<String> steps = new ArrayList<>();
        filter.pieces(8)
                .forEachRemaining(
                        piece -> steps.add("BLOOM_PIECE T " + piece.iterator() + " " + shown(piece.data()) + " 7000"));
        return steps;
    }

    @Test
    void aFilterOfRedisBloomIsBuiltUnderATemporaryKeyAndRenamed() throws PublishException {
        RedisBloomFilter filter = bloom();
        for (boolean replace : new boolean[] {false, true}) {
            RedisPublisher publisher = publisher();
            (replace ? publisher.replacing() : publisher).publish(KEY, filter);
            List<String> expected = stepsOf(filter);
            assertTrue(expected.size() > 10, "pieces");
            expected.add("RENAME_BLOOM T users " + (replace ? 1 : 0) + " " + shown(filter.header()));
            assertEquals(expected, sent);
        }
    }

    private static GoZeroFilter goZero(int bytes) {
        GoZeroFilter filter = GoZeroFilter.ofBits(8L * bytes);
        for (int i = 0; i < 100; i++) {
            filter.add(ByteBuffer.allocate(4).putInt(i).array());
        }
        assertEquals(bytes, filter.length());
        return filter;
    }

    /** A filter of the greatest length that is sent at once, and one that is a byte longer. */
    @Test
    void aFilterOfGoZeroIsSetAtOnceOrBuiltUnderATemporaryKey() throws PublishException {
        assertEquals(16 << 20, RedisPublisher.AT_ONCE);
        assertEquals(4 << 20, RedisPublisher.PIECE);
        GoZeroFilter small = goZero(16);
        publisher().publish(KEY, small);
        assertEquals(List.of("SET users 0 " + shown(small.toByteArray())), sent);
        GoZeroFilter large = goZero(17);
        publisher().replacing().publish(KEY, large);
        assertEquals(
                List.of(
                        "STRING_PIECE T 0 " + shown(large.toByteArray(0, 8)) + " 7000",
                        "STRING_PIECE T 8 " + shown(large.toByteArray(8, 16)) + " 7000",
                        "STRING_PIECE T 16 " + shown(large.toByteArray(16, 17)) + " 7000",
                        "RENAME_STRING T users 1 17"),
                sent);
    }

    @Test
    void aTemporaryKeyLivesForFiveMinutesUnlessTheCallerSaysOtherwise() throws PublishException {
        RedisPublisher.over(commands()).withPieces(16, 8).publish(KEY, goZero(17));
        assertTrue(sent.get(0).endsWith(" 300000"), sent.get(0));
    }

    /** Whatever is set last, the rest stays as it was set. */
    @Test
    void aSettingKeepsTheOthers() {
        List<UnaryOperator<RedisPublisher>> settings = List.of(
                RedisPublisher::replacing,
                each -> each.withBlotting(text -> "***"),
                each -> each.withTimeout(Duration.ofSeconds(9)),
                each -> each.withTimeToLive(Duration.ofSeconds(8)),
                each -> each.withPieces(16, 8));
        failing = 3;
        for (int first = 0; first < settings.size(); first++) {
            sent.clear();
            temporary = "";
            RedisPublisher set = RedisPublisher.over(commands());
            for (int i = 0; i < settings.size(); i++) {
                set = settings.get((first + i) % settings.size()).apply(set);
            }
            RedisPublisher publisher = set;
            PublishException failure = assertThrows(PublishException.class, () -> publisher.publish(KEY, goZero(17)));
            assertEquals("users: ***", failure.getMessage());
            assertTrue(sent.get(2).endsWith(" 8000"), sent.get(2));
            assertEquals("RENAME_STRING T users 1 17", sent.get(3));
        }
    }

    @Test
    void aFailureAtAnyStepRemovesTheTemporaryKey() {
        RedisBloomFilter filter = bloom();
        int steps = stepsOf(filter).size();
        for (failing = 0; failing <= steps; failing++) {
            RedisPublisher publisher = publisher();
            PublishException failure = assertThrows(PublishException.class, () -> publisher.publish(KEY, filter));
            assertEquals(failing < steps ? Reason.NO_ANSWER : Reason.UNKNOWN, failure.reason());
            assertEquals(failing + 2, sent.size());
            assertEquals("unlink T", sent.get(failing + 1));
        }
    }

    @Test
    @Tag("RB-15")
    void aLookupSendsADigestAndWhereItIsNotKnownTheText() {
        assertEquals(Answer.MAY_MATCH, RedisLookup.redisBloom(commands(), KEY).ask(ASKED));
        String asked = shown(ASKED);
        assertEquals(List.of("evalsha ASK_BLOOM users " + asked, "ASK_BLOOM users " + asked), sent);
        sent.clear();
        ByteBuffer positions = ByteBuffer.allocate(14 * 4);
        for (long position : GoZeroFilter.ofBits(197).positions(ASKED)) {
            positions.putInt((int) position);
        }
        assertEquals(Answer.MAY_MATCH, RedisLookup.goZero(commands(), KEY, 197).ask(ASKED));
        // 25 bytes, the lowest 3 bits of the last of which are not used
        String string = "ASK_STRING users 25 7 " + shown(positions.array());
        assertEquals(List.of("evalsha " + string, string), sent);
    }
}
