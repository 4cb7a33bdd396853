// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceFilterBlockTest {
    private static final ReferencePolicy TEST_HASH = ReferencePolicy.testHash();
    private static final byte[] FOO = Hex.ascii("foo");

    // The plans of LevelDB's own filter block test; S100 {foo, bar, box}, S200 {box}, S300 {hello}, and so on.
    private static final String SINGLE_CHUNK = "S100 K666f6f K626172 K626f78 S200 K626f78 S300 K68656c6c6f";
    private static final String MULTI_CHUNK = "S0 K666f6f S2000 K626172 S3100 K626f78 S9000 K626f78 K68656c6c6f";

    private static byte[] build(String calls, ReferencePolicy policy) {
        return ReferenceFilterBlock.build(BlockPlan.parse(11, calls), policy);
    }

    private static ReferenceFilterBlock reader(String block, ReferencePolicy policy) {
        return new ReferenceFilterBlock(Hex.bytes(block), policy);
    }

    private static ReferenceFilterBlock bloomReader(String block) {
        return reader(block, ReferencePolicy.bloom(10));
    }

    @Test
    @Tag("FB-16")
    void emptyBlockIsFiveBytesAndMatchesEverything() {
        assertEquals("000000000b", Hex.of(build("", TEST_HASH)));
        assertEquals("000000000b", Hex.of(build("S0", TEST_HASH)));
        ReferenceFilterBlock empty = reader("000000000b", TEST_HASH);
        assertTrue(empty.keyMayMatch(0, FOO));
        assertTrue(empty.keyMayMatch(100_000, FOO));
        assertEquals(0, empty.numFilters());
    }

    @Test
    @Tag("FB-11")
    void blocksOfOneWindowShareAFilter() {
        String block = "c43577fe378c73d926960fc826960fc8bf278b0e00000000140000000b";
        assertEquals(block, Hex.of(build(SINGLE_CHUNK, TEST_HASH)));
        assertEquals("a14912050c1062480600000000090000000b", Hex.of(build(SINGLE_CHUNK, ReferencePolicy.bloom(10))));
        ReferenceFilterBlock reader = reader(block, TEST_HASH);
        for (String key : new String[] {"foo", "bar", "box", "hello"}) {
            assertTrue(reader.keyMayMatch(100, Hex.ascii(key)));
        }
        assertFalse(reader.keyMayMatch(100, Hex.ascii("missing")));
        assertFalse(reader.keyMayMatch(100, Hex.ascii("other")));
    }

    @Test
    @Tag("FB-13")
    void windowsWithoutKeysHaveEmptyFilters() {
        String block = "c43577fe378c73d926960fc826960fc8bf278b0e00000000080000000c0000000c0000000c000000140000000b";
        assertEquals(block, Hex.of(build(MULTI_CHUNK, TEST_HASH)));
        assertEquals(
                "214912000010420806800000040810204006814000050c1060400600000000"
                        + "090000001200000012000000120000001b0000000b",
                Hex.of(build(MULTI_CHUNK, ReferencePolicy.bloom(10))));
        ReferenceFilterBlock reader = reader(block, TEST_HASH);
        assertEquals(5, reader.numFilters());
        assertTrue(reader.keyMayMatch(0, FOO));
        assertTrue(reader.keyMayMatch(2000, Hex.ascii("bar")));
        assertFalse(reader.keyMayMatch(0, Hex.ascii("box")));
        assertFalse(reader.keyMayMatch(3100, FOO));
        assertTrue(reader.keyMayMatch(3100, Hex.ascii("box")));
        assertFalse(reader.keyMayMatch(4100, Hex.ascii("box")));
        assertTrue(reader.keyMayMatch(9000, Hex.ascii("hello")));
        assertFalse(reader.keyMayMatch(9000, FOO));
    }

    // From the Rust port of LevelDB.
    @Test
    void twoFarBlocksHaveTheBytesOfTheRustPort() {
        String keys = " K61626364 K65666768 K696a6b6c K6d6e6f707172737475767778797a";
        assertEquals(
                "eac3199b3d8dad8cdd1cde5cdc70eae316".repeat(2) + "000000001100000011000000220000000b",
                Hex.of(build("S0" + keys + " S5000" + keys, ReferencePolicy.bloom(32))));
    }

    @Test
    @Tag("FB-17")
    void windowsThatAreLeftBehindHaveFilters() {
        assertEquals("00000000".repeat(5) + "0b", Hex.of(build("S10000", TEST_HASH)));
        assertEquals(
                "8af5c703 00000000 04000000 04000000 04000000 04000000 0b".replace(" ", ""),
                Hex.of(build("S0 K61 S10000", TEST_HASH)));
        assertEquals("00000000".repeat(4), Hex.of(build("S8192 K61", TEST_HASH)).substring(8, 40));
        assertArrayEquals(build("S0 K61 S2047", TEST_HASH), build("S0 K61", TEST_HASH));
        assertArrayEquals(build("S0 K61 S2048", TEST_HASH), build("S0 K61", TEST_HASH));
    }

    @Test
    @Tag("FB-15")
    void keysBeforeTheFirstBlockAreInTheFirstFilter() {
        assertArrayEquals(build("S0 K61 S5000 K62", TEST_HASH), build("K61 S5000 K62", TEST_HASH));
    }

    @Test
    @Tag("FB-18")
    void illegalPlansAreRefused() {
        BlockPlan backwards = BlockPlan.parse(11, "S4096 K61 S4095 K62");
        assertThrows(IllegalArgumentException.class, () -> ReferenceFilterBlock.build(backwards, TEST_HASH));
        assertThrows(IllegalArgumentException.class, () -> ReferenceFilterBlock.numFilters(backwards));
    }

    @ParameterizedTest
    @Tag("FB-19")
    @ValueSource(strings = {"", "0b", "000b", "00000b", "0000000b"})
    void shortBlocksMatchEverything(String block) {
        assertEquals(0, bloomReader(block).numFilters());
        assertTrue(bloomReader(block).keyMayMatch(0, FOO));
    }

    @ParameterizedTest
    @Tag("FB-20")
    @ValueSource(strings = {"010000000b", "0000000000060000000b", "ffffffffffffffff0b", "00000000000000800b"})
    void arrayOffsetsBeyondTheEndMatchEverything(String block) {
        assertEquals(0, bloomReader(block).numFilters());
        assertTrue(bloomReader(block).keyMayMatch(0, FOO));
    }

    @Test
    @Tag("FB-21")
    void aRemainderAfterTheArrayIsTolerated() {
        ReferenceFilterBlock reader = bloomReader("00000000" + "0000" + "00000000" + "0b");
        assertEquals(1, reader.numFilters());
        assertFalse(reader.keyMayMatch(0, FOO));
    }

    @ParameterizedTest
    @Tag("FB-22")
    @ValueSource(strings = {"40", "41", "7f", "80", "ff"})
    void baseLgsAbove63MatchEverything(String baseLg) {
        assertTrue(bloomReader("0000000000000000" + baseLg).keyMayMatch(0, FOO));
    }

    @Test
    @Tag("FB-23")
    void blockOffsetsAreUnsigned() {
        ReferenceFilterBlock oneFilter = bloomReader("00000000" + "00000000" + "0b");
        assertFalse(oneFilter.keyMayMatch(2047, FOO));
        assertTrue(oneFilter.keyMayMatch(2048, FOO));
        assertTrue(oneFilter.keyMayMatch(-1, FOO));
        ReferenceFilterBlock twoHalves = bloomReader("00000000" + "00000000" + "00000000" + "3f");
        assertFalse(twoHalves.keyMayMatch(Long.MAX_VALUE, FOO));
        assertFalse(twoHalves.keyMayMatch(-1, FOO));
        ReferenceFilterBlock lowerHalf = bloomReader("00000000" + "00000000" + "3f");
        assertFalse(lowerHalf.keyMayMatch(Long.MAX_VALUE, FOO));
        assertTrue(lowerHalf.keyMayMatch(Long.MIN_VALUE, FOO));
    }

    @Test
    @Tag("FB-25")
    void equalOffsetsBeyondTheArrayAreWhereSafeReadersDiffer() {
        ReferenceFilterBlock reader = bloomReader("09000000" + "09000000" + "00000000" + "0b");
        assertFalse(reader.keyMayMatch(0, FOO));
        assertTrue(reader.keyMayMatchSafely(0, FOO));
    }

    @Test
    @Tag("FB-25")
    void descendingAndFarOffsetsMatch() {
        ReferenceFilterBlock descending = bloomReader("09000000" + "08000000" + "00000000" + "0b");
        assertTrue(descending.keyMayMatch(0, FOO));
        ReferenceFilterBlock tooFar = bloomReader("00000000" + "ffffffff" + "00000000" + "0b");
        assertTrue(tooFar.keyMayMatch(0, FOO));
        assertTrue(tooFar.keyMayMatchSafely(0, FOO));
    }
}
