// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BloomFilterInfoTest {

    /** Of a filter inside a buffer, whose position stays. */
    private static BloomFilterInfo info(String hex) {
        byte[] filter = Bytes.hex(hex);
        ByteBuffer block = Bytes.buffer(filter, 10, true, ByteOrder.BIG_ENDIAN).position(7);
        BloomFilterInfo info = BloomFilterInfo.of(block, 10, filter.length);
        assertEquals(7, block.position());
        assertThrows(IndexOutOfBoundsException.class, () -> BloomFilterInfo.of(block, 10, filter.length + 4));
        return info;
    }

    /** Of 11 40 00 41 44 10 40 10 the bytes have two bits, one, none, two, two, one, one, one. */
    @ParameterizedTest
    @Tag("FB-5")
    @Tag("FB-8")
    @Tag("FB-9")
    @Tag("FB-13")
    @CsvSource({
        "114000414410401006, 6, 64, 10, false, false, true, true",
        "'', 0, 0, 0, false, true, false, false",
        "00, 0, 0, 0, false, true, false, false",
        "06, 6, 0, 0, false, true, true, false",
        "ff, 255, 0, 0, false, true, false, false",
        "000000000000000100, 0, 64, 1, true, false, false, true",
        "000000000000000101, 1, 64, 1, false, false, true, true",
        "00000000000000011e, 30, 64, 1, false, false, true, true",
        "00000000000000011f, 31, 64, 1, true, false, false, true",
        "0000000000000001ff, 255, 64, 1, true, false, false, true",
        "ffffffffffffffff06, 6, 64, 64, true, false, true, true",
        "feffffffffffffff06, 6, 64, 63, false, false, true, true",
        "0000000000000006, 6, 56, 0, false, false, true, false",
        "00000000000000000006, 6, 72, 0, false, false, true, true"
    })
    void lengthProbesAndBitsSayWhatAFilterDoes(
            String hex,
            int probes,
            long bits,
            long setBits,
            boolean everything,
            boolean nothing,
            boolean usualProbes,
            boolean usualLength) {
        BloomFilterInfo info = info(hex);
        assertEquals(new BloomFilterInfo(hex.length() / 2, probes, bits, setBits), info);
        assertEquals(bits == 0 ? 0 : (double) setBits / bits, info.fillRatio());
        assertEquals(everything, info.matchesEverything());
        assertEquals(nothing, info.matchesNothing());
        assertEquals(usualProbes, info.hasUsualProbes());
        assertEquals(usualLength, info.hasUsualLength());
    }
}
