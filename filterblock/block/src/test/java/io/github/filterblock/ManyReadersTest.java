// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterMatcher;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

/** An engine keeps the filters of all its tables open: what 100,000 readers of small filters take. */
class ManyReadersTest {
    private static final int READERS = 100_000;
    private static final int BEYOND_THE_FILTER = 64;
    private static final FilterMatcher BLOOM = Matchers.levelDb();

    /** A block with one filter of this number of keys. */
    private static byte[] block(int keys) {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10));
        for (int i = 0; i < keys; i++) {
            builder.addKey(Bytes.ascii("key " + i));
        }
        return Blocks.finish(builder);
    }

    /** Objects start at multiples of eight bytes, so an array takes up to seven more than it holds. */
    private static long aligned(long length) {
        return length + 7 & -8;
    }

    /** The least after so many collections that some compact the whole heap: the others leave a few dead objects. */
    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 8; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }

    /** What else the JVM keeps meanwhile only adds to it, so the least of several times counts. */
    @Test
    void openReadersTakeTheirFilterBytesAndLittleMore() {
        byte[][] blocks = {block(1), block(20), block(21), block(40), block(100)};
        long filters = 0;
        for (int i = 0; i < READERS; i++) {
            filters += aligned(blocks[i % blocks.length].length);
        }
        long taken = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            taken = Math.min(taken, heapOfReaders(blocks));
        }
        long allowed = filters + (long) READERS * BEYOND_THE_FILTER;
        // A hundredth for other events in the JVM meanwhile.
        assertTrue(taken <= allowed + allowed / 100, taken + " bytes, " + allowed + " are allowed");
        assertTrue(taken >= filters, taken + " bytes for filters of " + filters + ": they are not measured");
    }

    /** The heap after a collection, so that nothing transient counts: it holds the readers and their copies. */
    private static long heapOfReaders(byte[][] blocks) {
        FilterBlockReader[] readers = new FilterBlockReader[READERS];
        long before = usedHeap();
        for (int i = 0; i < READERS; i++) {
            byte[] block = blocks[i % blocks.length];
            ByteBuf buffer = Unpooled.wrappedBuffer(block);
            readers[i] = FilterBlockReader.copyOfBuf(buffer, BLOOM);
            assertEquals(block.length, readers[i].retainedBytes());
        }
        long taken = usedHeap() - before;
        assertTrue(readers[READERS - 1].keyMayMatch(0, Bytes.ascii("key 0")));
        return taken;
    }
}
