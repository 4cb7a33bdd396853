// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The filter block of LevelDB-family table files: building, reading, verifying, and finding it in a file.
 *
 * <p>A writer of tables makes a policy with {@link io.github.filterblock.bloom.BloomFilterPolicy}, adds keys to a
 * {@link io.github.filterblock.FilterBlockBuilder}, and stores the bytes of a {@link
 * io.github.filterblock.table.StoredFilterBlock}, which its metaindex finds by a {@link
 * io.github.filterblock.table.BlockHandle}. A reader opens a {@link io.github.filterblock.table.TableFile}, or catches
 * {@link io.github.filterblock.table.CorruptTableException}, and asks its {@link
 * io.github.filterblock.FilterBlockReader}. Package {@link io.github.filterblock.engine} puts these together for an
 * engine that must not fail because of a filter.
 *
 * <p><b>Netty.</b> The buffers of Netty are first-class arguments, and its module is required. Methods that take them
 * have names of their own: they end in {@code Buf}, or say that the buffer is retained. A compiler that chooses between
 * overloaded methods loads the types of all of them, even of those that are not called; with overloads, a program that
 * passes arrays would not compile without Netty, and a static requirement would not change that. With names of their
 * own such a program compiles and runs on the class path without Netty.
 */
@SuppressWarnings("module") // the other modules are compiled after this one
module io.github.filterblock {
    requires static com.github.luben.zstd_jni;
    requires static org.lz4.java;
    requires static org.jspecify;
    requires transitive io.github.filterblock.core;
    requires transitive io.netty.buffer;

    exports io.github.filterblock;
    exports io.github.filterblock.coding to
            io.github.filterblock.check,
            io.github.filterblock.cli;
    exports io.github.filterblock.engine;
    exports io.github.filterblock.source;
    exports io.github.filterblock.table;
}
