// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ByteBufKindTest {
    private static final int[] LENGTHS = {0, 1, 2, 3, 4, 5, 64, 1000, 100_000};

    private static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 7 + i / 256);
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void bytesAreACopyBetweenGuardsBehindIndexZeroAndOneReleaseFreesThem(ByteBufKind kind) {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        for (int length : LENGTHS) {
            byte[] bytes = pattern(length);
            ByteBuf buffer = kind.of(bytes, allocator);
            Arrays.fill(bytes, (byte) 1);
            assertEquals(Hex.of(pattern(length)), ByteBufUtil.hexDump(buffer));
            assertNotEquals(0, buffer.readerIndex());
            assertEquals(ByteBufKind.GUARD, buffer.getByte(buffer.readerIndex() - 1));
            assertEquals(ByteBufKind.GUARD, buffer.getByte(buffer.writerIndex()));
            assertTrue(buffer.capacity() > buffer.writerIndex());
            assertEquals(1, buffer.refCnt());
            assertTrue(buffer.release());
        }
        assertEquals(0, allocator.metric().usedHeapMemory());
        assertEquals(0, allocator.metric().usedDirectMemory());
    }

    private static Set<ByteBufKind> kindsThat(Predicate<ByteBuf> trait) {
        return Arrays.stream(ByteBufKind.values())
                .filter(kind -> {
                    ByteBuf buffer = kind.of(pattern(1000));
                    try {
                        return trait.test(buffer);
                    } finally {
                        buffer.release();
                    }
                })
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ByteBufKind.class)));
    }

    @ParameterizedTest
    @EnumSource
    void kindsAreWhatTheirNamesSay(ByteBufKind kind) {
        Set<ByteBufKind> direct = EnumSet.of(
                ByteBufKind.DIRECT,
                ByteBufKind.POOLED_DIRECT,
                ByteBufKind.ADAPTIVE,
                ByteBufKind.SLICED_DIRECT,
                ByteBufKind.MAPPED);
        Set<ByteBufKind> withArray = EnumSet.of(ByteBufKind.HEAP, ByteBufKind.POOLED_HEAP, ByteBufKind.SLICED);
        assertEquals(direct.contains(kind), kindsThat(ByteBuf::isDirect).contains(kind));
        assertEquals(withArray.contains(kind), kindsThat(ByteBuf::hasArray).contains(kind));
        boolean readOnly = kind == ByteBufKind.READ_ONLY || kind == ByteBufKind.MAPPED;
        assertEquals(readOnly, kindsThat(ByteBuf::isReadOnly).contains(kind));
        boolean inParts = kind == ByteBufKind.COMPOSITE;
        assertEquals(inParts, kindsThat(buffer -> buffer.nioBufferCount() > 3).contains(kind));
    }

    @Test
    void slicesBeginAtAnOddOffset() {
        ByteBuf slice = ByteBufKind.SLICED.of(pattern(100));
        assertEquals(1, slice.arrayOffset() % 2);
        slice.release();
    }
}
