// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A key that is hashed once and asked for as a token. */
class FilterBlockReaderTokenTest {
    private static final byte[] KEY = Bytes.hex("80");

    private static FilterBlockReader reader(FilterMatcher matcher, byte[] block) {
        return FilterBlockReader.wrapping(block, 0, block.length, matcher);
    }

    @ParameterizedTest
    @EnumSource
    void readerOfOneHashTakesTokensOfItAndOfNoOther(BloomHash hash) {
        BloomHash other = hash == BloomHash.SIGNED_TAIL ? BloomHash.UNSIGNED_TAIL : BloomHash.SIGNED_TAIL;
        FilterDialect dialect =
                hash == BloomHash.SIGNED_TAIL ? FilterDialect.LEVELDB_117_SIGNED : FilterDialect.GOLEVELDB;
        FilterBlockReader reader = reader(dialect.matcher(), Blocks.of("000000000000000006", 11, 0));
        assertTrue(reader.takes(hash));
        assertFalse(reader.takes(other));
        assertFalse(reader.hashMayMatch(0, hash.token(KEY, 0, 1)));
        assertThrows(IllegalArgumentException.class, () -> reader.hashMayMatch(0, other.token(KEY, 0, 1)));
    }

    // 365ee853 and 91b755f4 are the hashes of the key; a plain hash is not a token.
    @ParameterizedTest
    @ValueSource(longs = {0, -1, 0x365e_e853L, 0x91b7_55f4L, Long.MIN_VALUE})
    void numberThatIsNoTokenIsRefused(long token) {
        FilterBlockReader reader = reader(Matchers.levelDb(), Blocks.of("000000000000000006", 11, 0));
        assertThrows(IllegalArgumentException.class, () -> reader.hashMayMatch(0, token));
        assertThrows(IllegalArgumentException.class, () -> reader.hashMayMatch(1 << 20, token));
    }

    @Test
    void readerWithoutOneCertainHashTakesNoTokens() {
        for (FilterMatcher matcher : List.of(
                Matchers.eitherHash(),
                new TestHashPolicy(),
                FilterDialect.BASHO_2.matcher(),
                FilterMatcher.ofInternalKeys(Matchers.eitherHash()))) {
            FilterBlockReader reader = reader(matcher, Bytes.hex("000000000b"));
            for (BloomHash hash : BloomHash.values()) {
                assertFalse(reader.takes(hash));
                assertThrows(IllegalArgumentException.class, () -> reader.hashMayMatch(0, hash.token(KEY, 0, 1)));
            }
        }
    }

    @Test
    void tokenOfAUserKeyIsAnsweredLikeItsInternalKeys() {
        byte[] block = Blocks.build(BlockPlan.parse(11, "S0 K80 K666f6f S9000 K"), BloomFilterPolicy.levelDb(10));
        FilterBlockReader reader = reader(FilterMatcher.ofInternalKeys(Matchers.levelDb()), block);
        assertTrue(reader.takes(BloomHash.UNSIGNED_TAIL));
        assertFalse(reader.takes(BloomHash.SIGNED_TAIL));
        FilterBatch batch = new FilterBatch(200);
        for (int i = 0; i < 100; i++) {
            byte[] userKey = i == 0 ? KEY : Bytes.ascii(i == 1 ? "foo" : "absent " + i);
            byte[] key = Arrays.copyOf(userKey, userKey.length + 8);
            long token = BloomHash.UNSIGNED_TAIL.token(userKey, 0, userKey.length);
            boolean expected = reader(Matchers.levelDb(), block).keyMayMatch(0, userKey);
            assertTrue(expected || i > 1);
            assertEquals(expected, reader.keyMayMatch(0, key));
            assertEquals(expected, reader.hashMayMatch(0, token));
            batch.add(reader, 0, key, 0, key.length);
            batch.add(reader, 0, token);
        }
        batch.ask();
        for (int i = 0; i < 100; i++) {
            assertEquals(batch.mayMatch(2 * i), batch.mayMatch(2 * i + 1));
        }
        for (int length = 0; length < 8; length++) {
            assertTrue(reader.keyMayMatch(5000, Bytes.ascii("absent"), 0, Math.min(length, 6)));
        }
        batch.clear();
        batch.add(reader, 5000, new byte[7], 0, 7);
        batch.ask();
        assertTrue(batch.mayMatch(0), "a key without a tag");
    }

    // The key 80 under either hash; run with LevelDB 1.17 on x86 and with HEAD.
    @Test
    void oneTokenServesManyReaders() {
        FilterMatcher matcher = FilterDialect.LEVELDB_117_SIGNED.matcher();
        long token = BloomHash.SIGNED_TAIL.token(KEY, 0, 1);
        try (EveryReader present = new EveryReader(Blocks.of("208000000104100806", 11, 0), matcher);
                EveryReader absent = new EveryReader(Blocks.of("048008000100024006", 11, 0), matcher)) {
            present.readers().forEach(reader -> assertTrue(reader.hashMayMatch(0, token)));
            absent.readers().forEach(reader -> assertFalse(reader.hashMayMatch(0, token)));
            absent.readers().forEach(reader -> assertTrue(reader.hashMayMatch(2048, token)));
        }
    }

    @Property(tries = 300)
    void tokenIsAnsweredLikeItsKey(
            @ForAll("malformedBlocks") byte[] block, @ForAll("keys") byte[] key, @ForAll("blockOffsets") long offset) {
        FilterBlockReader reader = reader(FilterDialect.LEVELDB.matcher(), block);
        long token = BloomHash.UNSIGNED_TAIL.token(key, 0, key.length);
        assertEquals(reader.keyMayMatch(offset, key), reader.hashMayMatch(offset, token));
        FilterBlockReader like = reader.likeLevelDb();
        assertEquals(like.keyMayMatch(offset, key), like.hashMayMatch(offset, token));
    }

    @Test
    void tokenOfAnAddedKeyMatches() {
        byte[] block = Blocks.build(BlockPlan.parse(11, "S0 K80 S9000 K"), BloomFilterPolicy.rocksDbBlockBased(10));
        FilterBlockReader reader = reader(FilterDialect.ROCKSDB_BLOCK.matcher(), block);
        assertTrue(reader.hashMayMatch(0, BloomHash.SIGNED_TAIL.token(KEY, 0, 1)));
        assertTrue(reader.hashMayMatch(9000, BloomHash.SIGNED_TAIL.token(KEY, 0, 0)));
        assertFalse(reader.hashMayMatch(5000, BloomHash.SIGNED_TAIL.token(KEY, 0, 0)));
    }

    @Provide
    Arbitrary<byte[]> malformedBlocks() {
        return FilterBlockArbitraries.malformedBlocks();
    }

    @Provide
    Arbitrary<byte[]> keys() {
        return FilterBlockArbitraries.keys();
    }

    @Provide
    Arbitrary<Long> blockOffsets() {
        return FilterBlockArbitraries.blockOffsets();
    }
}
