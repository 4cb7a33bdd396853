// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import io.github.filterblock.table.CorruptTableException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TF-6")
class BlockDecompressorTest {
    private static final BlockDecompressor BY_CONTENT = BlockDecompressor.byContent();

    /** What writers store under which type. */
    enum Codec {
        SNAPPY(1, TestCompression::snappy),
        ZSTD_OF_LEVELDB(2, TestCompression::zstd),
        ZLIB_OF_MOJANG(2, TestCompression::zlib),
        DEFLATE_OF_ROCKSDB(
                2, contents -> TestCompression.behindLength(contents.length, TestCompression.rawDeflate(contents))),
        ZSTD_OF_MOJANG(3, TestCompression::zstd),
        DEFLATE_OF_MOJANG(4, TestCompression::rawDeflate),
        ZSTD_OF_ROCKSDB(7, contents -> TestCompression.behindLength(contents.length, TestCompression.zstd(contents)));

        private final int type;
        private final UnaryOperator<byte[]> compressor;

        Codec(int type, UnaryOperator<byte[]> compressor) {
            this.type = type;
            this.compressor = compressor;
        }

        byte[] compressed(byte[] contents) {
            return compressor.apply(contents);
        }

        byte[] decompressed(byte[] stored) throws UndecodableBlockException {
            return BY_CONTENT.decompress(type, stored, 0, stored.length);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasCompressedIsDecompressed(Codec codec) throws UndecodableBlockException {
        for (int length : new int[] {0, 1, 2, 3, 63, 64, 65, 4096, 70_000, 200_000}) {
            byte[] contents = TestCompression.compressible(length);
            assertArrayEquals(contents, codec.decompressed(codec.compressed(contents)), codec + " of " + length);
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheNamedBytesAreRead(Codec codec) throws UndecodableBlockException {
        byte[] contents = TestCompression.compressible(5000);
        byte[] stored = codec.compressed(contents);
        byte[] around = TestBlocks.join(new byte[] {1, 2, 3}, stored, new byte[] {4, 5});
        assertArrayEquals(contents, BY_CONTENT.decompress(codec.type, around, 3, stored.length));
    }

    @ParameterizedTest
    @EnumSource
    void everyProperPrefixIsRefused(Codec codec) {
        byte[] stored = codec.compressed(TestCompression.compressible(300));
        for (int length = 0; length < stored.length; length++) {
            byte[] cut = TestCompression.cut(stored, length);
            UndecodableBlockException e = assertThrows(
                    UndecodableBlockException.class, () -> codec.decompressed(cut), codec + " cut to " + length);
            assertTrue(
                    Set.of(Reason.BAD_COMPRESSION, Reason.UNKNOWN_COMPRESSION).contains(e.reason()), e.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesBehindTheEndAreRefused(Codec codec) {
        byte[] stored = codec.compressed(TestCompression.compressible(300));
        for (byte[] more : new byte[][] {{0, 0}, {1, 2}, {(byte) 0xff, 0, 1}, {0, 0, 0, 0, 0}}) {
            byte[] longer = TestBlocks.join(stored, more);
            assertThrows(UndecodableBlockException.class, () -> codec.decompressed(longer), codec::toString);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatPassesTheLimitIsRefused(Codec codec) throws UndecodableBlockException {
        byte[] contents = TestCompression.compressible(20_000);
        byte[] stored = codec.compressed(contents);
        assertArrayEquals(
                contents, BlockDecompressor.byContent(20_000).decompress(codec.type, stored, 0, stored.length));
        for (int limit : new int[] {19_999, 8_192, 1, 0}) {
            UndecodableBlockException e = assertThrows(
                    UndecodableBlockException.class,
                    () -> BlockDecompressor.byContent(limit).decompress(codec.type, stored, 0, stored.length));
            assertEquals(Reason.TOO_LARGE, e.reason());
            assertTrue(e.getMessage().contains(Integer.toString(limit)), e.getMessage());
        }
    }

    @Test
    void aLimitIsOnlyLowered() {
        BlockDecompressor limited = BlockDecompressor.byContent(100);
        assertSame(limited, limited.limitedTo(100));
        assertSame(limited, limited.limitedTo(101));
        byte[] stored = TestCompression.zstd(new byte[100]);
        UndecodableBlockException e = assertThrows(
                UndecodableBlockException.class, () -> limited.limitedTo(99).decompress(2, stored, 0, stored.length));
        assertEquals(Reason.TOO_LARGE, e.reason());
    }

    /** From FORMAT-TESTS.md, section 1: the data block of tb123-onekey.ldb. */
    @Test
    void snappyOfLevelDbIsRead() throws UndecodableBlockException {
        byte[] contents = Codec.SNAPPY.decompressed(HexFormat.of()
                .parseHex("4318000b2d6b6579300d01406970"
                        + "73756d207461626c652072697665720d0c091810626c6f636b0d182873746f0000000001000000"));
        assertEquals(67, contents.length);
        assertEquals("key00000000ipsum table river", new String(contents, 3, 28, US_ASCII));
    }

    @ParameterizedTest
    @CsvSource({
        "'', a length is missing",
        "80, a length that does not end",
        "ffffffffff0f, a length of six bytes",
        "0000, no contents but a literal",
        "01, contents without a literal",
        "020061, fewer bytes than claimed",
        "01046162, more bytes than claimed",
        "ffffffff0f0061, 4 GiB from 7 bytes",
        "0a0d01, a copy of what is not there",
        "05006101000900, a copy from too far back",
        "0500610100000000, a copy from offset 0",
        "01006105, a copy without its distance behind the end",
        "0100610601, a copy with half its distance behind the end",
        "01006107010000, a copy with part of its distance behind the end",
        "0100610861, a literal of three bytes with one behind the end",
        "010061f0, a literal without its length behind the end",
        "010061f401, a literal with half its length behind the end",
        "010061fcffffffff, a literal of 4 GiB behind the end"
    })
    void damagedSnappyIsRefused(String stored, String what) {
        UndecodableBlockException e = assertThrows(
                UndecodableBlockException.class,
                () -> Codec.SNAPPY.decompressed(HexFormat.of().parseHex(stored)),
                what);
        assertEquals(Reason.BAD_COMPRESSION, e.reason());
    }

    /** As LevelDB's own decompressor does; Netty's takes the last byte for the front of more to come. */
    @Test
    void oneByteBehindTheEndOfSnappyIsRefused() {
        byte[] stored = TestCompression.snappy(TestCompression.compressible(300));
        for (int more = 0; more < 256; more++) {
            byte[] longer = TestBlocks.join(stored, new byte[] {(byte) more});
            UndecodableBlockException e =
                    assertThrows(UndecodableBlockException.class, () -> Codec.SNAPPY.decompressed(longer));
            assertEquals(Reason.BAD_COMPRESSION, e.reason());
        }
    }

    /** Every length of a literal's length, and every distance of a copy's distance, that an encoder may choose. */
    @ParameterizedTest
    @CsvSource({
        "0100 61, 61",
        "01f000 61, 61",
        "01f40000 61, 61",
        "01f8000000 61, 61",
        "01fc00000000 61, 61",
        "050061 0101, 6161616161",
        "050061 0e0100, 6161616161",
        "050061 0f01000000, 6161616161"
    })
    void everyFormOfSnappyElementsIsRead(String stored, String contents) throws UndecodableBlockException {
        byte[] bytes = HexFormat.of().parseHex(stored.replace(" ", ""));
        assertEquals(contents, HexFormat.of().formatHex(Codec.SNAPPY.decompressed(bytes)));
    }

    /** The same bytes under two types, and two kinds of bytes under one: the bytes decide. */
    @Test
    void typesTwoAndFourAreDeterminedByContent() throws UndecodableBlockException {
        byte[] contents = TestCompression.compressible(1000);
        for (int type : new int[] {2, 4}) {
            for (byte[] stored : new byte[][] {
                TestCompression.zstd(contents), TestCompression.zlib(contents), TestCompression.rawDeflate(contents)
            }) {
                assertArrayEquals(contents, BY_CONTENT.decompress(type, stored, 0, stored.length), "type " + type);
            }
        }
    }

    @Test
    void zstdIsReadUnderEveryTypeButSnappys() throws UndecodableBlockException {
        byte[] contents = TestCompression.compressible(1000);
        byte[] stored = TestCompression.zstd(contents);
        for (int type = 2; type < 256; type++) {
            assertArrayEquals(contents, BY_CONTENT.decompress(type, stored, 0, stored.length));
        }
        assertThrows(UndecodableBlockException.class, () -> BY_CONTENT.decompress(1, stored, 0, stored.length));
    }

    /**
     * The contents of a preset dictionary are elsewhere, so the block cannot be decoded; the message does not name LZ4
     * alone.
     */
    @Test
    void zlibWithAPresetDictionaryIsNamed() {
        java.util.zip.Deflater deflater = new java.util.zip.Deflater();
        deflater.setDictionary("apple banana cherry".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        deflater.setInput("banana cherry apple".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        deflater.finish();
        byte[] stored = new byte[100];
        int length = deflater.deflate(stored);
        deflater.end();
        for (int type : new int[] {2, 4}) {
            UndecodableBlockException e =
                    assertThrows(UndecodableBlockException.class, () -> BY_CONTENT.decompress(type, stored, 0, length));
            assertEquals(Reason.UNKNOWN_COMPRESSION, e.reason());
            assertTrue(e.getMessage().contains("type " + type + " (zlib with a preset dictionary"), e.getMessage());
        }
    }

    /** In pieces, which are joined. */
    @ParameterizedTest
    @ValueSource(ints = {(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20})
    void megabytesAreInflatedWhole(int length) throws UndecodableBlockException {
        byte[] contents = TestCompression.compressible(length);
        for (int type : new int[] {2, 4}) {
            byte[] stored = type == 2 ? TestCompression.zlib(contents) : TestCompression.rawDeflate(contents);
            assertArrayEquals(contents, BlockDecompressor.byContent(length).decompress(type, stored, 0, stored.length));
            UndecodableBlockException e = assertThrows(
                    UndecodableBlockException.class,
                    () -> BlockDecompressor.byContent(length - 1).decompress(type, stored, 0, stored.length));
            assertEquals(Reason.TOO_LARGE, e.reason());
        }
    }

    @Test
    void reasonsSayWhetherAPartMayBeSound() {
        for (Reason reason : Reason.values()) {
            assertEquals(reason.name().startsWith("UNKNOWN_"), reason.isUnsupported(), reason::name);
            CorruptTableException e = new CorruptTableException("a.ldb", 1, reason, "detail");
            assertEquals(reason.rule(), e.rule());
        }
    }

    /** An LZ4 block of Basho starts with the length of its contents; here 40,056, which looks like zlib. */
    @Test
    void lz4ThatCannotBeDecodedIsNamed() {
        byte[] basho = HexFormat.of().parseHex("789c0000f0ff000102030405060708090a0b0c0d0e0f");
        UndecodableBlockException e =
                assertThrows(UndecodableBlockException.class, () -> BY_CONTENT.decompress(2, basho, 0, basho.length));
        assertEquals(Reason.UNKNOWN_COMPRESSION, e.reason());
        assertTrue(e.getMessage().contains("block type 2 (neither zstd, zlib nor LZ4)"), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 99, 255})
    void whatIsNotDecodedIsReportedWithItsType(int type) {
        byte[] stored = {5, 4, 3, 2, 1, 0, 1, 2, 3, 4};
        UndecodableBlockException e =
                assertThrows(UndecodableBlockException.class, () -> BY_CONTENT.decompress(type, stored, 0, 10));
        assertEquals(Reason.UNKNOWN_COMPRESSION, e.reason());
        assertTrue(e.getMessage().contains("block type " + type + " "), e.getMessage());
    }

    /** Without the length nothing could be allocated for sure; no table writer leaves it out. */
    @Test
    void zstdThatDoesNotSayItsLengthIsRefused() throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        try (ZstdOutputStream out = new ZstdOutputStream(frame)) {
            out.write(TestCompression.compressible(1000));
        }
        byte[] stored = frame.toByteArray();
        UndecodableBlockException e =
                assertThrows(UndecodableBlockException.class, () -> BY_CONTENT.decompress(2, stored, 0, stored.length));
        assertEquals(Reason.BAD_COMPRESSION, e.reason());
    }
}
