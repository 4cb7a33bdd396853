// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.Manner;
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
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes decide, not what they lie in: sound and damaged blocks, keys and tables in every kind of buffer. */
class BufferKindTest {
    private static final int MUTANTS = 40;
    private static final GoldenFilter GOLDEN = GoldenFilter.lastOfSmallest(6);
    private static final FilterMatcher SEVERAL =
            FilterDialect.safeMatcher("leveldb.BuiltinBloomFilter").orElseThrow();
    private static final TableMutants TABLES = new TableMutants();

    static Stream<String> kinds() {
        return StrangeBuffers.all().keySet().stream();
    }

    /** Lends the bytes in a buffer of a kind and makes sure that it comes back as it was. */
    private static <T> T lend(String kind, byte[] bytes, Function<ByteBuf, T> use) {
        ByteBuf buffer = StrangeBuffers.all().get(kind).apply(bytes);
        int readerIndex = buffer.readerIndex();
        int writerIndex = buffer.writerIndex();
        try {
            T result = use.apply(buffer);
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
    void blocksAnswerAlikeInEveryKind(String kind) {
        for (int number = 0; number < MUTANTS; number++) {
            byte[] block = number == 0 ? GOLDEN.block() : new Mutator(number).mutate(GOLDEN.block());
            List<PlacedKey> questions = GOLDEN.questions(number);
            for (FilterMatcher matcher : List.of(GOLDEN.matcher(), SEVERAL)) {
                String expected = answers(FilterBlockReader.wrapping(block, 0, block.length, matcher), questions);
                if (block.length > 0) {
                    assertEquals(expected, lend(kind, block, buffer -> retaining(buffer, matcher, questions)));
                    assertEquals(expected, lend(kind, block, buffer -> {
                        return answers(FilterBlockReader.copyOfBuf(buffer, matcher), questions);
                    }));
                }
            }
        }
    }

    private static String retaining(ByteBuf buffer, FilterMatcher matcher, List<PlacedKey> questions) {
        try (FilterBlockReader reader = FilterBlockReader.retaining(buffer, matcher)) {
            return answers(reader, questions);
        }
    }

    private static String answers(FilterBlockReader reader, List<PlacedKey> questions) {
        StringBuilder answers = new StringBuilder(reader.layout().toString());
        for (PlacedKey question : questions) {
            answers.append(reader.keyMayMatch(question.blockOffset(), question.key()) ? 'm' : 'd');
            answers.append(
                    Manner.LIKE_LEVELDB.of(reader).keyMayMatch(question.blockOffset(), question.key()) ? 'm' : 'd');
        }
        return answers.toString();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void keysAreHashedAlikeInEveryKind(String kind) {
        FilterBlockReader one = FilterBlockReader.copyOfBuf(Unpooled.wrappedBuffer(GOLDEN.block()), GOLDEN.matcher());
        FilterBlockReader several = FilterBlockReader.copyOfBuf(Unpooled.wrappedBuffer(GOLDEN.block()), SEVERAL);
        List<PlacedKey> keys = GOLDEN.keys();
        for (PlacedKey key : keys.subList(0, Math.min(keys.size(), 50))) {
            boolean found = lend(kind, key.key(), buffer -> {
                return one.keyMayMatchBuf(key.blockOffset(), buffer)
                        && several.keyMayMatchBuf(key.blockOffset(), buffer);
            });
            assertTrue(found, kind);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void tablesAreExaminedAlikeInEveryKind(String kind) {
        for (int number = 0; number < MUTANTS; number++) {
            byte[] bytes = number == 0
                    ? SmallTables.all().get(3).bytes()
                    : TABLES.mutant(2 * number + 1).bytes();
            assertEquals(
                    verdict(Unpooled.wrappedBuffer(bytes)),
                    lend(kind, bytes, BufferKindTest::verdict),
                    "mutant " + (2 * number + 1));
        }
    }

    private static String verdict(ByteBuf buffer) {
        try (TableFile table = TableFile.open(TableSource.retaining(buffer, "table"))) {
            TableReport analysis = TableReport.of(table);
            return analysis.verdict() + " " + analysis.entries();
        } catch (CorruptTableException e) {
            return e.getMessage();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void verifierFindsTheSameInEveryKind(String kind) {
        for (int number = 1; number < MUTANTS; number++) {
            byte[] block = new Mutator(number).mutate(GOLDEN.block());
            if (block.length > 0) {
                assertEquals(
                        FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block)),
                        lend(kind, block, lent -> FilterBlockVerifier.verifyBloom(lent.nioBuffer())));
            }
        }
    }

    @Test
    @SuppressWarnings("deprecation") // whoever still uses the other order hands over such a buffer
    void storedFormIsTheSameInEitherOrder() {
        ByteBuf big = Unpooled.directBuffer();
        ByteBuf little = Unpooled.directBuffer().order(ByteOrder.LITTLE_ENDIAN);
        StoredFilterBlock.write(builder(), 100, big);
        StoredFilterBlock.write(builder(), 100, little);
        assertEquals(ByteBufUtil.hexDump(big), ByteBufUtil.hexDump(little));
        big.release();
        little.release();
    }

    private static FilterBlockBuilder builder() {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.levelDb(10));
        GOLDEN.keys().forEach(key -> {
            builder.startBlock(key.blockOffset());
            builder.addKey(key.key());
        });
        return builder;
    }
}
