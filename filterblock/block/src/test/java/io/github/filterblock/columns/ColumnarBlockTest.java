// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.columns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("PB-6")
public class ColumnarBlockTest {
    /** Keys eee and fff of CockroachDB's schema, tags e01 and f01: FORMAT-PEBBLE.md has this block of Pebble. */
    private static final String COCKROACH =
            "02040000000109000200000004390000000245000000024600000003470000000248000000014e0000000360"
                    + "000000016e00000001800000000401000003066565656666660000000200010e010f00000300000000000000"
                    + "01000000000000000100050a400006040000700700010000030000000000000001000000000000000100";

    @Test
    void blockOfPebbleIsRead() throws Exception {
        Columns block = ColumnarBlock.of(Bytes.hex(COCKROACH), 5);
        assertEquals(9, block.count());
        assertEquals(2, block.rows());
        assertEquals(Columns.Type.PREFIX_BYTES, block.type(0));
        assertArrayEquals(Bytes.ascii("eee"), value(block, 0, 0));
        assertArrayEquals(Bytes.ascii("fff"), value(block, 0, 1));
        assertEquals(0xe01, block.uint(4, 0));
        assertEquals(0xf01, block.uint(4, 1));
        assertTrue(block.bit(5, 0) && block.bit(5, 1));
        assertAsModel(Bytes.hex(COCKROACH), 5);
    }

    private static byte[] value(Columns block, int column, int row) {
        byte[] value = new byte[block.length(column, row) + 2];
        block.copy(column, row, value, 1);
        assertEquals(0, value[0] + value[value.length - 1], "copies only its own bytes");
        return Arrays.copyOfRange(value, 1, value.length - 1);
    }

    /** Both readers see the same values, or both refuse the block. Returns whether it is one. */
    public static boolean assertAsModel(byte[] bytes, int customHeader) {
        List<ColumnarModel.Column> expected;
        try {
            expected = ColumnarModel.read(bytes, customHeader);
        } catch (IllegalArgumentException e) {
            assertThrows(
                    MalformedColumnsException.class,
                    () -> ColumnarBlock.of(bytes, customHeader),
                    () -> Bytes.toHex(bytes));
            return false;
        }
        try {
            assertEqual(expected, ColumnarBlock.of(bytes, customHeader));
        } catch (MalformedColumnsException e) {
            throw new AssertionError(Bytes.toHex(bytes), e);
        }
        return true;
    }

    private static void assertEqual(List<ColumnarModel.Column> expected, Columns found) {
        assertEquals(expected.size(), found.count());
        for (int column = 0; column < found.count(); column++) {
            assertEquals(expected.get(column).type(), found.type(column).number());
            List<Object> values = expected.get(column).values();
            assertEquals(values.size(), found.rows());
            for (int row = 0; row < found.rows(); row++) {
                switch (found.type(column)) {
                    case BOOL -> assertEquals(values.get(row), found.bit(column, row));
                    case UINT -> assertEquals(values.get(row), found.uint(column, row));
                    default -> assertArrayEquals((byte[]) values.get(row), value(found, column, row));
                }
            }
        }
    }

    @Test
    void everyWidthOfNumbersIsRead() throws Exception {
        for (int width : new int[] {1, 2, 4, 8}) {
            long top = width == 8 ? -1 : (1L << 8 * width) - 1;
            for (long base : new long[] {0, 5, 1L << 40, -3}) {
                byte[] bytes = new ColumnarMaker(new byte[3], 3)
                        .numbers(width, base, base, base + 1, base + top)
                        .block();
                Columns block = ColumnarBlock.of(bytes, 3);
                assertEquals(
                        List.of(base, base + 1, base + top),
                        List.of(block.uint(0, 0), block.uint(0, 1), block.uint(0, 2)));
                assertTrue(assertAsModel(bytes, 3));
            }
        }
        byte[] same = new ColumnarMaker(new byte[0], 9).numbers(0, 77, 77).block();
        assertEquals(77, ColumnarBlock.of(same, 0).uint(0, 8));
        byte[] most = Bytes.hex("0101000e000000020c0000000000");
        assertEquals(most.length, ColumnarBlock.of(most, 0).rows(), "a row for each byte");
    }

