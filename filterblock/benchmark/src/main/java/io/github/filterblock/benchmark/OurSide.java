// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.FilterBlockBatch;
import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.benchmark.JavaWork.Asker;
import io.github.filterblock.benchmark.Shape.Ask;
import io.github.filterblock.benchmark.Shape.Build;
import io.github.filterblock.benchmark.Shape.Create;
import io.github.filterblock.benchmark.Shape.CreateFull;
import io.github.filterblock.benchmark.Shape.Memory;
import io.github.filterblock.benchmark.Shape.Positions;
import io.github.filterblock.benchmark.Shape.Way;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterGenerator;
import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.redis.GoZeroFilter;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterBatch;
import io.github.filterblock.rocksdb.FullFilterBuilder;
import io.github.filterblock.rocksdb.FullFilterPolicy;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Optional;
import java.util.function.Supplier;

/** This library: every call to it, but for those of {@link EngineTable}, in loops as a user would write them. */
final class OurSide extends JavaSide {
    static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    private static final int BATCH = 64;
    private static final int KEY_LENGTH = Keys.FIXED_LENGTH;
    private static final int KEY_LENGTH_LG = 4;
    private static final FilterBlockReader[] NONE = {};

    OurSide(String name, Data data) {
        super(name, data);
    }

    @Override
    public Shape form(Shape shape) {
        return shape;
    }

    @Override
    public Optional<Work> prepare(Shape shape) {
        return Optional.of(work(shape));
    }

    JavaWork work(Shape shape) {
        if (shape instanceof Create create) {
            return create(create);
        } else if (shape instanceof CreateFull full) {
            return create(full);
        } else if (shape instanceof Build build) {
            return JavaWork.building(build, builder(data.keys(build), build));
        } else if (shape instanceof Ask ask) {
            return ask(ask);
        }
        GoZeroFilter filter = GoZeroFilter.forKeys(Positions.KEYS_OF_FILTER);
        return JavaWork.positioning(((Positions) shape).keyLength(), GoZeroFilter.PROBES, filter::positions);
    }

    private JavaWork create(Create shape) {
        Keys keys = data.keys(shape);
        int n = shape.keysPerFilter();
        FilterGenerator generator = POLICY.newGenerator();
        if (shape.memory() == Memory.NEW) {
            return JavaWork.creating(shape, true, i -> {
                addKeys(generator, keys, i * n, n);
                return generator.generate();
            });
        }
        byte[] dst = create(keys, 0, n);
        return JavaWork.creating(shape, true, i -> {
            addKeys(generator, keys, i * n, n);
            generator.generate(dst, 0);
            return dst;
        });
    }

    private JavaWork create(CreateFull shape) {
        Keys keys = data.keys(shape.keys(), Shape.Law.FIXED);
        FullFilterBuilder builder = policy(shape.target()).newBuilder();
        return JavaWork.creating(shape, () -> {
            for (int i = 0; i < keys.count(); i++) {
                builder.addKey(keys.bytes(), keys.starts()[i], KEY_LENGTH);
            }
            return builder.finish();
        });
    }

    static FullFilterPolicy policy(Shape.Target kind) {
        return switch (kind) {
            case FAST -> FullFilterPolicy.fastLocalBloom(POLICY.bitsPerKey());
            case LEGACY -> FullFilterPolicy.legacyBloom(POLICY.bitsPerKey());
            case RIBBON -> FullFilterPolicy.ribbon(POLICY.bitsPerKey());
            default -> throw new IllegalArgumentException("not a full filter: " + kind);
        };
    }

    @Override
    byte[] create(Keys keys, int first, int count) {
        FilterGenerator generator = POLICY.newGenerator();
        addKeys(generator, keys, first, count);
        return generator.generate();
    }

    private static void addKeys(FilterGenerator generator, Keys keys, int first, int count) {
        byte[] bytes = keys.bytes();
        int[] starts = keys.starts();
        for (int i = first; i < first + count; i++) {
            generator.addKey(bytes, starts[i], starts[i + 1] - starts[i]);
        }
    }

    @Override
    byte[] build(Keys keys) {
        return builder(keys, new Build(Keys.BLOCKS_PER_TABLE, Memory.NEW)).get();
    }

