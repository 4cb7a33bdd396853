// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.compression.UndecodableBlockException.Reason;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.table.Packing;
import io.github.filterblock.table.TestBlocks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks in the compression of every writer, told by their content. LZ4 is compressed by lz4-java. */
@Tag("TF-6")
class BlockDecompressorTest {
    private static final BlockDecompressor BY_CONTENT = new BlockDecompressor(BlockDecompressor.DEFAULT_LIMIT);
    private static final int LIMIT = 100_000;

    private static byte[] lz4(byte[] contents) {
        return LZ4Factory.safeInstance().highCompressor().compress(contents);
    }

    /** Contents that shrink: words, repeated and not. */
    private static byte[] compressible(int length) {
        byte[] contents = new byte[length];
        for (int i = 0; i < length; i++) {
            contents[i] = (byte) "some words, and again some words ".charAt((i + i / 77) % 33);
        }
        return contents;
    }

    /** RocksDB puts the length of the contents in front of all but Snappy. */
    private static byte[] behindLength(byte[] contents, byte[] compressed) {
        return TestBlocks.join(TestBlocks.varint(contents.length), compressed);
    }

    private static byte[] littleEndian(long length, int bytes) {
        ByteBuffer eight = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length);
        return Arrays.copyOf(eight.array(), bytes);
    }

    private static void assertUndecodable(Reason reason, String message, Executable decompressing) {
        UndecodableBlockException e = assertThrows(UndecodableBlockException.class, decompressing);
        assertEquals(reason, e.reason(), e::getMessage);
        assertTrue(String.valueOf(e.getMessage()).contains(message), e::getMessage);
    }

    private static byte[] decompressed(BlockDecompressor decompressor, int type, byte[] stored)
            throws UndecodableBlockException {
        return decompressor.decompress(type, stored, 0, stored.length);
    }

    /** What writers store under which type, and last what none does: of types 2 and 4 the bytes decide. */
    enum Codec {
        SNAPPY(1, Packing.SNAPPY::pack),
        ZSTD_OF_LEVELDB(2, Packing.ZSTD::pack),
        ZLIB_OF_MOJANG(2, Packing.ZLIB::pack),
        DEFLATE_OF_ROCKSDB(2, contents -> behindLength(contents, Packing.DEFLATE.pack(contents))),
        ZSTD_OF_MOJANG(3, Packing.ZSTD::pack),
        DEFLATE_OF_MOJANG(4, Packing.DEFLATE::pack),
        ZSTD_OF_ROCKSDB(7, contents -> behindLength(contents, Packing.ZSTD.pack(contents))),
        LZ4_OF_BASHO(2, contents -> TestBlocks.join(littleEndian(contents.length, 4), lz4(contents))),
        LZ4_OF_ROCKSDB(4, contents -> behindLength(contents, lz4(contents))),
        LZ4_HIGH_OF_ROCKSDB(5, contents -> behindLength(contents, lz4(contents))),
        LZ4_OF_ROCKSDB_UP_TO_VERSION_1(4, contents -> TestBlocks.join(littleEndian(contents.length, 8), lz4(contents))),
        BARE_DEFLATE(2, Packing.DEFLATE::pack),
        ZLIB_AS_DEFLATE(4, Packing.ZLIB::pack),
        ZSTD_AS_DEFLATE(4, Packing.ZSTD::pack);

        private final int type;
        private final UnaryOperator<byte[]> compressor;

        Codec(int type, UnaryOperator<byte[]> compressor) {
            this.type = type;
            this.compressor = compressor;
        }
    }

    /** Only the named bytes are read, and all of them. */
    @ParameterizedTest
    @EnumSource
    void whatWasCompressedIsDecompressed(Codec codec) throws UndecodableBlockException {
        for (int length : new int[] {0, 1, 2, 3, 63, 64, 65, 4096, 70_000, 200_000}) {
            byte[] contents = compressible(length);
            byte[] stored = codec.compressor.apply(contents);
            byte[] around = TestBlocks.join(new byte[] {1, 2, 3}, stored, new byte[] {4, 5});
            assertArrayEquals(contents, decompressed(BY_CONTENT, codec.type, stored), codec + " of " + length);
            assertArrayEquals(contents, BY_CONTENT.decompress(codec.type, around, 3, stored.length));
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesThatAreCutOrFollowedByOthersAreRefused(Codec codec) {
        byte[] stored = codec.compressor.apply(compressible(300));
        for (int length = 0; length < stored.length; length++) {
            byte[] cut = Arrays.copyOf(stored, length);
            UndecodableBlockException e = assertThrows(
                    UndecodableBlockException.class,
                    () -> decompressed(BY_CONTENT, codec.type, cut),
                    codec + " cut to " + length);
            assertTrue(Set.of(Reason.DAMAGED, Reason.UNKNOWN).contains(e.reason()), e.getMessage());
        }
        for (byte[] more : new byte[][] {{0, 0}, {1, 2}, {(byte) 0xff, 0, 1}, {0, 0, 0, 0, 0}}) {
            byte[] longer = TestBlocks.join(stored, more);
            assertThrows(
                    UndecodableBlockException.class,
                    () -> decompressed(BY_CONTENT, codec.type, longer),
                    codec::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatPassesTheLimitIsRefused(Codec codec) throws UndecodableBlockException {
        byte[] contents = compressible(20_000);
        byte[] stored = codec.compressor.apply(contents);
        assertArrayEquals(contents, decompressed(new BlockDecompressor(20_000), codec.type, stored));
        for (int limit : new int[] {19_999, 8_192, 1, 0}) {
            BlockDecompressor limited = new BlockDecompressor(30_000).limitedTo(limit);
            assertSame(limited, limited.limitedTo(limit));
            assertSame(limited, limited.limitedTo(limit + 1));
            assertUndecodable(Reason.TOO_LARGE, "" + limit, () -> decompressed(limited, codec.type, stored));
        }
    }

    /** In pieces, which are joined. */
    @ParameterizedTest
    @ValueSource(ints = {(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20})
    void megabytesAreInflatedWhole(int length) throws UndecodableBlockException {
        byte[] contents = compressible(length);
        for (int type : new int[] {2, 4}) {
            byte[] stored = (type == 2 ? Packing.ZLIB : Packing.DEFLATE).pack(contents);
            assertArrayEquals(contents, decompressed(new BlockDecompressor(length), type, stored));
            BlockDecompressor limited = new BlockDecompressor(length - 1);
            assertUndecodable(Reason.TOO_LARGE, "", () -> decompressed(limited, type, stored));
        }
    }

    /** The last two: an LZ4 block of Basho that is cut and looks like zlib, and zlib with a preset dictionary. */
    @ParameterizedTest
    @CsvSource({
        "2, 05040302010001020304, neither zstd",
        "3, 05040302010001020304, not zstd",
        "4, 05040302010001020304, neither deflate",
        "5, 05040302010001020304, not LZ4",
        "6, 05040302010001020304, XPRESS",
        "7, 05040302010001020304, zstd if",
        "9, 05040302010001020304, used by no",
        "255, 05040302010001020304, used by no",
        "2, 789c0000f0ff000102030405060708090a0b0c0d0e0f, 'neither zstd, zlib nor LZ4'",
        "4, 78bb49a9072f, zlib with a preset dictionary"
    })
    void whatIsNotDecodedIsReportedWithItsType(int type, String hex, String name) {
        byte[] stored = Bytes.hex(hex);
        assertUndecodable(
                Reason.UNKNOWN, "block type " + type + " (" + name, () -> decompressed(BY_CONTENT, type, stored));
    }

    /** Nothing is made of a block that announces more. */
    @Test
    void contentsHaveAtMost64MebibytesUnlessAnotherLimitIsGiven() {
        byte[] stored = TestBlocks.join(TestBlocks.varint((64 << 20) + 1), new byte[4 << 20]);
        String message = "the block has 67108865 bytes, the limit is 67108864";
        assertUndecodable(Reason.TOO_LARGE, message, () -> decompressed(BY_CONTENT, 1, stored));
    }

    /** Of Snappy, type 1, and MinLZ, type 8: a length as a varint, then literals and copies. */
    @ParameterizedTest
    @CsvSource({
        "1, ff, unterminated length before the Snappy data",
        "1, ff7f00, 'the Snappy data claims 16383 bytes, more than 3 can hold'",
        "1, 05106162, the last element of the Snappy data ends 3 bytes early",
        "1, 0400610102, the Snappy data copies from 2 bytes before byte 1",
        "1, 020061, the Snappy data gives 1 of 2 bytes",
        "1, 01046162, the Snappy data gives more than 1 bytes",
        "8, 00ff, unterminated length before the MinLZ data",
        "8, 0081808004, 'the MinLZ data claims 8388609 bytes, more than the 8388608 of its largest block'",
        "8, 00020061, the MinLZ data gives 1 of 2 bytes"
    })
    void damageIsNamedWithItsNumbers(int type, String hex, String message) {
        byte[] stored = Bytes.hex(hex);
        UndecodableBlockException e =
                assertThrows(UndecodableBlockException.class, () -> decompressed(BY_CONTENT, type, stored));
        assertEquals(message, e.getMessage());
        assertEquals(Reason.DAMAGED, e.reason());
    }

    /** Without the length nothing could be allocated for sure; no table writer leaves it out. */
    @Test
    void zstdThatDoesNotSayItsLengthIsRefused() throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        try (ZstdOutputStream out = new ZstdOutputStream(frame)) {
            out.write(compressible(1000));
        }
        assertUndecodable(Reason.DAMAGED, "", () -> decompressed(BY_CONTENT, 2, frame.toByteArray()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void damagedDeflateIsNamed(boolean raw) {
        String kind = raw ? "deflate" : "zlib";
        byte[] contents = compressible(20_000);
        byte[] stored = (raw ? Packing.DEFLATE : Packing.ZLIB).pack(contents);
        byte[] damaged = stored.clone();
        damaged[raw ? 0 : 2] |= 6; // a block of a kind that there is not
        assertDeflateRefused("the " + kind + " data is damaged: invalid block type", damaged, 20_000, raw);
        byte[] longer = Arrays.copyOf(stored, stored.length + 2);
        assertDeflateRefused("2 bytes follow the end of the " + kind + " data", longer, 20_000, raw);
        byte[] shorter = Arrays.copyOf(stored, stored.length - 1);
        assertDeflateRefused("the " + kind + " data is truncated after ", shorter, 20_000, raw);
        assertDeflateRefused("the " + kind + " data is truncated after 0 bytes", new byte[0], 20_000, raw);
        assertDeflateRefused("the block has more than 19999 bytes, which is the limit", stored, 19_999, raw);
    }

    private static void assertDeflateRefused(String message, byte[] stored, int limit, boolean raw) {
        UndecodableBlockException e = assertThrows(
                UndecodableBlockException.class, () -> DeflateBlocks.decompress(stored, 0, stored.length, limit, raw));
        assertTrue(String.valueOf(e.getMessage()).startsWith(message), e::getMessage);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 1001, 2000, 1L << 31, (1L << 32) - 1})
    void aLengthOfLz4ThatIsNotThatOfTheContentsIsRefused(long claimed) {
        byte[] block = lz4(compressible(1000));
        for (byte[] prefix : List.of(littleEndian(claimed, 4), TestBlocks.varint(claimed), littleEndian(claimed, 8))) {
            byte[] stored = TestBlocks.join(prefix, block);
            for (int type : prefix.length == 4 ? new int[] {2} : new int[] {4, 5}) {
                assertUndecodable(Reason.UNKNOWN, "", () -> decompressed(BY_CONTENT, type, stored));
            }
        }
    }

    /** Blocks of more than a mebibyte have arrays of their own; shorter ones leave the end of the last in the array. */
    @ParameterizedTest
    @EnumSource
    void oneBlockAfterAnotherIsMadeInTheSameArray(Codec codec) throws Exception {
        try (ContentsBuffer buffer = new ContentsBuffer()) {
            for (int length : new int[] {500, 20_000, 100, 1_100_000, 300}) {
                byte[] contents = compressible(length);
                byte[] stored = codec.compressor.apply(contents);
                BY_CONTENT.decompress(codec.type, stored, 0, stored.length, buffer);
                assertArrayEquals(contents, Arrays.copyOf(buffer.bytes(), buffer.length()));
            }
        }
    }

    /** Only the documented exception, and no allocation by a length that the bytes cannot hold. */
    @ParameterizedTest
    @EnumSource
    void anyBytesAreDecodedOrRefused(Codec codec) throws Exception {
        SplittableRandom random = new SplittableRandom(codec.type);
        byte[] sound = codec.compressor.apply(compressible(500));
        BlockDecompressor limited = new BlockDecompressor(LIMIT);
        for (Codec each : Codec.values()) { // loads classes, which takes memory too
            decompressed(limited, each.type, each.compressor.apply(compressible(500)));
        }
        for (int i = 400 * Integer.getInteger("filterblock.scale", 1); i > 0; i--) {
            byte[] stored = Arrays.copyOf(sound, random.nextBoolean() ? sound.length : random.nextInt(64));
            for (int flips = 1 + random.nextInt(4); flips > 0 && stored.length > 0; flips--) {
                stored[random.nextInt(stored.length)] = (byte) random.nextInt();
            }
            int type = random.nextBoolean() ? codec.type : 1 + random.nextInt(8);
            long allocated = ThreadUse.allocatedBytesOf(() -> {
                try {
                    assertTrue(decompressed(limited, type, stored).length <= LIMIT);
                } catch (UndecodableBlockException e) {
                    assertFalse(e.getMessage().isBlank());
                }
            });
            assertTrue(allocated < (1 << 20), () -> stored.length + " bytes took " + allocated);
        }
    }
}
