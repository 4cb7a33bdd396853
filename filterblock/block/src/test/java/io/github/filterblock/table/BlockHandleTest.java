// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@Tag("TF-2")
class BlockHandleTest {

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private static Optional<BlockHandle> decoded(byte[] bytes) {
        return BlockHandle.decode(bytes, 0, bytes.length);
    }

    /** From FORMAT.md, TF-2: the second is padded by pcmind. */
    @ParameterizedTest
    @CsvSource({"3a12, 58, 18", "df8a08f913000000000000000000000000000000, 132447, 2553", "0000, 0, 0"})
    void handlesAreDecodedWhateverFollows(String encoded, long offset, long size) {
        assertEquals(Optional.of(new BlockHandle(offset, size)), decoded(hex(encoded)));
    }

    @ParameterizedTest
    @CsvSource({"''", "3a", "80", "3a80", "8080808080808080808001"})
    void fewerThanTwoNumbersAreNoHandle(String encoded) {
        assertEquals(Optional.empty(), decoded(hex(encoded)));
    }

    @Test
    void bytesBehindTheLimitAreNotRead() {
        assertEquals(Optional.empty(), BlockHandle.decode(hex("ff3a12"), 1, 2));
        assertEquals(Optional.of(new BlockHandle(58, 18)), BlockHandle.decode(hex("ff3a12"), 1, 3));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"READ_ONLY", "MAPPED"})
    void handlesAreWrittenIntoBuffersAtTheWriterIndex(ByteBufKind kind) {
        ByteBuf dst = kind.of(new byte[20]);
        int start = dst.readerIndex() + 3;
        dst.writerIndex(start);
        new BlockHandle(132447, 2553).encode(dst);
        assertEquals(start + 5, dst.writerIndex());
        assertEquals("000000df8a08f91300", HexFormat.of().formatHex(bytes(dst, start - 3, 9)));
        assertEquals(1, dst.refCnt());
        dst.release();
    }

    private static byte[] bytes(ByteBuf buffer, int index, int length) {
        byte[] bytes = new byte[length];
        buffer.getBytes(index, bytes);
        return bytes;
    }

    @ParameterizedTest
    @Tag("TF-5")
    @CsvSource({
        "0, 0, 5, true",
        "0, 0, 4, false",
        "0, 0, 0, false",
        "10, 20, 35, true",
        "10, 20, 34, false",
        "36, 0, 35, false",
        "9223372036854775802, 0, 9223372036854775807, true",
        "9223372036854775803, 0, 9223372036854775807, false",
        "9223372036854775807, 9223372036854775807, 9223372036854775807, false",
        "-1, 0, 9223372036854775807, false",
        "0, -1, 9223372036854775807, false",
        "1, -1, 9223372036854775807, false"
    })
    void edgesOf64BitsAreNotPassed(long offset, long size, long fileSize, boolean inside) {
        assertEquals(inside, new BlockHandle(offset, size).liesInside(fileSize));
    }

    @Test
    void textIsUnsigned() {
        assertEquals("[18446744073709551615, 9223372036854775808]", new BlockHandle(-1, Long.MIN_VALUE).toString());
    }

    @Test
    void handlesOfLargeNumbersHaveTwentyBytes() {
        byte[] longest = new BlockHandle(-1, -1).encode();
        assertEquals(20, longest.length);
        assertEquals(Optional.of(new BlockHandle(-1, -1)), decoded(Arrays.copyOf(longest, 25)));
    }
}
