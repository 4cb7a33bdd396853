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

    private static final String FOO = " K" + Bytes.toHex(Bytes.ascii("foo"));
    private static final String BAR = " K" + Bytes.toHex(Bytes.ascii("bar"));
    private static final String BOX = " K" + Bytes.toHex(Bytes.ascii("box"));
    private static final String HELLO = " K" + Bytes.toHex(Bytes.ascii("hello"));

    private static String built(FilterPolicy policy, String plan) {
        return Bytes.toHex(Blocks.build(BlockPlan.parse(11, plan), policy));
    }

    // google/leveldb, table/filter_block_test.cc, EmptyBuilder.
    @Test
    @Tag("FB-11")
    void emptyBlockIsFiveBytes() {
        assertEquals("000000000b", built(TEST_HASH, ""));
        assertEquals("000000000b", built(BLOOM, ""));
        assertEquals("000000000b", built(BLOOM, "S0"));
    }

    // google/leveldb, table/filter_block_test.cc, SingleChunk; the bytes were run with HEAD.
    @Test
    @Tag("FB-11")
    void blocksOfOneWindowShareOneFilter() {
        String plan = "S100" + FOO + BAR + BOX + " S200" + BOX + " S300" + HELLO;
        assertEquals(
                "c43577fe378c73d926960fc826960fc8bf278b0e 00000000 14000000 0b".replace(" ", ""),
                built(TEST_HASH, plan));
        assertEquals("a14912050c1062480600000000090000000b", built(BLOOM, plan));
    }

    // google/leveldb, table/filter_block_test.cc, MultiChunk; the bytes were run with HEAD.
    @Test
    @Tag("FB-11")
    @Tag("FB-13")
    void windowsWithoutKeysRepeatTheNextOffset() {
        String plan = "S0" + FOO + " S2000" + BAR + " S3100" + BOX + " S9000" + BOX + HELLO;
        assertEquals(
                "c43577fe378c73d926960fc826960fc8bf278b0e00000000080000000c0000000c0000000c000000140000000b",
                built(TEST_HASH, plan));
        assertEquals(
                "214912000010420806800000040810204006814000050c10604006" + "0000000009000000120000001200000012000000"
                        + "1b0000000b",
                built(BLOOM, plan));
    }

    // leveldb-rs, src/filter_block.rs.
    @Test
    @Tag("FB-11")
    void sameKeysMakeTheSameFilterAgain() {
        String keys = " K61626364 K65666768 K696a6b6c K6d6e6f707172737475767778797a";
        assertEquals(
                "eac3199b3d8dad8cdd1cde5cdc70eae316".repeat(2) + "000000001100000011000000220000000b",
                built(BloomFilterPolicy.levelDb(32), "S0" + keys + " S5000" + keys));
    }

    // The next four were run with google/leveldb HEAD and its test policy; the hash of the key a is 03c7f58a.
    @Test
    @Tag("FB-13")
    void blockWithoutAnyKeyStillHasItsWindows() {
        assertEquals("0000000000000000000000000000000000000000" + "0b", built(TEST_HASH, "S10000"));
    }

    @Test
    @Tag("FB-17")
    void windowsUpToTheEndHaveFilters() {
        assertEquals(
                "8af5c703 00000000 04000000 04000000 04000000 04000000 0b".replace(" ", ""),
                built(TEST_HASH, "S0 K61 S10000"));
    }

    @Test
    @Tag("FB-17")
    void windowsBeforeTheFirstBlockHaveFilters() {
        assertEquals(
                "8af5c703 00000000 00000000 00000000 00000000 00000000 04000000 0b".replace(" ", ""),
                built(TEST_HASH, "S8192 K61"));
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
    @CsvSource({"2047, true", "2048, false", "2049, false"})
    void windowTurnsAtMultiplesOfItsLength(long offset, boolean sameFilter) {
        String oneFilter = "c43577fe378c73d9" + "00000000" + "08000000" + "0b";
        String twoFilters = "c43577fe378c73d9" + "0000000004000000" + "08000000" + "0b";
        assertEquals(sameFilter ? oneFilter : twoFilters, built(TEST_HASH, "S0" + FOO + " S" + offset + BAR));
    }

    @Test
    @Tag("FB-15")
    void keysBeforeTheFirstBlockJoinTheFirstFilter() {
        assertEquals(
                built(TEST_HASH, "S0" + FOO + BAR + " S5000" + BOX),
                built(TEST_HASH, FOO + " S100" + BAR + " S5000" + BOX));
        assertEquals(built(TEST_HASH, "S0" + FOO + " S5000" + BOX), built(TEST_HASH, FOO + " S5000" + BOX));
        assertEquals(built(TEST_HASH, "S0" + FOO), built(TEST_HASH, FOO));
    }

    @Test
    @Tag("FB-15")
    void offsetsMayStepBackInsideOneWindow() {
        String inOrder = built(TEST_HASH, "S5000" + FOO + " S5001" + BAR + " S9000" + BOX);
        assertEquals(inOrder, built(TEST_HASH, "S5001" + FOO + " S4096" + BAR + " S9000" + BOX));
        assertEquals(inOrder, built(TEST_HASH, "S4096" + FOO + " S4096" + BAR + " S9000" + BOX));
    }

    // Mutant M16 of the kit: a port gives such a window no filter. The filter was run with google/leveldb HEAD.
    @Test
    @Tag("FB-10")
    void windowOfTheEmptyKeyAloneHasAFilter() {
        assertEquals("080004000200118006" + "00000000" + "09000000" + "0b", built(BLOOM, "S0 K"));
    }

    @Test
    @Tag("FB-10")
    void duplicatesCount() {
        String plan = "S0" + " K61".repeat(7);
        assertEquals("0a0000000b", built(BLOOM, plan).substring(20 + 8));
    }

    // FB-5 of a policy with 64 bits at least: 6 keys fill them, the seventh needs a byte more.
    @Test
    @Tag("FB-5")
    void filtersMayDifferInLength() {
        String block = built(BLOOM, "S0" + " K61".repeat(7) + " S2048 K61");
        assertEquals("000000000a00000013000000" + "0b", block.substring(2 * 19));
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
    }

    @Test
    void usualBaseLgIs11() {
        FilterBlockBuilder builder = new FilterBlockBuilder(BLOOM);
        assertEquals(11, builder.baseLg());
        assertSame(BLOOM, builder.policy());
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
