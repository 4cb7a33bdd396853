// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.FilterBatch;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PlacedKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damaged filter blocks: each kind of damage through every door, beside the slow model. */
class DamagedFilterBlockTest {
    private static final int TAIL = 5;
    private static final int MUTANTS = 10_000;
    private static final List<GoldenFilter> GOLDENS = GoldenFilter.smallest(Scale.times(8, 40));

    private int blocks;
    private int flawed;
    private int denied;

    private static ByteBuffer littleEndian(byte[] block) {
        return ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A kind of damage. */
    enum Damage {
        FLIPS((block, check) -> {
            for (int bit = 0; bit < 8 * block.length; bit++) {
                byte[] flipped = block.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                check.accept(flipped);
            }
        }),
        CUTS((block, check) -> {
            for (int length = 0; length < block.length; length++) {
                check.accept(Arrays.copyOf(block, length));
                check.accept(Arrays.copyOfRange(block, block.length - length, block.length));
            }
        }),
        TAIL_BYTES((block, check) -> {
            for (int at = block.length - TAIL; at < block.length; at++) {
                for (int value = 0; value < 256; value++) {
                    byte[] changed = block.clone();
                    changed[at] = (byte) value;
                    check.accept(changed);
                }
            }
        }),
        OFFSETS((block, check) -> {
            int length = block.length;
            int array = littleEndian(block).getInt(length - TAIL);
            long[] offsets = {0, 1, array, array + 1L, length - 9L, length, (1L << 31) - 1, 1L << 31, (1L << 32) - 1};
            for (int at = array; at <= length - TAIL; at += Integer.BYTES) {
                for (long offset : offsets) {
                    byte[] changed = block.clone();
                    littleEndian(changed).putInt(at, (int) offset);
                    check.accept(changed);
                    if (at + Integer.BYTES < length - TAIL) { // an empty range beyond the others
                        littleEndian(changed).putInt(at + Integer.BYTES, (int) offset);
                        check.accept(changed);
                    }
                }
            }
        }),
        PROBES((block, check) -> {
            ByteBuffer words = littleEndian(block);
            int array = words.getInt(block.length - TAIL);
            int limit = words.getInt(array + Integer.BYTES);
            for (int k = 0; limit > 0 && k < 256; k++) {
                byte[] changed = block.clone();
                changed[limit - 1] = (byte) k;
                check.accept(changed);
            }
        }),
        ANY((block, check) -> {
            for (int number = 0; number < Scale.times(MUTANTS) / GOLDENS.size(); number++) {
                Mutator mutator = new Mutator(number);
                check.accept(mutator.mutate(
                        block, GOLDENS.get(mutator.choose(GOLDENS.size())).block()));
            }
        });

        private final BiConsumer<byte[], Consumer<byte[]>> maker;

        Damage(BiConsumer<byte[], Consumer<byte[]>> maker) {
            this.maker = maker;
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("FB-19")
    @Tag("FB-25")
    void answersAreThoseOfTheModelAtEveryDoor(Damage damage) {
        for (GoldenFilter golden : GOLDENS) {
            damage.maker.accept(golden.block(), block -> check(golden, block));
        }
        System.out.printf("R5 %s: %,d blocks, %,d flawed, %,d questions denied%n", damage, blocks, flawed, denied);
        assertTrue(flawed > 0);
        // What is left of a block rarely ends as one does.
        assertTrue(damage == Damage.CUTS ? denied < blocks / 1000 : denied > 0, () -> damage + " denies " + denied);
    }

    private void check(GoldenFilter golden, byte[] damaged) {
        int number = blocks++;
        List<PlacedKey> questions = golden.questions(number);
        ByteBuf direct = Unpooled.directBuffer(damaged.length + 1).writeBytes(damaged);
        try {
            golden.assertAnswersOfTheModel(
                    number % 2 == 0 ? Unpooled.wrappedBuffer(damaged) : direct, damaged, questions);
            flawed += FilterBlockVerifier.verifyBloom(direct.nioBuffer()).isEmpty() ? 0 : 1;
            if (number % 4 == 0) {
                ask(direct, MATCHERS.get(number / 4 % MATCHERS.size()), questions);
            }
            assertEquals(1, direct.refCnt());
        } finally {
            direct.release();
        }
    }

    private static final List<FilterMatcher> MATCHERS = matchers();

    private static List<FilterMatcher> matchers() {
        List<FilterMatcher> matchers = new ArrayList<>(FilterDialect.safeMatchers());
        matchers.add(FilterDialect.BASHO_2.matcher());
        matchers.add(FilterMatcher.alwaysMatching("somebody's"));
        return matchers;
    }

    /** Every way to ask must give the same answer. */
    private void ask(ByteBuf block, FilterMatcher matcher, List<PlacedKey> questions) {
        FilterBlockReader copy = FilterBlockReader.copyOfBuf(block, matcher);
        FilterBatch batch = new FilterBatch(questions.size());
        try (FilterBlockReader slice = FilterBlockReader.retaining(block, matcher)) {
            questions.forEach(each -> batch.add(slice, each.blockOffset(), each.key(), 0, each.key().length));
            batch.ask();
            for (int i = 0; i < questions.size(); i++) {
                PlacedKey question = questions.get(i);
                boolean mayMatch = copy.keyMayMatch(question.blockOffset(), question.key());
                assertEquals(mayMatch, slice.keyMayMatch(question.blockOffset(), question.key()), question::toString);
                assertEquals(mayMatch, batch.mayMatch(i), question::toString);
                denied += mayMatch ? 0 : 1;
            }
        }
    }
}
