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
 * The metaindex of a table with another filter: which entries stay, and where the filter's comes among them. Entries
 * are written in the order of their names, each name once, the first of equal ones (TF-9). Keys have a character for
 * each byte, so their order is that of bytes.
 *
 * @param kept the entries that stay; a block to which none of them leads is removed
 * @param filterKey the key of the new filter; empty if the table gets none
 */
record NewMetaindex(List<MetaindexEntry> kept, Optional<String> filterKey) {

    /**
     * A metaindex.
     *
     * @param old the table's
     * @param oldFilter the entry of the filter that is removed, if there is one
     * @param filterKey the key of the new filter, which replaces entries of the same name
     */
    static NewMetaindex of(List<MetaindexEntry> old, Optional<MetaindexEntry> oldFilter, Optional<String> filterKey) {
        Set<String> left = new HashSet<>();
        oldFilter.ifPresent(entry -> left.add(entry.key()));
        filterKey.ifPresent(left::add);
        List<MetaindexEntry> kept = old.stream()
                .filter(entry -> left.add(entry.key()))
                .sorted(Comparator.comparing(MetaindexEntry::key))
                .toList();
        return new NewMetaindex(kept, filterKey);
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
     * The block's contents.
     *
     * @param places the new place of each block to which a kept entry leads
     * @param filterPlace the place of the new filter, if there is one
     * @param restartInterval how many entries there are from one restart to the next
     */
    byte[] contents(Map<BlockHandle, BlockHandle> places, Optional<BlockHandle> filterPlace, int restartInterval) {
        SortedMap<String, byte[]> values = new TreeMap<>();
        kept.forEach(entry -> values.put(entry.key(), relocated(entry, places)));
        filterPlace.ifPresent(place -> values.put(filterKey.orElseThrow(), place.encode()));
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
