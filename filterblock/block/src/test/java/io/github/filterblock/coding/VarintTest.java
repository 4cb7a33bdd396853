// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.table.TestBlocks;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TF-3")
class VarintTest {

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private static byte[] written(long number) {
        byte[] dst = new byte[12];
        int end = Varint.write(number, dst, 1);
        return Arrays.copyOfRange(dst, 1, end);
    }

    private static void assertReads(long expected, byte[] encoded) {
        assertEquals(encoded.length, Varint.length(encoded, 0, encoded.length));
        assertEquals(expected, Varint.value(encoded, 0, encoded.length));
    }

    /** From FORMAT.md, TF-3. */
    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "100, 64",
        "127, 7f",
        "128, 8001",
        "300, ac02",
        "7451, 9b3a",
        "16383, ff7f",
        "16384, 808001",
        "2147483748, e480808008",
        "4294967295, ffffffff0f",
        "4294967296, 8080808010",
        "9223372036854775807, ffffffffffffffff7f",
        "9223372036854775808, 80808080808080808001",
        "9223372036854775908, e4808080808080808001",
        "18446744073709551614, feffffffffffffffff01",
        "18446744073709551615, ffffffffffffffffff01"
    })
    void numbersHaveTheseShortestForms(String number, String encoded) {
        long value = Long.parseUnsignedLong(number);
        assertArrayEquals(hex(encoded), written(value));
        assertEquals(encoded.length() / 2, Varint.shortestLength(value));
        assertReads(value, hex(encoded));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8000", "808000", "80808080808080808000"})
    void longerFormsOfZeroAreZero(String encoded) {
        assertReads(0, hex(encoded));
    }

    @Test
    void whatTheTenthByteHasNoRoomForIsDropped() {
        assertReads(-1, hex("ffffffffffffffffff7f"));
    }

    /** LevelDB's coding_test.cc: more than ten bytes, or five for 32 bits, is not a number. */
    @Test
    void tooManyBytesAreRefused() {
        byte[] eleven = hex("8182838485818283848511");
        assertEquals(-1, Varint.length(eleven, 0, eleven.length));
        byte[] six = hex("818283848511");
        assertEquals(-1, Varint.length32(six, 0, six.length));
        assertEquals(6, Varint.length(six, 0, six.length));
    }

    /** LevelDB's coding_test.cc: (i / 32) << (i % 32). */
    @Test
    void numbersOf32BitsAreReadBack() {
        for (int i = 0; i < 1024; i++) {
            long number = ((long) i / 32 << i % 32) & 0xffffffffL;
            byte[] encoded = written(number);
            assertReads(number, encoded);
            assertEquals(encoded.length, Varint.length32(encoded, 0, encoded.length));
        }
    }

    /** LevelDB's coding_test.cc: the powers of two and their neighbours. */
    @Test
    void powersOfTwoAndTheirNeighboursAreReadBack() {
        for (int k = 0; k < 64; k++) {
            for (long step = -1; step <= 1; step++) {
                long number = (1L << k) + step;
                assertReads(number, written(number));
                assertArrayEquals(TestBlocks.varint(number), written(number));
            }
        }
    }
}
