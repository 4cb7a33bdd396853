// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0

/** The bare filters of LevelDB and RocksDB, with every writer's variant; depends on nothing but the JDK. */
@SuppressWarnings("module") // the modules that may see the arithmetic are compiled after this one
module io.github.filterblock.core {
    requires static org.jspecify;

    exports io.github.filterblock.arithmetic to
            io.github.filterblock,
            io.github.filterblock.check;
    exports io.github.filterblock.bloom;
    exports io.github.filterblock.rocksdb;
}
