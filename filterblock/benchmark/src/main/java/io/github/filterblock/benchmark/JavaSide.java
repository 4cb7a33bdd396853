// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.util.Arrays;
import java.util.List;

/** A side in this JVM that knows whole filter blocks; each side asks the blocks that it built itself. */
abstract class JavaSide implements Side {
    private final String name;
    final Data data;

    JavaSide(String name, Data data) {
        this.name = name;
        this.data = data;
    }

    @Override
    public final String name() {
        return name;
    }

    /** Builds the block of that many data blocks. */
    abstract byte[] build(Keys keys, int blocks);

    /** Makes the filter of some keys. */
    abstract byte[] create(Keys keys, int first, int count);

    final byte[] filters(Shape.AskFilters shape) {
        return data.once(List.of(name, "filters", shape.keysPerFilter()), () -> {
            Keys keys = data.keys(shape.filters() * shape.keysPerFilter(), Keys.Law.FIXED);
            byte[] filters = {};
            for (int i = 0; i < shape.filters(); i++) {
                byte[] filter = create(keys, i * shape.keysPerFilter(), shape.keysPerFilter());
                filters = filters.length == 0 ? new byte[filter.length * shape.filters()] : filters;
                System.arraycopy(filter, 0, filters, i * filter.length, filter.length);
            }
            return filters;
        });
    }

    final FilterQuestions questions(Shape.AskFilters shape) {
        return FilterQuestions.of(shape, data.questions(shape), filters(shape));
    }

    final byte[][] blocks(Shape.Lookup shape) {
        return data.once(List.of(name, "blocks", shape.tables()), () -> {
            byte[][] blocks = new byte[shape.tables()][];
            Arrays.setAll(blocks, table -> build(Keys.ofTable(table), Keys.BLOCKS_PER_TABLE));
            return blocks;
        });
    }

    final byte[][] sharedBlocks() {
        return data.once(List.of(name, "shared blocks"), () -> {
            byte[][] blocks = new byte[Keys.SHARED_TABLES][];
            Arrays.setAll(blocks, table -> build(Keys.ofSharedTable(table), Keys.BLOCKS_PER_TABLE));
            return blocks;
        });
    }

    /** Opens a reader over the block of a table. */
    interface ReaderOpener<R> {
        R open(int table, byte[] block);
    }

    /** The readers over some blocks, opened once for each name. */
    final <R> R[] readers(Object name, byte[][] blocks, R[] none, ReaderOpener<R> opener) {
        return data.once(List.of(this.name, "readers", name), () -> {
            R[] readers = Arrays.copyOf(none, blocks.length);
            Arrays.setAll(readers, i -> opener.open(i, blocks[i]));
            return readers;
        });
    }
}
