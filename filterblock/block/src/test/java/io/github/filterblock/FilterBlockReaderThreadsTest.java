// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.bloom.FilterPolicy;
import io.github.filterblock.bloom.TestHashPolicy;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads ask one reader at once. Mutant M22 of the kit: a read path that shares scratch memory. */
class FilterBlockReaderThreadsTest {
    private static final int THREADS = 8;
    private static final int KEYS = 800;
    private static final int ROUNDS = 2;

    private static byte[] key(int number) {
        return Bytes.ascii("key-" + number * 7919);
    }

    private static byte[] block(FilterPolicy policy) {
        FilterBlockBuilder builder = new FilterBlockBuilder(policy);
        for (int i = 0; i < KEYS; i += 3) {
            builder.startBlock(i * 50L);
            builder.addKey(key(i));
        }
        return Blocks.finish(builder);
    }

    /**
     * The answers to all keys, some of which are in the block: each as an array in its own window and in another, and
     * as a buffer in its own. Each thread begins with another key, so that no two ask for the same one at a time.
     */
    private static byte[] answers(FilterBlockReader reader, ByteBuf[] buffers, int first) {
        byte[] answers = new byte[KEYS];
        for (int i = first; i < first + KEYS; i++) {
            int key = i % KEYS;
            boolean own = reader.keyMayMatch(key * 50L, key(key));
            boolean other = reader.keyMayMatch((KEYS - key) * 50L, key(key));
            boolean buffer = reader.keyMayMatchBuf(key * 50L, buffers[key]);
            answers[key] = (byte) ((own ? 1 : 0) + (other ? 2 : 0) + (buffer ? 4 : 0));
        }
        return answers;
    }

    private static void assertThreadsAgree(FilterBlockReader reader, ByteBuf[] buffers) throws Exception {
        byte[] expected = answers(reader, buffers, 0);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int first = thread * KEYS / THREADS;
                results.add(threads.submit(() -> {
                    start.await();
                    for (int round = 0; round < ROUNDS; round++) {
                        assertArrayEquals(expected, answers(reader, buffers, first));
                    }
                    return null;
                }));
            }
            for (Future<Void> result : results) {
                result.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void assertThreadsAgree(FilterPolicy writing, FilterMatcher reading, ByteBufKind kind)
            throws Exception {
        ByteBuf block = kind.of(block(writing));
        ByteBuf[] keys = new ByteBuf[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = ByteBufKind.DIRECT.of(key(i));
        }
        List<FilterBlockReader> readers =
                List.of(FilterBlockReader.copyOfBuf(block, reading), FilterBlockReader.retaining(block, reading));
        for (FilterBlockReader reader : readers) {
            assertTrue(reader.keyMayMatchBuf(0, keys[0]), "a key that is there, or a wrong one would not show");
            assertThreadsAgree(reader, keys);
            reader.close();
        }
        for (ByteBuf key : keys) {
            key.release();
        }
        block.release();
    }

    @ParameterizedTest
    @EnumSource
    void threadsGetTheAnswersOfOneThread(ByteBufKind kind) throws Exception {
        assertThreadsAgree(BloomFilterPolicy.goLevelDb(8), Matchers.eitherHash(), kind);
        assertThreadsAgree(new TestHashPolicy(), new TestHashPolicy(), kind); // a key outside the heap is copied for it
    }
}
