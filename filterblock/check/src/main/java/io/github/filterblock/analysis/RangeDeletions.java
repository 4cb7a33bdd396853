// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.github.filterblock.table.FilterContents.Order;
import io.github.filterblock.table.KeyValueBlock;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The ranges of user keys that a table of RocksDB or Pebble deletes, in a block beside its data blocks. A deletion
 * hides all entries with lower sequence numbers whose keys are in its range, in this table and in others of the same
 * column family. Immutable; safe for use by any number of threads.
 *
 * <p>An entry of the block is an internal key, from which the range starts, and a value, the user key before which it
 * ends ({@code db/range_tombstone_fragmenter.cc}); ranges may overlap.
 */
public final class RangeDeletions {
    /** The names of such blocks in the metaindex: RocksDB's, and Pebble's. */
    private static final Set<String> NAMES = Set.of("rocksdb.range_del", "rocksdb.range_del2");

    /** So many bytes are kept at most, those of a range beside its keys among them. */
    private static final long MAX_BYTES = 64 << 20;

    /** Two edges, two arrays and two stretches. */
    private static final int OF_A_RANGE = 160;

    /** From this format on Pebble stores columns, which show only the newest deletion of each range. */
    private static final int FIRST_OF_COLUMNS = 5;

    private static final RangeDeletions NONE = new RangeDeletions(Order.UNKNOWN, List.of(), Optional.empty());

    private final Order order;
    private final List<Stretch> stretches;
    private final Optional<String> obstacle;

    /** Where a range starts or ends. */
    private record Edge(byte[] key, long sequence, boolean starts) {}

    /** The keys from one edge to the next, and the newest deletion of them; -1 for none. */
    private record Stretch(byte[] from, long newest) {}

    private RangeDeletions(Order order, List<Stretch> stretches, Optional<String> obstacle) {
        this.order = order;
        this.stretches = stretches;
        this.obstacle = obstacle;
    }

    /** {@return no deletions} */
    public static RangeDeletions none() {
        return NONE;
    }

    /**
     * Reads the deletions of a table.
     *
     * @param table the table; stays open
     * @param structure as {@link TableFile#structure()} of this table gave it
     * @return the deletions; with an obstacle if there are some that cannot be read
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static RangeDeletions of(TableFile table, TableStructure structure) throws IOException {
        List<MetaindexEntry> entries = entriesOf(structure);
        if (entries.isEmpty()) {
            return NONE;
        }
        Order order = structure.comparator().map(Order::of).orElse(Order.UNKNOWN);
        if (order == Order.UNKNOWN) {
            return unread("the order of its keys is not known");
        }
        try {
            List<Edge> edges = new ArrayList<>();
            long left = MAX_BYTES;
            for (MetaindexEntry entry : entries) {
                left = read(table, structure, entry, order, edges, left);
            }
            return new RangeDeletions(order, stretches(edges, order), Optional.empty());
        } catch (CorruptTableException e) {
            return unread("they cannot be read: " + e.detail());
        }
    }

    /** How many deletions of ranges a table has; empty if they cannot be read, or not all are shown. */
    static OptionalLong count(TableFile table, TableStructure structure) throws IOException {
        long count = 0;
        Set<Optional<BlockHandle>> counted = new HashSet<>();
        for (MetaindexEntry entry : entriesOf(structure)) {
            if (!counted.add(entry.handle())) {
                continue; // Pebble names a block twice
            }
            try {
                KeyValueBlock.Cursor cursor =
                        structure.rangeDeletions(table.read(entry)).cursor();
                while (cursor.next()) {
                    count++;
                }
            } catch (CorruptTableException e) {
                return OptionalLong.empty();
            }
        }
        return count > 0 && structure.footer().pebbleFormat() >= FIRST_OF_COLUMNS
                ? OptionalLong.empty()
                : OptionalLong.of(count);
    }

    private static List<MetaindexEntry> entriesOf(TableStructure structure) {
        return structure.metaindex().stream()
                .filter(entry -> NAMES.contains(entry.key()))
                .toList();
    }

    private static RangeDeletions unread(String why) {
        return new RangeDeletions(Order.UNKNOWN, List.of(), Optional.of(why));
    }

    /** Adds the edges of a block, and returns how many bytes may still be kept. */
    private static long read(
            TableFile table, TableStructure structure, MetaindexEntry entry, Order order, List<Edge> edges, long most)
            throws IOException {
        long left = most;
        KeyValueBlock.Cursor cursor =
                structure.rangeDeletions(table.read(entry)).cursor();
        while (cursor.next()) {
            byte[] end = cursor.copyOfValue();
            left -= OF_A_RANGE + cursor.keyLength() + (long) end.length;
            if (left < 0) {
                throw bad(table, entry, "they take more than " + (MAX_BYTES >> 20) + " MiB");
            }
            byte[] stored = cursor.copyOfKey();
            if (!InternalKey.hasRoomForTag(stored.length)) {
                throw bad(table, entry, "a key has no tag");
            }
            byte[] start = InternalKey.userKey(stored);
            long sequence = InternalKey.sequence(stored, stored.length);
            if (order.compare(start, end) < 0) {
                edges.add(new Edge(start, sequence, true));
                edges.add(new Edge(end, sequence, false));
            }
        }
        return left;
    }

    private static CorruptTableException bad(TableFile table, MetaindexEntry entry, String detail) {
        long offset = entry.handle().map(BlockHandle::offset).orElse(0L);
        return new CorruptTableException(table.name(), offset, Reason.BAD_ENTRIES, detail);
    }

    /** Walks from edge to edge with the deletions whose ranges have begun and not ended. */
    private static List<Stretch> stretches(List<Edge> edges, Order order) {
        edges.sort(Comparator.comparing(Edge::key, (one, other) -> order.compare(one, other)));
        List<Stretch> stretches = new ArrayList<>();
        TreeMap<Long, Integer> open = new TreeMap<>();
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            open.merge(edge.sequence(), edge.starts() ? 1 : -1, (one, other) -> one + other == 0 ? null : one + other);
            boolean isLast = i + 1 == edges.size()
                    || !Arrays.equals(edge.key(), edges.get(i + 1).key());
            if (isLast) {
                stretches.add(new Stretch(edge.key(), open.isEmpty() ? -1 : open.lastKey()));
            }
        }
        return stretches;
    }

    /** {@return whether the table deletes no range} */
    public boolean isEmpty() {
        return stretches.isEmpty() && obstacle.isEmpty();
    }

    /** {@return why the ranges are not known, a clause without an end; empty if they are} */
    public Optional<String> obstacle() {
        return obstacle;
    }

    /**
     * The newest deletion of a range that has a key.
     *
     * @param key a user key; borrowed
     * @return its sequence number in this table; empty if no range that is known has the key
     */
    public OptionalLong newest(byte[] key) {
        int low = 0;
        int high = stretches.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(stretches.get(middle).from(), key) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 || stretches.get(low - 1).newest() < 0
                ? OptionalLong.empty()
                : OptionalLong.of(stretches.get(low - 1).newest());
    }
}
