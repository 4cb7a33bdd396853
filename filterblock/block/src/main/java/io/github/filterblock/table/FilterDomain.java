// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What RocksDB's properties say about the keys in a full or partitioned filter (RF-5): which part of a key is asked
 * for, and how keys are ordered. Immutable.
 *
 * @param wholeKeys whether whole user keys are in the filter; otherwise only prefixes are
 * @param extractor of prefixes; empty if there is none, or an unknown one
 * @param extractorName as stored; empty if there is none
 * @param order of the keys
 * @param timestampLength bytes of a timestamp at the end of each stored user key, 0 or 8: it is not in the filter
 * @param entries how many keys and prefixes were added; empty if that is not stored
 * @param filterSize number of bytes of all contents of the filter together; empty if that is not stored
 * @param hasKeys whether the table may have entries other than range deletions
 * @param obstacle why no key may be denied; empty if keys may be denied
 */
public record FilterDomain(
        boolean wholeKeys,
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

    /** How a comparator orders keys. */
    public enum Order {
        /** As unsigned bytes. */
        BYTEWISE,
        /** As unsigned bytes, from the largest to the smallest. */
        REVERSE,
        /** Not known. */
        UNKNOWN;

        int compare(byte[] separator, byte[] key, int offset, int length) {
            int compared = Arrays.compareUnsigned(separator, 0, separator.length, key, offset, offset + length);
            return this == REVERSE ? -compared : compared;
        }
    }

    private static final FilterDomain UNKNOWN = new FilterDomain(
            true,
            Optional.empty(),
            "",
            Order.UNKNOWN,
            0,
            OptionalLong.empty(),
            OptionalLong.empty(),
            true,
            Optional.of("there are no properties of RocksDB that could be read"));

    static FilterDomain of(Optional<RocksDbProperties> properties) {
        return properties
                .filter(RocksDbProperties::belongToRocksDb)
                .map(FilterDomain::of)
                .orElse(UNKNOWN);
    }

    private static FilterDomain of(RocksDbProperties properties) {
        String comparator = properties.comparator();
        boolean timestamps = comparator.endsWith(TIMESTAMPS);
        Order order =
                order(timestamps ? comparator.substring(0, comparator.length() - TIMESTAMPS.length()) : comparator);
        String extractorName = properties.prefixExtractor();
        Optional<PrefixExtractor> extractor = PrefixExtractor.of(extractorName);
        Optional<String> obstacle = Optional.empty();
        if (order == Order.UNKNOWN) {
            obstacle = Optional.of("the comparator \"" + MetaindexEntry.printable(comparator)
                    + "\" is not known, nor what of a key it compares");
        } else if (!properties.filtersWholeKeys() && extractor.isEmpty()) {
            obstacle = Optional.of("the filter has only prefixes, and their extractor \""
                    + MetaindexEntry.printable(extractorName) + "\" is not known");
        }
        return new FilterDomain(
                properties.filtersWholeKeys(),
                extractor,
                extractorName,
                order,
                timestamps && properties.persistsTimestamps() ? Long.BYTES : 0,
                properties.filterEntries(),
                properties.filterSize(),
                !properties.hasNoPointEntries(),
                obstacle);
    }

    private static Order order(String comparator) {
        return switch (comparator) {
            case BYTEWISE -> Order.BYTEWISE;
            case REVERSE -> Order.REVERSE;
            default -> Order.UNKNOWN;
        };
    }

    /**
     * How many bytes of a user key, from the first on, the filter is asked for.
     *
     * @param keyLength number of bytes of the key, without timestamp, 0 or more
     * @return the length of the key or of its prefix; -1 if the filter cannot be asked and the key may match
     */
    public int askedLength(int keyLength) {
        if (obstacle.isPresent()) {
            return -1;
        }
        return wholeKeys ? keyLength : extractor.orElseThrow().lengthOf(keyLength);
    }
}
