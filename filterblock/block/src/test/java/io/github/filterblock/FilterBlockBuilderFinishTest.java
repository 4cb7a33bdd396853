// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a finished block goes. */
@Tag("FB-16")
class FilterBlockBuilderFinishTest {
    private static final BlockPlan PLAN = BlockPlan.parse(11, "S0 K61 K62 S3000 K63 S9000 K S20000");
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);
    private static final byte[] BLOCK = Blocks.build(PLAN, POLICY);

    private static FilterBlockBuilder builder() {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);
        PLAN.replay(builder::startBlock, builder::addKey);
        return builder;
    }

    /** Makes buffers of an initial capacity that can grow. */
    static List<IntFunction<ByteBuf>> growingBuffers() {
        return List.of(
                Unpooled::buffer,
                Unpooled::directBuffer,
                PooledByteBufAllocator.DEFAULT::heapBuffer,
                PooledByteBufAllocator.DEFAULT::directBuffer,
                new AdaptiveByteBufAllocator()::buffer,
                capacity -> Unpooled.compositeBuffer().addComponent(true, Unpooled.buffer(capacity)),
                capacity -> Unpooled.compositeBuffer()
                        .addComponent(true, Unpooled.buffer(capacity / 2))
                        .addComponent(true, Unpooled.directBuffer(capacity - capacity / 2)));
    }

    /** Keys that no further block has closed off. */
    @Test
    void keysOfTheLastWindowAreInTheBlockHoweverItIsWritten() {
        BlockPlan open = BlockPlan.parse(11, "S0 K61 S9000 K62 K63");
        byte[] expected = Blocks.build(open, POLICY);
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);
        for (int way = 0; way < 3; way++) {
            builder.reset();
            open.replay(builder::startBlock, builder::addKey);
            ByteBuffer dst = ByteBuffer.allocate(expected.length);
            ByteBuf buffer = Unpooled.buffer(16);
            if (way == 0) {
                builder.finish(dst);
            } else if (way == 1) {
                dst.put(builder.finish());
            } else {
                builder.finishBuf(buffer);
                buffer.readBytes(dst);
            }
            assertArrayEquals(expected, dst.array());
        }
        FilterBlockReader reader = FilterBlockReader.wrapping(expected, 0, expected.length, POLICY);
        assertTrue(reader.keyMayMatch(9000, Bytes.ascii("b")) && reader.keyMayMatch(9000, Bytes.ascii("c")));
    }

    @ParameterizedTest
    @MethodSource("growingBuffers")
    void blockIsAppendedAtTheWriterIndex(IntFunction<ByteBuf> buffers) {
        for (int capacity : new int[] {0, 16, 4096}) {
            ByteBuf dst = buffers.apply(capacity);
            dst.writeBytes(Bytes.ascii("before")).skipBytes(2);
            builder().finishBuf(dst);
            assertEquals(2, dst.readerIndex());
            assertEquals(6 + BLOCK.length, dst.writerIndex());
            assertEquals(1, dst.refCnt());
            assertEquals("before", dst.toString(0, 6, StandardCharsets.US_ASCII));
            assertArrayEquals(BLOCK, ByteBufUtil.getBytes(dst, 6, BLOCK.length));
            dst.release();
        }
    }

    static List<IntFunction<ByteBuffer>> buffersOfTheJdk() {
        return List.of(
                ByteBuffer::allocate,
                ByteBuffer::allocateDirect,
                capacity -> ByteBuffer.wrap(new byte[capacity + 7], 3, capacity).slice());
    }

    @Test
    void blockIsAnArrayOfItsOwn() {
        FilterBlockBuilder builder = builder();
        assertArrayEquals(BLOCK, builder.finish());
        assertThrows(IllegalStateException.class, builder::finish);
        builder.reset();
        assertEquals("000000000b", Bytes.toHex(builder.finish()));
    }

    @ParameterizedTest
    @MethodSource("buffersOfTheJdk")
    void blockIsWrittenAtThePosition(IntFunction<ByteBuffer> buffers) {
        for (int behind : new int[] {0, 5}) {
            ByteBuffer dst = buffers.apply(4 + BLOCK.length + behind).position(4);
            FilterBlockBuilder builder = builder();
            builder.finish(dst);
            assertEquals(behind, dst.remaining());
            assertArrayEquals(Bytes.padded(BLOCK, 4, behind), padded(dst));
            assertThrows(IllegalStateException.class, () -> builder.finish(dst));
        }
    }

    /** The whole buffer, with the bytes outside the block as {@link Bytes#padded} has them if they are still zero. */
    private static byte[] padded(ByteBuffer buffer) {
        byte[] block = new byte[BLOCK.length];
        buffer.get(4, block);
        for (int i = 0; i < buffer.capacity(); i++) {
            if (i < 4 || i >= 4 + BLOCK.length) {
                assertEquals(0, buffer.get(i));
            }
        }
        return Bytes.padded(block, 4, buffer.capacity() - 4 - BLOCK.length);
    }

    @ParameterizedTest
    @MethodSource("buffersOfTheJdk")
    void bufferThatIsTooSmallOrReadOnlyIsRefusedAndTheBuilderStays(IntFunction<ByteBuffer> buffers) {
        FilterBlockBuilder builder = builder();
        ByteBuffer small = buffers.apply(BLOCK.length - 1);
        assertThrows(BufferOverflowException.class, () -> builder.finish(small));
        assertEquals(0, small.position());
        ByteBuffer readOnly = buffers.apply(BLOCK.length).asReadOnlyBuffer();
        assertThrows(ReadOnlyBufferException.class, () -> builder.finish(readOnly));
        assertEquals(0, readOnly.position());
        assertArrayEquals(BLOCK, builder.finish());
    }

    @Test
    void bytesBehindTheBlockStayAsTheyWere() {
        byte[] memory = Bytes.padded(new byte[BLOCK.length], 4, 9);
        ByteBuf dst = Unpooled.wrappedBuffer(memory).setIndex(1, 4);
        builder().finishBuf(dst);
        assertArrayEquals(Bytes.padded(BLOCK, 4, 9), memory);
    }

    // The two ends of an order() view agree about little-endian numbers.
    @Test
    @SuppressWarnings("deprecation")
    void orderOfTheBufferDoesNotMatter() {
        ByteBuf dst = Unpooled.buffer();
        builder().finishBuf(dst.order(ByteOrder.LITTLE_ENDIAN));
        assertArrayEquals(BLOCK, ByteBufUtil.getBytes(dst));
    }

    @Test
    void bufferOfExactlyTheRightCapacityIsEnough() {
        ByteBuf dst = Unpooled.buffer(BLOCK.length + 3, BLOCK.length + 3).writeZero(3);
        builder().finishBuf(dst);
        assertEquals(0, dst.writableBytes());
        assertArrayEquals(BLOCK, ByteBufUtil.getBytes(dst, 3, BLOCK.length));
    }

    static List<ByteBuf> tooSmallBuffers() {
        int most = BLOCK.length + 3 - 1;
        return List.of(
                Unpooled.buffer(8, most),
                Unpooled.buffer(most, most),
                Unpooled.directBuffer(8, most),
                PooledByteBufAllocator.DEFAULT.directBuffer(8, most),
                PooledByteBufAllocator.DEFAULT.heapBuffer(8, most),
                Unpooled.wrappedBuffer(new byte[most]).clear(),
                Unpooled.buffer().slice(0, 8).clear());
    }

    @ParameterizedTest
    @MethodSource("tooSmallBuffers")
    void bufferThatCannotGrowIsRefusedAndNothingChanges(ByteBuf dst) {
        dst.writeZero(3).skipBytes(1);
        Loan loan = new Loan(dst);
        FilterBlockBuilder builder = builder();
        assertThrows(IndexOutOfBoundsException.class, () -> builder.finishBuf(dst));
        loan.assertReturnedUntouched();
        assertEquals(BLOCK.length, builder.sizeInBytes());
        assertArrayEquals(BLOCK, Blocks.finish(builder));
        dst.release();
    }

    @Test
    void readOnlyBufferIsRefusedAndNothingChanges() {
        FilterBlockBuilder builder = builder();
        ByteBuf dst = Unpooled.buffer(500).asReadOnly();
        assertThrows(ReadOnlyBufferException.class, () -> builder.finishBuf(dst));
        assertArrayEquals(BLOCK, Blocks.finish(builder));
    }

    @Test
    void keysMayBeAddedAfterARefusedFinish() {
        FilterBlockBuilder builder = builder();
        ByteBuf small = Unpooled.buffer(4, 4);
        assertThrows(IndexOutOfBoundsException.class, () -> builder.finishBuf(small));
        builder.startBlock(30_000);
        builder.addKey(Bytes.ascii("more"));
        BlockPlan longer = BlockPlan.parse(11, "S0 K61 K62 S3000 K63 S9000 K S20000 S30000 K6d6f7265");
        assertArrayEquals(Blocks.build(longer, POLICY), Blocks.finish(builder));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allocatedBufferHasTheSizeOfTheBlockAndBelongsToTheCaller(boolean direct) {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(direct);
        ByteBuf block = builder().finishBuf(allocator);
        assertEquals(BLOCK.length, block.capacity());
        assertEquals(0, block.readerIndex());
        assertEquals(BLOCK.length, block.writerIndex());
        assertEquals(1, block.refCnt());
        assertEquals(direct, block.isDirect());
        assertArrayEquals(BLOCK, ByteBufUtil.getBytes(block));
        assertTrue(block.release());
        assertNothingAllocated(allocator);
    }

    private static void assertNothingAllocated(UnpooledByteBufAllocator allocator) {
        assertEquals(0, allocator.metric().usedHeapMemory());
        assertEquals(0, allocator.metric().usedDirectMemory());
    }

    @Test
    void allocatorThatFailsLeavesTheBuilderAsItWas() {
        FilterBlockBuilder builder = builder();
        ByteBufAllocator failing = new Limited(new UnpooledByteBufAllocator(false), false, 0);
        assertThrows(OutOfMemoryError.class, () -> builder.finishBuf(failing));
        assertEquals(BLOCK.length, builder.sizeInBytes());
        assertArrayEquals(BLOCK, Blocks.finish(builder));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allocatedBufferIsReleasedWhenItIsTooSmall(boolean direct) {
        UnpooledByteBufAllocator unpooled = new UnpooledByteBufAllocator(direct);
        FilterBlockBuilder builder = builder();
        ByteBufAllocator tooSmall = new Limited(unpooled, direct, BLOCK.length - 1);
        assertThrows(IndexOutOfBoundsException.class, () -> builder.finishBuf(tooSmall));
        assertNothingAllocated(unpooled);
        assertArrayEquals(BLOCK, Blocks.finish(builder));
    }

    /** Hands out buffers that never grow beyond the limit, or fails if that is 0. */
    private static final class Limited extends AbstractByteBufAllocator {
        private final UnpooledByteBufAllocator allocator;
        private final int limit;

        Limited(UnpooledByteBufAllocator allocator, boolean direct, int limit) {
            super(direct);
            this.allocator = allocator;
            this.limit = limit;
        }

        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            return allocator.heapBuffer(capacity(initialCapacity), limit);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            return allocator.directBuffer(capacity(initialCapacity), limit);
        }

        private int capacity(int wanted) {
            if (limit == 0) {
                throw new OutOfMemoryError("as the test wants it");
            }
            return Math.min(wanted, limit);
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }
}