    /** Builds a filter block, always into the same memory. */
    private static Supplier<byte[]> builder(Keys keys, Build shape) {
        ByteBuf sample = Unpooled.buffer();
        build(new FilterBlockBuilder(POLICY), keys, shape.blocks(), sample);
        ByteBuf dst = Unpooled.buffer(sample.readableBytes());
        FilterBlockBuilder reused = new FilterBlockBuilder(POLICY);
        return () -> {
            FilterBlockBuilder builder = shape.builder() == Memory.NEW ? new FilterBlockBuilder(POLICY) : reused;
            if (builder == reused) {
                builder.reset();
            }
            build(builder, keys, shape.blocks(), dst.clear());
            return dst.array();
        };
    }

    private static void build(FilterBlockBuilder builder, Keys keys, int blocks, ByteBuf dst) {
        byte[] bytes = keys.bytes();
        int[] starts = keys.starts();
        int key = 0;
        for (int block = 0; block < blocks; block++) {
            builder.startBlock(Keys.offset(block));
            for (int end = key + Keys.PER_BLOCK; key < end; key++) {
                builder.addKey(bytes, starts[key], starts[key + 1] - starts[key]);
            }
        }
        builder.startBlock(Keys.offset(blocks));
        builder.finishBuf(dst);
    }

    @Override
    byte[] bytes(Ask ask, int table) {
        return switch (ask.target()) {
            case TABLES -> buildWholeTable(Keys.ofTable(table, ask.keysPerTable()));
            case FAST, LEGACY, RIBBON -> NativeProgram.fullFilter(ask);
            default -> super.bytes(ask, table);
        };
    }

