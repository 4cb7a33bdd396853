// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.iq80.leveldb.table.PcmindBridge;
import org.iq80.leveldb.util.Slice;

/** io.github.pcmind:leveldb. */
final class PcmindSide extends JavaSide {
    /** Its objects for more keys do not fit into the memory that a benchmark may reasonably take. */
    private static final int MOST_KEYS = 1_000_000;

    private static final PcmindBridge.Reader[] NONE = {};

    PcmindSide(Data data) {
        super("pcmind", data);
    }

    @Override
    byte[] create(Keys keys, int first, int count) {
        return PcmindBridge.createFilter(slices(keys, first, count));
    }

    private static List<Slice> slices(Keys keys, int first, int count) {
        int[] starts = keys.starts();
        return IntStream.range(first, first + count)
                .mapToObj(i -> new Slice(keys.bytes(), starts[i], starts[i + 1] - starts[i]))
                .toList();
    }

    @Override
    byte[] build(Keys keys, int blocks) {
        return PcmindBridge.build(keys.bytes(), keys.starts(), blocks, Keys.PER_BLOCK, Keys.BLOCK_LENGTH_LG)
                .copyBytes();
    }

    @Override
    public Optional<Work> create(Shape.Create shape) {
        if (shape.keysPerFilter() > MOST_KEYS) {
            return Optional.empty();
        }
        Keys keys = data.keys(shape);
        int n = shape.keysPerFilter();
        List<List<Slice>> slices = IntStream.range(0, shape.filters())
                .mapToObj(i -> slices(keys, i * n, n))
                .toList();
        return Optional.of(new CreateWork(
                shape,
                i -> {
                    byte[] filter = PcmindBridge.createFilter(slices.get(i));
                    return filter[filter.length >> 1];
                },
                i -> Optional.of(PcmindBridge.createFilter(slices.get(i)))));
    }

    @Override
    public Optional<Work> build(Shape.Build shape) {
        Keys keys = data.keys(shape);
        return Optional.of(new BuildWork(
                shape,
                () -> PcmindBridge.build(
                                keys.bytes(), keys.starts(), shape.blocks(), Keys.PER_BLOCK, Keys.BLOCK_LENGTH_LG)
                        .getByte(0),
                () -> build(keys, shape.blocks())));
    }

    @Override
    public Optional<Work> askFilters(Shape.AskFilters shape) {
        FilterQuestions questions = questions(shape);
        byte[][] bytes = {questions.filters()};
        return Optional.of(AskWork.of(
                (from, to) -> askFilters(questions, from, to),
                i -> askFilter(questions, i),
                Questions.IN_CACHE,
                bytes));
    }

    private static int askFilters(FilterQuestions questions, int from, int to) {
        byte[] keys = questions.keys();
        byte[] filters = questions.filters();
        int[] places = questions.places();
        int length = questions.length();
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (PcmindBridge.keyMayMatch(keys, i * Keys.FIXED_LENGTH, filters, places[i], length)) {
                positives++;
            }
        }
        return positives;
    }

    private static boolean askFilter(FilterQuestions questions, int i) {
        return PcmindBridge.keyMayMatch(
                questions.keys(),
                i * Keys.FIXED_LENGTH,
                questions.filters(),
                questions.places()[i],
                questions.length());
    }

    @Override
    public Optional<Work> lookup(Shape.Lookup shape) {
        byte[][] blocks = blocks(shape);
        PcmindBridge.Reader[] readers =
                readers(shape.tables(), blocks, NONE, (table, block) -> new PcmindBridge.Reader(block));
        Lookups lookups = data.lookups(shape);
        return Optional.of(AskWork.of(
                (from, to) -> ask(readers, lookups, from, to),
                i -> ask(readers, lookups, i),
                shape.questions(),
                blocks));
    }

    private static int ask(PcmindBridge.Reader[] readers, Lookups lookups, int from, int to) {
        byte[] keys = lookups.keys();
        int[] tables = lookups.tables();
        int[] blocks = lookups.blocks();
        int positives = 0;
        for (int i = from; i < to; i++) {
            long offset = (long) blocks[i] << Keys.BLOCK_LENGTH_LG;
            if (readers[tables[i]].keyMayMatch(offset, keys, i * Keys.FIXED_LENGTH)) {
                positives++;
            }
        }
        return positives;
    }

    private static boolean ask(PcmindBridge.Reader[] readers, Lookups lookups, int i) {
        return readers[lookups.tables()[i]].keyMayMatch(
                (long) lookups.blocks()[i] << Keys.BLOCK_LENGTH_LG, lookups.keys(), i * Keys.FIXED_LENGTH);
    }

    @Override
    public Optional<Work> sharedLookup(Shape.SharedLookup shape) {
        byte[][] blocks = sharedBlocks();
        PcmindBridge.Reader[] readers =
                readers("shared", blocks, NONE, (table, block) -> new PcmindBridge.Reader(block));
        Lookups lookups = data.lookups(shape);
        int tables = readers.length;
        return Optional.of(AskWork.ofShared(
                (from, to) -> askShared(readers, lookups, from, to),
                i -> askSharedOne(readers, lookups, i / tables, i % tables),
                tables,
                blocks));
    }

    private static int askShared(PcmindBridge.Reader[] readers, Lookups lookups, int from, int to) {
        byte[] keys = lookups.keys();
        int[] groups = lookups.blocks();
        int positives = 0;
        for (int i = from; i < to; i++) {
            int group = groups[i];
            for (int table = 0; table < readers.length; table++) {
                if (readers[table].keyMayMatch(Lookups.sharedOffset(group, table), keys, i * Keys.FIXED_LENGTH)) {
                    positives++;
                }
            }
        }
        return positives;
    }

    private static boolean askSharedOne(PcmindBridge.Reader[] readers, Lookups lookups, int i, int table) {
        return readers[table].keyMayMatch(
                Lookups.sharedOffset(lookups.blocks()[i], table), lookups.keys(), i * Keys.FIXED_LENGTH);
    }
}
