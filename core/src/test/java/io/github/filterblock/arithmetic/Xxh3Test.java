// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.arithmetic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vectors of FORMAT-ROCKSDB.md, from RocksDB 7.8.3's own functions. */
class Xxh3Test {
    @ParameterizedTest
    @CsvSource({
        "0, 5342c3010fe1dd04", "1, b71d295c7865c7e9", "2, 777096a9131e825d", "3, 8b93d65306b47960",
        "4, 640dfa78d9602caa", "7, 238a82301009f53f", "8, e02bb0260ca2f426", "9, 82e27d91ecbde0e3",
        "16, 808dc7f6a08e1828", "17, 6216c07c87bfe5d1", "32, f1baab985ecf232e", "33, 48c3ee9be5231873",
        "64, ec9764f4fa2586fd", "65, 070482c3b1bc6389", "96, 8bf55ea9f6da04e5", "97, 682d0b1bfce2169d",
        "128, b885f0d2689835e1", "129, fe146eb2e99b1a68", "239, c3cece2158c77b46", "240, ddce7abbd046abf1",
        "241, b1e53475de84b071", "256, d4e21b1ad9fad6c0", "300, 45776d4ebfc61dc7", "1024, 144aa676708da11c",
        "1025, 621058c4914d5089", "2048, efa57a0132823302"
    })
    @Tag("RF-2")
    void previewIsTheOneOfRocksDb(int length, String hash) {
        for (int offset : new int[] {0, 3}) {
            byte[] input = input(offset, length);
            assertEquals(hash, String.format("%016x", Xxh3.preview(input, offset, length)));
        }
    }

    /** The lower half of the final hash, which block checksums are made of: the type byte 0 changes nothing there. */
    @ParameterizedTest
    @CsvSource({
        "0, 38d394c2",
        "1, d0f4811f",
        "5, 11280b63",
        "16, ccea0858",
        "100, 6d4093d5",
        "200, e181c826",
        "300, ccce75ce",
        "2000, f8a2c2b7"
    })
    void finalHashIsThatOfBlockChecksums(int length, String lowerHalf) {
        assertEquals(lowerHalf, String.format("%08x", (int) Xxh3.of(input(2, length), 2, length)));
    }

    @Test
    void rangesOutsideTheArrayAreRefused() {
        byte[] input = new byte[300];
        for (int length : new int[] {2, 6, 12, 40, 200, 280}) {
            assertThrows(IndexOutOfBoundsException.class, () -> Xxh3.preview(input, 301 - length, length));
            assertThrows(IndexOutOfBoundsException.class, () -> Xxh3.preview(input, -1, length));
            assertThrows(IndexOutOfBoundsException.class, () -> Xxh3.of(input, 301 - length, length));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> Xxh3.preview(input, 0, -1));
    }

    private static byte[] input(int offset, int length) {
        byte[] input = new byte[offset + length + 1];
        for (int i = 0; i < length; i++) {
            input[offset + i] = (byte) (131 * i + 7);
        }
        return input;
    }
}
