// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.damage.ThreadUse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
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

    private static final ByteBuf[] HEAP = new ByteBuf[KEY_COUNT];
    private static final ByteBuf[] DIRECT = new ByteBuf[KEY_COUNT];
    private static final ByteBuffer[] DIRECT_NIO = new ByteBuffer[KEY_COUNT];

    static {
        for (int i = 0; i < KEY_COUNT; i++) {
            ARRAYS[i] = Bytes.ascii("key " + "x".repeat(i % 13) + i);
            HEAP[i] = Unpooled.wrappedBuffer(ARRAYS[i]);
            DIRECT[i] = Unpooled.directBuffer().writeBytes(ARRAYS[i]);
            DIRECT_NIO[i] = ByteBuffer.allocateDirect(ARRAYS[i].length).put(0, ARRAYS[i]);
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
                        Arguments.of("array", FilterBlockReader.wrapping(block, 0, block.length, matcher)),
                        Arguments.of("heap", FilterBlockReader.retaining(heap, matcher)),
                        Arguments.of("direct", FilterBlockReader.retaining(direct, matcher))));
    }

    @ParameterizedTest
    @MethodSource("readers")
    void lookupAllocatesNothing(String door, FilterBlockReader reader) throws Exception {
        List<ToIntFunction<FilterBlockReader>> forms = List.of(
                FilterBlockReaderAllocationTest::matchesOfArrays,
                FilterBlockReaderAllocationTest::matchesOfHeapBuffers,
                FilterBlockReaderAllocationTest::matchesOfDirectBuffers,
                FilterBlockReaderAllocationTest::matchesOfByteBuffers);
        int expected = matchesOfArrays(reader);
        for (ToIntFunction<FilterBlockReader> form : forms) {
            int[] matches = new int[1];
            ThreadUse.Task lookups = () -> matches[0] = form.applyAsInt(reader);
            lookups.run();
            assertEquals(0, ThreadUse.warmAllocatedBytesOf(lookups) / (ROUNDS * KEY_COUNT), "bytes per lookup");
            assertEquals(expected, matches[0]);
        }
        reader.close();
    }

    /** Keys outside the heap are copied for it, as the reader says. */
    @Test
    void lookupOfAKeyOnTheHeapInBashosFilterAllocatesNothing() throws Exception {
        byte[] block = block();
        ByteBuf direct = Unpooled.directBuffer().writeBytes(block);
        for (FilterMatcher matcher : List.of(
                FilterDialect.BASHO_2.matcher(),
                FilterDialect.safeMatcher("leveldb.BuiltinBloomFilter2").orElseThrow())) {
            for (FilterBlockReader reader : List.of(
                    FilterBlockReader.wrapping(block, 0, block.length, matcher),
                    FilterBlockReader.retaining(direct, matcher))) {
                int[] matches = new int[1];
                ThreadUse.Task lookups = () -> matches[0] = matchesOfArrays(reader) + matchesOfHeapBuffers(reader);
                lookups.run();
                assertEquals(0, ThreadUse.warmAllocatedBytesOf(lookups) / (ROUNDS * KEY_COUNT), "bytes per lookup");
                reader.close();
            }
        }
        direct.release();
    }

    private static long blockOffset(int round) {
        return round % 10 * 2048L;
    }

    private static int matchesOfArrays(FilterBlockReader reader) {
        int matches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (byte[] key : ARRAYS) {
                matches += reader.keyMayMatch(blockOffset(round), key) ? 1 : 0;
            }
        }
        return matches;
    }

    private static int matchesOfHeapBuffers(FilterBlockReader reader) {
        return matchesOf(reader, HEAP);
    }

    private static int matchesOfDirectBuffers(FilterBlockReader reader) {
        return matchesOf(reader, DIRECT);
    }

    private static int matchesOf(FilterBlockReader reader, ByteBuf[] keys) {
        int matches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (ByteBuf key : keys) {
                matches += reader.keyMayMatchBuf(blockOffset(round), key) ? 1 : 0;
            }
        }
        return matches;
    }

    private static int matchesOfByteBuffers(FilterBlockReader reader) {
        int matches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (ByteBuffer key : DIRECT_NIO) {
                matches += reader.keyMayMatch(blockOffset(round), key) ? 1 : 0;
            }
        }
        return matches;
    }

    // That the meter sees what there is to see.
    @Test
    void meterSeesAllocations() throws Exception {
        FilterMatcher custom = new TestHashPolicy();
        byte[] block = Blocks.of("00000000", 11, 0);
        FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, custom);
        byte[][] copies = new byte[10][];
        long allocated = ThreadUse.allocatedBytesOf(() -> Arrays.setAll(copies, i -> new byte[1000]));
        assertTrue(allocated >= 10_000, allocated + " bytes");
        assertTrue(ThreadUse.allocatedBytesOf(() -> reader.keyMayMatchBuf(0, DIRECT[40])) > 0);
    }
}
