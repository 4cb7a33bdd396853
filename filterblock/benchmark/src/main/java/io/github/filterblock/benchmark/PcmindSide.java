// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.JavaWork.Asker;
import io.github.filterblock.benchmark.Shape.Ask;
import io.github.filterblock.benchmark.Shape.Build;
import io.github.filterblock.benchmark.Shape.Create;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.iq80.leveldb.table.PcmindBridge;
import org.iq80.leveldb.util.Slice;

/** io.github.pcmind:leveldb. */
final class PcmindSide extends JavaSide {
    /** Its objects for more keys do not fit into the memory that a benchmark may reasonably take. */
    private static final int MAX_KEYS = 1_000_000;

    private static final int KEY_LENGTH = Keys.FIXED_LENGTH;
    private static final PcmindBridge.Reader[] NONE = {};

    PcmindSide(Data data) {
        super("pcmind", data);
    }

    @Override
    public Optional<Work> prepare(Shape shape) {
        if (shape instanceof Create create && create.keysPerFilter() <= MAX_KEYS) {
            Keys keys = data.keys(create);
            int n = create.keysPerFilter();
            List<List<Slice>> slices = IntStream.range(0, create.filters())
                    .mapToObj(i -> slices(keys, i * n, n))
                    .toList();
            return Optional.of(JavaWork.creating(create, true, i -> PcmindBridge.createFilter(slices.get(i))));
        } else if (shape instanceof Build build) {
            Keys keys = data.keys(build);
            return Optional.of(JavaWork.building(build, () -> build(keys, build.blocks())));
        }
        return shape instanceof Ask ask ? ask(ask) : Optional.empty();
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
    byte[] build(Keys keys) {
        return build(keys, Keys.BLOCKS_PER_TABLE);
    }

    private static byte[] build(Keys keys, int blocks) {
        return PcmindBridge.build(keys.bytes(), keys.starts(), blocks, Keys.PER_BLOCK, Keys.BLOCK_LENGTH_LG);
    }

    private Optional<Work> ask(Ask ask) {
        Questions asked = data.questions(ask);
        return switch (ask.target()) {
            case FILTERS ->
                Optional.of(JavaWork.asking(ask.questions(), bytes(ask), filters(joined(bytes(ask)), ask, asked)));
            case WINDOWS -> Optional.of(JavaWork.asking(ask.questions(), bytes(ask), windows(open(ask), asked)));
            case SHARED ->
                Optional.of(JavaWork.asking(ask.questions() * ask.tables(), bytes(ask), shared(open(ask), asked)));
            default -> Optional.empty();
        };
    }

    private PcmindBridge.Reader[] open(Ask ask) {
        return readers("", ask, NONE, PcmindBridge.Reader::new);
    }

    private static Asker filters(byte[] filters, Ask ask, Questions asked) {
        byte[] keys = asked.keys();
        int[] numbers = asked.tables();
        int length = filters.length / ask.tables();
        return (from, answers) -> {
            for (int i = from; i < from + answers.length; i++) {
                int place = numbers[i] * length;
                answers[i - from] = PcmindBridge.keyMayMatch(keys, i * KEY_LENGTH, filters, place, length);
            }
        };
    }

    private static Asker windows(PcmindBridge.Reader[] readers, Questions asked) {
        byte[] keys = asked.keys();
        int[] tables = asked.tables();
        int[] blocks = asked.blocks();
        return (from, answers) -> {
            for (int i = from; i < from + answers.length; i++) {
                answers[i - from] = readers[tables[i]].keyMayMatch(Keys.offset(blocks[i]), keys, i * KEY_LENGTH);
            }
        };
    }

    private static Asker shared(PcmindBridge.Reader[] readers, Questions asked) {
        byte[] keys = asked.keys();
        int[] groups = asked.blocks();
        return (from, answers) -> {
            int key = from / readers.length;
            for (int i = 0; i < answers.length; key++) {
                int group = groups[key];
                for (int table = 0; table < readers.length; table++) {
                    long offset = Keys.sharedOffset(group, table);
                    answers[i++] = readers[table].keyMayMatch(offset, keys, key * KEY_LENGTH);
                }
            }
        };
    }
}
