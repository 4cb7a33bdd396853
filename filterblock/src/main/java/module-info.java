// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The filter block of LevelDB-family table files: building, reading, verifying, and finding it in a file.
 *
 * <p><b>To give an LSM tree filters</b>, a writer of tables makes a policy with {@link
 * io.github.filterblock.bloom.BloomFilterPolicy}, adds keys to a {@link io.github.filterblock.FilterBlockBuilder}, and
 * stores the bytes of a {@link io.github.filterblock.table.StoredFilterBlock}, which its metaindex finds by a {@link
 * io.github.filterblock.table.BlockHandle}. A reader opens a {@link io.github.filterblock.table.TableFile}, or catches
 * {@link io.github.filterblock.table.CorruptTableException}, and asks its {@link
 * io.github.filterblock.FilterBlockReader}. Package {@link io.github.filterblock.engine} puts these together for an
 * engine that must not fail because of a filter.
 *
 * <p><b>To read tables of other programs</b>, open a {@link io.github.filterblock.table.TableFile}. {@link
 * io.github.filterblock.analysis.TableAnalysis} says what is in it and which filter it has, {@link
 * io.github.filterblock.analysis.TableVerifier} returns a {@link io.github.filterblock.analysis.VerifyReport} of {@link
 * io.github.filterblock.Finding}s. A {@link io.github.filterblock.analysis.FilterChoice} is what the caller knows
 * beforehand.
 *
 * <p>The other packages: {@link io.github.filterblock.audit} for what filters cost, {@link
 * io.github.filterblock.database} for the files around the tables, {@link io.github.filterblock.rewrite} for tables
 * with other filters, {@link io.github.filterblock.redis} for filters that are kept in Redis.
 */
module io.github.filterblock {
    requires com.google.common;
    requires static com.github.luben.zstd_jni;
    requires static org.lz4.java;
    requires static com.google.gson;
    requires static info.picocli;
    requires static lettuce.core;
    requires static org.jspecify;
    requires transitive io.github.filterblock.core;
    requires transitive io.netty.buffer;

    exports io.github.filterblock;
    exports io.github.filterblock.analysis;
    exports io.github.filterblock.audit;
    exports io.github.filterblock.database;
    exports io.github.filterblock.engine;
    exports io.github.filterblock.redis;
    exports io.github.filterblock.rewrite;
    exports io.github.filterblock.table;

    opens io.github.filterblock.tool to
            com.google.gson,
            info.picocli;
}
