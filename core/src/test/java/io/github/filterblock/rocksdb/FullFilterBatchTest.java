// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.Bytes;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.testdata.RecordedFullFilters;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many questions to full filters at once get the answers of each alone. */
class FullFilterBatchTest {
    private static final byte[] KEY = Bytes.ascii("foo");
    private static final int FAST_LOCAL = -1;
    private static final int RIBBON = -2;
    private static final FullFilter FILTER = filter(FullFilterPolicy.fastLocalBloom(10), 100);

    /** In such a filter a batch touches what it asks, even if it asks no other. */
    private static final int LARGE = 1_300_000;

    private static byte[] key(int number) {
        return Bytes.ascii("key" + number);
    }

    private static FullFilter filter(FullFilterPolicy policy, int keys) {
        return FullFilter.wrap(bytes(policy, keys));
    }

    private static byte[] bytes(FullFilterPolicy policy, int keys) {
        FullFilterBuilder builder = policy.newBuilder();
        IntStream.range(0, keys).forEach(i -> builder.addKey(key(i)));
        return builder.finish();
    }

    @Test
    void questionsAreNumberedFromZeroAndKeysMayBeReused() {
        FullFilterBatch batch = new FullFilterBatch(4);
        assertEquals(4, batch.capacity());
        assertEquals(0, batch.size());
        byte[] reused = Bytes.ascii("..key1");
        assertEquals(0, batch.add(FILTER, reused, 2, 4));
        reused[5] = 'x';
        assertEquals(1, batch.add(FILTER, reused, 2, 4));
        assertEquals(2, batch.add(FILTER, HashedKey.of(key(2))));
        assertEquals(3, batch.size());
        batch.probe();
        assertTrue(batch.mayMatch(0));
        assertFalse(batch.mayMatch(1));
        assertTrue(batch.mayMatch(2));
        for (int question : new int[] {-1, 3, 4, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> batch.mayMatch(question));
        }
        assertThrows(IllegalArgumentException.class, () -> new FullFilterBatch(0));
    }

    /** Nothing is denied before it was asked, nor by the answer of an earlier round. */
    @Test
    void thereIsNoAnswerBeforeTheQuestionIsAsked() {
        FullFilterBatch batch = new FullFilterBatch(3);
        batch.add(FILTER, Bytes.ascii("xoo"), 0, 3);
        batch.probe();
        assertFalse(batch.mayMatch(0));
        batch.clear();
        assertThrows(IndexOutOfBoundsException.class, () -> batch.mayMatch(0));
        for (FullFilter filter : List.of(FILTER, FullFilter.matchingAlways("a test"))) {
            int question = batch.add(filter, key(1), 0, 4);
            assertThrows(IllegalStateException.class, () -> batch.mayMatch(question));
            batch.probe();
            assertTrue(batch.mayMatch(question));
        }
        batch.add(FILTER, Bytes.ascii("xoo"), 0, 3);
        batch.clear();
        batch.probe();
        assertEquals(0, batch.size());
    }

    @Test
    void fullBatchAndBadQuestionsAreRefusedAndTheRestIsKept() {
        FullFilterBatch batch = new FullFilterBatch(2);
        assertThrows(IndexOutOfBoundsException.class, () -> batch.add(FILTER, KEY, 1, 3));
        FullFilter noBits = FullFilter.wrap(new byte[0]);
        assertThrows(IndexOutOfBoundsException.class, () -> batch.add(noBits, KEY, 1, 3));
        assertEquals(0, batch.size());
        batch.add(FILTER, key(3), 0, 4);
        batch.add(noBits, KEY, 0, 3);
        assertThrows(IllegalStateException.class, () -> batch.add(FILTER, KEY, 0, 3));
        assertThrows(IllegalStateException.class, () -> batch.add(noBits, HashedKey.of(KEY)));
        batch.probe();
        assertEquals(2, batch.size());
        assertTrue(batch.mayMatch(0));
        assertFalse(batch.mayMatch(1));
    }

    /** Filters of all kinds and sizes, in arrays and direct buffers, in batches of one filter or several. */
    @Test
    void batchAnswersLikeItsFilters() throws Exception {
        List<FullFilter> filters = new ArrayList<>();
        for (FullFilterPolicy policy : List.of(
                FullFilterPolicy.fastLocalBloom(10),
                FullFilterPolicy.ribbon(10),
                FullFilterPolicy.ribbon(2),
                FullFilterPolicy.ribbon(20),
                FullFilterPolicy.legacyBloom(10))) {
            for (int keys : new int[] {1, 500, 20_000, LARGE}) {
                filters.addAll(inAllMemory(bytes(policy, keys)));
            }
        }
        filters.add(FullFilter.wrapBinaryFuse(BinaryFuseModel.build(8, 6, 12, keys(500))));
        filters.add(FullFilter.matchingAlways("a test"));
        filters.add(FullFilter.wrap(new byte[3]));
        Random random = new Random(5);
        for (FullFilter filter : filters) {
            assertAnswers(List.of(filter), random, 2);
        }
        assertAnswers(filters, random, 200);
    }

