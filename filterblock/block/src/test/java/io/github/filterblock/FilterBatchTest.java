// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.contract.FilterBlockArbitraries;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many questions at once get the answers of each alone. */
class FilterBatchTest {
    private static final byte[] KEY = Bytes.ascii("foo");
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);
    private static final byte[] BLOCK = Blocks.build(BlockPlan.parse(11, "S0 K666f6f S9000 K626172"), POLICY);

    private static FilterBlockReader reader() {
        return FilterBlockReader.wrapping(BLOCK, 0, BLOCK.length, POLICY);
    }

    /**
     * A batch that answers as the questions come, or, since the one before was about more than a cache holds, makes
     * them wait until it is asked.
     */
    private static FilterBatch batch(int capacity, boolean waiting) {
        FilterBatch batch = new FilterBatch(capacity);
        if (waiting) {
            batch.add(FilterBlockReader.wrapping(new byte[1 << 20], 0, 1 << 20, POLICY), 0, KEY, 0, 3);
            batch.ask();
            batch.clear();
        }
        return batch;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void questionsOfAnyMatcherAreNumberedFromZeroAndKeysMayBeReused(boolean waiting) {
        FilterBatch batch = batch(5, waiting);
        FilterBlockReader custom = FilterBlockReader.wrapping(BLOCK, 0, BLOCK.length, new TestHashPolicy());
        assertEquals(5, batch.capacity());
        assertEquals(0, batch.size());
        byte[] reused = Bytes.ascii("..foo");
        assertEquals(0, batch.add(reader(), 0, reused, 2, 3));
        reused[2] = 'x';
        assertEquals(1, batch.add(reader(), 0, reused, 2, 3));
        assertEquals(2, batch.add(custom, 0, KEY, 0, 3));
        assertEquals(3, batch.add(reader(), 0, BloomHash.UNSIGNED_TAIL.token(KEY, 0, 3)));
        assertEquals(4, batch.size());
        batch.ask();
        assertTrue(batch.mayMatch(0));
        assertFalse(batch.mayMatch(1));
        assertEquals(custom.keyMayMatch(0, KEY), batch.mayMatch(2));
        assertTrue(batch.mayMatch(3));
        for (int question : new int[] {-1, 4, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> batch.mayMatch(question));
        }
        assertThrows(IllegalArgumentException.class, () -> new FilterBatch(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fullBatchRefusesAndKeepsItsQuestions(boolean waiting) {
        FilterBatch batch = batch(1, waiting);
        batch.add(reader(), 0, KEY, 0, 3);
        FilterBlockReader custom = FilterBlockReader.wrapping(BLOCK, 0, BLOCK.length, new TestHashPolicy());
        assertThrows(IllegalStateException.class, () -> batch.add(reader(), 0, KEY, 0, 3));
        assertThrows(IllegalStateException.class, () -> batch.add(custom, 0, KEY, 0, 3));
        assertThrows(
                IllegalStateException.class, () -> batch.add(reader(), 0, BloomHash.UNSIGNED_TAIL.token(KEY, 0, 3)));
        batch.ask();
        assertEquals(1, batch.size());
        assertTrue(batch.mayMatch(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void badQuestionIsRefusedAndNotCounted(boolean waiting) {
        FilterBatch batch = batch(4, waiting);
        FilterBlockReader either = FilterBlockReader.wrapping(BLOCK, 0, BLOCK.length, Matchers.eitherHash());
        long signed = BloomHash.SIGNED_TAIL.token(KEY, 0, 3);
        assertThrows(IllegalArgumentException.class, () -> batch.add(reader(), 0, signed));
        assertThrows(IllegalArgumentException.class, () -> batch.add(either, 0, signed));
        assertThrows(IndexOutOfBoundsException.class, () -> batch.add(reader(), 0, KEY, 1, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> batch.add(either, 0, KEY, 1, 3));
        assertEquals(0, batch.size());
        batch.ask();
    }

    /** A batch that is given up before it is asked. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void questionsThatWereNotAskedAreForgotten(boolean waiting) {
        FilterBatch batch = batch(2, waiting);
        for (int round = 0; round < 3; round++) {
            batch.clear();
            assertEquals(0, batch.size());
            assertEquals(0, batch.add(reader(), round % 2 == 0 ? 0 : 9000, KEY, 0, 3));
            assertEquals(1, batch.add(reader(), round % 2 == 0 ? 9000 : 0, KEY, 0, 3));
        }
        batch.ask();
        assertTrue(batch.mayMatch(0));
        assertFalse(batch.mayMatch(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closedReaderIsRefused(boolean waiting) {
        ByteBuf buffer = ByteBufKind.DIRECT.of(BLOCK);
        FilterBlockReader reader = FilterBlockReader.retaining(buffer, POLICY);
        reader.close();
        buffer.release();
        FilterBatch batch = batch(2, waiting);
        assertThrows(IllegalStateException.class, () -> {
            batch.add(reader, 0, KEY, 0, 3);
            batch.ask();
        });
    }

    // With many blocks of 512 KiB and more in sum, the batch takes its steps for all questions in turn.
    @Test
    void largeBatchAnswersLikeItsReaders() {
        Random random = new Random(1);
        List<FilterBlockReader> readers = new ArrayList<>();
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            keys.add(Bytes.ascii("key" + i));
        }
        for (int i = 0; i < 12; i++) {
            readers.add(largeReader(keys, i));
        }
        readers.add(FilterBlockReader.wrapping(new byte[3], 0, 3, POLICY));
        readers.add(FilterBlockReader.wrapping(BLOCK, 0, BLOCK.length, Matchers.eitherHash()));
        FilterBatch batch = new FilterBatch(500);
        for (int round = 0; round < 20; round++) {
            List<Boolean> expected = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                FilterBlockReader reader = readers.get(random.nextInt(readers.size()));
                long blockOffset = random.nextInt(40) * 1024L;
                byte[] key = keys.get(random.nextInt(keys.size()));
                expected.add(reader.keyMayMatch(blockOffset, key));
                batch.add(reader, blockOffset, key, 0, key.length);
            }
            batch.ask();
            assertAnswers(expected, batch);
            batch.clear();
        }
    }

    /** Some of the keys in every second window, in every third reader outside the heap, with an empty last filter. */
    private static FilterBlockReader largeReader(List<byte[]> keys, int number) {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);
        for (int key = number; key < keys.size(); key += 2) {
            builder.startBlock(key / 7 * 4096L);
            builder.addKey(keys.get(key));
        }
        builder.startBlock(70_000L * 2048 / 4);
        byte[] block = Blocks.finish(builder);
        return number % 3 == 0
                ? FilterBlockReader.retaining(ByteBufKind.DIRECT.of(block), POLICY)
                : FilterBlockReader.wrapping(Bytes.padded(block, 5, 0), 5, block.length, POLICY);
    }

    private static void assertAnswers(List<Boolean> expected, FilterBatch batch) {
        assertEquals(expected.size(), batch.size());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), batch.mayMatch(i));
        }
    }

    @Property(tries = 150)
    void batchAnswersLikeItsReadersForAnyBlocks(
            @ForAll("blocks") List<byte[]> blocks,
            @ForAll("keyLists") List<byte[]> keys,
            @ForAll("offsetLists") List<Long> offsets,
            @ForAll boolean likeLevelDb,
            @ForAll boolean waiting) {
        FilterBatch batch = batch(1000, waiting);
        List<Boolean> expected = new ArrayList<>();
        for (byte[] block : blocks) {
            for (var matcher : List.of(FilterDialect.LEVELDB.matcher(), Matchers.eitherHash())) {
                FilterBlockReader reader = FilterBlockReader.wrapping(block, 0, block.length, matcher);
                FilterBlockReader asked = likeLevelDb ? reader.likeLevelDb() : reader;
                for (byte[] key : keys) {
                    for (long offset : offsets) {
                        batch.add(asked, offset, key, 0, key.length);
                        expected.add(asked.keyMayMatch(offset, key));
                    }
                }
            }
        }
        batch.ask();
        assertAnswers(expected, batch);
    }

    @Test
    void usedBatchAllocatesNothing() throws Exception {
        FilterBatch batch = new FilterBatch(64);
        FilterBlockReader reader = reader();
        ThreadUse.Task rounds = () -> {
            for (int round = 0; round < 100; round++) {
                for (int i = 0; i < 64; i++) {
                    batch.add(reader, i * 1024L, KEY, 0, 3);
                }
                batch.ask();
                batch.clear();
            }
        };
        rounds.run();
        assertEquals(0, ThreadUse.warmAllocatedBytesOf(rounds) / 6400, "bytes per question");
    }

    @Provide
    Arbitrary<List<byte[]>> blocks() {
        return FilterBlockArbitraries.malformedBlocks().list().ofMaxSize(5).withoutEdgeCases();
    }

    @Provide
    Arbitrary<List<byte[]>> keyLists() {
        return FilterBlockArbitraries.keys().list().ofMaxSize(4).withoutEdgeCases();
    }

    @Provide
    Arbitrary<List<Long>> offsetLists() {
        return FilterBlockArbitraries.blockOffsets().list().ofMaxSize(5).withoutEdgeCases();
    }
}
