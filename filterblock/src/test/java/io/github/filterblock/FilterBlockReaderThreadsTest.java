// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads ask one reader at once. M22 of the catalogue: a read path that shares scratch memory. */
class FilterBlockReaderThreadsTest {
    private static final int THREADS = 8;
    private static final int KEYS = 800;
    private static final int ROUNDS = 4;

    private static byte[] key(int number) {
        return Bytes.ascii("key-" + number * 7919);
    }

    private static byte[] block() {
        FilterBlockBuilder builder = new FilterBlockBuilder(BloomFilterPolicy.goLevelDb(8));
        for (int i = 0; i < KEYS; i += 3) {
            builder.startBlock(i * 50L);
            builder.addKey(key(i));
        }
        return Blocks.finish(builder);
    }

    /** The answers to all keys, some of which are in the block, each in its own window and in another. */
    private static byte[] answers(FilterBlockReader reader, ByteBuf[] buffers) {
        byte[] answers = new byte[KEYS];
        for (int i = 0; i < KEYS; i++) {
            boolean own = reader.keyMayMatch(i * 50L, key(i));
            boolean other = reader.keyMayMatch((KEYS - i) * 50L, buffers[i]);
            answers[i] = (byte) ((own ? 1 : 0) + (other ? 2 : 0));
        }
        return answers;
    }

    private static void assertThreadsAgree(FilterBlockReader reader, ByteBuf[] buffers) throws Exception {
        byte[] expected = answers(reader, buffers);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        Callable<Void> task = () -> {
            start.await();
            for (int round = 0; round < ROUNDS; round++) {
                assertArrayEquals(expected, answers(reader, buffers));
            }
            return null;
        };
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (Future<Void> result : threads.invokeAll(Collections.nCopies(THREADS, task))) {
                result.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void threadsGetTheAnswersOfOneThread(ByteBufKind kind) throws Exception {
        ByteBuf block = kind.of(block());
        List<FilterMatcher> matchers = List.of(Matchers.eitherHash(), new TestHashPolicy());
        ByteBuf[] keys = new ByteBuf[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = ByteBufKind.DIRECT.of(key(i));
        }
        List<FilterBlockReader> readers = new ArrayList<>();
        for (FilterMatcher matcher : matchers) {
            readers.add(FilterBlockReader.copyOf(block, matcher));
            readers.add(FilterBlockReader.retaining(block, matcher));
        }
        for (FilterBlockReader reader : readers) {
            assertThreadsAgree(reader, keys);
            reader.close();
        }
        for (ByteBuf key : keys) {
            key.release();
        }
        block.release();
    }
}
