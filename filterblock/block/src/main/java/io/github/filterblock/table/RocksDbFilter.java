// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.FilterMatcher;
import io.github.filterblock.rocksdb.FilterKey;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.CorruptTableException.Reason;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The full or partitioned filter of one of RocksDB's or Pebble's tables, which is asked by user key and not by the
 * offset of a data block.
 *
 * <p>It denies a key only if that is certain. It denies none if the {@linkplain FilterContents#obstacle properties} do
 * not say what was added. A legacy filter of format version 2 or less, which may be Pebble's, denies a key only if both
 * hashes deny it (RF-14) and, unless whole keys are certainly in it, only if it denies every prefix (PB-1). A filter of
 * 5 bytes or fewer denies a key only if possibly nothing was added (RF-13).
 *
 * <p>Immutable; safe for use by any number of threads. A lookup allocates nothing and takes no lock. All partitions are
 * kept: each takes its bytes in the file and some 200 more, and a file has at most one for 64 of its bytes.
 */
public final class RocksDbFilter {
    /** RocksDB's tables have this version or a later one; below, they may be Pebble's. */
    static final int FIRST_OF_ROCKSDB_ALONE = 3;

    /** A partition takes as much of a file with its entry in the index of partitions, and with its index and data. */
    private static final int LEAST_OF_FILE = 64;

    /** So many damaged partitions are kept with their reasons; a filter with more is not read. */
    private static final int MOST_DAMAGED = 100;

    /** RocksDB's kinds of entries are well below, apart from the highest one ({@code db/dbformat.h}). */
    private static final int MOST_KIND = 0x1f;

    private static final byte SEEK_KIND = 0x7f;

    private static final byte[] NO_BYTES = {};
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final MetaindexEntry entry;
    private final FilterForm form;
    private final FilterContents contents;
    private final LegacyHash hash;
    private final List<FilterPartition> partitions;
    private final Optional<CorruptTableException> indexDamage;

    /** Whether separators ascend, so the first one at or behind a key leads to its partition. */
    private final boolean ordered;

    /** Where an empty filter does not deny, although RocksDB's would. */
    private final boolean emptyMatches;

    private final byte[][] separators;
    private final FullFilter[] filters;

    private RocksDbFilter(
            MetaindexEntry entry,
            FilterForm form,
            FilterContents contents,
            LegacyHash hash,
            List<FilterPartition> partitions,
            Optional<CorruptTableException> indexDamage) {
        this.entry = entry;
        this.form = form;
        this.contents = contents;
        this.hash = hash;
        this.partitions = List.copyOf(partitions);
        this.indexDamage = indexDamage;
        this.separators = partitions.stream().map(FilterPartition::separator).toArray(byte[][]::new);
        this.filters = partitions.stream().map(FilterPartition::filter).toArray(FullFilter[]::new);
        this.ordered = contents.order() != FilterContents.Order.UNKNOWN && ascend(separators, contents.order());
        this.emptyMatches = contents.wholeKeys() || contents.split() != KeySplit.NONE
                ? contents.hasKeys()
                : form == FilterForm.FULL && contents.entries().orElse(0) > 0;
    }

    private static boolean ascend(byte[][] separators, FilterContents.Order order) {
        for (int i = 1; i < separators.length; i++) {
            if (order.compare(separators[i - 1], separators[i], 0, separators[i].length) > 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads the filter of a table; damage is part of the result, and lets every key match.
     *
     * @param table the table; stays open
     * @param structure as {@link TableFile#structure()} of this table gave it
     * @return the filter; empty if the metaindex names none of RocksDB's own policies
     * @throws IOException if the file cannot be read; damage does not throw
     */
    public static Optional<RocksDbFilter> read(TableFile table, TableStructure structure) throws IOException {
        Optional<MetaindexEntry> entry = structure.rocksDbFilterEntry();
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        FilterForm form = entry.get().filterForm().orElseThrow();
        int version = structure.footer().formatVersion();
        boolean pebbles = structure.footer().pebbleFormat() > 0;
        LegacyHash hash = pebbles || version >= FIRST_OF_ROCKSDB_ALONE ? LegacyHash.SIGNED : LegacyHash.EITHER;
        List<FilterPartition> partitions = List.of();
        Optional<CorruptTableException> damage = Optional.empty();
        try {
            BlockHandle handle = table.handleOf(entry.get());
            partitions = form == FilterForm.FULL
                    ? List.of(partition(table, NO_BYTES, 0, handle, hash))
                    : readPartitions(table, handle, structure, hash);
        } catch (CorruptTableException e) {
            damage = Optional.of(e);
        }
        boolean mayBePebbles = version < FIRST_OF_ROCKSDB_ALONE
                && form == FilterForm.FULL
                && partitions.stream().allMatch(RocksDbFilter::mayBePebbles);
        FilterContents contents = FilterContents.of(structure.properties(), version, form, mayBePebbles);
        return Optional.of(new RocksDbFilter(entry.get(), form, contents, hash, partitions, damage));
    }

    /** Pebble writes none of RocksDB's newer kinds. */
    private static boolean mayBePebbles(FilterPartition partition) {
        FullFilterKind kind = partition.filter().geometry().kind();
        return kind != FullFilterKind.FAST_LOCAL_BLOOM && kind != FullFilterKind.RIBBON;
    }

    /**
     * Partitions do not overlap, so together they are not larger than the file. Each has its entry in the index of
     * partitions, and its part of the table's index and data, so there are not more than the file has room for.
     */
    private static List<FilterPartition> readPartitions(
            TableFile table, BlockHandle handle, TableStructure structure, LegacyHash hash) throws IOException {
        FilterContents contents = FilterContents.of(
                structure.properties(), structure.footer().formatVersion(), FilterForm.PARTITIONED, false);
        boolean tagged =
                !structure.properties().map(RocksDbProperties::indexesUserKeys).orElse(false);
        IndexEntries.Place place = new IndexEntries.Place(table.name(), handle.offset(), table.size());
        KeyValueBlock index =
                table.limitedTo(TableFile.MOST_BESIDE_DATA + table.size()).readEntries(handle);
        IndexEntries entries = IndexReader.entriesOf(index, structure.properties(), place);
        if (entries.size() > place.fileSize() / LEAST_OF_FILE) {
            throw place.corrupt(
                    Reason.TOO_LARGE,
                    entries.size() + " filter partitions are too many for a file of " + place.fileSize() + " bytes");
        }
        TableFile sequential = table.sequentially(structure, made -> {});
        List<FilterPartition> partitions = new ArrayList<>();
        long end = 0;
        int damaged = 0;
        for (IndexEntry each : entries) {
            byte[] separator = separator(each.key(), contents, tagged, place);
            if (each.handle().offset() < end) {
                throw place.corrupt(Reason.BAD_ORDER, "the filter partitions do not follow one another");
            }
            end = each.handle().end();
            long tag = (long) LONG.get(each.key(), each.key().length - FilterMatcher.TAG_LENGTH);
            FilterPartition partition = partition(sequential, separator, tag, each.handle(), hash);
            damaged += partition.damage().isPresent() ? 1 : 0;
            if (damaged > MOST_DAMAGED) {
                throw partition.damage().get();
            }
            partitions.add(partition);
        }
        return partitions;
    }

    /** A user key without timestamp. A key without a tag where one should be shows that the properties are wrong. */
    private static byte[] separator(byte[] key, FilterContents contents, boolean tagged, IndexEntries.Place place)
            throws CorruptTableException {
        int tag = key.length - FilterMatcher.TAG_LENGTH;
        int length = tag - contents.timestampLength();
        if (length < 0) {
            throw place.corrupt(Reason.BAD_ENTRIES, "a separator of filter partitions is too short for its tag");
        }
        if (tagged && key[tag] != SEEK_KIND && (key[tag] & 0xff) > MOST_KIND) {
            throw place.corrupt(
                    Reason.BAD_ENTRIES,
                    "a separator of filter partitions has a tag of kind " + (key[tag] & 0xff)
                            + ", which RocksDB does not have");
        }
        return Arrays.copyOf(key, length);
    }

    private static FilterPartition partition(
            TableFile table, byte[] separator, long tag, BlockHandle handle, LegacyHash hash) throws IOException {
        try {
            StoredBlock block = table.read(handle);
            if (block.type() != 0) {
                throw new CorruptTableException(
                        table.name(),
                        handle.offset(),
                        Reason.UNKNOWN_COMPRESSION,
                        "a filter with the type byte " + block.type() + ", which RocksDB gives to none");
            }
            return new FilterPartition(separator, tag, handle, FullFilter.of(block.contents(), hash), Optional.empty());
        } catch (CorruptTableException e) {
            return new FilterPartition(
                    separator, tag, handle, FullFilter.matchingAlways("not readable"), Optional.of(e));
        }
    }

    /**
     * Whether a key may be in the table.
     *
     * @param userKey without tag and timestamp; borrowed
     * @return {@code false} only if the key is certainly absent
     */
    public boolean keyMayMatch(byte[] userKey) {
        return keyMayMatch(userKey, 0, userKey.length);
    }

    /**
     * Whether a key may be in the table.
     *
     * @param userKey holds the key, without tag and timestamp; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return {@code false} only if the key is certainly absent
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public boolean keyMayMatch(byte[] userKey, int offset, int length) {
        int asked = contents.askedLength(userKey, offset, length);
        if (asked < 0 || filters.length == 0) {
            return true;
        }
        if (contents.asksEveryPrefix()) {
            return matchingPrefix(userKey, offset, length) >= 0;
        }
        if (!ordered) {
            for (FullFilter filter : filters) {
                if (mayMatch(filter, userKey, offset, asked)) {
                    return true;
                }
            }
            return false;
        }
        return mayMatch(filters[partitionOf(userKey, offset, length)], userKey, offset, asked);
    }

    /**
     * Whether a key may be in the table.
     *
     * @param userKey its remaining bytes are the key, without tag and timestamp; borrowed, position and limit stay.
     *     Outside the heap it is copied
     * @return {@code false} only if the key is certainly absent
     */
    public boolean keyMayMatch(ByteBuffer userKey) {
        if (userKey.hasArray()) {
            return keyMayMatch(userKey.array(), userKey.arrayOffset() + userKey.position(), userKey.remaining());
        }
        byte[] copy = new byte[userKey.remaining()];
        userKey.get(userKey.position(), copy);
        return keyMayMatch(copy);
    }

    /**
     * Whether a key may be in the table.
     *
     * @param userKey holds the key, without tag and timestamp; borrowed, indexes stay. Outside the heap it is copied
     * @param index absolute index of the key's first byte
     * @param length number of bytes, 0 or more
     * @return {@code false} only if the key is certainly absent
     * @throws IndexOutOfBoundsException if the range is not inside the buffer
     */
    public boolean keyMayMatchBuf(ByteBuf userKey, int index, int length) {
        Objects.checkFromIndexSize(index, length, userKey.capacity());
        if (userKey.hasArray()) {
            return keyMayMatch(userKey.array(), userKey.arrayOffset() + index, length);
        }
        byte[] copy = new byte[length];
        userKey.getBytes(index, copy);
        return keyMayMatch(copy);
    }

    /**
     * Whether a key that was hashed once for many tables may be in the table.
     *
     * @param userKey without tag and timestamp; borrowed
     * @param hashes {@link FilterKey#of(byte[])} this key
     * @return as {@link #keyMayMatch(byte[])}
     */
    public boolean keyMayMatch(byte[] userKey, FilterKey hashes) {
        if (!contents.wholeKeys() || !ordered || contents.obstacle().isPresent() || filters.length == 0) {
            return keyMayMatch(userKey);
        }
        FullFilter filter = filters[partitionOf(userKey, 0, userKey.length)];
        return filter.keyMayMatch(hashes) || isEmptyAndMatches(filter);
    }

    /** The length of the longest prefix that may have been added; -1 if none may. */
    private int matchingPrefix(byte[] key, int offset, int length) {
        for (int prefix = length; prefix >= 0; prefix--) {
            if (mayMatch(filters[0], key, offset, prefix)) {
                return prefix;
            }
        }
        return -1;
    }

    /**
     * How many bytes of a user key, from the first on, decide the answer.
     *
     * @param userKey without tag and timestamp; borrowed
     * @return the length of the part that the filter is asked for; if it is asked for every prefix, that of the longest
     *     one that may match, or of the key if all are denied; -1 if the filter cannot be asked and the key may match
     */
    public int askedLength(byte[] userKey) {
        int asked = contents.askedLength(userKey, 0, userKey.length);
        boolean several = asked >= 0 && contents.asksEveryPrefix() && filters.length > 0;
        int matching = several ? matchingPrefix(userKey, 0, userKey.length) : -1;
        return matching >= 0 ? matching : asked;
    }

    /**
     * Whether the prefix of a key may be in the filter, where prefixes were added beside whole keys: a lookup does not
     * need it, but RocksDB asks for it when it seeks.
     *
     * @param userKey holds the key, without tag and timestamp; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return {@code false} only if the filter that is asked about the key denies its prefix; {@code true} also if no
     *     prefix was added, or the extractor is not known
     */
    public boolean prefixMayMatch(byte[] userKey, int offset, int length) {
        int prefix = contents.prefixLength(length);
        return prefix < 0
                || !ordered
                || filters.length == 0
                || mayMatch(filters[partitionOf(userKey, offset, length)], userKey, offset, prefix);
    }

    private boolean mayMatch(FullFilter filter, byte[] key, int offset, int length) {
        return filter.keyMayMatch(key, offset, length) || isEmptyAndMatches(filter);
    }

    private boolean isEmptyAndMatches(FullFilter filter) {
        return emptyMatches && filter.geometry().kind() == FullFilterKind.EMPTY;
    }

    /** The first partition whose separator is not below a key, or the last one. */
    private int partitionOf(byte[] key, int offset, int length) {
        int low = 0;
        int high = separators.length - 1;
        while (low < high) {
            int middle = low + high >>> 1;
            if (contents.order().compare(separators[middle], key, offset, length) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * The partition that is asked about a key.
     *
     * @param userKey without tag and timestamp; borrowed
     * @return its number in {@link #partitions()}; empty if there is no partition, or if all are asked because no order
     *     is known
     */
    public Optional<Integer> partition(byte[] userKey) {
        int number = partition(userKey, 0, userKey.length);
        return number < 0 ? Optional.empty() : Optional.of(number);
    }

    /**
     * The partition that is asked about a key.
     *
     * @param userKey holds the key, without tag and timestamp; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return its number in {@link #partitions()}; -1 if there is no partition, or if all are asked because no order is
     *     known
     */
    public int partition(byte[] userKey, int offset, int length) {
        return ordered && filters.length > 0 ? partitionOf(userKey, offset, length) : -1;
    }

    /**
     * Whether a key lies behind the last partition, where no key of the table should be.
     *
     * @param userKey without tag and timestamp; borrowed
     * @return {@code false} for a full filter
     */
    public boolean isPastLastPartition(byte[] userKey) {
        return form == FilterForm.PARTITIONED
                && filters.length > 0
                && contents.order().compare(separators[filters.length - 1], userKey, 0, userKey.length) < 0;
    }

    /** {@return the number of bytes that the filter keeps in memory: those of all filters and separators} */
    public long retainedBytes() {
        long bytes = 0;
        for (FilterPartition each : partitions) {
            bytes += each.handle().size() + each.separator().length;
        }
        return bytes;
    }

    /** {@return the bytes of all filters, and of the index of partitions if there is one, without block trailers} */
    public long contentBytes() {
        long index = form == FilterForm.FULL ? 0 : entry.handle().orElseThrow().size();
        return index
                + partitions.stream().mapToLong(each -> each.handle().size()).sum();
    }

    /**
     * The same filter, whose legacy filters are asked with another hash.
     *
     * @param other as the keys of the table have shown
     * @return a filter that shares the bits of this one
     */
    public RocksDbFilter withHash(LegacyHash other) {
        List<FilterPartition> same = partitions.stream()
                .map(each -> new FilterPartition(
                        each.separator(),
                        each.tag(),
                        each.handle(),
                        each.filter().withHash(other),
                        each.damage()))
                .toList();
        return new RocksDbFilter(entry, form, contents, other, same, indexDamage);
    }

    /**
     * The same filter, asked for whole keys.
     *
     * @return a filter that shares the bits of this one, for a filter that lets all whole keys of its table match
     */
    public RocksDbFilter withWholeKeys() {
        return new RocksDbFilter(entry, form, contents.withWholeKeys(), hash, partitions, indexDamage);
    }

    /** {@return the metaindex entry that leads to the filter} */
    public MetaindexEntry entry() {
        return entry;
    }

    /** {@return full or partitioned} */
    public FilterForm form() {
        return form;
    }

    /** {@return which part of a key is asked for, and whether a key may be denied at all} */
    public FilterContents contents() {
        return contents;
    }

    /** {@return the hash with which legacy filters are asked} */
    public LegacyHash hash() {
        return hash;
    }

    /** {@return the filters in the order of their keys; a full filter is the only one} */
    public List<FilterPartition> partitions() {
        return partitions;
    }

    /** {@return whether the order of the keys is known, and the separators of the partitions ascend in it} */
    public boolean isOrdered() {
        return ordered;
    }

    /**
     * {@return whether a filter of 5 bytes or fewer matches every key here, although RocksDB's reader would deny every
     * key (RF-13)}
     */
    public boolean emptyMatches() {
        return emptyMatches;
    }

    /** {@return why the index of the partitions, or the first filter that is damaged, cannot be read} */
    public Optional<CorruptTableException> damage() {
        return indexDamage.or(() ->
                partitions.stream().flatMap(each -> each.damage().stream()).findFirst());
    }

    /** {@return why the index of the partitions cannot be read} */
    public Optional<CorruptTableException> indexDamage() {
        return indexDamage;
    }
}
