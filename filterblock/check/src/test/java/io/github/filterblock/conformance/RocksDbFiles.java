// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import java.io.IOException;

/** Copies of RocksDB's tables, to be changed byte by byte. */
final class RocksDbFiles {
    private RocksDbFiles() {}

    static RecipeTable recipe(String name) {
        return RecipeTables.rocksDb().table(name);
    }

    static byte[] bytes(String name) {
        return recipe(name).bytes();
    }

    /** Where the metaindex says that the block of this key lies. */
    static BlockHandle handle(byte[] bytes, String metaindexKey) throws IOException {
        return InMemory.open(bytes).metaindex().stream()
                .filter(entry -> entry.key().equals(metaindexKey))
                .findFirst()
                .flatMap(MetaindexEntry::handle)
                .orElseThrow();
    }

    static BlockHandle filter(byte[] bytes) throws IOException {
        return handle(bytes, "filter.rocksdb.BuiltinBloomFilter");
    }

    /** A copy with one bit turned over. */
    static byte[] flipped(byte[] bytes, long at, int bit) {
        byte[] copy = bytes.clone();
        copy[(int) at] ^= (byte) (1 << bit);
        return copy;
    }
}
