// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import io.github.filterblock.bloom.HashedKey;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.LegacyHash;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The full or partitioned filter of one of RocksDB's or Pebble's tables, which is probed by user key and not by the
 * offset of a data block.
 *
 * <p>It denies a key only if that is certain. It denies none if the {@linkplain FilterContents#obstacle properties} do
 * not say what was added. A legacy filter of format version 2 or less, which may be Pebble's, denies a key only if both
 * hashes deny it (RF-14) and, unless whole keys are certainly in it, only if it denies every prefix (PB-1). A filter of
 * 5 bytes or fewer denies a key only if it is possible that nothing was added (RF-13).
 *
 * <p><b>What it retains.</b> All filters and separators, as {@linkplain #retainedBytes copies} on the heap, and about
 * 200 bytes more for each partition; a file has at most one partition for 64 of its bytes. It needs neither its table
 * nor a {@code close}.
 *
 * <p>Immutable; safe for use by any number of threads. A lookup takes no lock, and allocates nothing but a copy of a
 * key that lies outside the heap and comes in no {@link HashedKey}.
 */
public final class RocksDbFilter implements TableFilter {
    private final MetaindexEntry entry;
    private final FilterForm form;
    private final FilterContents contents;
    private final LegacyHash hash;
    private final List<FilterPartition> partitions;
    private final Optional<CorruptTableException> indexDamage;
    private final Optional<CorruptTableException> propertiesDamage;

    /** Whether separators ascend, so the first one at or after a key leads to its partition. */
    private final boolean ordered;

    /** Where an empty filter does not deny, although RocksDB's would. */
    private final boolean emptyMatches;

    /** Whether a filter is probed at all. */
    private final boolean mayDeny;

    /** Whether a key is asked for as it is, in one filter. */
    private final boolean probesWholeKeys;

    private final byte[][] separators;
    private final FullFilter[] filters;

    /** The filter, if it is the only one, has bits and is asked for whole keys: then nothing else decides. */
    private final @Nullable FullFilter only;

    RocksDbFilter(
            MetaindexEntry entry,
            FilterForm form,
            FilterContents contents,
            LegacyHash hash,
            List<FilterPartition> partitions,
            Optional<CorruptTableException> indexDamage,
            Optional<CorruptTableException> propertiesDamage) {
        this.entry = entry;
        this.form = form;
        this.contents = contents;
        this.hash = hash;
        this.partitions = List.copyOf(partitions);
        this.indexDamage = indexDamage;
        this.propertiesDamage = propertiesDamage;
        this.separators = new byte[partitions.size()][];
        this.filters = new FullFilter[partitions.size()];
        for (int i = 0; i < filters.length; i++) { // without a stream, whose first use takes an engine milliseconds
            separators[i] = partitions.get(i).separator();
            filters[i] = partitions.get(i).filter();
        }
        this.ordered = contents.order() != FilterContents.Order.UNKNOWN && ascend(separators, contents.order());
        this.mayDeny = contents.obstacle().isEmpty() && filters.length > 0;
        this.probesWholeKeys = mayDeny && (ordered || filters.length == 1) && contents.wholeKeys();
        this.emptyMatches = contents.wholeKeys() || contents.split() != KeySplit.NONE
                ? contents.hasKeys()
                : form == FilterForm.FULL && contents.entries().orElse(0) > 0;
        this.only = probesWholeKeys && filters.length == 1 && !isEmptyAndMatches(filters[0]) ? filters[0] : null;
    }

    private static boolean ascend(byte[][] separators, FilterContents.Order order) {
        for (int i = 1; i < separators.length; i++) {
            if (order.compare(separators[i - 1], separators[i], 0, separators[i].length) > 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean mayDeny() {
        return mayDeny;
    }

    @Override
    public Optional<String> obstacle() {
        Optional<String> obstacle = contents.obstacle();
        return obstacle.isPresent() || mayDeny ? obstacle : Optional.of("the filter has no partitions");
    }

    @Override
    public boolean coversTable() {
        return true;
    }

    @Override
    public boolean tableMayMatch(byte[] userKey, int offset, int length) {
        if (only != null) {
            return only.keyMayMatch(userKey, offset, length);
        }
        Objects.checkFromIndexSize(offset, length, userKey.length);
        if (probesWholeKeys) {
            return mayMatch(filters[partitionOf(userKey, offset, length)], userKey, offset, length);
        }
        return !mayDeny || partMayMatch(userKey, offset, length);
    }

    /** The answer where the filter is asked for a part of the key, or all partitions are asked. */
    private boolean partMayMatch(byte[] userKey, int offset, int length) {
        int asked = contents.probedLength(userKey, offset, length);
        if (asked < 0) {
            return true;
        }
        if (contents.probesEveryPrefix()) {
            return matchingPrefix(userKey, offset, asked, length) >= 0;
        }
        return ordered
                ? mayMatch(filters[partitionOf(userKey, offset, length)], userKey, offset, asked)
                : anyMayMatch(userKey, offset, asked);
    }

    private boolean anyMayMatch(byte[] key, int offset, int length) {
        for (FullFilter filter : filters) {
            if (mayMatch(filter, key, offset, length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean tableMayMatch(ByteBuffer userKey) {
        if (userKey.hasArray()) {
            return tableMayMatch(userKey.array(), userKey.arrayOffset() + userKey.position(), userKey.remaining());
        }
        byte[] copy = new byte[userKey.remaining()];
        userKey.get(userKey.position(), copy);
        return tableMayMatch(copy, 0, copy.length);
    }

    @Override
    public boolean tableMayMatch(HashedKey userKey) {
        if (only != null) {
            return only.keyMayMatch(userKey);
        }
        if (!probesWholeKeys) {
            return tableMayMatch(userKey.array(), userKey.offset(), userKey.length());
        }
        FullFilter filter = filters[partitionOf(userKey.array(), userKey.offset(), userKey.length())];
        return filter.keyMayMatch(userKey) || isEmptyAndMatches(filter);
    }

    /**
     * The one filter whose answer about a whole key is the table's, for callers that ask many questions at once.
     *
     * @param userKey holds the key, without tag and timestamp; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return the filter; {@code null} if {@link #tableMayMatch(byte[], int, int)} asks several or none, or asks for a
     *     part of the key
     * @throws IndexOutOfBoundsException if the range is not inside the array, and the key decides which filter it is
     */
    @SuppressWarnings("exports") // compilers alone need the annotation
    public @Nullable FullFilter decidingFilter(byte[] userKey, int offset, int length) {
        if (only != null || !probesWholeKeys) {
            return only;
        }
        Objects.checkFromIndexSize(offset, length, userKey.length);
        FullFilter filter = filters[partitionOf(userKey, offset, length)];
        return isEmptyAndMatches(filter) ? null : filter;
    }

    @Override
    public boolean keyMayMatch(long blockOffset, byte[] userKey, int offset, int length) {
        return tableMayMatch(userKey, offset, length);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, ByteBuffer userKey) {
        return tableMayMatch(userKey);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, HashedKey userKey) {
        return tableMayMatch(userKey);
    }

    /** The length of the longest prefix, up to one, that may have been added; -1 if none may. */
    private int matchingPrefix(byte[] key, int offset, int longest, int length) {
        for (int prefix = longest; prefix >= 0; prefix = contents.nextPrefix(prefix, length)) {
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
     *     one that may match, or of the key if all are denied; -1 if the filter cannot be probed and the key may match
     */
    public int probedLength(byte[] userKey) {
        int asked = contents.probedLength(userKey, 0, userKey.length);
        boolean several = asked >= 0 && contents.probesEveryPrefix() && filters.length > 0;
        int matching = several ? matchingPrefix(userKey, 0, asked, userKey.length) : -1;
        return matching >= 0 ? matching : asked;
    }

    /**
     * Whether the prefix of a key may be in the filter, where prefixes were added beside whole keys: a lookup does not
     * need it, but RocksDB asks for it when it seeks.
     *
     * @param userKey holds the key, without tag and timestamp; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return {@code false} only if the filter that is probed about the key denies its prefix; {@code true} also if no
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
     * The partition that is probed about a key.
     *
     * @param userKey without tag and timestamp; borrowed
     * @return its number in {@link #partitions()}; empty if there is no partition, or if all are probed because no
     *     order is known
     */
    public Optional<Integer> partition(byte[] userKey) {
        int number = partition(userKey, 0, userKey.length);
        return number < 0 ? Optional.empty() : Optional.of(number);
    }

    /**
     * The partition that is probed about a key.
     *
     * @param userKey holds the key, without tag and timestamp; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return its number in {@link #partitions()}; -1 if there is no partition, or if all are probed because no order
     *     is known
     */
    public int partition(byte[] userKey, int offset, int length) {
        return ordered && filters.length > 0 ? partitionOf(userKey, offset, length) : -1;
    }

    /**
     * Whether a key lies after the last partition, where no key of the table should be.
     *
     * @param userKey without tag and timestamp; borrowed
     * @return {@code false} for a full filter
     */
    public boolean isPastLastPartition(byte[] userKey) {
        return form.hasPartitions()
                && filters.length > 0
                && contents.order().compare(separators[filters.length - 1], userKey, 0, userKey.length) < 0;
    }

    @Override
    public long retainedBytes() {
        long bytes = 0;
        for (FilterPartition each : partitions) {
            bytes += each.handle().size() + each.separator().length;
        }
        return bytes;
    }

    /** {@return the bytes of all filters, and of the index of partitions if there is one, without block trailers} */
    public long contentBytes() {
        return indexBytes()
                + partitions.stream().mapToLong(each -> each.handle().size()).sum();
    }

    /** {@return the bytes of the index of partitions, without its trailer; 0 for a full filter, or if it is damaged} */
    public long indexBytes() {
        return form.hasPartitions() && indexDamage.isEmpty()
                ? entry.handle().orElseThrow().size()
                : 0;
    }

    /**
     * The same filter, whose legacy filters are probed with another hash.
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
        return new RocksDbFilter(entry, form, contents, other, same, indexDamage, propertiesDamage);
    }

    /**
     * The same filter, asked for whole keys: right if it lets all whole keys of its table match.
     *
     * @return a filter that shares the bits of this one
     */
    public RocksDbFilter withWholeKeys() {
        return new RocksDbFilter(
                entry, form, contents.withWholeKeys(), hash, partitions, indexDamage, propertiesDamage);
    }

    /**
     * The same filter, once every key of the table was read and has shown how Pebble divided it. It changes nothing if
     * the split is known.
     *
     * @param parts those of all keys of the table; copied
     * @return a filter of the same bits
     */
    public RocksDbFilter withParts(KeyParts parts) {
        return contents.probesEveryPrefix() && parts.areKnown()
                ? new RocksDbFilter(
                        entry, form, contents.withParts(parts), hash, partitions, indexDamage, propertiesDamage)
                : this;
    }

    /** {@return the metaindex entry that leads to the filter} */
    public MetaindexEntry entry() {
        return entry;
    }

    @Override
    public FilterForm form() {
        return form;
    }

    /** {@return which part of a key is asked for, and whether a key may be denied at all} */
    public FilterContents contents() {
        return contents;
    }

    /** {@return the hash with which legacy filters are probed} */
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

    @Override
    public Optional<CorruptTableException> propertiesDamage() {
        return propertiesDamage;
    }

    /** {@return the form of the filter, what is in it, and its parts, for logs} */
    @Override
    public String toString() {
        return form + " filter of " + contents + ": " + partitions;
    }
}
