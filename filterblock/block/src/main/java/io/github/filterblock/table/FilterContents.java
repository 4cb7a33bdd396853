// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the properties of RocksDB or Pebble say about the keys in a full or partitioned filter (RF-5, PB-1): which part
 * of a key is asked for, and how keys are ordered. Immutable.
 */
public final class FilterContents {
    /** The name of LevelDB's default comparator, which RocksDB and Pebble use too: unsigned bytes ascend. */
    public static final String BYTEWISE = "leveldb.BytewiseComparator";

    /** The name of RocksDB's comparator of the opposite order. */
    public static final String REVERSE_BYTEWISE = "rocksdb.ReverseBytewiseComparator";

    /** Of MyRocks (facebook/mysql-5.6, {@code storage/rocksdb/rdb_comparator.h}): orders as {@link #BYTEWISE}. */
    private static final String MYROCKS = "RocksDB_SE_v3.10";

    private static final String REVERSE_MYROCKS = "rev:RocksDB_SE_v3.10";

    /** Longer keys are not probed by all their prefixes: that would take the square of their length. */
    private static final int MAX_PREFIXES = 1024;

    /** How a comparator orders keys. */
    public enum Order {
        /** As unsigned bytes. */
        BYTEWISE,
        /** As unsigned bytes, from the largest to the smallest. */
        REVERSE,
        /** Not known. */
        UNKNOWN;

        /**
         * The order of a comparator.
         *
         * @param comparator its name as RocksDB's properties or a MANIFEST give it
         * @return unknown for all but those of LevelDB, RocksDB and MyRocks that compare bytes (TF-15)
         */
        public static Order of(String comparator) {
            return switch (comparator) {
                case FilterContents.BYTEWISE, MYROCKS -> BYTEWISE;
                case REVERSE_BYTEWISE, REVERSE_MYROCKS -> REVERSE;
                default -> UNKNOWN;
            };
        }

        /**
         * Compares two keys.
         *
         * @param one a user key
         * @param other another one
         * @return negative, 0 or positive as the first comes before the other; an unknown order is taken for that of
         *     bytes
         */
        public int compare(byte[] one, byte[] other) {
            return compare(one, other, 0, other.length);
        }

        int compare(byte[] separator, byte[] key, int offset, int length) {
            int compared = Arrays.compareUnsigned(separator, 0, separator.length, key, offset, offset + length);
            return this == REVERSE ? -compared : compared;
        }
    }

    /** Of a full filter that the reader's own policy wrote: whole user keys; for one filter no order matters. */
    static final FilterContents OWN = new FilterContents(null, true, KeySplit.NONE, Optional.empty());

    private final @Nullable RocksDbProperties properties;
    private final boolean wholeKeys;
    private final KeySplit split;
    private final Optional<PrefixExtractor> extractor;
    private final Order order;
    private final Optional<String> obstacle;
    private final @Nullable KeyParts parts;

    private FilterContents(
            @Nullable RocksDbProperties properties, boolean wholeKeys, KeySplit split, Optional<String> obstacle) {
        this(properties, wholeKeys, split, obstacle, null);
    }

    private FilterContents(
            @Nullable RocksDbProperties properties,
            boolean wholeKeys,
            KeySplit split,
            Optional<String> obstacle,
            @Nullable KeyParts parts) {
        this.properties = properties;
        this.wholeKeys = wholeKeys;
        this.split = split;
        this.extractor = properties == null ? Optional.empty() : PrefixExtractor.of(properties.prefixExtractor());
        this.order = properties == null ? Order.UNKNOWN : properties.order();
        this.obstacle = obstacle;
        this.parts = parts;
    }

    /**
     * What a filter was built over.
     *
     * @param properties as far as there are any that could be read
     * @param formatVersion of the footer
     * @param form full or partitioned
     * @param mayBePebbles whether Pebble may have written the filter
     */
    static FilterContents of(
            Optional<RocksDbProperties> properties, int formatVersion, FilterForm form, boolean mayBePebbles) {
        RocksDbProperties found = properties.orElse(null);
        if (found == null || !found.belongToRocksDb()) {
            Optional<String> obstacle = Optional.of("there are no properties of RocksDB that could be read");
            return new FilterContents(null, true, KeySplit.NONE, obstacle);
        }
        KeySplit split = mayBePebbles ? split(found) : KeySplit.NONE;
        return split == KeySplit.NONE
                ? new FilterContents(found, found.filtersWholeKeys(), split, found.obstacleByKey(form, formatVersion))
                : new FilterContents(found, false, split, Optional.empty());
    }

    /**
     * How Pebble cut keys: whole ones are known only by their property, which Pebble stores until 1.1. Until then it
     * also stores the comparer as the extractor of prefixes; other extractors are RocksDB's (PB-1).
     */
    private static KeySplit split(RocksDbProperties properties) {
        String extractor = properties.prefixExtractor();
        boolean ofComparer = !extractor.isEmpty() && extractor.equals(properties.comparator());
        boolean pebbles = properties
                .wholeKeyFiltering()
                .map(whole -> !whole && ofComparer)
                .orElse(ofComparer || extractor.isEmpty());
        return pebbles ? KeySplit.of(properties.comparator(), properties.keySchema()) : KeySplit.NONE;
    }

