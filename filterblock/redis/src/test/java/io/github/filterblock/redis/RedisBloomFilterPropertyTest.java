// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The laws of RedisBloom's filter. */
class RedisBloomFilterPropertyTest {
    @Property(tries = 200)
    @Tag("RB-9")
    void addedKeysAreNeverAbsent(
            @ForAll @IntRange(min = 1, max = 999) int permille,
            @ForAll @IntRange(min = 1, max = 40) int capacity,
            @ForAll @IntRange(min = 1, max = 5) int expansion,
            @ForAll @Size(max = 60) List<byte[]> keys)
            throws IOException {
        RedisBloomShape shape = RedisBloomShape.of(permille / 1000.0, capacity).withExpansion(expansion);
        RedisBloomFilter filter = RedisBloomFilter.reserve(shape);
        int added = 0;
        for (byte[] key : keys) {
            boolean there = filter.mayContain(key);
            assertEquals(!there, filter.add(key));
            added += there ? 0 : 1;
        }
        assertEquals(added, filter.size());
        RedisBloomFilter again = again(filter);
        for (byte[] key : keys) {
            assertTrue(filter.mayContain(key));
            assertTrue(again.mayContain(key));
            assertFalse(filter.add(key));
        }
    }

    @Property(tries = 100)
    @Tag("RB-6")
    @Tag("RB-7")
    @Tag("RB-8")
    void theBitsOfALayerAreThoseOfThePlainReference(
            @ForAll @IntRange(min = 1, max = 500) int permille,
            @ForAll @IntRange(min = 1, max = 300) int capacity,
            @ForAll @Size(max = 40) List<byte[]> keys) {
        double error = permille / 1000.0;
        RedisBloomShape shape =
                RedisBloomShape.of(error, capacity + 40).nonScaling().likeRelease(RedisBloomShape.Release.V2_2_5);
        RedisBloomFilter filter = RedisBloomFilter.reserve(shape);
        PlainRedisBloom plain = new PlainRedisBloom(error, capacity + 40);
        for (byte[] key : keys) {
            filter.add(key);
            plain.add(key);
        }
        assertArrayEquals(plain.bytes(), secondPiece(filter));
    }

    private static RedisBloomFilter again(RedisBloomFilter filter) throws IOException {
        RedisBloomReader reader = new RedisBloomReader("again");
        for (RedisBloomFilter.Piece piece : filter.dump()) {
            reader.add(piece);
        }
        return reader.filter();
    }

    private static byte[] secondPiece(RedisBloomFilter filter) {
        var pieces = filter.dump().iterator();
        pieces.next();
        return pieces.next().data();
    }
}
