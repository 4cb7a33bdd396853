// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a builder refuses, and that it works as before afterwards. */
@Tag("FB-18")
class FilterBlockBuilderMisuseTest {
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    private final FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);

    /** Keys in windows 0 and 2, the second still pending. */
    private static void begin(FilterBlockBuilder builder) {
        builder.startBlock(0);
        builder.addKey(Bytes.ascii("foo"));
        builder.startBlock(5000);
        builder.addKey(Bytes.ascii("bar"));
    }

    /** Goes on after {@link #begin}, inside the window and into the next one. */
    private static byte[] end(FilterBlockBuilder builder) {
        builder.startBlock(4500);
        builder.addKey(Bytes.ascii("box"));
        builder.startBlock(6144);
        return Blocks.finish(builder);
    }

    private void assertUnchangedSinceBegin() {
        FilterBlockBuilder untouched = new FilterBlockBuilder(POLICY);
        begin(untouched);
        assertEquals(untouched.sizeInBytes(), builder.sizeInBytes());
        assertArrayEquals(end(untouched), end(builder));
    }

    private static String refused(Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 64, 65, 255, Integer.MIN_VALUE, Integer.MAX_VALUE})
    @Tag("FB-12")
    void baseLgOutside0To63IsRefused(int baseLg) {
        String message = refused(() -> new FilterBlockBuilder(POLICY, baseLg));
        assertTrue(message.contains("0 to 63") && message.contains(Integer.toString(baseLg)), message);
    }

    @Test
    void policyIsNeeded() {
        assertThrows(NullPointerException.class, () -> new FilterBlockBuilder(null));
    }

    @ParameterizedTest
    @CsvSource({"0", "2047", "2048", "4095"})
    void windowBeforeTheCurrentOneIsRefused(long offset) {
        begin(builder);
        String message = refused(() -> builder.startBlock(offset));
        assertTrue(message.contains("block offset " + offset + " ") && message.contains("5000"), message);
        assertUnchangedSinceBegin();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -2048, Long.MIN_VALUE})
    void negativeOffsetIsRefused(long offset) {
        begin(builder);
        String message = refused(() -> builder.startBlock(offset));
        assertTrue(message.contains(Long.toString(offset)), message);
        assertUnchangedSinceBegin();
    }

    @Test
    void windowBeforeTheCurrentOneIsRefusedWithoutAnyKeyToo() {
        builder.startBlock(5000);
        assertThrows(IllegalArgumentException.class, () -> builder.startBlock(2047));
        builder.startBlock(4096);
    }

    @Test
    void everyCallAfterFinishIsRefused() {
        begin(builder);
        byte[] block = Blocks.finish(builder);
        byte[] key = Bytes.ascii("key");
        ByteBuf heap = Unpooled.wrappedBuffer(key);
        ByteBuf direct = Unpooled.directBuffer(3).writeBytes(key);
        ByteBuf dst = Unpooled.buffer(100);
        assertRefusedAfterFinish(() -> builder.startBlock(10_000));
        assertRefusedAfterFinish(() -> builder.startBlock(-1));
        assertRefusedAfterFinish(() -> builder.addKey(key));
        assertRefusedAfterFinish(() -> builder.addKey(key, 0, 3));
        assertRefusedAfterFinish(() -> builder.addKey(ByteBuffer.wrap(key)));
        assertRefusedAfterFinish(() -> builder.addKey(direct.nioBuffer()));
        assertRefusedAfterFinish(() -> builder.addKeyBuf(heap));
        assertRefusedAfterFinish(() -> builder.addKeyBuf(direct));
        assertRefusedAfterFinish(() -> builder.addKeyBuf(direct, 0, 3));
        assertRefusedAfterFinish(() -> builder.finishBuf(dst));
        assertRefusedAfterFinish(() -> builder.finishBuf(UnpooledByteBufAllocator.DEFAULT));
        assertEquals(0, dst.writerIndex());
        direct.release();
        builder.reset();
        begin(builder);
        assertArrayEquals(block, Blocks.finish(builder));
    }

    private static void assertRefusedAfterFinish(Executable call) {
        String message = assertThrows(IllegalStateException.class, call).getMessage();
        assertTrue(message.contains("finished"), message);
    }

    @Test
    void builderAfterResetIsLikeAFreshOne() {
        builder.startBlock(1_000_000);
        builder.addKey(Bytes.ascii("pending"));
        builder.reset();
        assertEquals(5, builder.sizeInBytes());
        begin(builder);
        assertUnchangedSinceBegin();
    }

    @Test
    void builderMayBeResetAtAnyPoint() {
        FilterBlockBuilder fresh = new FilterBlockBuilder(POLICY);
        begin(fresh);
        byte[] expected = end(fresh);
        for (int round = 0; round < 3; round++) {
            begin(builder);
            assertArrayEquals(expected, end(builder));
            builder.reset();
            builder.reset();
            begin(builder);
            builder.reset();
        }
    }
}
