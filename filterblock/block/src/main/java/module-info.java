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
 */
module io.github.filterblock {
    requires static com.github.luben.zstd_jni;
    requires static org.lz4.java;
    requires static org.jspecify;
    requires transitive io.github.filterblock.core;
    requires transitive io.netty.buffer;

    exports io.github.filterblock;
    exports io.github.filterblock.coding;
    exports io.github.filterblock.engine;
    exports io.github.filterblock.table;
}
