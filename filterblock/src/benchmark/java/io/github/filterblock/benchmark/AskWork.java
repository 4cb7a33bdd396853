// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Optional;

/** Asks one question after the other. */
final class AskWork extends JavaWork {
    private static final int CHECKED_AT_ONCE = 64;

    /** Asks; each implementation has loops of its own, which see no other's calls. */
    interface Asker {
        /** Asks the questions from {@code from} to before {@code to}. Returns how many may match. */
        int ask(int from, int to);

        /** Asks 64 questions from {@code from} on and writes each answer down. */
        void answers(int from, boolean[] answers);
    }

    private final Asker asker;
    private final int questions;
    private final int answersPerQuestion;
    private final byte[][] bytes;
    private final boolean comparable;
    private int next;

    private AskWork(Asker asker, int questions, int answersPerQuestion, byte[][] bytes, boolean comparable) {
        this.asker = asker;
        this.questions = questions;
        this.answersPerQuestion = answersPerQuestion;
        this.bytes = bytes;
        this.comparable = comparable;
    }

    /** @param bytes the filters or filter blocks that are asked */
    static AskWork of(Asker asker, int questions, int answersPerQuestion, byte[][] bytes) {
        return new AskWork(asker, questions, answersPerQuestion, bytes, true);
    }

    /** Work whose answers are its own. */
    static AskWork incomparable(Asker asker, int questions) {
        return new AskWork(asker, questions, 1, new byte[0][], false);
    }

    @Override
    long operations() {
        return (long) Questions.PER_CHUNK * answersPerQuestion;
    }

    @Override
    long chunk() {
        int from = next;
        next = from + Questions.PER_CHUNK == questions ? 0 : from + Questions.PER_CHUNK;
        return asker.ask(from, from + Questions.PER_CHUNK);
    }

    @Override
    public Optional<Check> check() {
        Checksum answers = new Checksum();
        boolean[] some = new boolean[CHECKED_AT_ONCE * answersPerQuestion];
        long positives = 0;
        for (int i = 0; i < questions; i += CHECKED_AT_ONCE) {
            asker.answers(i, some);
            for (boolean answer : some) {
                answers.add(answer);
                positives += answer ? 1 : 0;
            }
        }
        long counted = run(questions / Questions.PER_CHUNK);
        if (counted != positives) {
            throw new IllegalStateException(positives + " keys may match, but " + counted + " were counted");
        }
        if (!comparable) {
            return Optional.empty();
        }
        Checksum all = new Checksum();
        all.add(bytes);
        return Optional.of(new Check(all.value(), answers.value()));
    }
}
