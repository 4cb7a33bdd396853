// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Every call to this library: the loops are as a user would write them. */
final class Ours {
    static final int BATCH = 64;
    static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    private static final int KEY_LENGTH = Keys.FIXED_LENGTH;
    private static final int KEY_LENGTH_LG = 4;

    private Ours() {}

    static int hash(byte[] bytes, int offset, int length) {
        return POLICY.hash().hash(bytes, offset, length);
    }

    static FilterGenerator generator() {
        return POLICY.newGenerator();
    }

    /** A new filter of some keys. */
    static byte[] createFilter(FilterGenerator generator, Keys keys, int first, int count) {
        addKeys(generator, keys, first, count);
        return generator.generate();
    }

    /** Writes a filter of some keys into memory that is there. */
    static void createFilter(FilterGenerator generator, Keys keys, int first, int count, byte[] dst) {
        addKeys(generator, keys, first, count);
        generator.generate(dst, 0);
    }

    private static void addKeys(FilterGenerator generator, Keys keys, int first, int count) {
        byte[] bytes = keys.bytes();
        int[] starts = keys.starts();
        for (int i = first; i < first + count; i++) {
            generator.addKey(bytes, starts[i], starts[i + 1] - starts[i]);
        }
    }

    static FilterBlockBuilder builder() {
        return new FilterBlockBuilder(POLICY);
    }

    /** Builds a filter block into a buffer. */
    static void build(FilterBlockBuilder builder, Keys keys, int blocks, ByteBuf dst) {
        byte[] bytes = keys.bytes();
        int[] starts = keys.starts();
        int key = 0;
        for (int block = 0; block < blocks; block++) {
            builder.startBlock((long) block << Keys.BLOCK_LENGTH_LG);
            for (int end = key + Keys.PER_BLOCK; key < end; key++) {
                builder.addKey(bytes, starts[key], starts[key + 1] - starts[key]);
            }
        }
        builder.startBlock((long) blocks << Keys.BLOCK_LENGTH_LG);
        builder.finish(dst);
    }

    static FilterBlockReader open(byte[] block, Shape.Door door) {
        return switch (door) {
            case COPY -> FilterBlockReader.copyOf(Unpooled.wrappedBuffer(block), POLICY.matcher());
            case COPY_OF_DIRECT -> {
                ByteBuf direct = Unpooled.directBuffer(block.length).writeBytes(block);
                FilterBlockReader reader = FilterBlockReader.copyOf(direct, POLICY.matcher());
                direct.release();
                yield reader;
            }
            case RETAIN_DIRECT -> {
                ByteBuf direct = Unpooled.directBuffer(block.length).writeBytes(block);
                FilterBlockReader reader = FilterBlockReader.retaining(direct, POLICY.matcher());
                direct.release();
                yield reader;
            }
        };
    }

    /** Asks single filters. */
    static int askFilters(FilterQuestions questions, int from, int to) {
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (askFilter(questions, i)) {
                positives++;
            }
        }
        return positives;
    }

    static boolean askFilter(FilterQuestions questions, int i) {
        return POLICY.keyMayMatch(
                questions.keys(),
                i << KEY_LENGTH_LG,
                KEY_LENGTH,
                questions.filters(),
                questions.places()[i],
                questions.length());
    }

    /** Asks readers, one question after the other. */
    static int ask(FilterBlockReader[] readers, Lookups lookups, int from, int to) {
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (ask(readers, lookups, i)) {
                positives++;
            }
        }
        return positives;
    }

    static boolean ask(FilterBlockReader[] readers, Lookups lookups, int i) {
        return readers[lookups.tables()[i]].keyMayMatch(
                offset(lookups.blocks()[i]), lookups.keys(), i << KEY_LENGTH_LG, KEY_LENGTH);
    }

    /** Asks all readers about each key, hashing it once. */
    static int askShared(FilterBlockReader[] readers, Lookups lookups, int from, int to) {
        int positives = 0;
        for (int i = from; i < to; i++) {
            for (int table = 0; table < readers.length; table++) {
                if (askSharedOne(readers, lookups, i, table)) {
                    positives++;
                }
            }
        }
        return positives;
    }

    static boolean askSharedOne(FilterBlockReader[] readers, Lookups lookups, int i, int table) {
        long offset = Lookups.sharedOffset(lookups.blocks()[i], table);
        return readers[table].keyMayMatch(offset, lookups.keys(), i << KEY_LENGTH_LG, KEY_LENGTH);
    }

    /** What a caller of the batch form keeps for it. */
    static final class Batch {
        final FilterBlockReader[] readers = new FilterBlockReader[BATCH];
        final long[] offsets = new long[BATCH];
        final boolean[] answers = new boolean[BATCH];
    }

    /** Asks readers, 64 questions at a time. */
    static int askBatches(FilterBlockReader[] readers, Lookups lookups, int from, int to, Batch batch) {
        int positives = 0;
        for (int i = from; i < to; i += BATCH) {
            askBatch(readers, lookups, i, batch);
            for (boolean answer : batch.answers) {
                if (answer) {
                    positives++;
                }
            }
        }
        return positives;
    }

    static void askBatch(FilterBlockReader[] readers, Lookups lookups, int from, Batch batch) {
        for (int i = 0; i < BATCH; i++) {
            batch.readers[i] = readers[lookups.tables()[from + i]];
            batch.offsets[i] = offset(lookups.blocks()[from + i]);
        }
        for (int i = 0; i < BATCH; i++) {
            batch.answers[i] = batch.readers[i].keyMayMatch(
                    batch.offsets[i], lookups.keys(), from + i << KEY_LENGTH_LG, KEY_LENGTH);
        }
    }

    /** Asks one reader, 64 questions at a time. */
    static int askBatches(FilterBlockReader reader, Lookups lookups, int from, int to, Batch batch) {
        int positives = 0;
        for (int i = from; i < to; i += BATCH) {
            askBatch(reader, lookups, i, batch);
            for (boolean answer : batch.answers) {
                if (answer) {
                    positives++;
                }
            }
        }
        return positives;
    }

    static void askBatch(FilterBlockReader reader, Lookups lookups, int from, Batch batch) {
        for (int i = 0; i < BATCH; i++) {
            batch.offsets[i] = offset(lookups.blocks()[from + i]);
        }
        for (int i = 0; i < BATCH; i++) {
            batch.answers[i] =
                    reader.keyMayMatch(batch.offsets[i], lookups.keys(), from + i << KEY_LENGTH_LG, KEY_LENGTH);
        }
    }

    private static long offset(int block) {
        return (long) block << Keys.BLOCK_LENGTH_LG;
    }
}
