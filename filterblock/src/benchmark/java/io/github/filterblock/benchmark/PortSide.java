// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.AskWork.Asker;
import java.util.Arrays;
import java.util.Optional;

/** The straight port. */
final class PortSide extends JavaSide {
    private static final PortFilterBlockReader[] NONE = {};

    PortSide(Data data) {
        super("port", data);
    }

    @Override
    byte[] create(Keys keys, int first, int count) {
        return Port.POLICY.createFilter(keys.bytes(), keys.starts(), first, count);
    }

    @Override
    byte[] build(Keys keys, int blocks) {
        return Port.build(keys, blocks);
    }

    @Override
    public Optional<Work> create(Shape.Create shape) {
        Keys keys = data.keys(shape);
        int n = shape.keysPerFilter();
        if (shape.memory() == Shape.Memory.NEW) {
            return Optional.of(new CreateWork(
                    shape,
                    i -> {
                        byte[] filter = create(keys, i * n, n);
                        return filter[filter.length >> 1];
                    },
                    i -> Optional.of(create(keys, i * n, n))));
        }
        byte[] dst = create(keys, 0, n);
        return Optional.of(new CreateWork(
                shape,
                i -> {
                    Arrays.fill(dst, (byte) 0);
                    Port.POLICY.createFilter(keys.bytes(), keys.starts(), i * n, n, dst, 0);
                    return dst[dst.length >> 1];
                },
                i -> Optional.of(create(keys, i * n, n))));
    }

    @Override
    public Optional<Work> build(Shape.Build shape) {
        Keys keys = data.keys(shape);
        return Optional.of(new BuildWork(
                shape,
                () -> {
                    byte[] block = Port.build(keys, shape.blocks());
                    return block[block.length >> 1];
                },
                () -> Port.build(keys, shape.blocks())));
    }

    @Override
    public Optional<Work> askFilters(Shape.AskFilters shape) {
        FilterQuestions questions = questions(shape);
        byte[][] bytes = {questions.filters()};
        return Optional.of(AskWork.of(
                new Asker() {
                    @Override
                    public int ask(int from, int to) {
                        return Port.askFilters(questions, from, to);
                    }

                    @Override
                    public void answers(int from, boolean[] answers) {
                        for (int i = 0; i < answers.length; i++) {
                            answers[i] = Port.askFilter(questions, from + i);
                        }
                    }
                },
                Questions.IN_CACHE,
                1,
                bytes));
    }

    @Override
    public Optional<Work> lookup(Shape.Lookup shape) {
        byte[][] blocks = blocks(shape);
        PortFilterBlockReader[] readers =
                readers(shape.tables(), blocks, NONE, (table, block) -> new PortFilterBlockReader(Port.POLICY, block));
        Lookups lookups = data.lookups(shape);
        return Optional.of(AskWork.of(
                new Asker() {
                    @Override
                    public int ask(int from, int to) {
                        return Port.ask(readers, lookups, from, to);
                    }

                    @Override
                    public void answers(int from, boolean[] answers) {
                        for (int i = 0; i < answers.length; i++) {
                            answers[i] = Port.ask(readers, lookups, from + i);
                        }
                    }
                },
                shape.questions(),
                1,
                blocks));
    }

    @Override
    public Optional<Work> sharedLookup(Shape.SharedLookup shape) {
        byte[][] blocks = sharedBlocks();
        PortFilterBlockReader[] readers =
                readers("shared", blocks, NONE, (table, block) -> new PortFilterBlockReader(Port.POLICY, block));
        Lookups lookups = data.lookups(shape);
        return Optional.of(AskWork.of(
                new Asker() {
                    @Override
                    public int ask(int from, int to) {
                        return Port.askShared(readers, lookups, from, to);
                    }

                    @Override
                    public void answers(int from, boolean[] answers) {
                        for (int i = 0; i < answers.length; i++) {
                            int question = from + i / readers.length;
                            answers[i] = Port.askSharedOne(readers, lookups, question, i % readers.length);
                        }
                    }
                },
                Questions.IN_CACHE,
                readers.length,
                blocks));
    }
}
