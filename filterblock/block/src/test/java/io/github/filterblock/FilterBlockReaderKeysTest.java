// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.AnyOfMatcher;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.ReferenceFilterBlock;
import io.github.filterblock.testdata.ReferencePolicy;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** In which forms a key may come, a key that is hashed once, and what any bytes are answered. */
class FilterBlockReaderKeysTest {
    private static final BlockPlan PLAN =
            BlockPlan.parse(11, "S0 K666f6f K80 Kff80 S3000 K626172 K S9000 K68656c6c6f3132333435363738");

    /** Each matcher with a block that it can read: one hash, two hashes, and none. */
    static Stream<Arguments> matchersAndBlocks() {
        return Stream.of(
                Arguments.of(Matchers.levelDb(), Blocks.build(PLAN, BloomFilterPolicy.levelDb(10))),
                Arguments.of(Matchers.eitherHash(), Blocks.build(PLAN, BloomFilterPolicy.levelDb117Signed(10))),
                Arguments.of(Matchers.eitherHash(), Blocks.build(PLAN, BloomFilterPolicy.goLevelDb(10))),
                Arguments.of(new TestHashPolicy(), Blocks.build(PLAN, new TestHashPolicy())));
    }

    /** Asks each reader for the key at each offset, in every form; the first form gives the answer. */
    private static void assertEveryFormIsAnswered(List<FilterBlockReader> readers, byte[] key, long... blockOffsets) {
        byte[] padded = Bytes.padded(key, 3, 5);
        List<ByteBuffer> buffers = Stream.of(
                        ByteBuffer.wrap(padded),
                        ByteBuffer.wrap(padded).asReadOnlyBuffer(),
                        ByteBuffer.allocateDirect(padded.length).put(0, padded))
                .map(buffer -> buffer.position(2).slice().position(1).limit(1 + key.length))
                .toList();
        List<Loan> loans = Stream.of(ByteBufKind.values())
                .map(kind -> new Loan(kind.of(key)))
                .toList();
        for (FilterBlockReader reader : readers) {
            for (long blockOffset : blockOffsets) {
                boolean expected = reader.keyMayMatch(blockOffset, key);
                assertEquals(expected, reader.keyMayMatch(blockOffset, padded, 3, key.length));
                buffers.forEach(buffer -> assertByteBuffer(reader, blockOffset, buffer, expected));
                loans.forEach(loan -> assertByteBuf(reader, blockOffset, loan, expected));
            }
        }
        loans.forEach(loan -> loan.buffer().release());
    }

    /** Asks for the readable bytes of one of Netty's buffers. */
    private static void assertByteBuf(FilterBlockReader reader, long blockOffset, Loan loan, boolean expected) {
        ByteBuf buffer = loan.buffer();
        assertEquals(expected, reader.keyMayMatch(blockOffset, buffer.nioBuffer()), loan::toString);
        loan.assertReturnedUntouched();
    }

