// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.Claiming;
import io.github.filterblock.damage.ThreadUse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a builder refuses, that it works as before afterwards, and blocks near 2 GiB, none of which is ever written. */
@Tag("FB-18")
class FilterBlockBuilderLimitTest {
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    /** The last window whose block, without any key, has a length of at most 2^31 - 1: 4 * 536,870,910 + 5. */
    private static final long LAST_WINDOW = 536_870_910;

    private final FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);

    private static FilterBlockBuilder byteWindows() {
        return new FilterBlockBuilder(POLICY, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {LAST_WINDOW + 1, 1L << 30, 1L << 31, 1L << 32, (1L << 32) + 1, 1L << 62, Long.MAX_VALUE})
    void offsetTooFarIsRefusedByName(long offset) {
        FilterBlockBuilder builder = byteWindows();
        builder.addKey(Bytes.ascii("foo"));
        String message = assertThrows(IllegalArgumentException.class, () -> builder.startBlock(offset))
                .getMessage();
        assertTrue(message.contains("block offset " + offset + " ") && message.contains("2 GiB"), message);
        builder.startBlock(1);
        FilterBlockBuilder untouched = byteWindows();
        untouched.addKey(Bytes.ascii("foo"));
        untouched.startBlock(1);
        assertArrayEquals(Blocks.finish(untouched), Blocks.finish(builder));
    }

    @Test
    void pendingKeysCountForTheLastOffset() {
        FilterBlockBuilder builder = byteWindows();
        builder.addKey(Bytes.ascii("foo"));
        assertThrows(IllegalArgumentException.class, () -> builder.startBlock(LAST_WINDOW));
        builder.startBlock(LAST_WINDOW - 2);
        assertEquals(2_147_483_637 + 9, builder.sizeInBytes());
        builder.reset();
        builder.startBlock(LAST_WINDOW);
        assertEquals(2_147_483_645, builder.sizeInBytes());
    }

    @Test
    @Tag("FB-13")
    void jumpOverHundredsOfMillionsOfWindowsCostsNoMemory() throws Exception {
        jumping(byteWindows());
        FilterBlockBuilder builder = byteWindows();
        long allocated = ThreadUse.allocatedBytesOf(() -> jumping(builder));
        assertTrue(allocated < 10_000, allocated + " bytes");
        assertEquals(4 * 500_000_001L + 2 * 9 + 5, builder.sizeInBytes());
    }

    private static void jumping(FilterBlockBuilder builder) {
        builder.addKey(new byte[1]);
        builder.startBlock(300_000_000);
        builder.startBlock(500_000_000);
        builder.addKey(new byte[2]);
    }

    @Test
    void keyPastTheLimitIsReportedByFinish() {
        FilterBlockBuilder builder = byteWindows();
        builder.startBlock(LAST_WINDOW);
        builder.addKey(Bytes.ascii("foo"));
        assertEquals(2_147_483_645L + 4 + 9, builder.sizeInBytes());
        assertFinishRefused(builder, "2147483658", LAST_WINDOW);
        builder.reset();
        assertEquals("000000000" + "0", Bytes.toHex(Blocks.finish(builder)));
    }

    // 2,147,483,638 bytes of filter, one offset and the tail are 2^31 - 1 bytes.
    @ParameterizedTest
    @ValueSource(longs = {2_147_483_639, 1L << 31, (1L << 32) - 9, 1L << 32, (1L << 32) + 8, 1L << 62})
    void filterTooLargeForABlockIsReportedByFinishAndByTheNextWindow(long size) {
        FilterBlockBuilder builder = new FilterBlockBuilder(new Claiming(size));
        builder.startBlock(1000);
        builder.reset();
        builder.addKey(new byte[0]);
        builder.startBlock(2047);
        assertThrows(IllegalArgumentException.class, () -> builder.startBlock(2048));
        assertEquals(size + 9, builder.sizeInBytes());
        assertFinishRefused(builder, Long.toString(size + 9), 2047);
        assertEquals(size + 9, builder.sizeInBytes());
    }

    private static void assertFinishRefused(FilterBlockBuilder builder, String length, long offset) {
        ByteBuf dst = Unpooled.buffer(16);
        String message = assertThrows(IllegalStateException.class, () -> builder.finishBuf(dst))
                .getMessage();
        assertTrue(message.contains(length + " bytes") && message.contains("2 GiB"), message);
        assertTrue(message.contains("at block offset " + offset + ";"), message);
        assertEquals(0, dst.writerIndex());
        assertEquals(16, dst.capacity());
    }

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

    @ParameterizedTest
    @ValueSource(longs = {0, 2047, 2048, 4095, -1, Long.MIN_VALUE})
    void windowBeforeTheCurrentOneIsRefused(long offset) {
        begin(builder);
        String message = assertThrows(IllegalArgumentException.class, () -> builder.startBlock(offset))
                .getMessage();
        assertTrue(message.contains(Long.toString(offset)), message);
        assertTrue(offset < 0 || message.contains("5000"), message);
        assertUnchangedSinceBegin();
    }

    @Test
    void everyCallAfterFinishIsRefused() {
        begin(builder);
        byte[] block = Blocks.finish(builder);
        byte[] key = Bytes.ascii("key");
        ByteBuf direct = Unpooled.directBuffer(3).writeBytes(key);
        ByteBuf dst = Unpooled.buffer(100);
        for (Executable call : new Executable[] {
            () -> builder.startBlock(10_000),
            () -> builder.startBlock(-1),
            () -> builder.addKey(key),
            () -> builder.addKey(key, 0, 3),
            () -> builder.addKeys(key, 0, 1, 3),
            () -> builder.addKey(ByteBuffer.wrap(key)),
            () -> builder.addKey(direct.nioBuffer()),
            () -> builder.addKeyBuf(direct, 0, 3),
            () -> builder.finishBuf(dst),
            builder::finish,
            () -> builder.finish(ByteBuffer.allocate(100))
        }) {
            String message = assertThrows(IllegalStateException.class, call).getMessage();
            assertTrue(message.contains("finished"), message);
        }
        assertEquals(0, dst.writerIndex());
        direct.release();
        builder.reset();
        begin(builder);
        assertArrayEquals(block, Blocks.finish(builder));
    }
}
