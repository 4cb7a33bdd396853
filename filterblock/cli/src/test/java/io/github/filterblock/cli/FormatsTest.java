// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers as they are shown. */
class FormatsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 %",
        "1, 100 %",
        "0.5, 50.0 %",
        "0.9994, 99.9 %",
        "0.9995, 100 %",
        "0.1, 10.0 %",
        "0.015, 1.50 %",
        "1e-14, 0.000000000001 %",
        "0.00854, 0.854 %",
        "0.0123, 1.23 %",
        "0.00012, 0.0120 %",
        "1e-8, 0.00000100 %"
    })
    void ratesHaveThreeDigits(double share, String rate) {
        assertEquals(rate, Formats.percent(share));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 bytes",
        "1, 1 byte",
        "1023, '1,023 bytes'",
        "1024, 1 KiB",
        "1536, 1.5 KiB",
        "121968, 119 KiB",
        "9223372036854775807, 8 EiB"
    })
    void bytesHaveUnits(long bytes, String text) {
        assertEquals(text, Formats.bytes(bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "0, a filter for each 1 byte of file",
        "11, a filter for each 2 KiB of file",
        "62, a filter for each 4 EiB of file",
        "63, a filter for each 8 EiB of file",
        "64, 'not a valid shift, so every key may match'"
    })
    void aBaseLgIsASizeOfWindows(int baseLg, String text) {
        assertEquals(text, Formats.window(baseLg));
    }

    @Test
    void thingsAreCounted() {
        assertEquals("1,234 keys", Formats.number(1234, "key"));
        assertEquals("0 keys", Formats.number(0, "key"));
    }
}
