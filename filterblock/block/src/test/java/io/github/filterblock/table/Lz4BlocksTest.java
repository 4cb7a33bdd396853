// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LZ4 in the framing of each writer (TF-6). The compressor is lz4-java's; RocksDB's own blocks are in its tables. */
@Tag("TF-6")
class Lz4BlocksTest {
    /** What stands in front of the block, and the type under which it is stored. */
    private enum Framing {
        BASHO(2),
        ROCKSDB(4),
        ROCKSDB_HIGH(5),
        ROCKSDB_UP_TO_VERSION_1(4);

        private final int type;

        Framing(int type) {
            this.type = type;
        }

        byte[] stored(long length, byte[] block) {
            ByteBuffer eight =
                    ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length);
            return TestBlocks.join(
                    switch (this) {
                        case BASHO -> Arrays.copyOf(eight.array(), 4);
                        case ROCKSDB, ROCKSDB_HIGH -> TestBlocks.varint(length);
                        case ROCKSDB_UP_TO_VERSION_1 -> eight.array();
                    },
                    block);
        }
    }

    private static byte[] lz4(byte[] contents) {
        return LZ4Factory.safeInstance().highCompressor().compress(contents);
    }

    private static byte[] decompressed(int type, byte[] stored) throws UndecodableBlockException {
        return BlockDecompressor.byContent().decompress(type, stored, 0, stored.length);
    }

    private static Reason refusal(int type, byte[] stored) {
        return assertThrows(UndecodableBlockException.class, () -> decompressed(type, stored))
                .reason();
    }

    @ParameterizedTest
    @EnumSource
    void blocksOfEachFramingAreDecoded(Framing framing) throws Exception {
        for (int length : new int[] {1, 14, 15, 300, 4096, 40_056, 1 << 20}) {
            byte[] contents = TestCompression.compressible(length);
            byte[] stored = framing.stored(length, lz4(contents));
            assertArrayEquals(contents, decompressed(framing.type, stored), framing + " " + length);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLengthThatIsNotThatOfTheContentsIsRefused(Framing framing) {
        byte[] contents = TestCompression.compressible(1000);
        for (long claimed : new long[] {0, 1, 999, 1001, 2000, 1L << 31, (1L << 32) - 1}) {
            assertEquals(
                    Reason.UNKNOWN_COMPRESSION,
                    refusal(framing.type, framing.stored(claimed, lz4(contents))),
                    "" + claimed);
        }
    }

    @ParameterizedTest
    @EnumSource
    void noPrefixOfABlockIsDecoded(Framing framing) {
        byte[] stored = framing.stored(300, lz4(TestCompression.compressible(300)));
        for (int length = 0; length < stored.length; length++) {
            assertEquals(Reason.UNKNOWN_COMPRESSION, refusal(framing.type, Arrays.copyOf(stored, length)), "" + length);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLimitHolds(Framing framing) throws Exception {
        byte[] stored = framing.stored(10_000, lz4(new byte[10_000]));
        assertEquals(
                10_000, BlockDecompressor.byContent(10_000).decompress(framing.type, stored, 0, stored.length).length);
        BlockDecompressor less = BlockDecompressor.byContent(9_999);
        UndecodableBlockException e = assertThrows(
                UndecodableBlockException.class, () -> less.decompress(framing.type, stored, 0, stored.length));
        assertEquals(Reason.TOO_LARGE, e.reason());
    }

    /** Only the documented exception, and no allocation by a length that the bytes cannot hold. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 5})
    void anyBytesAreDecodedOrRefused(int type) throws Exception {
        SplittableRandom random = new SplittableRandom(type);
        byte[] sound = Framing.values()[type - 2 & 3].stored(500, lz4(TestCompression.compressible(500)));
        for (int i = 0; i < 20_000; i++) {
            byte[] stored = random.nextBoolean() ? sound.clone() : new byte[random.nextInt(64)];
            for (int flips = 1 + random.nextInt(4); flips > 0 && stored.length > 0; flips--) {
                stored[random.nextInt(stored.length)] = (byte) random.nextInt();
            }
            long allocated = ThreadUse.allocatedBytesOf(() -> {
                try {
                    assertTrue(decompressed(type, stored).length <= 1032 * stored.length);
                } catch (UndecodableBlockException e) {
                    assertTrue(e.reason() != Reason.TOO_LARGE || stored.length > 0);
                }
            });
            assertTrue(allocated < (1 << 20), () -> stored.length + " bytes took " + allocated);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, neither zstd", "4, neither deflate", "5, not LZ4"})
    void whatCannotBeDecodedIsNamed(int type, String name) {
        UndecodableBlockException e =
                assertThrows(UndecodableBlockException.class, () -> decompressed(type, new byte[] {5, 4, 3, 2, 1}));
        assertTrue(e.getMessage().contains("block type " + type + " (" + name), e.getMessage());
    }

    @Test
    void emptyContentsAreDecoded() throws Exception {
        assertArrayEquals(new byte[0], decompressed(5, new byte[] {0, 0}));
    }
}
