// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The filter block of LevelDB-family table files: building, reading, verifying, and finding it in a file.
 *
 * <p>A writer of tables makes a policy with {@link io.github.filterblock.bloom.BloomFilterPolicy}, adds keys to a
 * {@link io.github.filterblock.FilterBlockBuilder}, and stores the bytes of a {@link
 * io.github.filterblock.table.StoredFilterBlock}, which its metaindex finds by a {@link
 * io.github.filterblock.table.BlockHandle}. A reader opens a {@link io.github.filterblock.table.TableFile}, or catches
 * {@link io.github.filterblock.table.CorruptTableException}, and probes its {@link
 * io.github.filterblock.FilterBlockReader}. Package {@link io.github.filterblock.engine} puts these together for an
 * engine that must not fail because of a filter.
 *
 * <p><b>Netty.</b> The buffers of Netty are arguments of some methods, whose names end in {@code Buf}, or say that the
 * buffer is retained. A program that calls none of them compiles and runs without Netty, on the class path and on the
 * module path: no method that takes an array shares its name, for a compiler that chooses between overloaded methods
 * loads the types of all of them. A module that passes Netty's buffers requires {@code io.netty.buffer} itself.
 */
@SuppressWarnings("module") // the other modules are compiled after this one
module io.github.filterblock {
    requires static com.github.luben.zstd_jni;
    requires static org.lz4.java;
    requires static org.jspecify;
    requires static transitive io.netty.buffer;
    requires transitive io.github.filterblock.core;

    exports io.github.filterblock;
    exports io.github.filterblock.coding to
            io.github.filterblock.check,
            io.github.filterblock.cli;
    exports io.github.filterblock.engine;
    exports io.github.filterblock.source;
    exports io.github.filterblock.table;
}
