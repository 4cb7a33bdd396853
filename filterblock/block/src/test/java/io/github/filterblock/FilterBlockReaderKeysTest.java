// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The forms in which a key may be asked for: all get one answer, and none is changed. */
class FilterBlockReaderKeysTest {
    private static final BlockPlan PLAN =
            BlockPlan.parse(11, "S0 K666f6f K80 Kff80 S3000 K626172 K S9000 K68656c6c6f3132333435363738");

    /** Each matcher with a block that it can read: one hash, two hashes, and two without Bloom parts. */
    static Stream<Arguments> matchersAndBlocks() {
        FilterMatcher internal = FilterMatcher.ofInternalKeys(Matchers.levelDb());
        return Stream.of(
                Arguments.of(Matchers.levelDb(), Blocks.build(PLAN, BloomFilterPolicy.levelDb(10))),
                Arguments.of(Matchers.eitherHash(), Blocks.build(PLAN, BloomFilterPolicy.levelDb117Signed(10))),
                Arguments.of(Matchers.eitherHash(), Blocks.build(PLAN, BloomFilterPolicy.goLevelDb(10))),
                Arguments.of(new TestHashPolicy(), Blocks.build(PLAN, new TestHashPolicy())),
                Arguments.of(internal, Blocks.build(PLAN, BloomFilterPolicy.levelDb(10))));
    }

    /** Asks each reader for the key at each offset, in every form; the first form gives the answer. */
    private static void assertEveryFormIsAnswered(List<FilterBlockReader> readers, byte[] key, long... blockOffsets) {
        byte[] padded = Bytes.padded(key, 3, 5);
        List<ByteBuffer> buffers = List.of(
                ByteBuffer.wrap(padded),
                ByteBuffer.wrap(padded).asReadOnlyBuffer(),
                ByteBuffer.allocateDirect(padded.length).put(0, padded));
        List<Loan> loans = Stream.of(ByteBufKind.values())
                .map(kind -> new Loan(kind.of(key)))
                .toList();
        for (FilterBlockReader reader : readers) {
            for (long blockOffset : blockOffsets) {
                boolean expected = reader.keyMayMatch(blockOffset, key);
                assertEquals(expected, reader.keyMayMatch(blockOffset, padded, 3, key.length));
                buffers.forEach(buffer -> assertByteBuffer(reader, blockOffset, buffer, key.length, expected));
                loans.forEach(loan -> assertByteBuf(reader, blockOffset, loan, expected));
            }
        }
        loans.forEach(loan -> loan.buffer().release());
    }

    /** Asks for the readable bytes, and for the same bytes whatever the indexes are. */
    private static void assertByteBuf(FilterBlockReader reader, long blockOffset, Loan loan, boolean expected) {
        ByteBuf buffer = loan.buffer();
        int length = buffer.readableBytes();
        assertEquals(expected, reader.keyMayMatchBuf(blockOffset, buffer), loan::toString);
        buffer.setIndex(0, 0);
        assertEquals(expected, reader.keyMayMatchBuf(blockOffset, buffer, loan.readerIndex(), length), loan::toString);
        assertEquals(0, buffer.writerIndex());
        buffer.setIndex(loan.readerIndex(), loan.writerIndex());
        loan.assertReturnedUntouched();
    }

    /** Asks for the key at 3 in the buffer, and in a slice of it, in both byte orders. */
    private static void assertByteBuffer(
            FilterBlockReader reader, long blockOffset, ByteBuffer buffer, int keyLength, boolean expected) {
        buffer.position(2);
        for (ByteBuffer view :
                List.of(buffer.slice().position(1), buffer.duplicate().position(3))) {
            for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
                int position = view.position();
                view.limit(position + keyLength).order(order);
                assertEquals(expected, reader.keyMayMatch(blockOffset, view));
                assertEquals(position, view.position());
                assertEquals(position + keyLength, view.limit());
                assertEquals(order, view.order());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("matchersAndBlocks")
    void everyFormOfAKeyGetsOneAnswer(FilterMatcher matcher, byte[] block) {
        try (EveryReader every = new EveryReader(block, matcher)) {
            for (String hex : List.of("666f6f", "80", "ff80", "626172", "", "68656c6c6f3132333435363738", "abcdef")) {
                assertEveryFormIsAnswered(every.readers(), Bytes.hex(hex), 0, 3000, 5000, 9000, 20_000);
            }
        }
    }

    @Property(tries = 150)
    void everyFormOfAnyKeyGetsOneAnswer(
            @ForAll("keyLists") List<byte[]> keys, @ForAll("keyLists") List<byte[]> others) {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb117Signed(3));
        keys.forEach(builder::addKey);
        byte[] block = Blocks.finish(builder);
        for (FilterMatcher matcher : List.of(Matchers.eitherHash(), FilterDialect.LEVELDB_117_SIGNED.matcher())) {
            FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, matcher);
            keys.forEach(key -> assertTrue(reader.keyMayMatch(0, key)));
            keys.forEach(key -> assertEveryFormIsAnswered(List.of(reader), key, 0));
            others.forEach(key -> assertEveryFormIsAnswered(List.of(reader), key, 0));
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 9", "8, 1", "9, 0", "1, 2147483647"})
    void keyOutsideItsMemoryIsRefused(int index, int length) {
        byte[] array = new byte[8];
        ByteBuf heap = Unpooled.wrappedBuffer(array);
        ByteBuf direct = Unpooled.directBuffer(8, 8);
        for (FilterMatcher matcher : List.of(Matchers.levelDb(), new TestHashPolicy())) {
            byte[] block = Bytes.hex("000000000b");
            try (FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, matcher)) {
                assertThrows(IndexOutOfBoundsException.class, () -> reader.keyMayMatch(0, array, index, length));
                assertThrows(IndexOutOfBoundsException.class, () -> reader.keyMayMatchBuf(0, heap, index, length));
                assertThrows(IndexOutOfBoundsException.class, () -> reader.keyMayMatchBuf(0, direct, index, length));
            }
        }
        direct.release();
    }

    @Provide
    Arbitrary<List<byte[]>> keyLists() {
        return FilterBlockArbitraries.keys().list().ofMaxSize(4).withoutEdgeCases();
    }
}
