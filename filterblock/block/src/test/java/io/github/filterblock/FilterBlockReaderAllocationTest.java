// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.damage.ThreadUse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A lookup allocates nothing, whatever the memory of block and key. */
class FilterBlockReaderAllocationTest {
    private static final int KEY_COUNT = 64;
    private static final int ROUNDS = 400;

    /** The keys in each of the forms that a caller may have, made before anything is measured. */
    private static final byte[][] ARRAYS = new byte[KEY_COUNT][];

    private static final ByteBuffer[] HEAP = new ByteBuffer[KEY_COUNT];
    private static final ByteBuffer[] DIRECT = new ByteBuffer[KEY_COUNT];

    static {
        for (int i = 0; i < KEY_COUNT; i++) {
            ARRAYS[i] = Bytes.ascii("key " + "x".repeat(i % 13) + i);
            HEAP[i] = ByteBuffer.wrap(ARRAYS[i]);
            DIRECT[i] = ByteBuffer.allocateDirect(ARRAYS[i].length).put(0, ARRAYS[i]);
        }
    }

    /** Half of the keys are in the block; windows 1 and 3 have none, and 9 is beyond. */
    private static byte[] block() {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb117Signed(10));
        for (int i = 0; i < KEY_COUNT; i += 2) {
            builder.startBlock(i / 16 * 4096L);
            builder.addKey(ARRAYS[i]);
        }
        return Blocks.finish(builder);
    }

    static Stream<Arguments> readers() {
        byte[] block = block();
        ByteBuf heap = Unpooled.wrappedBuffer(block);
        ByteBuf direct = Unpooled.directBuffer().writeBytes(block);
        return Stream.of(Matchers.levelDb(), Matchers.eitherHash())
                .flatMap(matcher -> Stream.of(
                        Arguments.of("copy of heap", FilterBlockReader.copyOfBuf(heap, matcher)),
                        Arguments.of("copy of direct", FilterBlockReader.copyOfBuf(direct, matcher)),
                        Arguments.of("array", FilterBlockReader.wrap(block, matcher)),
                        Arguments.of("heap", FilterBlockReader.retaining(heap, matcher)),
                        Arguments.of("direct", FilterBlockReader.retaining(direct, matcher))));
    }

    @ParameterizedTest
    @MethodSource("readers")
    void lookupAllocatesNothing(String door, FilterBlockReader reader) throws Exception {
        assertNothingAllocated(reader, OF_ARRAYS, OF_HEAP, OF_DIRECT);
    }

    /** Keys outside the heap are copied for it, as the reader says. */
    @Test
    void lookupOfAKeyOnTheHeapInBashosFilterAllocatesNothing() throws Exception {
        byte[] block = block();
        ByteBuf direct = Unpooled.directBuffer().writeBytes(block);
        for (FilterMatcher matcher : List.of(
                FilterDialect.BASHO_2.matcher(),
                FilterDialect.safeMatcher("leveldb.BuiltinBloomFilter2").orElseThrow())) {
            assertNothingAllocated(FilterBlockReader.wrap(block, matcher), OF_ARRAYS, OF_HEAP);
            assertNothingAllocated(FilterBlockReader.retaining(direct, matcher), OF_ARRAYS, OF_HEAP);
        }
        direct.release();
    }

    /** How one of the keys is asked for. */
    private interface Form {
        boolean mayMatch(FilterBlockReader reader, long blockOffset, int key);
    }

    private static final Form OF_ARRAYS = (reader, offset, key) -> reader.keyMayMatch(offset, ARRAYS[key]);
    private static final Form OF_HEAP = (reader, offset, key) -> reader.keyMayMatch(offset, HEAP[key]);
    private static final Form OF_DIRECT = (reader, offset, key) -> reader.keyMayMatch(offset, DIRECT[key]);

    private static int matches(FilterBlockReader reader, Form form) {
        int matches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (int key = 0; key < KEY_COUNT; key++) {
                matches += form.mayMatch(reader, round % 10 * 2048L, key) ? 1 : 0;
            }
        }
        return matches;
    }

    private static void assertNothingAllocated(FilterBlockReader reader, Form... forms) throws Exception {
        int expected = matches(reader, OF_ARRAYS);
        for (Form form : forms) {
            int[] matches = new int[1];
            ThreadUse.Task lookups = () -> matches[0] = matches(reader, form);
            lookups.run();
            assertEquals(0, ThreadUse.warmAllocatedBytesOf(lookups) / (ROUNDS * KEY_COUNT), "bytes per lookup");
            assertEquals(expected, matches[0]);
        }
        reader.close();
    }

    // That the meter sees what there is to see.
    @Test
    void meterSeesAllocations() throws Exception {
        FilterMatcher custom = new TestHashPolicy();
        byte[] block = Blocks.of("00000000", 11, 0);
        FilterBlockReader reader = FilterBlockReader.wrap(block, custom);
        byte[][] copies = new byte[10][];
        long allocated = ThreadUse.allocatedBytesOf(() -> Arrays.setAll(copies, i -> new byte[1000]));
        assertTrue(allocated >= 10_000, allocated + " bytes");
        assertTrue(ThreadUse.allocatedBytesOf(() -> reader.keyMayMatch(0, DIRECT[40])) > 0);
    }
}