    @Test
    void equalKeysAreStoredOnceInABundle() throws Exception {
        byte[][] keys = keys("ab", "ab", "abc", "abc", "abd", "b", "b", "b", "bc");
        for (int log = 0; log < 5; log++) {
            byte[] bytes = new ColumnarMaker(new byte[4], keys.length)
                    .keys(1, log, keys)
                    .block();
            Columns block = ColumnarBlock.of(bytes, 4);
            for (int row = 0; row < keys.length; row++) {
                assertArrayEquals(keys[row], value(block, 0, row), log + ", " + row);
            }
        }
        byte[] one = new ColumnarMaker(new byte[4], 5)
                .keys(0, 4, keys("", "", "", "", ""))
                .block();
        assertEquals(0, ColumnarBlock.of(one, 4).length(0, 4));
    }

    private static byte[][] keys(String... keys) {
        return Arrays.stream(keys).map(Bytes::ascii).toArray(byte[][]::new);
    }

    @Test
    void blockWithoutRowsHasColumnsWithoutBytes() throws Exception {
        byte[] bytes = new ColumnarMaker(new byte[0], 0)
                .bits()
                .numbers(1, 0)
                .strings(1)
                .keys(1, 4, new byte[0])
                .block();
        Columns block = ColumnarBlock.of(bytes, 0);
        assertEquals(0, block.rows());
        assertEquals(Columns.Type.BYTES, block.type(2));
        assertTrue(assertAsModel(bytes, 0));
        assertTrue(assertAsModel(Bytes.hex("01000000000000" + "00"), 0), "no columns");
    }

    /** What a block of one column claims, what is wrong with it. */
    @ParameterizedTest
    @CsvSource({
        "'', no room for its header",
        "01010001000000, no room for its header",
        "02010001000000020c000000 0000, version 2",
        "01ffff01000000020c000000 0000, claims 65535 columns of 1 rows",
        "010100ffffffff020c000000 0000, claims 1 columns of 4294967295 rows",
        "010100ffffff7f020c000000 0000, claims 1 columns of 2147483647 rows",
        "0101000f000000020c000000 0000, claims 1 columns of 15 rows",
        "01010001000000020d000000 000000, do not start at 12",
        "010100010000000200000000 0000, do not start at 12",
        "01010001000000020c000000 0001, or no 0 follows them",
        "01010001000000050c000000 0000, has the unknown type 5",
        "01010001000000000c000000 0000, has the unknown type 0",
        "01020001000000021100000002ff000000 0000, column 0 ends at byte 255",
        "01020001000000021100000002ffffffff 0000, column 0 ends at byte 4294967295",
        "0102000100000002110000000210000000 0000, column 0 ends at byte 16",
        "01010001000000020c000000 00, needs 1 bytes more",
        "01010001000000020c000000 0300, has numbers of 3 bytes",
        "01010001000000020c000000 1000, has numbers of 16 bytes",
        "01010001000000020c000000 0100, needs 1 bytes more",
        "01010001000000020c000000 800100000000000000, needs 8 bytes more",
        "01010001000000020c000000 000000, has 1 bytes too many",
        "01010000000000020c000000 0000, has 1 bytes too many",
        "01010001000000010c000000 0200, has bits of an unknown form",
        "01010001000000010c000000 0000000000, needs 16 bytes more",
        "01010001000000030c000000 010102616200, has its first string 1 bytes after the first byte",
        "01010002000000030c000000 01000200610000, has a string that ends at 0",
        "01010001000000030c000000 0100 09 6100, needs 9 bytes more",
        "01010001000000030c000000 08 000000 0000000000000000 ffffffffffffffff 00, needs 18446744073709551615",
        "01010001000000040c000000 1f 00 00, has bundles of 2^31 rows",
        "01010001000000040c000000 04 01 01 01 00 61 00, has a string that ends at 0",
        "01010001000000040c000000 04 80 ffffffffffffffff 00, needs 18446744073709551615"
    })
    void whatDoesNotFitIsRefused(String hex, String message) {
        byte[] bytes = Bytes.hex(hex.replace(" ", ""));
        MalformedColumnsException refused =
                assertThrows(MalformedColumnsException.class, () -> ColumnarBlock.of(bytes, 0));
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
        assertTrue(bytes.length == 0 || !assertAsModel(bytes, 0));
    }

