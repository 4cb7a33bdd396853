// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.testdata.ReferenceHash;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hash of a key, wherever it lies. */
class BloomHashTest {
    private static final int SEED = 0xbc9f1d34;

    private static String hash(BloomHash variant, byte[] key, int seed) {
        return String.format("%08x", variant.hash(key, 0, key.length, seed));
    }

    // The first five are google/leveldb's util/hash_test.cc, the next three golang/leveldb's bloom_test.go, the last
    // four RocksDB's util/hash_test.cc; all were run with LevelDB HEAD (unsigned) and 1.17 on x86 (signed).
    @ParameterizedTest
    @Tag("FB-1")
    @Tag("FB-2")
    @CsvSource({
        "'', bc9f1d34, bc9f1d34",
        "62, ef1345c4, ef1345c4",
        "c397, 5b663814, 0f2ba540",
        "e299a5, 323c078f, 530174ee",
        "e180b932, ed21633a, ed21633a",
        "676f, 3e0b0745, 3e0b0745",
        "676f706865, 9bfd4b0a, 9bfd4b0a",
        "676f70686572, a78edc7c, a78edc7c",
        "80, 365ee853, 91b755f4",
        "6180, 854fdd8c, ddbcddd4",
        "8061, a2f55a74, fe4dc728",
        "ffffff, 37559553, 581b023c",
        "e180b932ff, 87ab0f5a, e3037c3e",
        "9a, 6317ed30, be705aed",
        "1ab5d0feabc361b299, 45f331ee, a14b9e0a"
    })
    void hashesAreThoseOfTheOriginals(String key, String unsigned, String signed) {
        assertEquals(unsigned, hash(BloomHash.UNSIGNED_TAIL, Bytes.hex(key), SEED));
        assertEquals(signed, hash(BloomHash.SIGNED_TAIL, Bytes.hex(key), SEED));
    }

    // Seed 1 is that of the test policy in google/leveldb's table/filter_block_test.cc, for foo, bar, box and hello;
    // the long one is the seeded vector of its util/hash_test.cc.
    @ParameterizedTest
    @Tag("FB-1")
    @CsvSource({
        "1, 666f6f, fe7735c4",
        "1, 626172, d9738c37",
        "1, 626f78, c80f9626",
        "1, 68656c6c6f, 0e8b27bf",
        "305419896, 01c00000000000000000000000000000140000000000040000000014000000182800000000000000"
                + "0200000000000000, f333dabb"
    })
    void seedIsTheSecondInput(int seed, String key, String expected) {
        for (BloomHash variant : BloomHash.values()) {
            assertEquals(expected, hash(variant, Bytes.hex(key), seed));
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
            assertThrows(IndexOutOfBoundsException.class, () -> variant.hash(buffer, offset, length));
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    @net.jqwik.api.Tag("FB-1")
    @net.jqwik.api.Tag("FB-2")
    void hashIsThatOfTheReferenceModelInAnyMemory(
            @ForAll BloomHash variant,
            @ForAll byte[] key,
            @ForAll @IntRange(max = 9) int before,
            @ForAll boolean direct,
            @ForAll boolean bigEndian) {
        int expected = (int) ReferenceHash.valueOf(variant.name()).hash(key, ReferenceHash.BLOOM_SEED);
        assertEquals(expected, variant.hash(key, 0, key.length));
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer buffer = Bytes.buffer(key, before, direct, order).position(2);
        assertEquals(expected, variant.hash(buffer, before, key.length));
        byte[] array = new byte[buffer.limit()];
        buffer.get(0, array);
        assertEquals(expected, variant.hash(array, before, key.length));
        assertEquals(2, buffer.position());
        assertEquals(order, buffer.order());
    }
}
