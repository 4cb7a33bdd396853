// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.damage.ThreadUse;
import io.github.filterblock.testdata.BlockPlan;
import io.github.filterblock.testdata.ByteBufKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Many questions at once get the answers of each alone. */
class FilterBlockBatchTest {
    private static final byte[] KEY = Bytes.ascii("foo");
    private static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);
    private static final byte[] BLOCK = Blocks.build(BlockPlan.parse(11, "S0 K666f6f S9000 K626172"), POLICY);

    private static final FilterBlockReader READER = FilterBlockReader.wrap(BLOCK, POLICY);
    private static final FilterBlockReader CUSTOM = FilterBlockReader.wrap(BLOCK, new TestHashPolicy());
    private static final FilterBlockReader EITHER = FilterBlockReader.wrap(BLOCK, Matchers.eitherHash());

    @Test
    void questionsOfAnyMatcherAreNumberedFromZeroAndKeysMayBeReused() {
        FilterBlockBatch batch = new FilterBlockBatch(5);
        assertEquals(5, batch.capacity());
        assertEquals(0, batch.size());
        byte[] reused = Bytes.ascii("..foo");
        assertEquals(0, batch.add(READER, 0, reused, 2, 3));
        reused[2] = 'x';
        assertEquals(1, batch.add(READER, 0, reused, 2, 3));
        assertEquals(2, batch.add(CUSTOM, 0, KEY, 0, 3));
        assertEquals(3, batch.add(READER, 0, HashedKey.of(KEY)));
        assertEquals(4, batch.size());
        batch.probe();
        assertTrue(batch.mayMatch(0));
        assertFalse(batch.mayMatch(1));
        assertEquals(CUSTOM.keyMayMatch(0, KEY), batch.mayMatch(2));
        assertTrue(batch.mayMatch(3));
        for (int question : new int[] {-1, 4, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> batch.mayMatch(question));
        }
        assertThrows(IllegalArgumentException.class, () -> new FilterBlockBatch(0));
    }

    /** Nothing is denied before it was asked, nor by the answer of an earlier round. */
    @Test
    void thereIsNoAnswerBeforeTheQuestionIsAsked() {
        FilterBlockBatch batch = new FilterBlockBatch(2);
        batch.add(READER, 0, Bytes.ascii("xoo"), 0, 3);
        batch.probe();
        assertFalse(batch.mayMatch(0));
        batch.clear();
        for (FilterBlockReader reader : List.of(READER, CUSTOM)) {
            int question = batch.add(reader, 0, KEY, 0, 3);
            assertThrows(IllegalStateException.class, () -> batch.mayMatch(question));
            batch.probe();
            assertEquals(reader.keyMayMatch(0, KEY), batch.mayMatch(question));
        }
        assertTrue(batch.mayMatch(0), "asked again with the other");
    }

    @Test
    void fullBatchRefusesAndKeepsItsQuestions() {
        FilterBlockBatch batch = new FilterBlockBatch(1);
        batch.add(READER, 0, KEY, 0, 3);
        assertThrows(IllegalStateException.class, () -> batch.add(READER, 0, KEY, 0, 3));
        assertThrows(IllegalStateException.class, () -> batch.add(CUSTOM, 0, KEY, 0, 3));
        assertThrows(IllegalStateException.class, () -> batch.add(READER, 0, HashedKey.of(KEY)));
        batch.probe();
        assertEquals(1, batch.size());
        assertTrue(batch.mayMatch(0));
    }

    @Test
    void badQuestionIsRefusedAndNotCounted() {
        FilterBlockBatch batch = new FilterBlockBatch(4);
        assertThrows(IndexOutOfBoundsException.class, () -> batch.add(READER, 0, KEY, 1, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> batch.add(EITHER, 0, KEY, 1, 3));
        assertEquals(0, batch.size());
        batch.probe();
    }

    /** One reader of a small block, one of a large block, and readers of all kinds of memory in one batch. */
    @Test
    void batchAnswersLikeItsReadersForManyKeys() {
        List<FilterBlockReader> all = new ArrayList<>();
        for (int number = 0; number < 12; number++) {
            all.add(reader(number, number % 2 == 0 ? 40 : 60_000));
        }
        all.add(FilterBlockReader.wrap(new byte[3], 0, 3, POLICY));
        all.add(EITHER);
        all.add(wholeTable(40));
        all.add(wholeTable(20_000));
        all.add(wholeTable(60_000));
        for (List<FilterBlockReader> readers : List.of(
                all.subList(4, 5),
                all.subList(1, 2),
                all.subList(14, 15),
                all.subList(15, 16),
                all.subList(16, 17),
                all)) {
            assertAnswersOfReaders(readers);
        }
    }

    private static void assertAnswersOfReaders(List<FilterBlockReader> readers) {
        Random random = new Random(1);
        FilterBlockBatch batch = new FilterBlockBatch(500);
        int denied = 0;
        for (int round = 0; round < 20; round++) {
            List<Boolean> expected = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                FilterBlockReader reader = readers.get(random.nextInt(readers.size()));
                int number = random.nextInt(60);
                byte[] key = Bytes.ascii("key" + number);
                long blockOffset = random.nextBoolean() ? number / 7 * 4096L : random.nextInt(40) * 1024L;
                boolean answer = reader.keyMayMatch(blockOffset, key);
                expected.add(answer);
                denied += answer ? 0 : 1;
                batch.add(reader, blockOffset, key, 0, key.length);
                if (random.nextInt(200) == 0) {
                    batch.probe();
                }
            }
            batch.probe();
            assertEquals(expected.size(), batch.size());
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.get(i), batch.mayMatch(i));
            }
            batch.clear();
        }
        assertTrue(denied > 1000 && denied < 9000, denied + " of 10,000 denied");
    }

    /** Every third key and others in one filter. */
    private static FilterBlockReader wholeTable(int others) {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY, FilterBlockBuilder.WHOLE_TABLE);
        builder.startBlock(0);
        for (int key = 0; key < others; key++) {
            builder.addKey(Bytes.ascii(key < 20 ? "key" + 3 * key : "other" + key));
        }
        return FilterBlockReader.wrap(Blocks.finish(builder), POLICY).forDataUpTo(1 << 20);
    }

    /** Every third key in windows of two, then others, in an own array, within an array or outside the heap. */
    private static FilterBlockReader reader(int number, int others) {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY);
        for (int key = number % 3; key < 60; key += 3) {
            builder.startBlock(key / 7 * 4096L);
            builder.addKey(Bytes.ascii("key" + key));
        }
        builder.startBlock(40_000);
        for (int key = 0; key < others; key++) {
            builder.addKey(Bytes.ascii("other" + key));
        }
        byte[] block = Blocks.finish(builder);
        return switch (number % 4) {
            case 2 -> FilterBlockReader.retaining(ByteBufKind.DIRECT.of(block), POLICY);
            case 3 -> FilterBlockReader.wrap(Bytes.padded(block, 5, 0), 5, block.length, POLICY);
            default -> FilterBlockReader.wrap(block, POLICY);
        };
    }

    @Test
    void usedBatchAllocatesNothing() throws Exception {
        FilterBlockBatch batch = new FilterBlockBatch(64);
        ThreadUse.Task rounds = () -> {
            for (int round = 0; round < 100; round++) {
                for (int i = 0; i < 64; i++) {
                    batch.add(READER, i * 1024L, KEY, 0, 3);
                }
                batch.probe();
                batch.clear();
            }
        };
        rounds.run();
        assertEquals(0, ThreadUse.warmAllocatedBytesOf(rounds) / 6400, "bytes per question");
    }
}