    /** Widths of 0 need no bytes: each column says nothing of the rows, which the block's length bounds. */
    @Test
    void manyColumnsOfManyRowsTakeNoTime() {
        int rows = 2_000_000;
        ColumnarMaker maker = new ColumnarMaker(new byte[0], rows);
        for (int i = 0; i < 60_000; i++) {
            switch (i % 4) {
                case 0 -> maker.noBits();
                case 1 -> maker.numbers(0, 3);
                case 2 -> maker.strings(0, new byte[0][]);
                default -> maker.keys(0, 4, new byte[0]);
            }
        }
        byte[] bytes = maker.numbers(1, 0, new long[rows]).block();
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            Columns block = ColumnarBlock.of(bytes, 0);
            assertEquals(60_001, block.count());
            assertEquals(0, block.length(3, rows - 1));
            assertEquals(3, block.uint(1, rows - 1));
        });
    }

    @Test
    void randomBlocksAndTheirDamageAreReadAsTheModelReadsThem() {
        Random random = new Random(8);
        int sound = 0;
        int tries = 1500 * Integer.getInteger("filterblock.scale", 1);
        for (int i = 0; i < tries; i++) {
            byte[] bytes = randomBlock(random);
            assertTrue(assertAsModel(bytes, 2));
            for (int j = 0; j < 4; j++) {
                sound += assertAsModel(damaged(bytes, random), 2) ? 1 : 0;
            }
        }
        assertTrue(
                sound > tries / 10 && sound < 4 * tries,
                sound + " of " + 4 * tries + " damaged blocks are still blocks");
    }

    private static byte[] randomBlock(Random random) {
        int rows = random.nextInt(random.nextInt(3) == 0 ? 200 : 9);
        ColumnarMaker maker = new ColumnarMaker(new byte[2], rows);
        maker.numbers(1, 0, random.longs(rows, 0, 256).toArray()); // a byte for each row
        for (int i = random.nextInt(4); i >= 0; i--) {
            int width = 1 << random.nextInt(4);
            switch (random.nextInt(5)) {
                case 0 -> maker.noBits();
                case 1 -> maker.bits(bits(random, rows));
                case 2 ->
                    maker.numbers(
                            width, random.nextInt(3), random.longs(rows, 2, 200).toArray());
                case 3 -> maker.strings(Math.max(2, width), words(random, rows).toArray(byte[][]::new));
                default -> maker.keys(Math.max(2, width), random.nextInt(6), sorted(words(random, Math.max(1, rows))));
            }
        }
        return maker.block();
    }

    private static boolean[] bits(Random random, int rows) {
        boolean[] bits = new boolean[rows];
        IntStream.range(0, rows).forEach(i -> bits[i] = random.nextBoolean());
        return bits;
    }

    private static List<byte[]> words(Random random, int count) {
        List<byte[]> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] word = new byte[random.nextInt(6)];
            IntStream.range(0, word.length).forEach(j -> word[j] = (byte) (random.nextInt(3) - 1));
            words.add(word);
        }
        return words;
    }

    private static byte[][] sorted(List<byte[]> words) {
        return words.stream().sorted(Arrays::compareUnsigned).toArray(byte[][]::new);
    }

    private static byte[] damaged(byte[] block, Random random) {
        byte[] damaged = random.nextInt(5) > 0 ? block.clone() : Arrays.copyOf(block, random.nextInt(block.length + 3));
        for (int i = random.nextInt(3); i >= 0 && damaged.length > 0; i--) {
            int at = random.nextInt(random.nextBoolean() ? Math.min(40, damaged.length) : damaged.length);
            damaged[at] = (byte) (random.nextBoolean() ? random.nextInt() : damaged[at] + random.nextInt(5) - 2);
        }
        return damaged;
    }
}
