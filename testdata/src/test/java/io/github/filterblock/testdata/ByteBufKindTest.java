// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.testdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteBufKindTest {
    private static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 7 + i / 256);
        }
        return bytes;
    }

    @ParameterizedTest
    @CsvSource({
        "HEAP, array",
        "POOLED_HEAP, array",
        "SLICED, array at an odd offset",
        "DIRECT, direct",
        "POOLED_DIRECT, direct",
        "ADAPTIVE, direct",
        "SLICED_DIRECT, direct",
        "READ_ONLY, read-only",
        "MAPPED, direct read-only",
        "COMPOSITE, parts"
    })
    void everyKindIsACopyBetweenGuardsAndWhatItsNameSays(ByteBufKind kind, String traits) {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        for (int length : new int[] {0, 1, 2, 3, 4, 5, 64, 1000, 100_000}) {
            byte[] bytes = pattern(length);
            ByteBuf buffer = kind.of(bytes, allocator);
            Arrays.fill(bytes, (byte) 1);
            assertEquals(Hex.of(pattern(length)), ByteBufUtil.hexDump(buffer));
            assertNotEquals(0, buffer.readerIndex());
            assertEquals(ByteBufKind.GUARD, buffer.getByte(buffer.readerIndex() - 1));
            assertEquals(ByteBufKind.GUARD, buffer.getByte(buffer.writerIndex()));
            assertTrue(buffer.capacity() > buffer.writerIndex());
            if (length == 1000) {
                assertEquals(traits, traits(buffer));
            }
            assertEquals(1, buffer.refCnt());
            assertTrue(buffer.release());
        }
        assertEquals(0, allocator.metric().usedHeapMemory());
        assertEquals(0, allocator.metric().usedDirectMemory());
    }

    private static String traits(ByteBuf buffer) {
        List<String> traits = new ArrayList<>();
        if (buffer.isDirect()) {
            traits.add("direct");
        }
        if (buffer.hasArray()) {
            traits.add(buffer.arrayOffset() % 2 == 1 ? "array at an odd offset" : "array");
        }
        if (buffer.isReadOnly()) {
            traits.add("read-only");
        }
        if (buffer.nioBufferCount() > 3) {
            traits.add("parts");
        }
        return String.join(" ", traits);
    }
}
