// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.Footer;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a table tells without its data: footer, metaindex and properties, which lie together at its end, and of a full
 * filter the trailer. At most three stretches of the file are read, however large it is, and nothing is checked
 * against the keys. Immutable.
 *
 * @param size bytes of the file
 * @param footer the footer
 * @param properties those of RocksDB or Pebble; none of other programs
 * @param filter the entry of the filter that answers: the full one, or else the partitioned one, or else the
 *     block-based one; empty if there is none
 * @param kind of a full or partitioned filter: stored in its trailer, or, of a partitioned one, the one that the
 *     properties name; empty for a block-based filter, and where it is not known
 * @param filterBytes bytes of the filter, or of all its partitions with their index; empty if that is not known
 * @param additions how many keys and prefixes were added, as the properties say; empty if they do not
 * @param expectedRate the share of absent keys that pass, as size and additions give it; empty if that is not known,
 *     and for a partitioned filter, whose rate follows from the size of each partition
 */
public record QuickFacts(
        long size,
        Footer footer,
        TableProperties properties,
        Optional<MetaindexEntry> filter,
        Optional<FullFilterKind> kind,
        OptionalLong filterBytes,
        OptionalLong additions,
        OptionalDouble expectedRate) {
    private static final int FIRST_WITH_FAST_LOCAL = 5;

    /** In which readers look for filters. */
    private static final List<FilterForm> ORDER =
            List.of(FilterForm.FULL, FilterForm.PARTITIONED, FilterForm.BLOCK_BASED);

    /** What a filter's trailer tells. */
    private record Stored(Optional<FullFilterKind> kind, Optional<FullFilterGeometry> geometry) {
        static final Stored UNKNOWN = new Stored(Optional.empty(), Optional.empty());

        static Stored of(FullFilterGeometry geometry) {
            return new Stored(Optional.of(geometry.kind()), Optional.of(geometry));
        }
    }

    /**
     * Reads a table.
     *
     * @param source its bytes; stays open
     * @return what it tells
     * @throws CorruptTableException if it has no footer of a table, or its metaindex is damaged
     * @throws IOException if it cannot be read
     */
    public static QuickFacts of(TableSource source) throws IOException {
        TableSource tail = new TailSource(source);
        try (TableFile table = TableFile.open(tail)) {
            List<MetaindexEntry> metaindex = table.metaindex();
            TableProperties properties = TableProperties.of(table, metaindex);
            Optional<MetaindexEntry> filter = metaindex.stream()
                    .filter(entry -> entry.filterForm().isPresent())
                    .min(Comparator.comparingInt(
                            entry -> ORDER.indexOf(entry.filterForm().orElseThrow())));
            return of(table, tail, properties, filter);
        }
    }

    private static QuickFacts of(
            TableFile table, TableSource source, TableProperties properties, Optional<MetaindexEntry> filter)
            throws IOException {
        FilterForm form = filter.flatMap(MetaindexEntry::filterForm).orElse(FilterForm.BLOCK_BASED);
        Optional<BlockHandle> handle = filter.flatMap(MetaindexEntry::handle);
        boolean inside = handle.isPresent() && handle.get().liesInside(table.size());
        OptionalLong stated = properties.number("rocksdb.filter.size");
        OptionalLong bytes = inside && form != FilterForm.PARTITIONED
                ? OptionalLong.of(handle.orElseThrow().size())
                : inside ? stated : OptionalLong.empty();
        OptionalLong additions = additions(properties);
        Stored stored = Stored.UNKNOWN;
        if (inside && form == FilterForm.FULL) {
            stored = filter.orElseThrow().leadsToBinaryFuse()
                    ? new Stored(Optional.of(FullFilterKind.BINARY_FUSE), Optional.empty())
                    : trailer(source, handle.orElseThrow());
        } else if (inside && form == FilterForm.PARTITIONED) {
            stored = new Stored(named(table.footer(), properties), Optional.empty());
        }
        OptionalDouble rate = stored.geometry().isPresent() && additions.isPresent()
                ? OptionalDouble.of(stored.geometry().orElseThrow().expectedRate(additions.getAsLong()))
                : OptionalDouble.empty();
        return new QuickFacts(table.size(), table.footer(), properties, filter, stored.kind(), bytes, additions, rate);
    }

    /**
     * From RocksDB 6.21 on the number is stored; before, it is that of the keys, unless there are prefixes. Pebble,
     * which adds a part of each key, does not say that whole keys were added.
     */
    private static OptionalLong additions(TableProperties properties) {
        OptionalLong stored = properties.number("rocksdb.num.filter_entries");
        if (stored.isPresent() && stored.getAsLong() != 0) {
            return stored;
        }
        String extractor = properties.text("rocksdb.prefix.extractor.name").orElse("nullptr");
        boolean whole =
                properties.text("rocksdb.block.based.table.whole.key.filtering").equals(Optional.of("1"));
        return whole && (extractor.equals("nullptr") || extractor.isEmpty())
                ? properties.number("rocksdb.num.entries")
                : OptionalLong.empty();
    }

    /** The kind and the size of a full filter, in its last five bytes (RF-6 to RF-8). */
    private static Stored trailer(TableSource source, BlockHandle handle) throws IOException {
        long length = handle.size() - FullFilter.TRAILER_LENGTH;
        if (length <= 0) {
            return Stored.UNKNOWN;
        }
        byte[] trailer = new byte[FullFilter.TRAILER_LENGTH];
        source.read(handle.offset() + length, trailer, 0, trailer.length);
        FullFilterGeometry geometry = FullFilter.geometryOf(trailer, handle.size());
        return geometry.bits() == 0 ? Stored.UNKNOWN : Stored.of(geometry); // one without bits denies nothing
    }

    /** Of partitions nothing is read: the properties name the policy, and the format version decides the rest. */
    private static Optional<FullFilterKind> named(Footer footer, TableProperties properties) {
        String policy = properties.text("rocksdb.filter.policy").orElse("").toLowerCase(Locale.ROOT);
        if (policy.contains("ribbon")) {
            return Optional.of(FullFilterKind.RIBBON);
        }
        if (footer.formatVersion() < FIRST_WITH_FAST_LOCAL) {
            return policy.isEmpty() ? Optional.empty() : Optional.of(FullFilterKind.LEGACY_BLOOM);
        }
        // RocksDB before 7 has one name for Bloom and Ribbon filters
        return policy.startsWith("bloomfilter") ? Optional.of(FullFilterKind.FAST_LOCAL_BLOOM) : Optional.empty();
    }
}
