// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.table.StoredFilterBlock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory that runs out while a block is written: nothing leaks, nothing is half done, and the next try succeeds. */
class FailingWriteTest {
    private static final byte[] BLOCK = SmallTables.block(builder());
    private static final int ENOUGH = 100;

    private static FilterBlockBuilder builder() {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10));
        for (int block = 0; block < 20; block++) {
            builder.startBlock(block * 1500L);
            for (int key = 0; key < 30; key++) {
                builder.addKey((block + "/" + key).getBytes(StandardCharsets.US_ASCII));
            }
        }
        return builder;
    }

    /** Buffers that have to grow, in steps or all at once. */
    static Stream<Function<FailingAllocator, ByteBuf>> destinations() {
        return Stream.of(
                allocator -> allocator.heapBuffer(16),
                allocator -> allocator.directBuffer(16),
                allocator -> allocator.compositeHeapBuffer().addComponent(true, allocator.heapBuffer(8, 8)),
                allocator -> allocator.compositeDirectBuffer().addComponent(true, allocator.directBuffer(8, 8)));
    }

    private interface Write {
        void to(ByteBuf dst, FilterBlockBuilder builder);
    }

    private static int failEach(Function<FailingAllocator, ByteBuf> destination, byte[] expected, Write write) {
        for (int allowed = 0; ; allowed++) {
            FailingAllocator allocator = new FailingAllocator(false, ENOUGH);
            ByteBuf dst = destination.apply(allocator).writeZero(3).skipBytes(1);
            FilterBlockBuilder builder = builder();
            allocator.allow(allowed);
            boolean failed = false;
            try {
                write.to(dst, builder);
            } catch (OutOfMemoryError e) {
                failed = true;
                assertEquals(3, dst.writerIndex());
                assertEquals(BLOCK.length, builder.sizeInBytes());
                allocator.allow(ENOUGH);
                write.to(dst, builder);
            }
            assertEquals(1, dst.readerIndex());
            assertEquals(1, dst.refCnt());
            assertArrayEquals(expected, ByteBufUtil.getBytes(dst, 3, dst.writerIndex() - 3));
            assertTrue(dst.release());
            assertEquals(0, allocator.outstanding());
            if (!failed) {
                return allowed;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("destinations")
    void builderCanFinishAfterEveryFailure(Function<FailingAllocator, ByteBuf> destination) {
        int allocations = failEach(destination, BLOCK, (dst, builder) -> builder.finishBuf(dst));
        assertTrue(allocations > 0, "allocations that can fail");
    }

    @ParameterizedTest
    @MethodSource("destinations")
    void storedFormCanBeWrittenAfterEveryFailure(Function<FailingAllocator, ByteBuf> destination) {
        byte[] stored = new byte[BLOCK.length + 5];
        FailingAllocator allocator = new FailingAllocator(false, ENOUGH);
        ByteBuf sound = allocator.heapBuffer();
        StoredFilterBlock.write(builder(), 7000, sound);
        sound.readBytes(stored).release();
        int allocations = failEach(destination, stored, (dst, builder) -> StoredFilterBlock.write(builder, 7000, dst));
        assertTrue(allocations > 0, "allocations that can fail");
    }

    @ParameterizedTest
    @MethodSource("allocators")
    void newBufferIsNotLeftBehind(FailingAllocator allocator) {
        FilterBlockBuilder builder = builder();
        for (int allowed = 0; ; allowed++) {
            allocator.allow(allowed);
            try {
                ByteBuf block = builder.finishBuf(allocator);
                assertArrayEquals(BLOCK, ByteBufUtil.getBytes(block));
                assertTrue(block.release());
                assertEquals(0, allocator.outstanding());
                return;
            } catch (OutOfMemoryError e) {
                assertEquals(0, allocator.outstanding());
                assertEquals(BLOCK.length, builder.sizeInBytes());
            }
        }
    }

    static Stream<FailingAllocator> allocators() {
        return Stream.of(new FailingAllocator(false, 0), new FailingAllocator(true, 0));
    }
}
