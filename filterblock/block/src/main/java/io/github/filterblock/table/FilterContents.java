// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the properties of RocksDB or Pebble say about the keys in a full or partitioned filter (RF-5, PB-1): which part
 * of a key is asked for, and how keys are ordered. Immutable.
 *
 * @param wholeKeys whether whole user keys are certainly in the filter; otherwise only prefixes may be
 * @param split how Pebble cut the keys that it added; {@link KeySplit#NONE} if RocksDB's rules hold
 * @param extractor of prefixes; empty if there is none, or an unknown one
 * @param extractorName as stored; empty if there is none
 * @param order of the keys
 * @param timestampLength bytes of a timestamp at the end of each stored user key, 0 or 8: it is not in the filter
 * @param entries how many keys and prefixes were added; empty if that is not stored
 * @param filterSize number of bytes of all contents of the filter together; empty if that is not stored
 * @param hasKeys whether the table may have entries other than range deletions
 * @param obstacle why no key may be denied; empty if keys may be denied
 */
public record FilterContents(
        boolean wholeKeys,
        KeySplit split,
        Optional<PrefixExtractor> extractor,
        String extractorName,
        Order order,
        int timestampLength,
        OptionalLong entries,
        OptionalLong filterSize,
        boolean hasKeys,
        Optional<String> obstacle) {
    private static final String BYTEWISE = "leveldb.BytewiseComparator";
    private static final String REVERSE = "rocksdb.ReverseBytewiseComparator";
    private static final String TIMESTAMPS = ".u64ts";

    /** Longer keys are not asked by all their prefixes: that would take the square of their length. */
    private static final int MOST_PREFIXES = 1024;

    /** From these versions on RocksDB always stores the two properties that give the form of an index. */
    private static final int FIRST_WITH_USER_KEYS = 3;

    private static final int FIRST_WITH_DIFFERENCES = 4;

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
         * @return unknown for all but the two that compare bytes (TF-15)
         */
        public static Order of(String comparator) {
            return switch (comparator) {
                case FilterContents.BYTEWISE -> BYTEWISE;
                case FilterContents.REVERSE -> REVERSE;
                default -> UNKNOWN;
            };
        }

        int compare(byte[] separator, byte[] key, int offset, int length) {
            int compared = Arrays.compareUnsigned(separator, 0, separator.length, key, offset, offset + length);
            return this == REVERSE ? -compared : compared;
        }
    }

    private static final FilterContents UNKNOWN = new FilterContents(
            true,
            KeySplit.NONE,
            Optional.empty(),
            "",
            Order.UNKNOWN,
            0,
            OptionalLong.empty(),
            OptionalLong.empty(),
            true,
            Optional.of("there are no properties of RocksDB that could be read"));

    /** Of a full filter that the reader's own policy wrote: whole user keys; for one filter no order matters. */
    static final FilterContents OWN = new FilterContents(
            true,
            KeySplit.NONE,
            Optional.empty(),
            "",
            Order.UNKNOWN,
            0,
            OptionalLong.empty(),
            OptionalLong.empty(),
            true,
            Optional.empty());

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
        return properties
                .filter(RocksDbProperties::belongToRocksDb)
                .map(found -> of(found, mayBePebbles).orObstacle(lostForm(found, formatVersion, form)))
                .orElse(UNKNOWN);
    }

    private static FilterContents of(RocksDbProperties properties, boolean mayBePebbles) {
        String comparator = properties.comparator();
        boolean timestamps = comparator.endsWith(TIMESTAMPS);
        Order order =
                Order.of(timestamps ? comparator.substring(0, comparator.length() - TIMESTAMPS.length()) : comparator);
        KeySplit split = mayBePebbles ? split(properties) : KeySplit.NONE;
        return new FilterContents(
                split == KeySplit.NONE && properties.filtersWholeKeys(),
                split,
                PrefixExtractor.of(properties.prefixExtractor()),
                properties.prefixExtractor(),
                order,
                timestamps && properties.persistsTimestamps() ? Long.BYTES : 0,
                properties.filterEntries(),
                properties.filterSize(),
                !properties.hasNoPointEntries(),
                split == KeySplit.NONE ? obstacle(properties, order) : Optional.empty());
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
        return pebbles ? KeySplit.ofComparer(properties.comparator()) : KeySplit.NONE;
    }

    /** Why RocksDB's rules let no key be denied, if so. */
    private static Optional<String> obstacle(RocksDbProperties properties, Order order) {
        if (order == Order.UNKNOWN) {
            return Optional.of("the comparator \"" + MetaindexEntry.printable(properties.comparator())
                    + "\" is not known, nor what of a key it compares");
        }
        if (properties.wholeKeyFiltering().isEmpty() && !properties.deniesPrefixes()) {
            return Optional.of("the properties do not say whether whole keys are in the filter, but not either that"
                    + " there are no prefixes");
        }
        if (!properties.filtersWholeKeys()
                && PrefixExtractor.of(properties.prefixExtractor()).isEmpty()) {
            return Optional.of("the filter has only prefixes, and their extractor \""
                    + MetaindexEntry.printable(properties.prefixExtractor()) + "\" is not known");
        }
        return Optional.empty();
    }

    /** Whether the form of the index of partitions is lost: read in another form, it leads to the wrong partition. */
    private static Optional<String> lostForm(RocksDbProperties properties, int formatVersion, FilterForm form) {
        boolean lost = formatVersion >= FIRST_WITH_USER_KEYS && !properties.givesIndexKeys()
                || formatVersion >= FIRST_WITH_DIFFERENCES && !properties.givesIndexValues();
        return form == FilterForm.PARTITIONED && lost
                ? Optional.of("the properties do not give the form of the index of partitions")
                : Optional.empty();
    }

    private FilterContents orObstacle(Optional<String> other) {
        return with(wholeKeys, split, obstacle.or(() -> other));
    }

    /** The same for a filter that certainly has whole keys. */
    FilterContents withWholeKeys() {
        return with(true, KeySplit.NONE, obstacle);
    }

    private FilterContents with(boolean whole, KeySplit otherSplit, Optional<String> otherObstacle) {
        return new FilterContents(
                whole,
                otherSplit,
                extractor,
                extractorName,
                order,
                timestampLength,
                entries,
                filterSize,
                hasKeys,
                otherObstacle);
    }

    /**
     * Whether a filter is asked for every prefix of a key, from the empty one to the whole key, and denies the key only
     * if it denies all of them (PB-1).
     *
     * @return {@code true} if Pebble may have added prefixes of an unknown split
     */
    public boolean asksEveryPrefix() {
        return split == KeySplit.UNKNOWN && obstacle.isEmpty();
    }

    /**
     * How many bytes of a user key, from the first on, the filter is asked for.
     *
     * @param key holds the key, without timestamp; borrowed
     * @param offset index of its first byte
     * @param length number of bytes, 0 or more
     * @return the length of the key or of its prefix, or of the longest prefix if the filter {@linkplain
     *     #asksEveryPrefix is asked for every one}; -1 if the filter cannot be asked and the key may match
     */
    public int askedLength(byte[] key, int offset, int length) {
        if (obstacle.isPresent()) {
            return -1;
        }
        if (wholeKeys) {
            return length;
        }
        return switch (split) {
            case NONE -> extractor.orElseThrow().lengthOf(length);
            case UNKNOWN -> length <= MOST_PREFIXES ? length : -1;
            case COCKROACH, TEST_KEYS -> split.lengthOf(key, offset, length);
        };
    }

    /**
     * How many bytes the prefix of a key has that was added beside the whole key.
     *
     * @param keyLength number of bytes of the key, without timestamp, 0 or more
     * @return 0 to {@code keyLength}; -1 if no prefix was added, or if that is not known
     */
    public int prefixLength(int keyLength) {
        return wholeKeys && extractor.isPresent() && obstacle.isEmpty()
                ? extractor.get().lengthOf(keyLength)
                : -1;
    }
}
