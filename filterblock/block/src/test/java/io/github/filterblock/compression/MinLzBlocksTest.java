// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.compression.UndecodableBlockException.Reason;
import io.github.filterblock.table.TestBlocks;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MinLZ, element by element. */
@Tag("PB-8")
class MinLzBlocksTest {
    private static final int LIMIT = 16 << 20;

    private final SplittableRandom random = new SplittableRandom(5);

    private static byte[] decompressed(byte[] stored) throws UndecodableBlockException {
        byte[] padded = Bytes.padded(stored, 3, 5);
        return new BlockDecompressor(LIMIT).decompress(8, padded, 3, stored.length);
    }

    /** Blocks of the compressor of Pebble, and elements that it did not use there. */
    @ParameterizedTest
    @CsvSource({
        "0028206f6c6465723d0111, olderolderolderolderolderolderolderolder",
        "00460061947862636465666768696a6b6c6d6e6f702d350400787c, "
                + "aaaaaaaaaaaaaaaaaaaabcdefghijklmnop-abcdefghijklmnop-xbcdefghijklmnop-",
        "0000, ''",
        "0000616263, abc",
        "03616263, ''",
        "03086162630000, ''"
    })
    void textIsReadBack(String hex, String text) throws UndecodableBlockException {
        byte[] stored = Bytes.hex(hex);
        if (stored[0] == 0) {
            assertArrayEquals(Bytes.ascii(text), decompressed(stored));
            assertArrayEquals(Bytes.ascii(text), MinLzModel.decompress(stored));
        } else {
            assertThrows(UndecodableBlockException.class, () -> decompressed(stored));
        }
        assertArrayEquals(Bytes.ascii("abc"), decompressed(Bytes.hex("0308616263")), "Snappy");
    }

    /** After 100 different bytes, or 70,000: the element, where it copies from, how many bytes it makes. */
    @ParameterizedTest
    @CsvSource({
        "100, 04, 1, 1",
        "100, e4, 1, 29",
        "100, ec 05, 1, 35",
        "100, f4 0001, 1, 286",
        "100, fc 000001, 1, 65566",
        "100, 01 00, 1, 4",
        "100, 39 18, 97, 18",
        "100, fd 18 00, 100, 18",
        "100, 7d 10 ff, 66, 273",
        "100, 02 0000, 64, 4",
        "100, f2 2400, 100, 64",
        "100, f6 2400 ff, 100, 319",
        "100, fa 2400 0001, 100, 320",
        "100, fe 2400 000001, 100, 65600",
        "70000, 02 ffff, 65599, 4",
        "70000, 07 000000, 65536, 4",
        "70000, 87 070000, 65536, 64",
        "70000, a7 0f0000 02, 65537, 66",
        "70000, c7 7f8800 0001, 69903, 320",
        "70000, e7 070000 010000, 65536, 65"
    })
    void elementCopiesFromItsOffset(int filled, String element, int offset, int length)
            throws UndecodableBlockException {
        byte[] literals = new byte[filled];
        random.nextBytes(literals);
        byte[] stored = TestBlocks.join(
                new byte[1], TestBlocks.varint(filled + length), run(literals), Bytes.hex(element.replace(" ", "")));
        byte[] contents = decompressed(stored);
        assertEquals(filled + length, contents.length);
        for (int i = filled; i < contents.length; i++) {
            assertEquals(contents[i - offset], contents[i]);
        }
        assertArrayEquals(MinLzModel.decompress(stored), contents);
    }

    @ParameterizedTest
    @CsvSource({
        "100, 03 2400 7a, 1, 100, 4",
        "100, fb 2000 77 78 79 7a, 4, 96, 11",
        "70000, 1f 000000 78 79 7a, 3, 65536, 4",
        "70000, af 070000 02 7a, 1, 65536, 66"
    })
    void fusedCopyCountsItsOffsetFromTheEndOfItsLiterals(int filled, String element, int few, int offset, int length)
            throws UndecodableBlockException {
        byte[] literals = new byte[filled];
        random.nextBytes(literals);
        byte[] stored = TestBlocks.join(
                new byte[1],
                TestBlocks.varint(filled + few + length + 1),
                run(literals),
                Bytes.hex(element.replace(" ", "")),
                Bytes.hex("04"));
        byte[] contents = decompressed(stored);
        assertEquals('z', contents[filled + few - 1]);
        for (int i = filled + few; i < contents.length; i++) {
            assertEquals(contents[i - offset], contents[i], "also in the copy after it, which has no offset");
        }
        assertArrayEquals(MinLzModel.decompress(stored), contents);
    }

