// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.FilterBatch;
import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.FilterBlockReader;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.bloom.FilterGenerator;
import io.github.filterblock.full.FullFilter;
import io.github.filterblock.testdata.ByteBufKind;
import io.netty.buffer.ByteBuf;

/** Every call to this library: the loops are as a user would write them. */
final class Ours {
    static final int BATCH = 64;
    static final BloomFilterPolicy POLICY = BloomFilterPolicy.levelDb(10);

    private static final int KEY_LENGTH = Keys.FIXED_LENGTH;
    private static final int KEY_LENGTH_LG = 4;

    private Ours() {}

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
        builder.finishBuf(dst);
    }

    static FilterBlockReader open(byte[] block, Shape.Door door) {
        ByteBufKind kind = switch (door) {
            case COPY_OF_HEAP -> ByteBufKind.HEAP;
            case RETAINING_POOLED -> ByteBufKind.POOLED_HEAP;
            case COPY_OF_DIRECT, RETAINING_DIRECT -> ByteBufKind.DIRECT;
        };
        ByteBuf buffer = kind.of(block);
        FilterBlockReader reader = door.retains() ? openRetaining(buffer) : openCopy(buffer);
        buffer.release();
        return reader;
    }

    /** The copying door. */
    static FilterBlockReader openCopy(ByteBuf block) {
        return FilterBlockReader.copyOfBuf(block, POLICY.matcher());
    }

    /** The retaining door. */
    static FilterBlockReader openRetaining(ByteBuf block) {
        return FilterBlockReader.retaining(block, POLICY.matcher());
    }

    /** Asks single filters. */
    static int askFilters(FilterQuestions questions, int from, int to) {
        byte[] keys = questions.keys();
        byte[] filters = questions.filters();
        int[] places = questions.places();
        int length = questions.length();
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (POLICY.keyMayMatch(keys, i << KEY_LENGTH_LG, KEY_LENGTH, filters, places[i], length)) {
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
        byte[] keys = lookups.keys();
        int[] tables = lookups.tables();
        int[] blocks = lookups.blocks();
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (readers[tables[i]].keyMayMatch(offset(blocks[i]), keys, i << KEY_LENGTH_LG, KEY_LENGTH)) {
                positives++;
            }
        }
        return positives;
    }

    /** The same for readers over the caller's memory: a place in a program usually asks readers of one kind. */
    static int askRetaining(FilterBlockReader[] readers, Lookups lookups, int from, int to) {
        byte[] keys = lookups.keys();
        int[] tables = lookups.tables();
        int[] blocks = lookups.blocks();
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (readers[tables[i]].keyMayMatch(offset(blocks[i]), keys, i << KEY_LENGTH_LG, KEY_LENGTH)) {
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
        byte[] keys = lookups.keys();
        int[] groups = lookups.blocks();
        int positives = 0;
        for (int i = from; i < to; i++) {
            long token = POLICY.hash().token(keys, i << KEY_LENGTH_LG, KEY_LENGTH);
            int group = groups[i];
            for (int table = 0; table < readers.length; table++) {
                if (readers[table].hashMayMatch(Lookups.sharedOffset(group, table), token)) {
                    positives++;
                }
            }
        }
        return positives;
    }

    static boolean askSharedOne(FilterBlockReader[] readers, Lookups lookups, int i, int table) {
        long token = POLICY.hash().token(lookups.keys(), i << KEY_LENGTH_LG, KEY_LENGTH);
        return readers[table].hashMayMatch(Lookups.sharedOffset(lookups.blocks()[i], table), token);
    }

    static FilterBatch batch() {
        return new FilterBatch(BATCH);
    }

    /** Asks readers, 64 questions at a time. */
    static int askBatches(FilterBlockReader[] readers, Lookups lookups, int from, int to, FilterBatch batch) {
        int positives = 0;
        for (int i = from; i < to; i += BATCH) {
            askBatch(readers, lookups, i, batch);
            for (int j = 0; j < BATCH; j++) {
                if (batch.mayMatch(j)) {
                    positives++;
                }
            }
        }
        return positives;
    }

    static void askBatch(FilterBlockReader[] readers, Lookups lookups, int from, FilterBatch batch) {
        byte[] keys = lookups.keys();
        int[] tables = lookups.tables();
        int[] blocks = lookups.blocks();
        batch.clear();
        for (int i = from; i < from + BATCH; i++) {
            batch.add(readers[tables[i]], offset(blocks[i]), keys, i << KEY_LENGTH_LG, KEY_LENGTH);
        }
        batch.ask();
    }

    /** The block with one filter for all keys of a table. */
    static byte[] buildWholeTable(int table, int keysPerTable) {
        FilterBlockBuilder builder = new FilterBlockBuilder(POLICY, FilterBlockBuilder.WHOLE_TABLE);
        byte[] key = new byte[KEY_LENGTH];
        builder.startBlock(0);
        for (int i = 0; i < keysPerTable; i++) {
            RandomWords.writeKey(RandomWords.PRESENT, (long) table * keysPerTable + i, key, 0, KEY_LENGTH);
            builder.addKey(key);
        }
        return builder.finish();
    }

    static FilterBlockReader openWholeTable(byte[] block) {
        return FilterBlockReader.wrapping(block, POLICY.matcher()).forDataUpTo(Long.MAX_VALUE);
    }

    /** Asks for whole tables, one question after the other. */
    static int askTables(FilterBlockReader[] readers, Lookups lookups, int from, int to) {
        byte[] keys = lookups.keys();
        int[] tables = lookups.tables();
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (readers[tables[i]].tableMayMatch(keys, i << KEY_LENGTH_LG, KEY_LENGTH)) {
                positives++;
            }
        }
        return positives;
    }

    static boolean askTable(FilterBlockReader[] readers, Lookups lookups, int i) {
        return readers[lookups.tables()[i]].tableMayMatch(lookups.keys(), i << KEY_LENGTH_LG, KEY_LENGTH);
    }

    /** Asks one of RocksDB's full filters; the call sees filters of every kind. */
    static int askFull(FullFilter filter, byte[] keys, int from, int to) {
        int positives = 0;
        for (int i = from; i < to; i++) {
            if (filter.keyMayMatch(keys, i << KEY_LENGTH_LG, KEY_LENGTH)) {
                positives++;
            }
        }
        return positives;
    }

    private static long offset(int block) {
        return (long) block << Keys.BLOCK_LENGTH_LG;
    }
}
