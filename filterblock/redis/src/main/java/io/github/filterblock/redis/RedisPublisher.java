// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.redis.PublishException.Reason;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Puts whole filters into Redis: readers see the old filter or the new one and never a part (RB-14).
 *
 * <p>Needs Lettuce, and a connection that the caller opens and closes: the asynchronous commands of a connection to a
 * server or to a cluster, with keys and values as bytes ({@code ByteArrayCodec}). A connection that reconnects by
 * itself repeats pending commands; one that does not ({@code ClientOptions.autoReconnect(false)}) gives clearer errors.
 * For a cluster, combine this with {@code DisconnectedBehavior.ACCEPT_COMMANDS}: Lettuce connects to a node when the
 * first command for it arrives, and would otherwise reject that command.
 *
 * <p>Immutable and thread-safe. Methods wait, and must not be called from one of Lettuce's threads.
 */
public final class RedisPublisher {
    /** The longest string that is sent at once, in bytes. */
    static final int AT_ONCE = 16 << 20;

    /** The size of the pieces in which a larger filter is sent, in bytes. */
    static final int PIECE = 4 << 20;

    /** The longest text of a server that a message repeats, in characters. */
    private static final int LONGEST_DETAIL = 300;

    /** The longest part of a Redis key that a message shows, in bytes. */
    private static final int LONGEST_KEY = 256;

    private static final String NO_REDIS = "an unexpected reply; is this a Redis server?";

    /** The name of a type; those of modules have nine characters. */
    private static final Pattern TYPE = Pattern.compile("[A-Za-z0-9_-]{1,9}");

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final RedisCall call;
    private final Duration timeToLive;
    private final int atOnce;
    private final int piece;
    private final boolean replace;
    private final UnaryOperator<String> blotting;

    private RedisPublisher(
            RedisCall call,
            Duration timeToLive,
            int atOnce,
            int piece,
            boolean replace,
            UnaryOperator<String> blotting) {
        this.call = call;
        this.timeToLive = timeToLive;
        this.atOnce = atOnce;
        this.piece = piece;
        this.replace = replace;
        this.blotting = blotting;
    }

    /**
     * A publisher that refuses a key that exists and waits a minute for each reply; its temporary keys live five
     * minutes after each step.
     *
     * @param commands of the caller's connection
     * @return the publisher
     */
    @SuppressWarnings("exports") // Lettuce is optional
    public static RedisPublisher over(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        RedisCall call = new RedisCall(Objects.requireNonNull(commands, "commands"), TIMEOUT);
        return new RedisPublisher(call, TIME_TO_LIVE, AT_ONCE, PIECE, false, UnaryOperator.identity());
    }

    /**
     * The same publisher, which replaces a value of the filter's type: a string, or a filter of the module. A value of
     * another type is never replaced.
     *
     * @return another publisher
     */
    public RedisPublisher replacing() {
        return new RedisPublisher(call, timeToLive, atOnce, piece, true, blotting);
    }

    /**
     * The same publisher with another time-out.
     *
     * @param timeout the longest time for a reply to one step, above 0; a step has at most 16 MiB
     * @return another publisher
     */
    public RedisPublisher withTimeout(Duration timeout) {
        return new RedisPublisher(call.withTimeout(timeout), timeToLive, atOnce, piece, replace, blotting);
    }

    /**
     * The same publisher with another time to live of temporary keys.
     *
     * @param timeToLive how long a temporary key outlives the last step; at least a millisecond, and more than the
     *     time-out because a slow step would otherwise lose it
     * @return another publisher
     */
    public RedisPublisher withTimeToLive(Duration timeToLive) {
        if (timeToLive.toMillis() <= 0) {
            throw new IllegalArgumentException("a time to live of " + timeToLive);
        }
        return new RedisPublisher(call, timeToLive, atOnce, piece, replace, blotting);
    }

    /**
     * The same publisher, but its exceptions show the text of the server only as {@code blotting} returns it: a server
     * may repeat a command with its arguments, the password among them. Their causes still have the whole text.
     *
     * @param blotting given the whole text of the server, which is shortened afterwards; returns the text to be shown
     * @return another publisher
     */
    public RedisPublisher withBlotting(UnaryOperator<String> blotting) {
        Objects.requireNonNull(blotting, "blotting");
        return new RedisPublisher(call, timeToLive, atOnce, piece, replace, blotting);
    }

    /** With smaller pieces, so tests see many of them. */
    RedisPublisher withPieces(int atOnce, int piece) {
        return new RedisPublisher(call, timeToLive, atOnce, piece, replace, blotting);
    }

    /**
     * Publishes a filter of go-zero. The key has no time to live afterwards.
     *
     * @param key the Redis key
     * @param filter the filter, which must not be changed meanwhile
     * @throws PublishException if the filter was not published, or if that is not known
     */
    public void publish(byte[] key, GoZeroFilter filter) throws PublishException {
        int length = filter.length();
        if (length <= atOnce) {
            finish(key, RedisScript.SET, new byte[][] {key}, filter.toByteArray());
            return;
        }
        underTemporaryKey(key, temporary -> {
            int start = 0;
            do {
                int end = Math.min(length, start + piece);
                step(key, RedisScript.STRING_PIECE, temporary, start, filter.toByteArray(start, end));
                start = end;
            } while (start < length);
            finish(key, RedisScript.RENAME_STRING, new byte[][] {temporary, key}, RedisCall.number(length));
        });
    }

