// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.FilterBatch;
import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.benchmark.AskWork.Asker;
import io.github.filterblock.bloom.FilterGenerator;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** This library. */
final class OurSide extends JavaSide {
    private static final FilterBlockReader[] NONE = {};

    OurSide(Data data) {
        super(OURS, data);
    }

    @Override
    byte[] create(Keys keys, int first, int count) {
        return Ours.createFilter(Ours.generator(), keys, first, count);
    }

    @Override
    byte[] build(Keys keys, int blocks) {
        ByteBuf dst = Unpooled.buffer();
        Ours.build(Ours.builder(), keys, blocks, dst);
        return ByteBufUtil.getBytes(dst);
    }

    @Override
    public Optional<Work> create(Shape.Create shape) {
        Keys keys = data.keys(shape);
        int n = shape.keysPerFilter();
        FilterGenerator generator = Ours.generator();
        if (shape.memory() == Shape.Memory.NEW) {
            return Optional.of(new CreateWork(
                    shape,
                    i -> sampleOf(Ours.createFilter(generator, keys, i * n, n)),
                    i -> Optional.of(Ours.createFilter(generator, keys, i * n, n))));
        }
        byte[] dst = create(keys, 0, n);
        return Optional.of(new CreateWork(
                shape,
                i -> {
                    Ours.createFilter(generator, keys, i * n, n, dst);
                    return sampleOf(dst);
                },
                i -> {
                    Arrays.fill(dst, (byte) -1);
                    Ours.createFilter(generator, keys, i * n, n, dst);
                    return Optional.of(dst);
                }));
    }

    private static long sampleOf(byte[] bytes) {
        return bytes[bytes.length >> 1];
    }

    @Override
    public Optional<Work> build(Shape.Build shape) {
        Keys keys = data.keys(shape);
        int length = build(keys, shape.blocks()).length;
        ByteBuf dst = shape.output() == Shape.Output.DIRECT ? Unpooled.directBuffer(length) : Unpooled.buffer(length);
        FilterBlockBuilder reused = Ours.builder();
        LongSupplier once = shape.builder() == Shape.Memory.NEW
                ? () -> build(Ours.builder(), keys, shape.blocks(), dst)
                : () -> {
                    reused.reset();
                    return build(reused, keys, shape.blocks(), dst);
                };
        return Optional.of(new BuildWork(shape, once, () -> {
            once.getAsLong();
            return ByteBufUtil.getBytes(dst);
        }));
    }

    private static long build(FilterBlockBuilder builder, Keys keys, int blocks, ByteBuf dst) {
        Ours.build(builder, keys, blocks, dst.clear());
        return dst.getByte(dst.writerIndex() >> 1);
    }

    @Override
    public Optional<Work> askFilters(Shape.AskFilters shape) {
        FilterQuestions questions = questions(shape);
        byte[][] bytes = {questions.filters()};
        return Optional.of(AskWork.of(
                new Asker() {
                    @Override
                    public int ask(int from, int to) {
                        return Ours.askFilters(questions, from, to);
                    }

                    @Override
                    public void answers(int from, boolean[] answers) {
                        for (int i = 0; i < answers.length; i++) {
                            answers[i] = Ours.askFilter(questions, from + i);
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
        FilterBlockReader[] readers = readers(
                List.of(shape.tables(), shape.door()),
                blocks,
                NONE,
                (table, block) -> Ours.open(block, shape.door().of(table)));
        Lookups lookups = data.lookups(shape);
        Asker asker = switch (shape.manner()) {
            case SINGLE -> single(readers, lookups);
            case BATCH -> batch(readers, lookups);
            case KEYS_IN_HEAP_BUFFER -> single(readers, lookups, ByteBufKind.HEAP.of(lookups.keys()));
            case KEYS_IN_DIRECT_BUFFER -> single(readers, lookups, ByteBufKind.DIRECT.of(lookups.keys()));
        };
        return Optional.of(AskWork.of(asker, shape.questions(), 1, blocks));
    }

    private static Asker single(FilterBlockReader[] readers, Lookups lookups) {
        return new Asker() {
            @Override
            public int ask(int from, int to) {
                return Ours.ask(readers, lookups, from, to);
            }

            @Override
            public void answers(int from, boolean[] answers) {
                for (int i = 0; i < answers.length; i++) {
                    answers[i] = Ours.ask(readers, lookups, from + i);
                }
            }
        };
    }

    private static Asker single(FilterBlockReader[] readers, Lookups lookups, ByteBuf keys) {
        return new Asker() {
            @Override
            public int ask(int from, int to) {
                return Ours.ask(readers, lookups, keys, from, to);
            }

            @Override
            public void answers(int from, boolean[] answers) {
                for (int i = 0; i < answers.length; i++) {
                    answers[i] = Ours.ask(readers, lookups, keys, from + i);
                }
            }
        };
    }

    private static Asker batch(FilterBlockReader[] readers, Lookups lookups) {
        FilterBatch batch = Ours.batch();
        return new Asker() {
            @Override
            public int ask(int from, int to) {
                return Ours.askBatches(readers, lookups, from, to, batch);
            }

            @Override
            public void answers(int from, boolean[] answers) {
                Ours.askBatch(readers, lookups, from, batch);
                for (int i = 0; i < answers.length; i++) {
                    answers[i] = batch.mayMatch(i);
                }
            }
        };
    }

    @Override
    public Optional<Work> sharedLookup(Shape.SharedLookup shape) {
        byte[][] blocks = sharedBlocks();
        FilterBlockReader[] readers =
                readers("shared", blocks, NONE, (table, block) -> Ours.open(block, Shape.Door.COPY_OF_HEAP));
        Lookups lookups = data.lookups(shape);
        return Optional.of(AskWork.of(
                new Asker() {
                    @Override
                    public int ask(int from, int to) {
                        return Ours.askShared(readers, lookups, from, to);
                    }

                    @Override
                    public void answers(int from, boolean[] answers) {
                        for (int i = 0; i < answers.length; i++) {
                            int question = from + i / readers.length;
                            answers[i] = Ours.askSharedOne(readers, lookups, question, i % readers.length);
                        }
                    }
                },
                Questions.IN_CACHE,
                readers.length,
                blocks));
    }
}
