// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.Manner;
import io.github.filterblock.bloom.BloomFilterMatcher;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.Corpus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever fails, and whenever: the caller's buffer has the count and the indexes that it had, and nothing leaks. */
class ReferenceCountTest {
    private static final FilterMatcher MATCHER = FilterDialect.LEVELDB.matcher();
    private static final GoldenFilter GOLDEN = GoldenFilter.lastOfSmallest(5);
    private static final TableCase TABLE = SmallTables.all().get(0);

    private interface Use {
        void of(ByteBuf buffer) throws IOException;
    }

    /** Lets the first, the second, the third ... access fail until none does; and tells how many there were. */
    private static int failEach(byte[] bytes, boolean showsArray, Use use) throws IOException {
        for (int allowed = 0; ; allowed++) {
            FailingBuffer buffer = new FailingBuffer(bytes, showsArray);
            buffer.allow(allowed);
            boolean failed = false;
            try {
                use.of(buffer);
            } catch (FailingBuffer.Failure e) {
                failed = true;
            }
            assertEquals(1, buffer.refCnt(), "after access " + allowed);
            assertEquals(1, buffer.readerIndex());
            assertEquals(1 + bytes.length, buffer.writerIndex());
            assertTrue(buffer.release());
            if (!failed) {
                return allowed;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readersGiveTheBufferBackAtEveryFailure(boolean showsArray) throws IOException {
        byte[] key = GOLDEN.keys().get(0).key();
        int accesses = 0;
        accesses += failEach(GOLDEN.block(), showsArray, buffer -> FilterBlockReader.copyOfBuf(buffer, MATCHER));
        accesses += failEach(GOLDEN.block(), showsArray, buffer -> {
            try (FilterBlockReader reader = FilterBlockReader.retaining(buffer, MATCHER)) {
                reader.keyMayMatch(0, key);
                Manner.LIKE_LEVELDB.of(reader).keyMayMatch(0, key);
                reader.layout().filterLength(0);
            }
        });
        accesses += failEach(GOLDEN.block(), showsArray, buffer -> FilterBlockVerifier.verifyBloom(buffer.nioBuffer()));
        accesses += failEach(
                key,
                showsArray,
                buffer -> FilterBlockReader.copyOfBuf(Unpooled.wrappedBuffer(GOLDEN.block()), MATCHER)
                        .keyMayMatchBuf(0, buffer));
        assertTrue(accesses >= 7, "accesses: " + accesses);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tablesGiveTheBufferBackAtEveryFailure(boolean showsArray) throws IOException {
        int accesses = failEach(TABLE.bytes(), showsArray, buffer -> {
            try (TableFile table = TableFile.open(TableSource.retaining(buffer, "buffer"))) {
                assertTrue(TABLE.deniedBy(table.openFilter().orElseThrow()).isEmpty());
                table.index();
            }
        });
        assertTrue(accesses >= 5, "accesses: " + accesses);
    }

    @Test
    void damagedTablesGiveTheBufferBack() throws IOException {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        int refused = 0;
        List<byte[]> files =
                Corpus.configured().damaged().stream().map(file -> file.bytes()).toList();
        for (byte[] file : files) {
            ByteBuf buffer = allocator.directBuffer(file.length + 1).writeBytes(file);
            try (TableFile table = TableFile.open(TableSource.retaining(buffer, "buffer"))) {
                assertEquals(2, buffer.refCnt());
                table.openFilter();
            } catch (CorruptTableException e) {
                refused++;
            }
            assertEquals(1, buffer.refCnt());
            assertEquals(0, buffer.readerIndex());
            assertEquals(file.length, buffer.writerIndex());
            buffer.release();
        }
        assertNothingOutstanding(allocator);
        System.out.printf("R9 %d damaged tables in buffers, %d refused: nothing outstanding%n", files.size(), refused);
    }

    private static void assertNothingOutstanding(UnpooledByteBufAllocator allocator) {
        assertEquals(0, allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory());
    }

    @Test
    void matcherThatFailsLeavesTheBufferAlone() {
        FilterMatcher failing = new FilterMatcher() {
            @Override
            public String name() {
                return "fails";
            }

            @Override
            public boolean keyMayMatch(byte[] key, int at, int length, byte[] filter, int offset, int limit) {
                return true;
            }

            @Override
            public List<BloomFilterMatcher> bloomParts() {
                throw new FailingBuffer.Failure();
            }
        };
        ByteBuf block = ByteBufAllocator.DEFAULT.directBuffer().writeBytes(GOLDEN.block());
        assertThrows(FailingBuffer.Failure.class, () -> FilterBlockReader.retaining(block, failing));
        assertEquals(1, block.refCnt());
        assertTrue(block.release());
    }
}