    /**
     * Publishes a filter of RedisBloom. The key has no time to live afterwards.
     *
     * @param key the Redis key
     * @param filter the filter, which must not be changed meanwhile
     * @throws PublishException if the filter was not published, or if that is not known; also if the server does not
     *     have the module
     */
    public void publish(byte[] key, RedisBloomFilter filter) throws PublishException {
        underTemporaryKey(key, temporary -> {
            Iterator<RedisBloomFilter.Piece> pieces = filter.pieces(piece);
            while (pieces.hasNext()) {
                RedisBloomFilter.Piece next = pieces.next();
                step(key, RedisScript.BLOOM_PIECE, temporary, next.iterator(), next.data());
            }
            finish(key, RedisScript.RENAME_BLOOM, new byte[][] {temporary, key}, filter.header());
        });
    }

    /** Steps that need a temporary key. */
    private interface Steps {
        void run(byte[] temporary) throws PublishException;
    }

    /** Runs steps that build a temporary key, and removes the key if they fail. */
    private void underTemporaryKey(byte[] key, Steps steps) throws PublishException {
        byte[] temporary = temporaryKey(key);
        try {
            steps.run(temporary);
        } catch (PublishException e) {
            remove(temporary, e);
            throw e;
        }
    }

    /**
     * {@code filterblock:{n}:} and the key, where the slot of n, which alone counts for a name with braces, is that of
     * the key. One number in 16,384 has this slot; the search starts at a random number, so two publishers have
     * different names.
     */
    static byte[] temporaryKey(byte[] key) {
        int slot = SlotHash.getSlot(key);
        long number = RANDOM.nextLong() >>> 1;
        while (SlotHash.getSlot(RedisCall.number(number)) != slot) {
            number = number + 1 & Long.MAX_VALUE;
        }
        byte[] prefix = ("filterblock:{" + number + "}:").getBytes(StandardCharsets.US_ASCII);
        byte[] name = new byte[prefix.length + key.length];
        System.arraycopy(prefix, 0, name, 0, prefix.length);
        System.arraycopy(key, 0, name, prefix.length, key.length);
        return name;
    }

    private void remove(byte[] temporary, PublishException failure) {
        try {
            call.unlink(temporary);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            failure.addSuppressed(e); // its time to live will remove it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void step(byte[] key, RedisScript script, byte[] temporary, long at, byte[] data) throws PublishException {
        byte[][] keys = {temporary};
        byte[] live = RedisCall.number(timeToLive.toMillis());
        if (!send(key, Reason.NO_ANSWER, script, keys, RedisCall.number(at), data, live)
                .equals("OK")) {
            throw failed(key, Reason.LOST, "the temporary key was gone before all of the filter was written", null);
        }
    }

    /** The last step, after which the filter exists. */
    private void finish(byte[] key, RedisScript script, byte[][] keys, byte[] expected) throws PublishException {
        String reply = send(key, Reason.UNKNOWN, script, keys, RedisCall.number(replace ? 1 : 0), expected);
        switch (reply) {
            case "OK" -> {}
            case "exists" -> throw failed(key, Reason.KEY_EXISTS, "the key exists", null);
            case "none" -> throw failed(key, Reason.LOST, "the temporary key is not what was written", null);
            default -> {
                if (!TYPE.matcher(reply).matches()) {
                    throw failed(key, Reason.UNKNOWN, NO_REDIS, null);
                }
                throw failed(key, Reason.OTHER_TYPE, "the key holds a value of type " + reply, null);
            }
        }
    }

    private String send(byte[] key, Reason unanswered, RedisScript script, byte[][] keys, byte[]... arguments)
            throws PublishException {
        try {
            return call.run(script, keys, arguments);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            boolean refused = cause instanceof RedisCommandExecutionException;
            boolean understood = cause instanceof RedisException || cause instanceof IOException;
            String said = understood ? String.valueOf(cause.getMessage()) : NO_REDIS;
            throw failed(key, refused ? Reason.REFUSED : unanswered, said, cause);
        } catch (TimeoutException e) {
            throw failed(key, unanswered, "no answer in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(key, unanswered, "interrupted", e);
        } catch (RuntimeException e) { // Lettuce, of a connection that is closed
            throw failed(key, unanswered, String.valueOf(e.getMessage()), e);
        }
    }

    private PublishException failed(byte[] key, Reason reason, String detail, @Nullable Throwable cause) {
        String blotted = blotting.apply(detail);
        String shown = blotted.length() <= LONGEST_DETAIL
                ? blotted
                : blotted.substring(0, LONGEST_DETAIL) + "... (" + blotted.length() + " characters)";
        return new PublishException(reason, printable(key) + ": " + shown, cause);
    }

    /** A Redis key, safe to print on a terminal: printable ASCII, any other byte as {@code \xNN}, 256 bytes at most. */
    private static String printable(byte[] key) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(key.length, LONGEST_KEY); i++) {
            if (key[i] >= 0x20 && key[i] <= 0x7e) {
                text.append((char) key[i]);
            } else {
                text.append("\\x").append(HexFormat.of().toHexDigits(key[i]));
            }
        }
        return key.length <= LONGEST_KEY
                ? text.toString()
                : text.append("... (").append(key.length).append(" bytes)").toString();
    }
}