    private static byte[] buildWholeTable(Keys keys) {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY, FilterBlockBuilder.WHOLE_TABLE);
        builder.startBlock(0);
        for (int i = 0; i < keys.count(); i++) {
            builder.addKey(keys.bytes(), keys.starts()[i], KEY_LENGTH);
        }
        return builder.finish();
    }

    private JavaWork ask(Ask ask) {
        Questions asked = data.questions(ask);
        return switch (ask.target()) {
            case FILTERS -> JavaWork.asking(ask.questions(), bytes(ask), filters(joined(bytes(ask)), ask, asked));
            case WINDOWS -> JavaWork.asking(ask.questions(), bytes(ask), windows(open(ask), ask.way(), asked));
            case SHARED -> JavaWork.asking(ask.questions() * ask.tables(), bytes(ask), shared(open(ask), asked));
            case TABLES -> JavaWork.asking(ask.questions(), bytes(ask), tables(openWholeTables(ask), asked));
            case FAST, LEGACY, RIBBON ->
                JavaWork.asking(
                        ask.questions(), bytes(ask), full(FullFilter.wrap(bytes(ask)[0]), ask.way(), asked.keys()));
            case DENIAL_WINDOWS, DENIAL_TABLE, DENIAL_FAST -> {
                EngineTable table = EngineTable.of(ask.target());
                byte[][] bytes = {table.filterBlock()};
                yield JavaWork.asking(ask.questions(), bytes, table.asker(asked.keys()));
            }
        };
    }

    private FilterBlockReader[] open(Ask ask) {
        Way way = ask.way() == Way.BATCH ? Way.COPY_OF_HEAP : ask.way();
        return readers(way, ask, NONE, block -> open(block, way));
    }

    private static FilterBlockReader open(byte[] block, Way way) {
        ByteBufAllocator pooled = PooledByteBufAllocator.DEFAULT;
        ByteBufAllocator unpooled = UnpooledByteBufAllocator.DEFAULT;
        int length = block.length;
        ByteBuf buffer = switch (way) {
            case COPY_OF_DIRECT, RETAINING_DIRECT -> unpooled.directBuffer(length);
            case RETAINING_POOLED -> pooled.heapBuffer(length);
            default -> unpooled.heapBuffer(length);
        };
        buffer.writeBytes(block);
        FilterBlockReader reader = retains(way)
                ? FilterBlockReader.retaining(buffer, POLICY.matcher())
                : FilterBlockReader.copyOfBuf(buffer, POLICY.matcher());
        buffer.release();
        return reader;
    }

    private static boolean retains(Way way) {
        return way == Way.RETAINING_DIRECT || way == Way.RETAINING_POOLED;
    }

    private FilterBlockReader[] openWholeTables(Ask ask) {
        return readers(
                "whole",
                ask,
                NONE,
                block -> FilterBlockReader.wrap(block, POLICY.matcher()).forDataUpTo(Long.MAX_VALUE));
    }

    private static Asker filters(byte[] filters, Ask ask, Questions asked) {
        byte[] keys = asked.keys();
        int[] numbers = asked.tables();
        int length = filters.length / ask.tables();
        return (from, answers) -> {
            for (int i = from; i < from + answers.length; i++) {
                int place = numbers[i] * length;
                answers[i - from] = POLICY.keyMayMatch(keys, i << KEY_LENGTH_LG, KEY_LENGTH, filters, place, length);
            }
        };
    }

    /**
     * The loop is there for each kind of memory, because a place in a program usually asks readers of one kind: the
     * compiler then puts the code for this kind into it, and no other.
     */
    private static Asker windows(FilterBlockReader[] readers, Way way, Questions asked) {
        byte[] keys = asked.keys();
        int[] tables = asked.tables();
        int[] blocks = asked.blocks();
        return switch (way) {
            case BATCH -> batches(readers, asked);
            case RETAINING_DIRECT ->
                (from, answers) -> {
                    for (int i = from; i < from + answers.length; i++) {
                        answers[i - from] = readers[tables[i]].keyMayMatch(
                                Keys.offset(blocks[i]), keys, i << KEY_LENGTH_LG, KEY_LENGTH);
                    }
                };
            case RETAINING_POOLED ->
                (from, answers) -> {
                    for (int i = from; i < from + answers.length; i++) {
                        answers[i - from] = readers[tables[i]].keyMayMatch(
                                Keys.offset(blocks[i]), keys, i << KEY_LENGTH_LG, KEY_LENGTH);
                    }
                };
            default ->
                (from, answers) -> {
                    for (int i = from; i < from + answers.length; i++) {
                        answers[i - from] = readers[tables[i]].keyMayMatch(
                                Keys.offset(blocks[i]), keys, i << KEY_LENGTH_LG, KEY_LENGTH);
                    }
                };
        };
    }

    private static Asker batches(FilterBlockReader[] readers, Questions asked) {
        byte[] keys = asked.keys();
        int[] tables = asked.tables();
        int[] blocks = asked.blocks();
        FilterBlockBatch batch = new FilterBlockBatch(BATCH);
        return (from, answers) -> {
            for (int i = from; i < from + answers.length; i += BATCH) {
                batch.clear();
                for (int j = i; j < i + BATCH; j++) {
                    batch.add(readers[tables[j]], Keys.offset(blocks[j]), keys, j << KEY_LENGTH_LG, KEY_LENGTH);
                }
                batch.probe();
                for (int j = 0; j < BATCH; j++) {
                    answers[i - from + j] = batch.mayMatch(j);
                }
            }
        };
    }

    /** Hashes each key once. */
    private static Asker shared(FilterBlockReader[] readers, Questions asked) {
        byte[] keys = asked.keys();
        int[] groups = asked.blocks();
        HashedKey hashed = new HashedKey();
        return (from, answers) -> {
            int key = from / readers.length;
            for (int i = 0; i < answers.length; key++) {
                hashed.reset(keys, key << KEY_LENGTH_LG, KEY_LENGTH);
                int group = groups[key];
                for (int table = 0; table < readers.length; table++) {
                    answers[i++] = readers[table].keyMayMatch(Keys.sharedOffset(group, table), hashed);
                }
            }
        };
    }

    private static Asker tables(FilterBlockReader[] readers, Questions asked) {
        byte[] keys = asked.keys();
        int[] tables = asked.tables();
        return (from, answers) -> {
            for (int i = from; i < from + answers.length; i++) {
                answers[i - from] = readers[tables[i]].tableMayMatch(keys, i << KEY_LENGTH_LG, KEY_LENGTH);
            }
        };
    }

    /** The call sees filters of every kind. */
    private static Asker full(FullFilter filter, Way way, byte[] keys) {
        if (way == Way.BATCH) {
            return fullBatches(filter, keys);
        }
        return (from, answers) -> {
            for (int i = from; i < from + answers.length; i++) {
                answers[i - from] = filter.keyMayMatch(keys, i << KEY_LENGTH_LG, KEY_LENGTH);
            }
        };
    }

    private static Asker fullBatches(FullFilter filter, byte[] keys) {
        FullFilterBatch batch = new FullFilterBatch(BATCH);
        return (from, answers) -> {
            for (int i = from; i < from + answers.length; i += BATCH) {
                batch.clear();
                for (int j = i; j < i + BATCH; j++) {
                    batch.add(filter, keys, j << KEY_LENGTH_LG, KEY_LENGTH);
                }
                batch.probe();
                for (int j = 0; j < BATCH; j++) {
                    answers[i - from + j] = batch.mayMatch(j);
                }
            }
        };
    }
}