    private static void assertByteBuffer(
            FilterBlockReader reader, long blockOffset, ByteBuffer buffer, boolean expected) {
        ByteBuffer before = buffer.duplicate();
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            assertEquals(expected, reader.keyMayMatch(blockOffset, buffer.order(order)));
            assertEquals(before, buffer);
            assertEquals(order, buffer.order());
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

    @ParameterizedTest
    @CsvSource({"-1, 1", "0, -1", "0, 9", "8, 1", "9, 0", "1, 2147483647"})
    void keyOutsideItsMemoryIsRefused(int index, int length) {
        byte[] array = new byte[8];
        for (FilterMatcher matcher : List.of(Matchers.levelDb(), new TestHashPolicy())) {
            byte[] block = Bytes.hex("000000000b");
            try (FilterBlockReader reader = FilterBlockReader.wrap(block, matcher)) {
                assertThrows(IndexOutOfBoundsException.class, () -> reader.keyMayMatch(0, array, index, length));
            }
        }
    }

    /** Whatever hashes the matcher needs, the reader takes them from the same hashed key. */
    @Test
    void aHashedKeyGetsTheAnswerOfItsKey() {
        HashedKey hashed = new HashedKey();
        for (FilterMatcher matcher : List.of(
                FilterDialect.LEVELDB_117_SIGNED.matcher(),
                FilterDialect.GOLEVELDB.matcher(),
                AnyOfMatcher.of("one", List.of(FilterDialect.GOLEVELDB.matcher())),
                Matchers.eitherHash(),
                new TestHashPolicy(),
                FilterDialect.BASHO_2.matcher(),
                AnyOfMatcher.of("no hashes", List.of(Matchers.levelDb(), new TestHashPolicy())))) {
            int denied = 0;
            for (String filter : List.of("000000000000000006", "00000000000000000006", "ffffffff00000000000001")) {
                int end = filter.length() / 2;
                FilterBlockReader reader = FilterBlockReader.wrap(Blocks.of(filter, 11, 0), matcher);
                for (int octet = 0; octet < 256; octet++) {
                    byte[] key = {(byte) octet};
                    boolean answer = reader.keyMayMatch(0, key);
                    denied += answer ? 0 : 1;
                    assertEquals(answer, reader.keyMayMatch(0, hashed.reset(key)), matcher::toString);
                    assertEquals(answer, reader.keyMayMatch(0, hashed), () -> end + ", again");
                    assertTrue(reader.keyMayMatch(2048, hashed));
                    assertTrue(reader.tableMayMatch(hashed));
                }
            }
            assertTrue(denied > 256, matcher::toString);
        }
    }

    /** Whatever memory holds the bytes; other matchers are asked in the same places. */
    @Property(tries = 1000)
    @net.jqwik.api.Tag("FB-24")
    @net.jqwik.api.Tag("FB-25")
    void anyBytesAreAnsweredAsTheModelDoes(
            @ForAll("malformedBlocks") byte[] block,
            @ForAll("offsetLists") List<Long> offsets,
            @ForAll("keys") byte[] key) {
        ReferenceFilterBlock bloom = new ReferenceFilterBlock(block, ReferencePolicy.bloom(10));
        ReferenceFilterBlock testHash = new ReferenceFilterBlock(block, ReferencePolicy.testHash());
        try (EveryReader safe = new EveryReader(block, Matchers.levelDb());
                EveryReader custom = new EveryReader(block, new TestHashPolicy())) {
            for (long offset : offsets) {
                boolean expected = bloom.keyMayMatchSafely(offset, key);
                assertEquals(expected, safe.keyMayMatch(offset, key));
                FilterBlockTrace lookup =
                        FilterBlockLayout.of(ByteBuffer.wrap(block)).lookup(offset);
                assertEquals(
                        expected,
                        !lookup.isProbed()
                                || Matchers.levelDb()
                                        .keyMayMatch(key, 0, key.length, block, (int) lookup.start(), lookup.length()));
                assertEquals(testHash.keyMayMatchSafely(offset, key), custom.keyMayMatch(offset, key));
            }
        }
    }

    @Test
    void aReaderSaysWhatItReads() {
        try (EveryReader every = new EveryReader(Blocks.of("00".repeat(18), 12, 0, 9), Matchers.levelDb())) {
            for (FilterBlockReader reader : every.readers()) {
                assertEquals(
                        "filter block of 31 bytes, 2 filters, base lg 12, leveldb.BuiltinBloomFilter2",
                        reader.toString());
            }
        }
    }

    @Provide
    Arbitrary<List<Long>> offsetLists() {
        return FilterBlockArbitraries.blockOffsets()
                .list()
                .ofMinSize(1)
                .ofMaxSize(10)
                .withoutEdgeCases();
    }

    @Provide
    Arbitrary<byte[]> malformedBlocks() {
        return FilterBlockArbitraries.malformedBlocks();
    }

    @Provide
    Arbitrary<byte[]> keys() {
        return FilterBlockArbitraries.keys();
    }
}