    private static byte[] run(byte[] literals) {
        return TestBlocks.join(new byte[] {(byte) 0xf8}, littleEndian(literals.length - 30, 3), literals);
    }

    private static byte[] littleEndian(int number, int bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        number(out, number, bytes);
        return out.toByteArray();
    }

    private static void number(ByteArrayOutputStream out, int number, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write(number >>> Byte.SIZE * i);
        }
    }

    /** Elements of all kinds in random order; not all of them copy from what is there. */
    private byte[] randomBlock() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = random.nextInt(1, 40); i > 0; i--) {
            int tag = random.nextInt(256);
            if ((tag & 7) == 0 && tag >>> 3 > 28) {
                tag = 0xe0;
            }
            out.write(tag);
            int bytes = (tag & 3) == 0 ? (tag & 4) == 0 ? (tag >>> 3) + 1 : 0 : tag & 3;
            for (int j = 0; j < bytes + random.nextInt(3); j++) {
                out.write(random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(3));
            }
        }
        return TestBlocks.join(new byte[1], TestBlocks.varint(random.nextInt(1, 300)), out.toByteArray());
    }

    /** Most random elements are damaged somewhere; the length is then set to what they make up to there. */
    @Test
    void randomElementsAreReadAsTheModelReadsThem() {
        int sound = 0;
        int tries = 20_000 * Integer.getInteger("filterblock.scale", 1);
        for (int i = 0; i < tries; i++) {
            sound += assertAsModel(i % 2 == 0 ? randomBlock() : soundBlock()) ? 1 : 0;
        }
        assertTrue(sound > tries / 3, sound + " of " + tries);
    }

    /** Elements of all kinds that copy from what is there. */
    private byte[] soundBlock() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int filled = literal(out);
        for (int i = random.nextInt(30); i > 0; i--) {
            int few = random.nextInt(1, 5);
            switch (random.nextInt(filled >= 64 ? 5 : 3)) {
                case 0 -> filled += literal(out);
                case 1 -> filled += repeat(out);
                case 2 -> filled += nearCopy(out, filled);
                case 3 -> filled += copy(out, filled);
                default -> {
                    out.write(3 | few - 1 << 3 | few << 5);
                    number(out, random.nextInt(filled + few - 63), 2);
                    number(out, random.nextInt(), few);
                    filled += few + few + 4;
                }
            }
        }
        return TestBlocks.join(new byte[1], TestBlocks.varint(filled), out.toByteArray());
    }

    private int literal(ByteArrayOutputStream out) {
        int length = random.nextInt(1, 200);
        if (length < 30) {
            out.write(length - 1 << 3);
        } else {
            int bytes = random.nextInt(1, 4);
            out.write(28 + bytes << 3);
            number(out, length - 30, bytes);
        }
        for (int i = 0; i < length; i++) {
            out.write(random.nextInt());
        }
        return length;
    }

    private int repeat(ByteArrayOutputStream out) {
        int length = random.nextInt(1, 30);
        out.write(length - 1 << 3 | 4);
        return length;
    }

    private int nearCopy(ByteArrayOutputStream out, int filled) {
        int stored = random.nextInt(Math.min(1024, filled));
        int length = random.nextInt(16);
        out.write(1 | length << 2 | (stored & 3) << 6);
        out.write(stored >>> 2);
        if (length == 15) {
            out.write(3);
        }
        return length == 15 ? 21 : length + 4;
    }

    private int copy(ByteArrayOutputStream out, int filled) {
        int coded = random.nextInt(63);
        out.write(2 | coded << 2);
        number(out, random.nextInt(filled - 63), 2);
        int bytes = Math.max(0, coded - 60);
        number(out, 9, bytes);
        return bytes == 0 ? coded + 4 : 73;
    }

    @Test
    void damageIsReadAsTheModelReadsIt() {
        int sound = 0;
        int tries = 20_000 * Integer.getInteger("filterblock.scale", 1);
        for (int i = 0; i < tries; i++) {
            byte[] block = soundBlock();
            byte[] damaged = random.nextInt(4) > 0 ? block : Arrays.copyOf(block, random.nextInt(2, block.length + 3));
            for (int j = random.nextInt(3); j >= 0; j--) {
                damaged[random.nextInt(1, damaged.length)] = (byte) random.nextInt();
            }
            sound += assertAsModel(damaged) ? 1 : 0;
        }
        assertTrue(sound > 0 && sound < tries, sound + " of " + tries);
    }

    private static boolean assertAsModel(byte[] stored) {
        byte[] expected;
        try {
            expected = MinLzModel.decompress(stored);
        } catch (IllegalArgumentException e) {
            UndecodableBlockException damage = assertThrows(
                    UndecodableBlockException.class, () -> decompressed(stored), () -> Bytes.toHex(stored));
            assertEquals(Reason.DAMAGED, damage.reason());
            assertTrue(damage.producedBytes() <= 8 << 20);
            return false;
        }
        try {
            assertArrayEquals(expected, decompressed(stored), () -> Bytes.toHex(stored));
        } catch (UndecodableBlockException e) {
            throw new AssertionError(Bytes.toHex(stored), e);
        }
        return true;
    }

    @ParameterizedTest
    @CsvSource({
        "00 04 00 61, gives 1 of 4 bytes, 4",
        "00 01 08 61 62, gives more than 1 bytes, 1",
        "00 03 00 61 14, gives more than 3 bytes, 3",
        "00 04 04, copies from 1 bytes before byte 0, 4",
        "00 05 00 61 41 00, copies from 2 bytes before byte 1, 5",
        "00 05 00 61 02 00 00, copies from 64 bytes before byte 1, 5",
        "00 06 00 61 03 00 00 62, copies from 64 bytes before byte 2, 6",
        "00 06 00 61 07 f8 ff ff, copies from 2162687 bytes before byte 1, 6",
        "00 05 18 61, ends 3 bytes early, 5",
        "00 05 e8, ends 1 bytes early, 5",
        "00 05 f8 ff ff, ends 1 bytes early, 5",
        "00 05 f8 ff ff ff, ends 16777245 bytes early, 5",
        "00 05 00 61 01, ends 1 bytes early, 5",
        "00 05 00 61 02 00, ends 1 bytes early, 5",
        "00 05 00 61 03 00, ends 1 bytes early, 5",
        "00 05 00 61 07 00 00, ends 1 bytes early, 5",
        "00 05 00 61 3d 00, ends 1 bytes early, 5",
        "00 05 00 61 fc 00 00, ends 1 bytes early, 5",
        "00 81 80 80 04 00 61, 'claims 8388609 bytes, more than the 8388608 of its largest block', 0",
        "00 ff ff ff ff 0f 00 61, claims 4294967295 bytes, 0",
        "00 ff, unterminated length, 0",
        "00, unterminated length, 0",
        "'', unterminated length, 0"
    })
    void damageIsNamed(String stored, String reason, long made) {
        byte[] bytes = Bytes.hex(stored.replace(" ", ""));
        UndecodableBlockException damage = assertThrows(UndecodableBlockException.class, () -> decompressed(bytes));
        assertTrue(damage.getMessage().contains(reason), damage.getMessage());
        assertEquals(made, damage.producedBytes());
        assertEquals(Reason.DAMAGED, damage.reason());
    }

    /** Seven bytes stand for 8 MiB: the limit of whoever reads holds before the array is made. */
    @Test
    void limitHoldsBeforeAnythingIsMade() throws UndecodableBlockException {
        byte[] stored = Bytes.hex("00808080 04 0061 fc e1ff7f".replace(" ", ""));
        assertEquals(8 << 20, decompressed(stored).length);
        UndecodableBlockException refused = assertThrows(
                UndecodableBlockException.class,
                () -> new BlockDecompressor((8 << 20) - 1).decompress(8, stored, 0, stored.length));
        assertEquals(Reason.TOO_LARGE, refused.reason());
        assertEquals(0, refused.producedBytes());
    }
}
