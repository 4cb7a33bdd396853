// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms in which a key may come, none of which is kept or changed, and where the finished block goes. */
@Tag("FB-16")
class FilterBlockBuilderBuffersTest {
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    // google/leveldb, table/filter_block_test.cc, SingleChunk; the bytes were run with HEAD.
    private static final String SINGLE_CHUNK = "a14912050c1062480600000000090000000b";
    private static final List<byte[]> KEYS = Bytes.asciiKeys("foo", "bar", "box", "box", "hello");

    private final FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);
    private static final BlockPlan PLAN = BlockPlan.parse(11, "S0 K61 K62 S3000 K63 S9000 K S20000 K64");
    private static final byte[] BLOCK = Blocks.build(PLAN, POLICY);

    private void assertSingleChunk() {
        assertEquals(SINGLE_CHUNK, Bytes.toHex(Blocks.finish(builder)));
    }

    @Test
    void keysOfOneLengthMayComeTogether() {
        byte[] keys = Bytes.ascii("-foobarboxbox-");
        builder.addKeys(keys, 1, 3, 4);
        builder.addKeys(keys, 0, 3, 0);
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKeys(keys, 0, 3, 5));
        Arrays.fill(keys, (byte) 0);
        builder.addKeys(Bytes.ascii("hello"), 0, 5, 1);
        assertSingleChunk();
        assertThrows(IllegalStateException.class, () -> builder.addKeys(keys, 0, 3, 4));
    }

    @ParameterizedTest
    @EnumSource
    void keyMayLieAnywhereInABufferWhateverItsIndexes(ByteBufKind kind) {
        ByteBuf buffer = kind.of(Bytes.ascii("foobarboxhello"));
        int first = buffer.readerIndex();
        buffer.setIndex(first + 4, first + 5);
        Loan loan = new Loan(buffer);
        builder.addKeyBuf(buffer, first, 3);
        builder.addKeyBuf(buffer, first + 3, 3);
        builder.addKeyBuf(buffer, first + 6, 3);
        builder.addKeyBuf(buffer, first + 6, 3);
        builder.addKeyBuf(buffer, first + 9, 5);
        loan.assertReturnedUntouched();
        buffer.release();
        assertSingleChunk();
    }

    @Test
    void byteBufferMayBeOfAnyKindAndStaysUntouched() {
        for (int form = 0; form < 4; form++) {
            builder.reset();
            for (byte[] key : KEYS) {
                byte[] padded = Bytes.padded(key, 4, 2);
                ByteBuffer whole = form % 2 == 0
                        ? ByteBuffer.wrap(padded)
                        : ByteBuffer.allocateDirect(padded.length).put(0, padded);
                whole.position(1);
                ByteBuffer buffer = form < 2 ? whole.slice() : whole.asReadOnlyBuffer();
                buffer.limit(buffer.limit() - 2).position(buffer.limit() - key.length);
                buffer.order(ByteOrder.LITTLE_ENDIAN).mark();
                ByteBuffer untouched = buffer.duplicate();
                builder.addKey(buffer);
                assertEquals(untouched.position(), buffer.position());
                assertEquals(untouched.limit(), buffer.limit());
                assertEquals(ByteOrder.LITTLE_ENDIAN, buffer.order());
            }
            assertSingleChunk();
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 9", "8, 1", "9, 0", "1, 2147483647"})
    void keyOutsideItsMemoryIsRefusedAndNotCounted(int index, int length) {
        builder.addKey(Bytes.ascii("foo"));
        long size = builder.sizeInBytes();
        byte[] array = new byte[8];
        ByteBuf heap = Unpooled.wrappedBuffer(array);
        ByteBuf direct = Unpooled.directBuffer(8, 8);
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKey(array, index, length));
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKeyBuf(heap, index, length));
        assertThrows(IndexOutOfBoundsException.class, () -> builder.addKeyBuf(direct, index, length));
        direct.release();
        assertEquals(size, builder.sizeInBytes());
    }

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
        assertSame(POLICY, builder.policy());
        assertArrayEquals(BLOCK, builder.finish());
        builder.reset();
        assertEquals("000000000b", Bytes.toHex(builder.finish()));
    }

    @ParameterizedTest
    @MethodSource("buffersOfTheJdk")
    void blockIsWrittenAtThePosition(IntFunction<ByteBuffer> buffers) {
        for (int behind : new int[] {0, 5}) {
            ByteBuffer dst = buffers.apply(4 + BLOCK.length + behind).position(4);
            builder().finish(dst);
            assertEquals(behind, dst.remaining());
            byte[] expected = new byte[dst.capacity()];
            System.arraycopy(BLOCK, 0, expected, 4, BLOCK.length);
            byte[] whole = new byte[dst.capacity()];
            dst.get(0, whole);
            assertArrayEquals(expected, whole);
        }
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

    /** A refused buffer ends no window: later keys of the same one share its filter. */
    @Test
    void keysAfterARefusedBufferJoinTheOpenWindow() {
        FilterBlockBuilder refused = new FilterBlockBuilder(POLICY);
        refused.startBlock(0);
        refused.addKey(Bytes.ascii("foo"));
        ByteBuffer readOnly = ByteBuffer.allocate(100).asReadOnlyBuffer();
        assertThrows(ReadOnlyBufferException.class, () -> refused.finish(readOnly));
        refused.addKey(Bytes.ascii("bar"));
        assertArrayEquals(Blocks.build(BlockPlan.parse(11, "S0 K666f6f K626172"), POLICY), refused.finish());
    }

    static List<ByteBuf> tooSmallBuffers() {
        int most = BLOCK.length + 3 - 1;
        return List.of(
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
}
