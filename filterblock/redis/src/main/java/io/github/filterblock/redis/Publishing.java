// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import io.github.filterblock.redis.PublishException.Reason;
import io.github.filterblock.table.MetaindexEntry;
import io.lettuce.core.RedisCommandExecutionException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One publishing: its steps, and what their replies mean (RB-14). */
final class Publishing {
    private final RedisCall call;
    private final byte[] key;
    private final Duration timeToLive;
    private final int piece;

    Publishing(RedisCall call, byte[] key, Duration timeToLive, int piece) {
        this.call = call;
        this.key = key;
        this.timeToLive = timeToLive;
        this.piece = piece;
    }

    /** Steps that need a temporary key. */
    interface Steps {
        void run(byte[] temporary) throws PublishException;
    }

    /** Runs steps that build a temporary key, and removes the key if they fail. */
    void under(Steps steps) throws PublishException {
        byte[] temporary = TemporaryKey.of(key);
        try {
            steps.run(temporary);
        } catch (PublishException e) {
            remove(temporary, e);
            throw e;
        }
    }

    private void remove(byte[] temporary, PublishException failure) {
        try {
            call.await(call.commands().unlink(temporary));
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            failure.addSuppressed(e); // its time to live will remove it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void build(byte[] temporary, GoZeroFilter filter, int length) throws PublishException {
        int start = 0;
        do {
            int end = Math.min(length, start + piece);
            step(RedisScript.STRING_PIECE, temporary, start, filter.toByteArray(start, end));
            start = end;
        } while (start < length);
    }

    void build(byte[] temporary, RedisBloomFilter filter) throws PublishException {
        Iterator<RedisBloomPiece> pieces = filter.pieces(piece);
        while (pieces.hasNext()) {
            RedisBloomPiece next = pieces.next();
            step(RedisScript.BLOOM_PIECE, temporary, next.iterator(), next.data());
        }
    }

    private void step(RedisScript script, byte[] temporary, long at, byte[] data) throws PublishException {
        byte[][] keys = {temporary};
        byte[] live = RedisCall.number(timeToLive.toMillis());
        if (!send(Reason.NO_ANSWER, script, keys, RedisCall.number(at), data, live)
                .equals("OK")) {
            throw failed(Reason.LOST, "the temporary key was gone before all of the filter was written", null);
        }
    }

    /** The last step, after which the filter exists. */
    void finish(RedisScript script, byte[][] keys, byte[]... arguments) throws PublishException {
        String reply = send(Reason.UNKNOWN, script, keys, arguments);
        switch (reply) {
            case "OK" -> {}
            case "exists" -> throw failed(Reason.KEY_EXISTS, "the key exists", null);
            case "missing" -> throw failed(Reason.NO_KEY, "there is no filter to merge into", null);
            case "foreign" ->
                throw failed(Reason.FOREIGN_BITMAP, "the string there was made with another number of bits", null);
            case "none" -> throw failed(Reason.LOST, "the temporary key is not what was written", null);
            default -> throw failed(Reason.OTHER_TYPE, "the key holds a value of type " + reply, null);
        }
    }

    private String send(Reason unanswered, RedisScript script, byte[][] keys, byte[]... arguments)
            throws PublishException {
        try {
            return call.run(script, keys, arguments);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            boolean refused = cause instanceof RedisCommandExecutionException;
            throw failed(refused ? Reason.REFUSED : unanswered, String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException e) {
            throw failed(unanswered, "no answer in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(unanswered, "interrupted", e);
        } catch (RuntimeException e) { // Lettuce, of a connection that is closed
            throw failed(unanswered, String.valueOf(e.getMessage()), e);
        }
    }

    private PublishException failed(Reason reason, String detail, @Nullable Throwable cause) {
        return new PublishException(
                reason, MetaindexEntry.printable(new String(key, StandardCharsets.ISO_8859_1)) + ": " + detail, cause);
    }
}
