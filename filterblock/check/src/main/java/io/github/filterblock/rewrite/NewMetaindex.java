// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.MetaindexEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The metaindex of a table with another filter: which entries stay, and in what order. Entries are written in the order
 * of their names, each name once, the first of equal ones (TF-9); or, if the plan says so, as they are in the table.
 * Keys have a character for each byte, so their order is that of bytes.
 *
 * @param kept the entries that stay; a block to which none of them leads is removed
 * @param filterKey the key of the new filter, or nothing if the table gets none
 * @param filterIndex number of kept entries before the new filter
 */
record NewMetaindex(List<MetaindexEntry> kept, Optional<String> filterKey, int filterIndex) {

    /**
     * A metaindex.
     *
     * @param old the table's
     * @param oldFilter the entry of the filter that is removed, if there is one
     * @param filterKey the key of the new filter, which replaces entries of the same name
     * @param asItIs whether the entries that stay keep their order, and all of one name stay
     */
    static NewMetaindex of(
            List<MetaindexEntry> old, Optional<MetaindexEntry> oldFilter, Optional<String> filterKey, boolean asItIs) {
        Set<String> left = new HashSet<>();
        oldFilter.ifPresent(entry -> left.add(entry.key()));
        filterKey.ifPresent(left::add);
        List<MetaindexEntry> kept = new ArrayList<>();
        int samePlace = -1;
        for (MetaindexEntry entry : old) {
            if (samePlace < 0 && asItIs && filterKey.filter(entry.key()::equals).isPresent()) {
                samePlace = kept.size();
            }
            if (asItIs ? !left.contains(entry.key()) : left.add(entry.key())) {
                kept.add(entry);
            }
        }
        if (!asItIs) {
            kept.sort((one, other) -> one.key().compareTo(other.key()));
        }
        int filterIndex = samePlace >= 0
                ? samePlace
                : filterKey.map(key -> firstAbove(key, kept)).orElse(0);
        return new NewMetaindex(List.copyOf(kept), filterKey, filterIndex);
    }

    private static int firstAbove(String key, List<MetaindexEntry> entries) {
        int index = 0;
        while (index < entries.size() && entries.get(index).key().compareTo(key) < 0) {
            index++;
        }
        return index;
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
        KeyValueBlockBuilder block = new KeyValueBlockBuilder(restartInterval);
        for (int i = 0; i <= kept.size(); i++) {
            if (i == filterIndex && filterPlace.isPresent()) {
                block.add(bytes(filterKey.orElseThrow()), filterPlace.get().encode());
            }
            if (i < kept.size()) {
                block.add(bytes(kept.get(i).key()), relocated(kept.get(i), places));
            }
        }
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

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.ISO_8859_1);
    }
}
