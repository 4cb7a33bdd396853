// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.bloom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BloomHashTest {
    private static final int SEED = 0xbc9f1d34;

    private static String hash(BloomHash variant, byte[] key) {
        return String.format("%08x", variant.hash(key, 0, key.length));
    }

    // The first five are google/leveldb's util/hash_test.cc, the next three golang/leveldb's bloom_test.go, the last
    // four
    // RocksDB's util/hash_test.cc; all were run with the sources of LevelDB HEAD (unsigned) and 1.17 on x86 (signed).
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
        assertEquals(unsigned, hash(BloomHash.UNSIGNED_TAIL, Bytes.hex(key)));
        assertEquals(signed, hash(BloomHash.SIGNED_TAIL, Bytes.hex(key)));
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

    @Property
    @net.jqwik.api.Tag("FB-1")
    void hashIsThatOfTheSlowModel(@ForAll BloomHash variant, @ForAll byte[] key) {
        assertEquals((int) SlowBloom.hash(variant, key), variant.hash(key, 0, key.length));
        assertEquals((int) SlowBloom.hash(variant, key), variant.hash(key, 0, key.length, SEED));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void memoryAroundTheKeyDoesNotMatter(
            @ForAll BloomHash variant,
            @ForAll byte[] key,
            @ForAll @IntRange(max = 9) int before,
            @ForAll @IntRange(max = 9) int position,
            @ForAll boolean direct,
            @ForAll boolean bigEndian) {
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer buffer = Bytes.buffer(key, before, direct, order);
        buffer.position(Math.min(position, buffer.limit()));
        ByteBuffer untouched = buffer.duplicate();
        int expected = variant.hash(key, 0, key.length);
        assertEquals(expected, variant.hash(buffer, before, key.length));
        byte[] array = new byte[buffer.capacity()];
        buffer.get(0, array, 0, buffer.limit());
        assertEquals(expected, variant.hash(array, before, key.length));
        assertEquals(untouched.position(), buffer.position());
        assertEquals(untouched.limit(), buffer.limit());
        assertEquals(order, buffer.order());
    }

    @Property
    void stepsGiveTheHashOfTheWhole(@ForAll BloomHash variant, @ForAll byte[] key) {
        ByteBuffer rest = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
        int state = BloomHash.start(key.length);
        while (rest.remaining() >= Integer.BYTES) {
            state = BloomHash.mix(state, rest.getInt());
        }
        int tailLength = rest.remaining();
        int tail = 0;
        for (int shift = 0; rest.hasRemaining(); shift += 8) {
            tail |= (rest.get() & 0xff) << shift;
        }
        assertEquals(variant.hash(key, 0, key.length), variant.finish(state, tail, tailLength));
    }

    // Exactly then: the sums differ by less than 2^32, and both steps behind the sum are one-to-one.
    @Property
    @net.jqwik.api.Tag("FB-2")
    void variantsDifferExactlyForTailsWithAByteOf80OrAbove(@ForAll byte[] key) {
        boolean highTail = false;
        for (int i = key.length - key.length % 4; i < key.length; i++) {
            highTail |= key[i] < 0;
        }
        int unsigned = BloomHash.UNSIGNED_TAIL.hash(key, 0, key.length);
        int signed = BloomHash.SIGNED_TAIL.hash(key, 0, key.length);
        assertEquals(highTail, unsigned != signed);
    }
}
