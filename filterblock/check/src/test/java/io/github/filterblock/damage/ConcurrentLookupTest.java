// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.Manner;
import io.github.filterblock.bloom.BloomHash;
import io.github.filterblock.testdata.ByteBufKind;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PlacedKey;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads on one reader get the answers that one thread gets, whatever the block lies in and however it is. */
class ConcurrentLookupTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 8;
    private static final GoldenFilter GOLDEN = GoldenFilter.lastOfSmallest(16);
    private static final LongAdder LOOKUPS = new LongAdder();

    private static List<PlacedKey> questions() {
        List<PlacedKey> questions = new ArrayList<>(GOLDEN.keys());
        for (int number = 0; number < 100; number++) {
            questions.addAll(GOLDEN.questions(number));
        }
        return questions;
    }

    @ParameterizedTest
    @EnumSource
    void answersAreThoseOfOneThread(ByteBufKind kind) {
        byte[] sound = GOLDEN.block();
        byte[] damaged = new Mutator(kind.ordinal()).mutate(sound);
        for (byte[] block : List.of(sound, damaged)) {
            ByteBuf buffer = kind.of(block);
            try (FilterBlockReader retaining = FilterBlockReader.retaining(buffer, GOLDEN.matcher())) {
                Stream.of(
                                retaining,
                                Manner.LIKE_LEVELDB.of(retaining),
                                FilterBlockReader.copyOfBuf(buffer, GOLDEN.matcher()),
                                FilterBlockReader.wrapping(block, 0, block.length, GOLDEN.matcher()))
                        .forEach(ConcurrentLookupTest::hold);
            }
            assertEquals(1, buffer.refCnt());
            buffer.release();
        }
        System.out.printf("R10 %s: %,d lookups by %d threads%n", kind, LOOKUPS.sumThenReset(), THREADS);
    }

    private static void hold(FilterBlockReader reader) {
        List<PlacedKey> questions = questions();
        BitSet answers = new BitSet();
        for (int i = 0; i < questions.size(); i++) {
            answers.set(
                    i,
                    reader.keyMayMatch(
                            questions.get(i).blockOffset(), questions.get(i).key()));
        }
        Threads.run(THREADS, thread -> {
            for (int round = 0; round < Scale.times(ROUNDS); round++) {
                for (int i = 0; i < questions.size(); i++) {
                    int question = (i * 7 + thread * 31 + round) % questions.size();
                    PlacedKey key = questions.get(question);
                    if (ask(reader, key, thread) != answers.get(question)) {
                        throw new AssertionError(key + " is answered differently by " + reader);
                    }
                }
                LOOKUPS.add(questions.size());
            }
        });
    }

    /** Each thread asks in a way of its own. */
    private static boolean ask(FilterBlockReader reader, PlacedKey key, int thread) {
        return switch (thread % 3) {
            case 0 -> reader.keyMayMatch(key.blockOffset(), key.key());
            case 1 ->
                reader.keyMayMatch(key.blockOffset(), ByteBuffer.wrap(key.key()).asReadOnlyBuffer());
            default -> reader.hashMayMatch(key.blockOffset(), token(key.key()));
        };
    }

    private static long token(byte[] key) {
        BloomHash hash = GOLDEN.matcher().hash();
        return hash.token(key, 0, key.length);
    }
}
