// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.FilterBatch;
import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.FilterGenerator;
import io.github.filterblock.full.FullFilter;
import io.github.filterblock.redis.GoZeroFilter;
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
    public Shape form(Shape shape) {
        return shape;
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
        ByteBuf dst = Unpooled.buffer(length);
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
                (from, to) -> Ours.askFilters(questions, from, to),
                i -> Ours.askFilter(questions, i),
                Questions.IN_CACHE,
                bytes));
    }

    @Override
    public Optional<Work> lookup(Shape.Lookup shape) {
        byte[][] blocks = blocks(shape);
        FilterBlockReader[] readers = readers(
                List.of(shape.tables(), shape.door()), blocks, NONE, (table, block) -> Ours.open(block, shape.door()));
        Lookups lookups = data.lookups(shape);
        if (shape.manner() == Shape.Manner.BATCH) {
            return Optional.of(batches(readers, lookups, shape.questions(), blocks));
        }
        AskWork.Questioner questioner = shape.door().retains()
                ? (from, to) -> Ours.askRetaining(readers, lookups, from, to)
                : (from, to) -> Ours.ask(readers, lookups, from, to);
        return Optional.of(AskWork.of(questioner, i -> Ours.ask(readers, lookups, i), shape.questions(), blocks));
    }

    private static Work batches(FilterBlockReader[] readers, Lookups lookups, int questions, byte[][] blocks) {
        FilterBatch batch = Ours.batch();
        return AskWork.of(
                (from, to) -> Ours.askBatches(readers, lookups, from, to, batch),
                i -> {
                    if (i % Ours.BATCH == 0) {
                        Ours.askBatch(readers, lookups, i, batch);
                    }
                    return batch.mayMatch(i % Ours.BATCH);
                },
                questions,
                blocks);
    }

    @Override
    public Optional<Work> tableLookup(Shape.TableLookup shape) {
        byte[][] blocks = new byte[shape.tables()][];
        Arrays.setAll(
                blocks,
                i -> data.once(
                        List.of("whole table", shape.keysPerTable(), i),
                        () -> Ours.buildWholeTable(i, shape.keysPerTable())));
        FilterBlockReader[] readers = readers(
                List.of("whole tables", shape.keysPerTable(), shape.tables()),
                blocks,
                NONE,
                (table, block) -> Ours.openWholeTable(block));
        Lookups lookups = data.lookups(shape);
        return Optional.of(AskWork.of(
                (from, to) -> Ours.askTables(readers, lookups, from, to),
                i -> Ours.askTable(readers, lookups, i),
                shape.questions(),
                blocks));
    }

    @Override
    public Optional<Work> fullLookup(Shape.FullLookup shape) {
        byte[] bytes = data.once(List.of("full", shape.kind(), shape.keys()), () -> RocksDbProgram.filter(shape));
        FullFilter filter = FullFilter.of(bytes);
        byte[] keys = data.questions(shape).keys();
        return Optional.of(AskWork.of(
                (from, to) -> Ours.askFull(filter, keys, from, to),
                i -> filter.keyMayMatch(keys, i * Keys.FIXED_LENGTH, Keys.FIXED_LENGTH),
                shape.questions(),
                new byte[][] {bytes}));
    }

    @Override
    public Optional<Work> denial(Shape.Denial shape) {
        byte[] keys = data.questions(shape).keys();
        EngineTable table = new EngineTable(shape.onePerTable());
        byte[][] bytes = {table.filterBlock()};
        return Optional.of(
                shape.onePerTable()
                        ? AskWork.of(
                                (from, to) -> table.askTable(keys, from, to),
                                i -> table.tableMayMatch(keys, i * Keys.FIXED_LENGTH),
                                Questions.IN_CACHE,
                                bytes)
                        : AskWork.of(
                                (from, to) -> table.askWindows(keys, from, to),
                                i -> table.windowMayMatch(keys, i * Keys.FIXED_LENGTH),
                                Questions.IN_CACHE,
                                bytes));
    }

    @Override
    public Optional<Work> positions(Shape.Positions shape) {
        GoZeroFilter filter = GoZeroFilter.forKeys(Shape.Positions.KEYS_OF_FILTER);
        return Optional.of(new PositionsWork(shape, GoZeroFilter.PROBES, filter::positions));
    }

    @Override
    public Optional<Work> sharedLookup(Shape.SharedLookup shape) {
        byte[][] blocks = sharedBlocks();
        FilterBlockReader[] readers =
                readers("shared", blocks, NONE, (table, block) -> Ours.open(block, Shape.Door.COPY_OF_HEAP));
        Lookups lookups = data.lookups(shape);
        int tables = readers.length;
        return Optional.of(AskWork.ofShared(
                (from, to) -> Ours.askShared(readers, lookups, from, to),
                i -> Ours.askSharedOne(readers, lookups, i / tables, i % tables),
                tables,
                blocks));
    }
}
