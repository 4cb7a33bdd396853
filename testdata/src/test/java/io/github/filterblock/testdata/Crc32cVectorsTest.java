// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("TF-4")
class Crc32cVectorsTest {

    private static int crc(byte[] data) {
        CRC32C crc = new CRC32C();
        crc.update(data);
        return (int) crc.getValue();
    }

    private static int masked(int crc) {
        return Integer.rotateRight(crc, 15) + 0xa282ead8;
    }

    @Test
    void everyVectorOfTheCorpusAgreesWithTheJdk() {
        assertAll(Corpus.configured().hashVectors().stream().map(vector -> () -> {
            int crc = crc(vector.data());
            vector.crc32c().ifPresent(expected -> assertEquals(expected, Integer.toUnsignedLong(crc)));
            vector.maskedCrc32c().ifPresent(expected -> assertEquals(expected, Integer.toUnsignedLong(masked(crc))));
        }));
    }

    // The first four are from RFC 3720, B.4; the rest from LevelDB's own CRC test.
    @ParameterizedTest
    @CsvSource({
        "0000000000000000000000000000000000000000000000000000000000000000, 8a9136aa",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff, 62a8ab43",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f, 46dd794e",
        "1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100, 113fdb5c",
        "68656c6c6f20776f726c64, c99465aa",
        "666f6f, cfc4ae1d",
        "313233343536373839, e3069283"
    })
    void publishedVectorsAgreeWithTheJdk(String data, String crc) {
        assertEquals(crc, String.format("%08x", crc(Hex.bytes(data))));
    }

    @Test
    void maskRotatesAndAdds() {
        assertEquals(0xfebe8a61, masked(crc(Hex.ascii("foo"))));
        assertEquals(0xb746e855, masked(masked(crc(Hex.ascii("foo")))));
        assertEquals(0xa282ead8, masked(0));
        assertEquals(0xa282ead7, masked(-1));
    }
}
