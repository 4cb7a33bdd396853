// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BloomFilterInfoTest {
    private static BloomFilterInfo info(String hex) {
        byte[] filter = Bytes.hex(hex);
        return BloomFilterInfo.of(ByteBuffer.wrap(filter), 0, filter.length);
    }

    // 11 40 00 41 44 10 40 10: two bits, one, none, two, two, one, one, one.
    @Test
    void healthyFilterReportsItsBits() {
        BloomFilterInfo info = info("114000414410401006");
        assertEquals(new BloomFilterInfo(9, 6, 64, 10), info);
        assertEquals(10 / 64.0, info.fillRatio());
        assertTrue(info.hasUsualLength());
        assertTrue(info.hasUsualProbes());
        assertFalse(info.matchesEverything());
        assertFalse(info.matchesNothing());
    }

    @Test
    @Tag("FB-13")
    void emptyFilterHasNothing() {
        BloomFilterInfo info = info("");
        assertEquals(new BloomFilterInfo(0, 0, 0, 0), info);
        assertEquals(0, info.fillRatio());
        assertTrue(info.matchesNothing());
        assertFalse(info.matchesEverything());
        assertFalse(info.hasUsualProbes());
        assertFalse(info.hasUsualLength());
    }

    @ParameterizedTest
    @Tag("FB-8")
    @CsvSource({"00, 0", "06, 6", "1f, 31", "ff, 255"})
    void filterOfOneByteHasProbesButNoBits(String filter, int probes) {
        BloomFilterInfo info = info(filter);
        assertEquals(new BloomFilterInfo(1, probes, 0, 0), info);
        assertEquals(0, info.fillRatio());
        assertTrue(info.matchesNothing());
        assertFalse(info.matchesEverything());
        assertFalse(info.hasUsualLength());
    }

    @ParameterizedTest
    @Tag("FB-9")
    @CsvSource({
        "00, true, false",
        "01, false, true",
        "1e, false, true",
        "1f, true, false",
        "7f, true, false",
        "80, true, false",
        "ff, true, false"
    })
    void probesOutside1To30MatchEverything(String probes, boolean everything, boolean usual) {
        BloomFilterInfo info = info("0000000000000001" + probes);
        assertEquals(everything, info.matchesEverything());
        assertEquals(usual, info.hasUsualProbes());
        assertFalse(info.matchesNothing());
    }

    @Test
    void filterFullOfOnesMatchesEverything() {
        BloomFilterInfo info = info("ffffffffffffffff06");
        assertEquals(1, info.fillRatio());
        assertTrue(info.matchesEverything());
        assertTrue(info.hasUsualProbes());
        assertFalse(info("feffffffffffffff06").matchesEverything());
    }

    @ParameterizedTest
    @Tag("FB-5")
    @CsvSource({"0006, false", "0000000000000006, false", "000000000000000006, true", "00000000000000000006, true"})
    void usualLengthStartsAtNineBytes(String filter, boolean usual) {
        assertEquals(usual, info(filter).hasUsualLength());
    }

    @Test
    void filterMayLieInsideABufferWhosePositionStays() {
        ByteBuffer block = ByteBuffer.allocateDirect(30).put(10, Bytes.hex("114000414410401006"));
        block.put(9, (byte) 0xff).put(19, (byte) 0xff).position(7).limit(25);
        assertEquals(info("114000414410401006"), BloomFilterInfo.of(block, 10, 9));
        assertEquals(7, block.position());
        assertEquals(25, block.limit());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 2, Integer.MAX_VALUE - 8})
    void filterOutsideTheBufferIsRefused(int index) {
        ByteBuffer block = ByteBuffer.allocate(20).limit(9);
        assertThrows(IndexOutOfBoundsException.class, () -> BloomFilterInfo.of(block, index, 9));
    }
}
