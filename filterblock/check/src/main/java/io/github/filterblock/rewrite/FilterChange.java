// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What becomes of the blocks beside the data and the index when a table gets another filter: which metaindex entries
 * stay, which blocks get other contents, and under which name the new filter comes among them. Entries are written in
 * the order of their names, each name once, the first of equal ones (TF-9). Keys have a character for each byte, so
 * their order is that of bytes.
 *
 * @param kept the entries that stay; a block to which none of them leads is removed
 * @param added the new filter; empty if the table gets none
 * @param replaced the new contents of blocks that stay, by their places in the old file
 */
record FilterChange(List<MetaindexEntry> kept, Optional<AddedFilter> added, Map<BlockHandle, NewBlock> replaced) {

    /**
     * A new filter block.
     *
     * @param key the key of its metaindex entry
     * @param block its contents
     */
    record AddedFilter(String key, byte[] block) {}

    /**
     * New contents of a block.
     *
     * @param contents what it holds
     * @param summed what its checksum is made of: the contents, or what they were before RocksDB overwrote a part
     */
    record NewBlock(byte[] contents, byte[] summed) {}

    /**
     * A change.
     *
     * @param old the table's metaindex entries
     * @param oldFilters the entries of the filters that are removed
     * @param added the new filter, which replaces entries of the same name
     */
    static FilterChange of(List<MetaindexEntry> old, List<MetaindexEntry> oldFilters, Optional<AddedFilter> added) {
        Set<String> left = new HashSet<>();
        oldFilters.forEach(entry -> left.add(entry.key()));
        added.ifPresent(filter -> left.add(filter.key()));
        List<MetaindexEntry> kept = old.stream()
                .filter(entry -> left.add(entry.key()))
                .sorted(Comparator.comparing(MetaindexEntry::key))
                .toList();
        return new FilterChange(kept, added, Map.of());
    }

    /** The same change, with new contents for blocks that stay. */
    FilterChange replacing(Map<BlockHandle, NewBlock> contents) {
        return new FilterChange(kept, added, contents);
    }

    /** Whether a metaindex is as a new one would be: in the order of names, each name once. */
    static boolean isInOrder(List<MetaindexEntry> entries) {
        for (int i = 1; i < entries.size(); i++) {
            if (entries.get(i - 1).key().compareTo(entries.get(i).key()) >= 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * The contents of the new metaindex.
     *
     * @param places the new place of each block to which a kept entry leads
     * @param filterPlace the place of the new filter, if there is one
     * @param restartInterval how many entries there are from one restart to the next
     */
    byte[] metaindex(Map<BlockHandle, BlockHandle> places, Optional<BlockHandle> filterPlace, int restartInterval) {
        SortedMap<String, byte[]> values = new TreeMap<>();
        kept.forEach(entry -> values.put(entry.key(), relocated(entry, places)));
        filterPlace.ifPresent(place -> values.put(added.orElseThrow().key(), place.encode()));
        KeyValueBlockBuilder block = new KeyValueBlockBuilder(restartInterval);
        values.forEach((key, value) -> block.add(key.getBytes(StandardCharsets.ISO_8859_1), value));
        return block.contents();
    }

    /**
     * The value of an entry with the new place of its block. Some writers pad values; a padded value stays as it is if
     * the place does not change.
     */
    private static byte[] relocated(MetaindexEntry entry, Map<BlockHandle, BlockHandle> places) {
        BlockHandle handle = entry.handle().orElseThrow();
        BlockHandle place = Objects.requireNonNull(places.get(handle), "its place");
        return place.equals(handle) ? entry.value() : place.encode();
    }
}
