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

class BloomHashTest {
    private static String hash(BloomHash variant, byte[] key) {
        return String.format("%08x", variant.hash(key, 0, key.length));
    }

    // The first five are google/leveldb's util/hash_test.cc; all were run with the sources of LevelDB HEAD (unsigned)
    // and 1.17 on x86 (signed).
    @ParameterizedTest
    @Tag("FB-1")
    @Tag("FB-2")
    @CsvSource({
        "'', bc9f1d34, bc9f1d34",
        "62, ef1345c4, ef1345c4",
        "c397, 5b663814, 0f2ba540",
        "e299a5, 323c078f, 530174ee",
        "e180b932, ed21633a, ed21633a",
        "80, 365ee853, 91b755f4",
        "ff, c20e0a90, 1d66774f",
        "6180, 854fdd8c, ddbcddd4",
        "8061, a2f55a74, fe4dc728",
        "ffffff, 37559553, 581b023c",
        "80808080, 23032c6b, 23032c6b",
        "e180b932ff, 87ab0f5a, e3037c3e"
    })
    void hashesAreThoseOfLevelDb(String key, String unsigned, String signed) {
        assertEquals(unsigned, hash(BloomHash.UNSIGNED_TAIL, Bytes.hex(key)));
        assertEquals(signed, hash(BloomHash.SIGNED_TAIL, Bytes.hex(key)));
    }

    // golang/leveldb's bloom_test.go, which took them from the C++ code; the keys are text, so the tail is alike.
    @ParameterizedTest
    @Tag("FB-1")
    @CsvSource({
        "g, d04a8bda",
        "go, 3e0b0745",
        "gop, 0c326610",
        "goph, 8c9d6390",
        "gophe, 9bfd4b0a",
        "gopher, a78edc7c",
        "I had a dream it would end this way., e14a9db9"
    })
    void hashesOfTextAreThoseOfTheGoPort(String key, String expected) {
        assertEquals(expected, hash(BloomHash.UNSIGNED_TAIL, Bytes.ascii(key)));
        assertEquals(expected, hash(BloomHash.SIGNED_TAIL, Bytes.ascii(key)));
    }

    // The signed column is RocksDB's util/hash_test.cc, HashTest.Values; the unsigned one was run with LevelDB HEAD.
    @ParameterizedTest
    @Tag("FB-2")
    @CsvSource({
        "9a, 3195034349, 1662512432",
        "52d5, 3854228105, 2370689761",
        "91f7, 31066776, 1309973975",
        "d627, 1806091603, 273569832",
        "56dcd6, 2157698265, 3140410594",
        "d45233, 1721992661, 189470904",
        "6ab5f4, 2469105222, 3451817496",
        "8683d5a4d8, 2390603402, 858081591",
        "b746bb77ce, 2048907743, 516385979",
        "5c5ee1a07381, 1036846008, 3848274784",
        "42fbf252b410, 3655585422, 2123063593",
        "5cbe9775549a52, 815120748, 3626549636",
        "1ab5d0feabc361b299, 2706087434, 1173565934",
        "bd2c6338bfe978b7bf15, 3382479516, 1849957691",
        "08, 422599524, 422599524",
        "17, 3168152998, 3168152998",
        "1c, 2651681383, 2651681383",
        "4d76, 2447836956, 2447836956",
        "30460b, 3808221797, 3808221797",
        "6753811c, 118283265, 118283265",
        "d07a6eea56, 4255445370, 4255445370",
        "311b98759622d39a, 469635402, 469635402",
        "06925cf4880e7e68383e, 1152407945, 1152407945"
    })
    void hashesAreThoseOfRocksDb(String key, String signed, String unsigned) {
        byte[] bytes = Bytes.hex(key);
        assertEquals(signed, Integer.toUnsignedString(BloomHash.SIGNED_TAIL.hash(bytes, 0, bytes.length)));
        assertEquals(unsigned, Integer.toUnsignedString(BloomHash.UNSIGNED_TAIL.hash(bytes, 0, bytes.length)));
    }

    // The seeded vector of google/leveldb's util/hash_test.cc.
    @Test
    @Tag("FB-1")
    void seedIsTheSecondInput() {
        byte[] data = Bytes.hex("01c0000000000000 0000000000000000 1400000000000400"
                + "0000001400000018 2800000000000000 0200000000000000");
        assertEquals(0xf333dabb, BloomHash.UNSIGNED_TAIL.hash(data, 0, data.length, 0x12345678));
        assertEquals(0xf333dabb, BloomHash.SIGNED_TAIL.hash(data, 0, data.length, 0x12345678));
    }

    // Seed 1 is that of the test policy in google/leveldb's table/filter_block_test.cc.
    @ParameterizedTest
    @Tag("FB-1")
    @CsvSource({"foo, fe7735c4", "bar, d9738c37", "box, c80f9626", "hello, 0e8b27bf"})
    void hashesFromSeedOneAreThoseOfTheTestPolicy(String key, String expected) {
        int hash = BloomHash.UNSIGNED_TAIL.hash(Bytes.ascii(key), 0, key.length(), 1);
        assertEquals(expected, String.format("%08x", hash));
    }

    @ParameterizedTest
    @Tag("FB-1")
    @ValueSource(ints = {0, 1, -1, 0x12345678, Integer.MIN_VALUE})
    void noBytesHashToTheSeed(int seed) {
        assertEquals(seed, BloomHash.UNSIGNED_TAIL.hash(new byte[2], 1, 0, seed));
        assertEquals(seed, BloomHash.SIGNED_TAIL.hash(new byte[2], 2, 0, seed));
    }

    @Test
    void tokenNamesItsVariantAndHoldsTheHash() {
        byte[] key = Bytes.hex("80");
        long unsigned = BloomHash.UNSIGNED_TAIL.token(key, 0, 1);
        long signed = BloomHash.SIGNED_TAIL.token(key, 0, 1);
        assertEquals(0x365ee853, (int) unsigned);
        assertEquals(0x91b755f4, (int) signed);
        assertEquals(unsigned, BloomHash.UNSIGNED_TAIL.token(0x365ee853));
        assertEquals(signed, BloomHash.SIGNED_TAIL.token(0x91b755f4));
        assertTrue(BloomHash.UNSIGNED_TAIL.owns(unsigned) && !BloomHash.SIGNED_TAIL.owns(unsigned));
        assertTrue(BloomHash.SIGNED_TAIL.owns(signed) && !BloomHash.UNSIGNED_TAIL.owns(signed));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 0x365ee853, 0x91b755f4L, Long.MIN_VALUE, Long.MAX_VALUE})
    void otherNumbersAreNoTokens(long number) {
        for (BloomHash variant : BloomHash.values()) {
            assertFalse(variant.owns(number));
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 5", "4, 1", "5, 0", "1, 2147483647", "2147483647, 2147483647", "-5, 5"})
    void rangeOutsideTheKeyIsRefused(int offset, int length) {
        byte[] array = new byte[4];
        ByteBuffer buffer = ByteBuffer.allocate(8).limit(4);
        for (BloomHash variant : BloomHash.values()) {
            assertThrows(IndexOutOfBoundsException.class, () -> variant.hash(array, offset, length));
            assertThrows(IndexOutOfBoundsException.class, () -> variant.hash(array, offset, length, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> variant.token(array, offset, length));
            assertThrows(IndexOutOfBoundsException.class, () -> variant.hash(buffer, offset, length));
        }
    }
}