    private static List<byte[]> keys(int count) {
        return IntStream.range(0, count).mapToObj(FullFilterBatchTest::key).toList();
    }

    private static List<FullFilter> inAllMemory(byte[] filter) {
        ByteBuffer direct = ByteBuffer.allocateDirect(filter.length).put(0, filter);
        List<FullFilter> opened = new ArrayList<>();
        for (LegacyHash hash : LegacyHash.values()) {
            opened.add(FullFilter.wrap(filter, hash));
            opened.add(FullFilter.wrap(direct, hash));
            opened.add(FullFilter.wrap(Bytes.padded(filter, 3, 0), 3, filter.length, hash));
        }
        return opened;
    }

    private static void assertAnswers(List<FullFilter> filters, Random random, int rounds) {
        FullFilterBatch batch = new FullFilterBatch(100);
        for (int round = 0; round < rounds; round++) {
            BitSet answers = new BitSet();
            FullFilter filter = filters.get(0);
            for (int i = 0; i < batch.capacity(); i++) {
                filter = random.nextInt(4) == 0 ? filters.get(random.nextInt(filters.size())) : filter;
                byte[] key = key(random.nextInt(random.nextBoolean() ? 2_000_000 : 1_000));
                answers.set(i, filter.keyMayMatch(key));
                boolean hashed = random.nextBoolean();
                assertEquals(i, hashed ? batch.add(filter, HashedKey.of(key)) : batch.add(filter, key, 0, key.length));
                if (random.nextInt(60) == 0) {
                    batch.probe();
                }
            }
            batch.probe();
            for (int i = 0; i < batch.capacity(); i++) {
                assertEquals(answers.get(i), batch.mayMatch(i), filter + ", question " + i);
            }
            batch.clear();
        }
    }

    @Test
    void filtersOfRocksDbAnswerAlike() {
        List<byte[]> keys = RecordedFullFilters.configured().keys().subList(0, 60);
        for (RecordedFullFilters.Block block : RecordedFullFilters.configured().blocks()) {
            assertAnswersAreAlike(FullFilter.wrap(block.filter()), keys);
        }
    }

    /** Touching stays inside the filter, whatever a trailer claims: every size of each kind, and random trailers. */
    @Test
    void anyBytesAnswerAlike() {
        Random random = new Random(7);
        for (int length = 0; length < 700; length++) {
            for (int marker : new int[] {FAST_LOCAL, RIBBON, 6, random.nextInt()}) {
                for (int number = 1; number < 8; number++) {
                    byte[] bytes = new byte[length];
                    random.nextBytes(bytes);
                    writeTrailer(bytes, marker, random.nextInt(3) == 0 ? random.nextInt(40) : number);
                    assertAnswersAreAlike(FullFilter.wrap(bytes), List.of(KEY, key(length), key(number)));
                    assertAnswersAreAlike(FullFilter.wrapBinaryFuse(bytes), List.of(KEY, key(length)));
                }
            }
        }
    }

    private static void writeTrailer(byte[] bytes, int marker, int number) {
        int at = bytes.length - FullFilter.TRAILER_LENGTH;
        if (at >= 0) {
            Arrays.fill(bytes, at, bytes.length, (byte) 0);
            bytes[at] = (byte) marker;
            bytes[marker == FAST_LOCAL || marker == RIBBON ? at + 2 : at + 1] = (byte) number;
        }
    }

    /** With a second filter, so that all that is asked is touched before. */
    private static void assertAnswersAreAlike(FullFilter filter, List<byte[]> keys) {
        FullFilterBatch batch = new FullFilterBatch(keys.size() + 1);
        batch.add(FILTER, KEY, 0, KEY.length);
        keys.forEach(key -> batch.add(filter, key, 0, key.length));
        batch.probe();
        for (int i = 0; i < keys.size(); i++) {
            assertEquals(filter.keyMayMatch(keys.get(i)), batch.mayMatch(i + 1), filter::toString);
        }
    }

    @Test
    void usedBatchAllocatesNothing() {
        FullFilterBatch batch = new FullFilterBatch(64);
        FullFilter other = filter(FullFilterPolicy.ribbon(10), 1000);
        HashedKey hashed = HashedKey.of(KEY);
        Runnable rounds = () -> {
            for (int round = 0; round < 100; round++) {
                for (int i = 0; i < 32; i++) {
                    batch.add(FILTER, KEY, 0, 3);
                    batch.add(other, hashed);
                }
                batch.probe();
                batch.clear();
            }
        };
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int turn = 0; turn < 5; turn++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            rounds.run();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 6400, least + " bytes for 6,400 questions");
    }
}
