// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose memory a reader reads, and for how long. */
class FilterBlockReaderLifetimeTest {
    private static final FilterMatcher BLOOM = Matchers.levelDb();
    private static final byte[] KEY = Bytes.ascii("foo");
    private static final byte[] BLOCK =
            Blocks.build(BlockPlan.parse(11, "S0 K666f6f S3000 K626172"), BloomFilterPolicy.levelDb(10));

    private static void assertAnswers(FilterBlockReader reader) {
        assertTrue(reader.keyMayMatch(0, KEY));
        assertFalse(reader.keyMayMatch(3000, KEY));
    }

    @ParameterizedTest
    @EnumSource
    void copyIsIndependentOfItsBuffer(ByteBufKind kind) {
        ByteBuf buffer = kind.of(BLOCK);
        List<FilterBlockReader> copies = new ArrayList<>(List.of(FilterBlockReader.copyOfBuf(buffer, BLOOM)));
        if (kind == ByteBufKind.COMPOSITE) {
            copies.add(FilterBlockReader.retaining(buffer, BLOOM)); // of several parts
        }
        assertEquals(1, buffer.refCnt());
        if (!buffer.isReadOnly()) {
            buffer.setZero(buffer.readerIndex(), BLOCK.length);
        }
        FilterBlockReader retaining = FilterBlockReader.retaining(buffer, BLOOM);
        buffer.release();
        copies.forEach(FilterBlockReaderLifetimeTest::assertAnswers);
        retaining.close();
        assertEquals(0, buffer.refCnt());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "COMPOSITE")
    void retainedBufferHasOneReferenceMoreUntilClosed(ByteBufKind kind) {
        ByteBuf buffer = kind.of(BLOCK);
        FilterBlockReader reader = FilterBlockReader.retaining(buffer, BLOOM);
        FilterBlockReader another = FilterBlockReader.retaining(buffer, BLOOM);
        assertEquals(3, buffer.refCnt());
        reader.forDataUpTo(1).close();
        reader.close();
        assertEquals(2, buffer.refCnt());
        assertTrue(!buffer.release());
        assertAnswers(another);
        another.close();
        assertEquals(0, buffer.refCnt());
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"COMPOSITE", "READ_ONLY", "MAPPED"})
    void retainedBufferIsNotCopied(ByteBufKind kind) {
        ByteBuf buffer = kind.of(BLOCK);
        FilterBlockReader reader = FilterBlockReader.retaining(buffer, BLOOM);
        buffer.setByte(buffer.readerIndex() + BLOCK.length - 1, 64); // FB-22
        FilterBlockReader late = FilterBlockReader.retaining(buffer, BLOOM);
        assertTrue(late.keyMayMatch(3000, KEY));
        late.close();
        buffer.setZero(buffer.readerIndex(), 8);
        assertFalse(reader.keyMayMatch(0, KEY));
        reader.close();
        buffer.release();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void compositeOfOnePartIsRetained(boolean direct) {
        ByteBuf part = (direct ? Unpooled.directBuffer() : Unpooled.buffer()).writeBytes(BLOCK);
        CompositeByteBuf buffer = Unpooled.compositeBuffer().addComponent(true, part);
        FilterBlockReader reader = FilterBlockReader.retaining(buffer, BLOOM);
        assertEquals(2, buffer.refCnt());
        buffer.release();
        assertAnswers(reader);
        reader.close();
        assertEquals(0, part.refCnt());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "COMPOSITE")
    void closedReaderRefuses(ByteBufKind kind) {
        ByteBuf buffer = kind.of(BLOCK);
        ByteBuf key = Unpooled.directBuffer().writeBytes(KEY);
        for (FilterMatcher matcher : List.of(BLOOM, new TestHashPolicy())) {
            FilterBlockReader reader = FilterBlockReader.retaining(buffer, matcher);
            reader.forDataUpTo(1).close();
            for (Executable call : new Executable[] {
                () -> reader.keyMayMatch(0, KEY),
                () -> reader.keyMayMatch(1L << 40, KEY),
                () -> reader.keyMayMatch(0, KEY, 1, 2),
                () -> reader.keyMayMatch(0, ByteBuffer.wrap(KEY)),
                () -> reader.keyMayMatch(0, key.nioBuffer()),
                () -> reader.tableMayMatch(KEY),
                () -> reader.tableMayMatch(ByteBuffer.wrap(KEY)),
                () -> reader.tableMayMatch(key.nioBuffer()),
                () -> reader.forDataUpTo(1),
                () -> new FilterBlockBatch(1).add(reader, 0, KEY, 0, 3),
                reader::layout
            }) {
                assertClosed(call);
            }
            assertEquals(BLOCK.length, reader.retainedBytes());
        }
        FilterBlockReader reader = FilterBlockReader.retaining(buffer, BLOOM);
        reader.close();
        HashedKey hashed = HashedKey.of(KEY);
        assertClosed(() -> reader.keyMayMatch(0, hashed));
        assertClosed(() -> reader.tableMayMatch(hashed));
        assertClosed(() -> new FilterBlockBatch(1).add(reader, 0, hashed));
        key.release();
        buffer.release();
    }

    private static void assertClosed(Executable call) {
        String message = assertThrows(IllegalStateException.class, call).getMessage();
        assertTrue(message.contains("closed"), message);
    }

    /** Copying leaves the memory of the source as it is, so it can be copied, described and opened again. */
    @ParameterizedTest
    @EnumSource
    void aReaderIsCopiedAsOftenAsWanted(ByteBufKind kind) {
        ByteBuf buffer = kind.of(BLOCK);
        List<FilterBlockReader> sources = List.of(
                FilterBlockReader.retaining(buffer, BLOOM),
                FilterBlockReader.retaining(buffer, new TestHashPolicy()),
                FilterBlockReader.copyOfBuf(buffer, BLOOM));
        for (FilterBlockReader source : sources) {
            for (int times = 0; times < 3; times++) {
                FilterBlockReader copy = source.copyInto(UnpooledByteBufAllocator.DEFAULT);
                for (FilterBlockReader each : List.of(source, copy)) {
                    assertEquals(BLOCK.length, each.layout().length());
                    assertEquals(source.keyMayMatch(0, KEY), each.keyMayMatch(0, KEY));
                    assertFalse(each.keyMayMatch(3000, KEY));
                    assertEquals(BLOCK.length, each.forDataUpTo(1).layout().length());
                }
                copy.close();
            }
            source.close();
        }
        buffer.release();
    }

    @Test
    void readerThatCannotBeMadeKeepsNoReference() {
        ByteBuf buffer = new UnpooledDirectByteBuf(UnpooledByteBufAllocator.DEFAULT, BLOCK.length, BLOCK.length) {
            @Override
            public ByteBuffer nioBuffer(int index, int length) {
                throw new UnsupportedOperationException("as the test wants it");
            }
        };
        buffer.writeBytes(BLOCK);
        assertThrows(UnsupportedOperationException.class, () -> FilterBlockReader.retaining(buffer, BLOOM));
        assertEquals(1, buffer.refCnt());
        buffer.release();
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 19", "18, 1", "19, 0", "1, 2147483647"})
    void blockOutsideItsArrayIsRefused(int offset, int length) {
        byte[] array = new byte[18];
        assertThrows(IndexOutOfBoundsException.class, () -> FilterBlockReader.wrap(array, offset, length, BLOOM));
    }
}
