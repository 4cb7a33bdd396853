// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script, which Redis runs without other commands between its own.
 *
 * <p>Scripts that write answer {@code OK}, or a word for what they found instead.
 */
enum RedisScript {
    /** Sets a string at once. KEYS: target. ARGV: 1 to replace a string, string. */
    SET("""
            local held = redis.call('TYPE', KEYS[1]).ok
            if held == 'string' and ARGV[1] ~= '1' then return 'exists' end
            if held ~= 'none' and held ~= 'string' then return held end
            redis.call('SET', KEYS[1], ARGV[2])
            return 'OK'
            """),
    /** Writes a part of a string that is being built. KEYS: temporary. ARGV: offset, part, time to live. */
    STRING_PIECE("""
            if ARGV[1] == '0' then
              redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
              return 'OK'
            end
            if redis.call('STRLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 'none' end
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
            redis.call('SETRANGE', KEYS[1], ARGV[1], ARGV[2])
            return 'OK'
            """),
    /** Loads a piece of a dump. KEYS: temporary. ARGV: iterator, data, time to live. */
    BLOOM_PIECE("""
            if redis.call('EXISTS', KEYS[1]) ~= (ARGV[1] == '1' and 0 or 1) then return 'none' end
            local reply = redis.call('BF.LOADCHUNK', KEYS[1], ARGV[1], ARGV[2])
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
            return reply
            """),
    /** Puts a string in its place. KEYS: temporary, target. ARGV: 1 to replace, length. */
    RENAME_STRING("""
            if redis.call('STRLEN', KEYS[1]) ~= tonumber(ARGV[2]) then return 'none' end
            """ + Text.RENAME),
    /** Puts a filter of RedisBloom in its place. KEYS: temporary, target. ARGV: 1 to replace, header. */
    RENAME_BLOOM("""
            if redis.call('EXISTS', KEYS[1]) == 0 then return 'none' end
            if redis.call('BF.SCANDUMP', KEYS[1], 0)[2] ~= ARGV[2] then return 'none' end
            """ + Text.RENAME),
    /** Asks for keys. KEYS: target. ARGV: most bytes, bits that are not used (RB-5), positions in 4 bytes each. */
    ASK_STRING("""
            if redis.call('TYPE', KEYS[1]).ok ~= 'string' then return false end
            local length = redis.call('STRLEN', KEYS[1])
            if length > tonumber(ARGV[1]) then return false end
            if length == tonumber(ARGV[1])
              and bit.band(string.byte(redis.call('GETRANGE', KEYS[1], -1, -1)), tonumber(ARGV[2])) ~= 0 then
              return false
            end
            local answers = {}
            for first = 1, #ARGV[3], 56 do
              local answer = '1'
              for at = first, first + 52, 4 do
                if redis.call('GETBIT', KEYS[1], (struct.unpack('>I4', ARGV[3], at))) == 0 then
                  answer = '0'
                  break
                end
              end
              answers[#answers + 1] = answer
            end
            return table.concat(answers)
            """),
    /**
     * Asks for keys. KEYS: target. ARGV: the keys. Only reads. The module answers 0 for every key if the value is of
     * another type, so the type has to be its own.
     */
    ASK_BLOOM("""
            if redis.call('TYPE', KEYS[1]).ok ~= 'MBbloom--' then return false end
            local replies = redis.call('BF.MEXISTS', KEYS[1], unpack(ARGV))
            local answers = {}
            for i = 1, #ARGV do
              answers[i] = replies[i] == 0 and '0' or '1'
            end
            return table.concat(answers)
            """);

    private static final class Text {
        /** Types are compared, so this works whatever name the module gives its own. */
        static final String RENAME = """
                local built = redis.call('TYPE', KEYS[1]).ok
                local held = redis.call('TYPE', KEYS[2]).ok
                if held == built and ARGV[1] ~= '1' then return 'exists' end
                if held ~= 'none' and held ~= built then return held end
                redis.call('PERSIST', KEYS[1])
                redis.call('RENAME', KEYS[1], KEYS[2])
                return 'OK'
                """;
    }

    private final byte[] text;

    private final String digest;

    RedisScript(String text) {
        this.text = text.getBytes(StandardCharsets.US_ASCII);
        this.digest = sha1(this.text);
    }

    byte[] text() {
        return text;
    }

    /** The script's digest, for {@code EVALSHA}. */
    String digest() {
        return digest;
    }

    private static String sha1(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-1", e);
        }
    }
}
