// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.StoredFilterBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableSource;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PlacedKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers of a caller: the bytes decide, not what they lie in; they come back as they were, and nothing leaks. */
class LentBufferTest {
    private static final int MUTANTS = 10;
    private static final int ENOUGH = 100;
    private static final FilterMatcher MATCHER =
            FilterDialect.safeMatcher("leveldb.BuiltinBloomFilter").orElseThrow();
    private static final GoldenFilter GOLDEN = GoldenFilter.lastOfSmallest(6);
    private static final TableCase TABLE = SmallTables.all().get(3);

    private interface Use {
        String of(ByteBuf buffer) throws IOException;
    }

    private static final List<Use> OF_BLOCKS = List.of(
            buffer -> answers(FilterBlockReader.copyOfBuf(buffer, MATCHER)),
            buffer -> {
                try (FilterBlockReader reader = FilterBlockReader.retaining(buffer, MATCHER)) {
                    return answers(reader);
                }
            },
            buffer -> FilterBlockVerifier.verifyBloom(buffer.nioBuffer()).toString());

    private static String answers(FilterBlockReader reader) {
        StringBuilder answers = new StringBuilder(reader.layout().toString());
        for (PlacedKey question : GOLDEN.questions(3)) {
            answers.append(reader.keyMayMatch(question.blockOffset(), question.key()) ? 'm' : 'd');
        }
        return answers.toString();
    }

    private static String verdict(ByteBuf buffer) throws IOException {
        try (TableFile table = TableFile.open(TableSource.retaining(buffer, "table"))) {
            TableReport report = TableReport.of(table);
            return report.verdict() + " " + report.entries();
        } catch (CorruptTableException e) {
            return e.getMessage();
        }
    }

    static Stream<String> kinds() {
        return StrangeBuffers.all().keySet().stream();
    }

    private static String lend(String kind, byte[] bytes, Use use) throws IOException {
        ByteBuf buffer = StrangeBuffers.all().get(kind).apply(bytes);
        int readerIndex = buffer.readerIndex();
        int writerIndex = buffer.writerIndex();
        try {
            String result = use.of(buffer);
            assertEquals(1, buffer.refCnt(), kind);
            assertEquals(readerIndex, buffer.readerIndex(), kind);
            assertEquals(writerIndex, buffer.writerIndex(), kind);
            assertArrayEquals(bytes, ByteBufUtil.getBytes(buffer), kind);
            return result;
        } finally {
            buffer.release();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyKindOfBufferGivesTheSame(String kind) throws IOException {
        String plain = StrangeBuffers.all().keySet().iterator().next();
        for (int number = 0; number < MUTANTS; number++) {
            byte[] block = number == 0 ? GOLDEN.block() : new Mutator(number).mutate(GOLDEN.block());
            for (Use use : block.length == 0 ? List.<Use>of() : OF_BLOCKS) {
                assertEquals(lend(plain, block, use), lend(kind, block, use), "block " + number);
            }
            byte[] table = number == 0 ? TABLE.bytes() : new Mutator(number).mutate(TABLE.bytes());
            assertEquals(
                    lend(plain, table, LentBufferTest::verdict), lend(kind, table, LentBufferTest::verdict), "table");
        }
        for (PlacedKey key : GOLDEN.keys().subList(0, 10)) {
            FilterBlockReader reader = FilterBlockReader.wrapping(GOLDEN.block(), 0, GOLDEN.block().length, MATCHER);
            assertEquals(
                    "true", lend(kind, key.key(), buffer -> "" + reader.keyMayMatchBuf(key.blockOffset(), buffer)));
        }
    }

    /** Lets the first, the second, the third ... access fail until none does. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void buffersComeBackAtEveryFailure(boolean showsArray) throws IOException {
        List<Use> uses = new ArrayList<>(OF_BLOCKS);
        uses.add(LentBufferTest::verdict);
        int failures = 0;
        for (Use use : uses) {
            byte[] bytes = uses.indexOf(use) < OF_BLOCKS.size() ? GOLDEN.block() : TABLE.bytes();
            boolean failed = true;
            for (int allowed = 0; failed; allowed++) {
                FailingBuffer buffer = new FailingBuffer(bytes, showsArray);
                buffer.allow(allowed);
                try {
                    use.of(buffer);
                    failed = false;
                } catch (FailingBuffer.Failure e) {
                    failures++;
                }
                assertEquals(1, buffer.refCnt(), "after access " + allowed);
                assertEquals(1, buffer.readerIndex());
                assertEquals(1 + bytes.length, buffer.writerIndex());
                assertTrue(buffer.release());
            }
        }
        assertTrue(failures >= 7, failures + " failures");
    }

    private static FilterBlockBuilder builder() {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10));
        GOLDEN.keys().forEach(key -> {
            builder.startBlock(key.blockOffset());
            builder.addKey(key.key());
        });
        return builder;
    }

    /** Buffers that have to grow, in steps or all at once. */
    static Stream<Function<FailingAllocator, ByteBuf>> destinations() {
        return Stream.of(
                allocator -> allocator.directBuffer(16),
                allocator -> allocator.compositeHeapBuffer().addComponent(true, allocator.heapBuffer(8, 8)));
    }

    /** Memory that runs out while a block is written: nothing leaks, and the next try succeeds. */
    @ParameterizedTest
    @MethodSource("destinations")
    void blocksCanBeWrittenAfterEveryFailure(Function<FailingAllocator, ByteBuf> destination) {
        byte[] block = builder().finish();
        boolean failed = true;
        for (int allowed = 0; failed; allowed++) {
            FailingAllocator allocator = new FailingAllocator(false, ENOUGH);
            ByteBuf dst = destination.apply(allocator).writeZero(3);
            FilterBlockBuilder builder = builder();
            allocator.allow(allowed);
            try {
                StoredFilterBlock.write(builder, 7000, dst);
                failed = false;
            } catch (OutOfMemoryError e) {
                assertEquals(3, dst.writerIndex());
                assertEquals(block.length, builder.sizeInBytes());
                allocator.allow(ENOUGH);
                StoredFilterBlock.write(builder, 7000, dst);
            }
            assertArrayEquals(block, ByteBufUtil.getBytes(dst, 3, block.length));
            assertTrue(dst.release());
            assertEquals(0, allocator.outstanding());
        }
    }
}
