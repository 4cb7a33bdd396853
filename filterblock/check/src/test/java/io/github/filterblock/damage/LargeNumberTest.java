// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.table.BlockHandle;
import java.math.BigInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums and products that do not fit 31, 32 or 63 bits. */
class LargeNumberTest {
    private static final int[] KEY_COUNTS = {0, 1, 6, 7, 4_294_967, 4_294_968, 8_589_935, 429_496_730, Integer.MAX_VALUE
    };
    private static final int[] BITS_PER_KEY = {0, 1, 10, 100, 500, 999, 1000};

    @Test
    @Tag("FB-5")
    void sizesOfFiltersAreExactWhereverTheirBitsOutgrow32() {
        for (int keys : KEY_COUNTS) {
            for (int bits : BITS_PER_KEY) {
                BigInteger wanted = BigInteger.valueOf(keys).multiply(BigInteger.valueOf(bits));
                BigInteger size = wanted.max(BigInteger.valueOf(64))
                        .add(BigInteger.valueOf(7))
                        .divide(BigInteger.valueOf(8))
                        .add(BigInteger.ONE);
                assertEquals(
                        size.longValueExact(), BloomFilterPolicy.levelDb(bits).filterSize(keys));
            }
        }
    }

    @Test
    @Tag("FB-5")
    void writersThatCountIn32BitsAreNotFollowedBeyondThem() {
        assertEquals((1L << 29), BloomFilterPolicy.goLevelDb(1).filterSize(Integer.MAX_VALUE) * 2 - 2);
        for (BloomFilterPolicy policy : new BloomFilterPolicy[] {
            BloomFilterPolicy.goLevelDb(1000), BloomFilterPolicy.goLevelDb(3), BloomFilterPolicy.rocksDbBlockBased(100)
        }) {
            assertThrows(IllegalStateException.class, () -> policy.filterSize(Integer.MAX_VALUE));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2147483642",
        "11, 4398046511104",
        "40, 9223372036854775807",
        "62, 9223372036854775807",
        "63, 9223372036854775807"
    })
    @Tag("FB-18")
    void windowsThatWouldMakeTheBlockTooLargeAreRefusedAndOthersTaken(int baseLg, long offset) {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10), baseLg);
        builder.addKey(new byte[1]);
        long window = offset >>> baseLg;
        if (window > (1L << 29)) {
            assertThrows(IllegalArgumentException.class, () -> builder.startBlock(offset));
        } else {
            builder.startBlock(offset);
        }
        long filters = window > (1L << 29) ? 1 : Math.max(1, window);
        assertEquals(9 + 4 * filters + 5, builder.sizeInBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 32, 62, 63})
    @Tag("FB-12")
    void everyBaseLgFindsItsWindows(int baseLg) {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10), baseLg);
        builder.startBlock(0);
        builder.addKey(new byte[] {1});
        long second = baseLg < 63 ? 1L << baseLg : -1;
        if (baseLg < 63) {
            builder.startBlock(second);
            builder.addKey(new byte[] {2});
        }
        byte[] block = SmallTables.block(builder);
        FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, builder.policy());
        assertTrue(reader.keyMayMatch(0, new byte[] {1}));
        assertFalse(reader.keyMayMatch(0, new byte[] {2}));
        assertEquals(baseLg < 63, reader.keyMayMatch(Math.max(0, second), new byte[] {2}));
        assertTrue(reader.keyMayMatch(-1, new byte[] {3}), "beyond all windows");
        assertTrue(reader.keyMayMatch(Long.MIN_VALUE, new byte[] {3}), "2^63 is beyond the first window of base lg 63");
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0", "0, -1", "-1, 2", "9223372036854775807, 9223372036854775807", "9223372036854775807, 0",
        "0, 9223372036854775803", "-9223372036854775808, -9223372036854775808", "96, 0", "0, 96", "100, 1"
    })
    @Tag("TF-5")
    void handlesWhoseSumsTurnOverLieOutside(long offset, long size) {
        assertFalse(new BlockHandle(offset, size).liesInside(100));
    }
}
