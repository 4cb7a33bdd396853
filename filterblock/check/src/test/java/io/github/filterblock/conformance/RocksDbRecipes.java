// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.conformance;

import io.github.filterblock.FilterBlockBuilder;
import io.github.filterblock.bloom.BloomFilterPolicy;
import io.github.filterblock.table.IndexEntry;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.testdata.RecipeTables;
import io.github.filterblock.testdata.RecipeTables.RecipeTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The tables that RocksDB wrote, by what can be read of them; and how RocksDB fills a filter block. */
final class RocksDbRecipes {
    static final int BASE_LG = 11;
    static final int TAG_LENGTH = 8;

    private static final Set<String> UNDECODED = Set.of("BZLIB2_COMPRESSION");
    private static final Set<String> UNKNOWN_INDEXES = Set.of("kTwoLevelIndexSearch", "kBinarySearchWithFirstKey");

    private RocksDbRecipes() {}

    /** Every table. */
    static Stream<RecipeTable> all() {
        return RecipeTables.rocksDb().tables().stream();
    }

    /** Those with a block-based filter. */
    static Stream<RecipeTable> filtered() {
        return all().filter(table -> table.policy().isPresent());
    }

    /** Those whose keys this library can read. */
    static Stream<RecipeTable> readable() {
        return all().filter(table -> !isUndecoded(table) && !hasUnknownIndex(table));
    }

    static Stream<RecipeTable> readableAndFiltered() {
        return readable().filter(table -> table.policy().isPresent());
    }

    static Stream<RecipeTable> ofWholeKeys() {
        return readableAndFiltered().filter(table -> !table.prefixOnly());
    }

    static Stream<RecipeTable> ofPrefixesOnly() {
        return readableAndFiltered().filter(RecipeTable::prefixOnly);
    }

    static Stream<RecipeTable> undecoded() {
        return all().filter(RocksDbRecipes::isUndecoded);
    }

    static Stream<RecipeTable> withUnknownIndex() {
        return all().filter(RocksDbRecipes::hasUnknownIndex);
    }

    private static boolean isUndecoded(RecipeTable table) {
        return UNDECODED.contains(table.option("compressionType", ""))
                || table.options().containsKey("maxDictBytes");
    }

    private static boolean hasUnknownIndex(RecipeTable table) {
        return UNKNOWN_INDEXES.contains(table.option("indexType", ""));
    }

    static int formatVersion(RecipeTable table) {
        return Integer.parseInt(table.option("formatVersion", ""));
    }

    /** The user key's prefix that goes into the filter, if the table has an extractor and the key is long enough. */
    static Optional<byte[]> prefix(RecipeTable table, byte[] userKey) {
        String[] extractor = table.option("prefix", "capped:0").split(":");
        int length = Integer.parseInt(extractor[1]);
        boolean fixed = extractor[0].equals("fixed");
        return length == 0 || fixed && userKey.length < length
                ? Optional.empty()
                : Optional.of(Arrays.copyOf(userKey, Math.min(length, userKey.length)));
    }

    /**
     * Makes the filter block that RocksDB makes of the table's keys and block offsets: for each key its prefix, unless
     * it is that of the key before in the same filter, and then the key, unless only prefixes are asked for. An empty
     * prefix is never taken for that of the key before.
     */
    static byte[] rebuiltFilterBlock(RecipeTable recipe, TableFile table) throws IOException {
        FilterBlockBuilder builder =
                new FilterBlockBuilder(BloomFilterPolicy.rocksDbBlockBased(recipe.bitsPerKey()), BASE_LG);
        long window = 0;
        byte[] previousPrefix = {};
        for (IndexEntry entry : table.index()) {
            long offset = entry.handle().offset();
            if (offset >>> BASE_LG != window) {
                window = offset >>> BASE_LG;
                previousPrefix = new byte[0];
            }
            builder.startBlock(offset);
            KeyValueBlock.Cursor cursor = table.readEntries(entry.handle()).cursor();
            while (cursor.next()) {
                byte[] userKey = Arrays.copyOf(cursor.key(), cursor.keyLength() - TAG_LENGTH);
                Optional<byte[]> prefix = prefix(recipe, userKey);
                if (prefix.isPresent()
                        && (previousPrefix.length == 0 || !Arrays.equals(prefix.get(), previousPrefix))) {
                    builder.addKey(prefix.get());
                    previousPrefix = prefix.get();
                }
                if (!recipe.prefixOnly()) {
                    builder.addKey(userKey);
                }
            }
        }
        builder.startBlock(recipe.dataSize().orElseThrow());
        ByteBuf block = builder.finishBuf(UnpooledByteBufAllocator.DEFAULT);
        try {
            return ByteBufUtil.getBytes(block);
        } finally {
            block.release();
        }
    }
}
