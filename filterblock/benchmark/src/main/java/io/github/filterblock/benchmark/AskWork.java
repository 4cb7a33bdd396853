// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Optional;

/** Asks one question after the other. */
final class AskWork extends JavaWork {
    /**
     * Asks the questions from one to before another and returns how many may match, in loops that see no other's calls.
     */
    @FunctionalInterface
    interface Questioner {
        int ask(int from, int to);
    }

    /** Gives single answers, which are asked for in their order from 0 on. */
    @FunctionalInterface
    interface Answerer {
        boolean answer(int number);
    }

    private final Questioner questioner;
    private final Answerer answerer;
    private final int questions;
    private final int answersPerQuestion;
    private final byte[][] bytes;
    private final boolean comparable;
    private int next;

    private AskWork(
            Questioner questioner,
            Answerer answerer,
            int questions,
            int answersPerQuestion,
            byte[][] bytes,
            boolean comparable) {
        this.questioner = questioner;
        this.answerer = answerer;
        this.questions = questions;
        this.answersPerQuestion = answersPerQuestion;
        this.bytes = bytes;
        this.comparable = comparable;
    }

    /** @param bytes the filters or filter blocks that are asked */
    static AskWork of(Questioner questioner, Answerer answerer, int questions, byte[][] bytes) {
        return new AskWork(questioner, answerer, questions, 1, bytes, true);
    }

    /** Each question is asked of several tables, whose answers follow one another. */
    static AskWork ofShared(Questioner questioner, Answerer answerer, int tables, byte[][] bytes) {
        return new AskWork(questioner, answerer, Questions.IN_CACHE, tables, bytes, true);
    }

    /** Work whose answers are its own. */
    static AskWork incomparable(Questioner questioner, Answerer answerer, int questions) {
        return new AskWork(questioner, answerer, questions, 1, new byte[0][], false);
    }

    @Override
    long operations() {
        return (long) Questions.PER_CHUNK * answersPerQuestion;
    }

    @Override
    long chunk() {
        int from = next;
        next = from + Questions.PER_CHUNK == questions ? 0 : from + Questions.PER_CHUNK;
        return questioner.ask(from, from + Questions.PER_CHUNK);
    }

    @Override
    public Optional<Check> check() {
        Checksum answers = new Checksum();
        long positives = 0;
        for (int i = 0; i < questions * answersPerQuestion; i++) {
            boolean answer = answerer.answer(i);
            answers.add(answer);
            positives += answer ? 1 : 0;
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
