// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.filterblock.FilterBatch;
import io.github.filterblock.FilterBlockLayout;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.FilterBlockVerifier;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.testdata.Mutator;
import io.github.filterblock.testdata.PlacedKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged filter blocks in great number, through the reader's doors and the verifier. */
class MutatedFilterBlockTest {
    private static final int BLOCKS = 100_000;
    private static final int GOLDENS = 30;
    private static final int AGAINST_THE_MODEL = 4;

    private final List<GoldenFilter> goldens = GoldenFilter.smallest(GOLDENS);
    private final List<FilterMatcher> matchers = matchers();
    private final LongAdder flawed = new LongAdder();
    private final LongAdder denied = new LongAdder();

    private static List<FilterMatcher> matchers() {
        List<FilterMatcher> matchers = new ArrayList<>(FilterDialect.safeMatchers());
        matchers.add(FilterDialect.BASHO_2.matcher());
        matchers.add(FilterMatcher.alwaysMatching("somebody's"));
        return matchers;
    }

    @Test
    @Tag("FB-19")
    void anyBytesAreReadAndVerifiedWithoutThrowing() {
        long start = System.nanoTime();
        int count = Scale.times(BLOCKS);
        Scale.forEach(count, this::examine);
        System.out.printf(
                "R6 %,d damaged filter blocks in %d ms: the verifier finds fault with %,d, %,d questions are denied%n",
                count, (System.nanoTime() - start) / 1_000_000, flawed.sum(), denied.sum());
        assertTrue(denied.sum() > 0, "questions that are denied");
    }

    private void examine(int number) {
        Mutator mutator = new Mutator(number);
        GoldenFilter golden = goldens.get(mutator.choose(goldens.size()));
        GoldenFilter donor = goldens.get(mutator.choose(goldens.size()));
        byte[] block = mutator.mutate(golden.block(), donor.block());
        List<PlacedKey> questions = golden.questions(mutator.choose(1000));
        ByteBuf direct = Unpooled.directBuffer(block.length + 1).writeBytes(block);
        try {
            if (number % AGAINST_THE_MODEL == 0) {
                golden.assertAnswersOfTheModel(direct, block, questions);
            }
            ask(direct, matchers.get(number % matchers.size()), questions);
            flawed.add(FilterBlockVerifier.verifyBloom(ByteBuffer.wrap(block)).isEmpty() ? 0 : 1);
        } catch (Throwable e) {
            fail("mutant " + number + " of " + golden, e);
        } finally {
            direct.release();
        }
    }

    /** Every way to ask must give the same answer. */
    private void ask(ByteBuf block, FilterMatcher matcher, List<PlacedKey> questions) {
        FilterBlockReader copy = FilterBlockReader.copyOfBuf(block, matcher);
        FilterBatch batch = new FilterBatch(questions.size());
        try (FilterBlockReader slice = FilterBlockReader.retaining(block, matcher)) {
            for (PlacedKey question : questions) {
                batch.add(slice, question.blockOffset(), question.key(), 0, question.key().length);
            }
            batch.ask();
            for (int i = 0; i < questions.size(); i++) {
                long offset = questions.get(i).blockOffset();
                byte[] key = questions.get(i).key();
                boolean mayMatch = copy.keyMayMatch(offset, key);
                if (mayMatch != slice.keyMayMatch(offset, key) || mayMatch != batch.mayMatch(i)) {
                    throw new AssertionError("no agreement about " + questions.get(i));
                }
                denied.add(mayMatch ? 0 : 1);
            }
            walk(copy.layout(), slice.layout());
        }
    }

    private static void walk(FilterBlockLayout copy, FilterBlockLayout slice) {
        for (int i = 0; i < copy.filterCount(); i++) {
            if (copy.filterStart(i) != slice.filterStart(i) || copy.filterLength(i) != slice.filterLength(i)) {
                throw new AssertionError("no agreement about filter " + i);
            }
        }
    }
}
