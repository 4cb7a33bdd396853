// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("TF-4")
class BlockChecksumTest {
    /** Of RFC 3720, and of LevelDB. */
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
    void maskedChecksumsAreThoseOfLevelDb(String hex, String sum) {
        byte[] bytes = HexFormat.of().parseHex("ff" + hex + "ff");
        OptionalInt computed = BlockChecksum.CRC32C.of(bytes, 1, bytes.length - 2);
        assertEquals(sum, HexFormat.of().toHexDigits(computed.orElseThrow()));
    }

    @Test
    void whatIsNotComputedIsNothingAndNoneIsZero() {
        assertEquals(OptionalInt.of(0), BlockChecksum.NONE.of(new byte[] {1, 2, 3}, 0, 3));
        assertEquals(OptionalInt.empty(), BlockChecksum.UNKNOWN.of(new byte[] {1, 2, 3}, 0, 3));
        List<String> labels = new ArrayList<>();
        for (BlockChecksum kind : BlockChecksum.values()) {
            assertEquals(kind != BlockChecksum.UNKNOWN, kind.isComputed(), kind::name);
            labels.add(kind.label());
        }
        assertEquals(List.of("none", "CRC32C", "xxHash", "xxHash64", "XXH3", "an unknown kind"), labels);
        assertEquals("unverified", BlockChecksum.Status.UNVERIFIED.id());
    }

    /** Zeros after any stretch of a file are what a table without checksums stores. */
    @Test
    void onlyAComputedSumProtectsABlock() {
        for (BlockChecksum kind : BlockChecksum.values()) {
            boolean without = kind == BlockChecksum.NONE || kind == BlockChecksum.UNKNOWN;
            assertEquals(!without, kind.protects(), kind::name);
        }
    }

    /** Computed by RocksDB 7.8.3's functions, of byte j = 131 j + 7 and a type byte. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 49258fd2, cf65b03e, db052768, 38d394c2",
        "1, 0, 1fb200f1, 4eef2779, 78c057bc, d0f4811f",
        "5, 0, f8203ed8, 5314eb11, 24c5e392, 11280b63",
        "16, 0, 7042f72b, 1d1f2ed5, da0522c5, ccea0858",
        "100, 0, a0602048, 7bcce5c3, afb93861, 6d4093d5",
        "200, 0, 97f64d96, 749072e1, 1c1a92fa, e181c826",
        "300, 0, 22daa1de, 0e8ec1cd, 26410087, ccce75ce",
        "2000, 0, 613081e1, 7c2177f3, 6b6bf668, f8a2c2b7",
        "0, 7, , , , c8200e2d",
        "16, 7, , , , 3c1992b7",
        "2000, 7, , , , 08515858"
    })
    @Tag("RF-3")
    void sumsAreThoseOfRocksDb(int length, byte type, String crc, String xxHash, String xxHash64, String xxh3) {
        byte[] block = new byte[3 + length + 1];
        for (int i = 0; i < length; i++) {
            block[3 + i] = (byte) (131 * i + 7);
        }
        block[3 + length] = type;
        List<BlockChecksum> kinds =
                List.of(BlockChecksum.CRC32C, BlockChecksum.XXHASH, BlockChecksum.XXHASH64, BlockChecksum.XXH3);
        List<String> sums = Arrays.asList(crc, xxHash, xxHash64, xxh3);
        for (int i = 0; i < kinds.size(); i++) {
            int sum = kinds.get(i).of(block, 3, length + 1).orElseThrow();
            if (sums.get(i) != null) {
                assertEquals(sums.get(i), String.format("%08x", sum), kinds.get(i)::name);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"12345678, 1000, 12344678", "deadbeef, 500000007, deadbee3", "00000000, 1000, 00000000"})
    @Tag("RF-3")
    void contextDependsOnThePlace(String base, String offset, String context) {
        Footer footer = new Footer(
                new BlockHandle(0, 1),
                new BlockHandle(0, 1),
                BlockChecksum.XXH3,
                6,
                Integer.parseUnsignedInt(base, 16));
        assertEquals(context, String.format("%08x", footer.context(Long.parseUnsignedLong(offset, 16))));
        assertThrows(IllegalStateException.class, footer::encode);
    }
}
