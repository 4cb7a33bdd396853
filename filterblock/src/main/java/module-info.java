// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/** The filter block of LevelDB-family table files: building, reading, verifying, and finding it in a file. */
module io.github.filterblock {
    requires com.google.common;
    requires static com.github.luben.zstd_jni;
    requires static org.lz4.java;
    requires static com.google.gson;
    requires static info.picocli;
    requires io.netty.codec.compression;
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
