// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small blocks byte for byte; plans are written as S and the block's offset, K and the key in hex. */
class FilterBlockBuilderTest {
    private static final FilterPolicy TEST_HASH = new TestHashPolicy();
    private static final FilterPolicy BLOOM = BloomFilterPolicy.levelDb(10);

    private static String built(FilterPolicy policy, String plan) {
        String keys = plan.replace("foo", "666f6f").replace("bar", "626172").replace("box", "626f78");
        return Bytes.toHex(Blocks.build(BlockPlan.parse(11, keys.replace("hello", "68656c6c6f")), policy));
    }

    // google/leveldb, table/filter_block_test.cc: EmptyBuilder, SingleChunk and MultiChunk; the others, and all with
    // Bloom
    // filters, were run with HEAD. Mutant M16 of the kit: a port gives a window of the empty key alone no filter.
    @ParameterizedTest
    @Tag("FB-10")
    @Tag("FB-11")
    @Tag("FB-13")
    @Tag("FB-17")
    @CsvSource({
        "test, '', '', 00000000",
        "test, S0, '', 00000000",
        "bloom, '', '', 00000000",
        "test, S100 Kfoo Kbar Kbox S200 Kbox S300 Khello, c43577fe378c73d926960fc826960fc8bf278b0e, 00000000 14000000",
        "bloom, S100 Kfoo Kbar Kbox S200 Kbox S300 Khello, a14912050c10624806, 00000000 09000000",
        "test, S0 Kfoo S2000 Kbar S3100 Kbox S9000 Kbox Khello, c43577fe378c73d926960fc826960fc8bf278b0e,"
                + " 00000000 08000000 0c000000 0c000000 0c000000 14000000",
        "bloom, S0 Kfoo S2000 Kbar S3100 Kbox S9000 Kbox Khello,"
                + " 214912000010420806800000040810204006814000050c10604006,"
                + " 00000000 09000000 12000000 12000000 12000000 1b000000",
        "test, S10000, '', 00000000 00000000 00000000 00000000 00000000",
        "test, S0 K61 S10000, 8af5c703, 00000000 04000000 04000000 04000000 04000000",
        "test, S8192 K61, 8af5c703, 00000000 00000000 00000000 00000000 00000000 04000000",
        "bloom, S0 K, 080004000200118006, 00000000 09000000"
    })
    void smallBlocksAreThoseOfTheOriginals(String policy, String plan, String filters, String offsets) {
        String expected = filters + offsets.replace(" ", "") + "0b";
        assertEquals(expected, built(policy.equals("test") ? TEST_HASH : BLOOM, plan));
    }

    // Seven keys need a byte more than the 64 bits of a filter, which six fill.
    @Test
    @Tag("FB-5")
    void filtersMayDifferInLengthAndDuplicatesCount() {
        String block = built(BLOOM, "S0" + " K61".repeat(7) + " S2048 K61");
        assertEquals("000000000a00000013000000" + "0b", block.substring(2 * 19));
    }

    /** Plans in pairs that make one block: keys before the first block, and offsets that step back in a window. */
    @ParameterizedTest
    @Tag("FB-12")
    @Tag("FB-15")
    @CsvSource({
        "S0 Kfoo Kbar S5000 Kbox, Kfoo S100 Kbar S5000 Kbox",
        "S0 Kfoo S5000 Kbox, Kfoo S5000 Kbox",
        "S0 Kfoo, Kfoo",
        "S5000 Kfoo S5001 Kbar S9000 Kbox, S5001 Kfoo S4096 Kbar S9000 Kbox",
        "S0 Kfoo S0 Kbar, S0 Kfoo S2047 Kbar",
        "S0 Kfoo S2048 Kbar, S0 Kfoo S2049 Kbar"
    })
    void onlyTheWindowOfAnOffsetCounts(String plan, String other) {
        assertEquals(built(TEST_HASH, plan), built(TEST_HASH, other));
    }

    @ParameterizedTest
    @Tag("FB-17")
    @CsvSource({"0, 1", "2047, 1", "2048, 1", "2049, 1", "4095, 1", "4096, 2", "4097, 2"})
    void endOfTheDataCountsWithItsWindow(long end, int filterCount) {
        String offsets = "00000000" + "04000000".repeat(filterCount - 1);
        assertEquals("8af5c703" + offsets + "04000000" + "0b", built(TEST_HASH, "S0 K61 S" + end));
    }

    @ParameterizedTest
    @Tag("FB-12")
    @ValueSource(ints = {0, 1, 11, 12, 19, 31, 32, 62, 63})
    void baseLgGivesTheWindowAndIsTheLastByte(int baseLg) {
        FilterBlockBuilder builder = new FilterBlockBuilder(TEST_HASH, baseLg);
        builder.addKey(Bytes.ascii("foo"));
        builder.startBlock(baseLg == 63 ? Long.MAX_VALUE : (1L << baseLg) - 1);
        builder.addKey(Bytes.ascii("bar"));
        String offsets = "00000000";
        if (baseLg < 63) {
            builder.startBlock(1L << baseLg);
            builder.addKey(Bytes.ascii("box"));
            offsets = "00000000" + "08000000";
        }
        String filters = "c43577fe378c73d9" + (baseLg < 63 ? "26960fc8" : "");
        assertEquals(
                filters + offsets + String.format("%02x000000%02x", filters.length() / 2, baseLg),
                Bytes.toHex(Blocks.finish(builder)));
        assertEquals(baseLg, builder.baseLg());
        assertSame(TEST_HASH, builder.policy());
        assertEquals(11, new FilterBlockBuilder(BLOOM).baseLg());
    }

    @Test
    @Tag("TF-12")
    void internalKeysMakeTheBlockOfTheUserKeys() {
        FilterBlockBuilder builder = new FilterBlockBuilder(FilterPolicy.ofInternalKeys(BLOOM));
        builder.startBlock(100);
        for (String key : List.of("foo", "bar", "box", "box", "hello")) {
            builder.addKey(Bytes.ascii(key + "\u0001\0\0\0\0\0\0\0"));
        }
        assertEquals("a14912050c1062480600000000090000000b", Bytes.toHex(Blocks.finish(builder)));
    }
}