    /** The same for a filter that certainly has whole keys. */
    FilterContents withWholeKeys() {
        return new FilterContents(properties, true, KeySplit.NONE, obstacle);
    }

    /** The same where all keys of the table show how they are divided. */
    FilterContents withParts(KeyParts shown) {
        return new FilterContents(properties, wholeKeys, split, obstacle, shown.copy());
    }

    /** {@return whether whole user keys are certainly in the filter; otherwise only prefixes may be} */
    public boolean wholeKeys() {
        return wholeKeys;
    }

    /** {@return how Pebble cut the keys that it added; {@link KeySplit#NONE} if RocksDB's rules hold} */
    public KeySplit split() {
        return split;
    }

    /** {@return the extractor of prefixes; empty if there is none, or an unknown one} */
    public Optional<PrefixExtractor> extractor() {
        return extractor;
    }

    /** {@return the name of the extractor as stored; empty if there is none} */
    public String extractorName() {
        return properties == null ? "" : properties.prefixExtractor();
    }

    /** {@return the order of the keys} */
    public Order order() {
        return order;
    }

    /** {@return the bytes of a timestamp at the end of each stored user key, 0 or 8: it is not in the filter} */
    public int timestampLength() {
        return properties == null ? 0 : properties.timestampLength();
    }

    /** {@return how many keys and prefixes were added; empty if that is not stored} */
    public OptionalLong entries() {
        return properties == null ? OptionalLong.empty() : properties.filterEntries();
    }

    /** {@return the bytes of all contents of the filter together; empty if that is not stored} */
    public OptionalLong filterSize() {
        return properties == null ? OptionalLong.empty() : properties.filterSize();
    }

    /** {@return whether the table may have entries other than range deletions} */
    boolean hasKeys() {
        return properties == null || !properties.counts().dataEntries().equals(OptionalLong.of(0));
    }

    /** {@return why no key may be denied, as a clause without a period; empty if keys may be denied} */
    public Optional<String> obstacle() {
        return obstacle;
    }

    /**
     * Whether a filter is asked for every prefix of a key, from the empty one to the whole key, and denies the key only
     * if it denies all of them (PB-1). Once the keys of the table {@linkplain #showsParts have shown their parts},
     * these are only the prefixes that are such parts.
     *
     * @return {@code true} if Pebble may have added prefixes of an unknown split
     */
    public boolean probesEveryPrefix() {
        return split == KeySplit.UNKNOWN && obstacle.isEmpty();
    }

    /**
     * How many bytes of a user key, from the first on, the filter is asked for.
     *
     * @param key holds the key, without timestamp; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return the length of the key or of its prefix, or of the longest prefix if the filter {@linkplain
     *     #probesEveryPrefix is asked for every one}; -1 if the filter cannot be asked and the key may match
     */
    public int probedLength(byte[] key, int offset, int length) {
        if (obstacle.isPresent()) {
            return -1;
        }
        if (wholeKeys) {
            return length;
        }
        return switch (split) {
            case NONE -> extractor.orElseThrow().lengthOf(length);
            case UNKNOWN -> parts != null ? parts.longest(length, length) : length <= MAX_PREFIXES ? length : -1;
            case COCKROACH, TEST_KEYS -> split.lengthOf(key, offset, length);
        };
    }

    /**
     * For how many parts of a key the filter is probed.
     *
     * @param keyLength number of bytes of the key, 0 or more
     * @return 0 or more; 1 unless the filter {@linkplain #probesEveryPrefix is asked for several prefixes}
     */
    public int questions(int keyLength) {
        return !probesEveryPrefix() ? 1 : parts != null ? parts.ways(keyLength) : keyLength + 1;
    }

    /** {@return whether the keys of the table have shown how they are divided, although no split is known} */
    public boolean showsParts() {
        return parts != null;
    }

    /**
     * {@return whether the filter is asked for several prefixes of each key, because the table does not show which one
     * was added}
     */
    public boolean probesSeveralPrefixes() {
        return probesEveryPrefix() && (parts == null || !parts.areAlike());
    }

    /** The next shorter prefix that may have been added; -1 if there is none. */
    int nextPrefix(int prefix, int length) {
        return parts != null ? parts.longest(prefix - 1, length) : prefix - 1;
    }

    /**
     * The length of the prefix that was added beside the whole key.
     *
     * @param keyLength number of bytes of the key, without timestamp, 0 or more
     * @return 0 to {@code keyLength}; -1 if no prefix was added, or if that is not known
     */
    public int prefixLength(int keyLength) {
        return wholeKeys && extractor.isPresent() && obstacle.isEmpty()
                ? extractor.get().lengthOf(keyLength)
                : -1;
    }

    /** {@return what is in the filter, or why no key may be denied, for logs} */
    @Override
    public String toString() {
        if (obstacle.isPresent()) {
            return "unknown keys: " + obstacle.get();
        }
        String keys = split == KeySplit.NONE ? "whole keys" : "keys as Pebble cuts them";
        String prefixes = "prefixes of " + extractorName();
        return !wholeKeys && split == KeySplit.NONE ? prefixes : extractor.isPresent() ? keys + ", " + prefixes : keys;
    }
}
