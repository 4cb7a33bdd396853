// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Shape.Ask;
import io.github.filterblock.benchmark.Shape.Law;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** A side in this JVM that knows whole filter blocks; it asks those that it built itself. */
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

    /** Makes the filter of some keys. */
    abstract byte[] create(Keys keys, int first, int count);

    /** Builds the filter block of a table of 2 MiB. */
    abstract byte[] build(Keys keys);

    /** The bytes of one of the filters or tables that are asked. */
    byte[] bytes(Ask ask, int table) {
        return switch (ask.target()) {
            case FILTERS -> create(keys(ask), table * ask.keysPerTable(), ask.keysPerTable());
            case WINDOWS -> build(Keys.ofTable(table, Keys.PER_TABLE));
            case SHARED -> build(Keys.ofSharedTable(table));
            default -> throw new IllegalArgumentException(ask.toString());
        };
    }

    private Keys keys(Ask ask) {
        return data.keys(ask.tables() * ask.keysPerTable(), Law.FIXED);
    }

    /** What is asked, made once. */
    final byte[][] bytes(Ask ask) {
        return data.once(List.of(name, "bytes", ask.target(), ask.tables(), ask.keysPerTable()), () -> {
            byte[][] bytes = new byte[ask.tables()][];
            Arrays.setAll(bytes, table -> bytes(ask, table));
            return bytes;
        });
    }

    /** Single filters one behind the other, all of one length. */
    static byte[] joined(byte[][] filters) {
        byte[] joined = new byte[filters.length * filters[0].length];
        for (int i = 0; i < filters.length; i++) {
            System.arraycopy(filters[i], 0, joined, i * filters[i].length, filters[i].length);
        }
        return joined;
    }

    /** The readers over what is asked, opened once for each name. */
    final <R> R[] readers(Object name, Ask ask, R[] none, Function<byte[], R> opener) {
        return data.once(List.of(this.name, "readers", name, ask.target(), ask.tables(), ask.keysPerTable()), () -> {
            R[] readers = Arrays.copyOf(none, ask.tables());
            Arrays.setAll(readers, i -> opener.apply(bytes(ask)[i]));
            return readers;
        });
    }
}
