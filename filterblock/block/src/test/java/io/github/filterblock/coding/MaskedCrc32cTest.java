// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.coding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("TF-4")
class MaskedCrc32cTest {

    private static int masked(byte[] bytes) {
        return MaskedCrc32c.of(bytes, 0, bytes.length);
    }

    /** From FORMAT-TESTS.md, section 2. */
    @ParameterizedTest
    @CsvSource({
        "'', a282ead8",
        "666f6f, febe8a61",
        "313233343536373839, c78ab0e5",
        "68656c6c6f20776f726c64, 6dd87e00",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff, f909b029",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f, 951f7892",
        "000000000b00, d1dae88a"
    })
    void checksumsAreTheseOnes(String data, String expected) {
        byte[] bytes = HexFormat.of().parseHex(data);
        assertEquals(expected, HexFormat.of().toHexDigits(masked(bytes)));
    }

    /** LevelDB's crc32c_test.cc: a mask is no unmask, and masking twice is neither. */
    @Test
    void maskingIsNotItsOwnInverse() {
        int crc = 0xcfc4ae1d;
        assertEquals(0xfebe8a61, MaskedCrc32c.mask(crc));
        assertEquals(0xb746e855, MaskedCrc32c.mask(MaskedCrc32c.mask(crc)));
        assertEquals(0xa282ead8, MaskedCrc32c.mask(0));
        assertEquals(0xa282ead7, MaskedCrc32c.mask(-1));
        assertEquals(0xfebe8a61, MaskedCrc32c.of(new byte[] {0, 'f', 'o', 'o', 0}, 1, 3));
    }
}
