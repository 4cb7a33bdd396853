// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.coding;

import static io.github.filterblock.bloom.Bytes.hex;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestBlocks;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variable-length numbers, in 64 and in 32 bits. */
class VarintTest {

    /** From FORMAT.md, TF-3. */
    @ParameterizedTest
    @Tag("TF-3")
    @CsvSource({
        "0, 00",
        "300, ac02",
        "2147483748, e480808008",
        "9223372036854775808, 80808080808080808001",
        "9223372036854775908, e4808080808080808001",
        "18446744073709551615, ffffffffffffffffff01"
    })
    void numbersHaveTheseShortestForms(String number, String encoded) {
        long value = Long.parseUnsignedLong(number);
        assertArrayEquals(hex(encoded), TestBlocks.varint(value));
        assertIsWrittenAndReadBack(value);
    }

    /** LevelDB's coding_test.cc: more than ten bytes, or five for 32 bits, is not a number. */
    @Test
    @Tag("TF-3")
    void tooManyBytesAreRefused() {
        assertReads(-1, hex("ffffffffffffffffff7f")); // what the tenth byte has no room for is dropped
        byte[] eleven = hex("8182838485818283848511");
        assertEquals(-1, Varint.length(eleven, 0, eleven.length));
        byte[] six = hex("818283848511");
        assertEquals(-1, Varint.length32(six, 0, six.length));
        assertEquals(6, Varint.length(six, 0, six.length));
    }

    /** LevelDB's coding_test.cc: the powers of two and their neighbours. */
    @Test
    @Tag("TF-3")
    void powersOfTwoAndTheirNeighboursAreReadBack() {
        for (int k = 0; k < 64; k++) {
            for (long step = -1; step <= 1; step++) {
                assertIsWrittenAndReadBack((1L << k) + step);
            }
        }
    }

    /** In its shortest form, of which every part is refused. */
    private static void assertIsWrittenAndReadBack(long number) {
        byte[] dst = new byte[12];
        int end = Varint.write(number, dst, 1);
        byte[] encoded = Arrays.copyOfRange(dst, 1, end);
        assertArrayEquals(TestBlocks.varint(number), encoded);
        assertEquals(encoded.length, Varint.shortestLength(number));
        assertReads(number, encoded);
        for (int limit = 0; limit < encoded.length; limit++) {
            assertEquals(-1, Varint.length(encoded, 0, limit));
        }
    }

    private static void assertReads(long expected, byte[] encoded) {
        assertEquals(encoded.length, Varint.length(encoded, 0, encoded.length));
        assertEquals(expected, Varint.value(encoded, 0, encoded.length));
    }

    @Property
    @net.jqwik.api.Tag("TF-3")
    void shortestAndLongerFormsMeanTheSame(@ForAll long number, @ForAll @IntRange(max = 9) int more) {
        assertIsWrittenAndReadBack(number);
        int length = Math.min(10, Varint.shortestLength(number) + more);
        assertReads(number, TestBlocks.overlongVarint(number, length));
    }

    @Property
    @net.jqwik.api.Tag("TF-3")
    void nothingBehindTheLimitIsLookedAt(@ForAll byte[] bytes, @ForAll @IntRange(max = 20) int at) {
        int index = Math.min(at, bytes.length);
        int length = Varint.length(bytes, index, bytes.length);
        assertTrue(length == -1 || length >= 1 && length <= 10 && index + length <= bytes.length);
        assertEquals(length > 5 ? -1 : length, Varint.length32(bytes, index, bytes.length));
    }
}
