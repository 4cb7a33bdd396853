// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** A lent buffer as it was: both indexes, the reference count, and every byte, also those outside the indexes. */
record Loan(ByteBuf buffer, int readerIndex, int writerIndex, int refCnt, byte[] content) {
    Loan(ByteBuf buffer) {
        this(buffer, buffer.readerIndex(), buffer.writerIndex(), buffer.refCnt(), bytes(buffer));
    }

    private static byte[] bytes(ByteBuf buffer) {
        return ByteBufUtil.getBytes(buffer, 0, buffer.capacity());
    }

    void assertReturnedUntouched() {
        String kind = buffer.toString();
        assertEquals(readerIndex, buffer.readerIndex(), kind);
        assertEquals(writerIndex, buffer.writerIndex(), kind);
        assertEquals(refCnt, buffer.refCnt(), kind);
        assertArrayEquals(content, bytes(buffer), kind);
    }
}
