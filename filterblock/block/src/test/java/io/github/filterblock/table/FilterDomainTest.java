// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.filterblock.table.TestBlocks.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the properties allow to be asked. */
@Tag("RF-5")
class FilterDomainTest {
    private static final String BYTEWISE = "rocksdb.comparator=leveldb.BytewiseComparator";
    private static final String ONLY_PREFIXES = "rocksdb.block.based.table.whole.key.filtering=0";
    private static final String EXTRACTOR = "rocksdb.prefix.extractor.name=";

    /** Values are texts; one of the form {@code #n} is a number of one byte. */
    private static FilterDomain domain(String... namesAndValues) throws CorruptTableException {
        List<Entry> entries = new ArrayList<>();
        for (String each : namesAndValues) {
            String[] parts = each.split("=", 2);
            byte[] value = parts[1].startsWith("#")
                    ? new byte[] {Byte.parseByte(parts[1].substring(1))}
                    : parts[1].getBytes(ISO_8859_1);
            entries.add(Entry.of(parts[0], value));
        }
        KeyValueBlock block = KeyValueBlock.of(TestBlocks.entries(entries, 1), "a.sst", 0);
        return FilterDomain.of(Optional.of(RocksDbProperties.read(block)));
    }

    @ParameterizedTest
    @CsvSource({
        "leveldb.BytewiseComparator, BYTEWISE, 0",
        "rocksdb.ReverseBytewiseComparator, REVERSE, 0",
        "leveldb.BytewiseComparator.u64ts, BYTEWISE, 8",
        "rocksdb.ReverseBytewiseComparator.u64ts, REVERSE, 8",
        "mine, UNKNOWN, 0",
        "mine.u64ts, UNKNOWN, 8"
    })
    void onlyKnownComparatorsAllowDenials(String comparator, FilterDomain.Order order, int timestamp)
            throws CorruptTableException {
        FilterDomain domain = domain("rocksdb.comparator=" + comparator);
        assertEquals(order, domain.order());
        assertEquals(timestamp, domain.timestampLength());
        assertEquals(order == FilterDomain.Order.UNKNOWN, domain.obstacle().isPresent());
        assertEquals(order == FilterDomain.Order.UNKNOWN ? -1 : 7, domain.askedLength(7));
    }

    @Test
    void timestampsMayNotBeStored() throws CorruptTableException {
        String comparator = "rocksdb.comparator=leveldb.BytewiseComparator.u64ts";
        String persisted = "rocksdb.user.defined.timestamps.persisted=";
        assertEquals(0, domain(comparator, persisted + "#0").timestampLength());
        assertEquals(8, domain(comparator, persisted + "#1").timestampLength());
    }

    @ParameterizedTest
    @CsvSource({
        "rocksdb.FixedPrefix.4, -1, 4, 4",
        "rocksdb.CappedPrefix.4, 3, 4, 4",
        "rocksdb.Noop, 3, 4, 5",
        "rocksdb.FixedPrefix., -1, -1, -1",
        "rocksdb.FixedPrefix.4444444444, -1, -1, -1",
        "rocksdb.CappedPrefix.x, -1, -1, -1",
        "mine, -1, -1, -1",
        "nullptr, -1, -1, -1"
    })
    void prefixesAreThoseOfTheExtractor(String name, int of3, int of4, int of5) throws CorruptTableException {
        FilterDomain domain = domain(ONLY_PREFIXES, BYTEWISE, EXTRACTOR + name);
        assertEquals(
                List.of(of3, of4, of5), List.of(domain.askedLength(3), domain.askedLength(4), domain.askedLength(5)));
        FilterDomain withKeys = domain(BYTEWISE, EXTRACTOR + name);
        assertEquals(5, withKeys.askedLength(5));
        assertEquals(Optional.empty(), withKeys.obstacle());
    }

    @Test
    void numbersAreThoseThatAreStored() throws CorruptTableException {
        FilterDomain domain = domain(
                BYTEWISE,
                "rocksdb.filter.size=#17",
                "rocksdb.num.entries=#3",
                "rocksdb.num.filter_entries=#5",
                "rocksdb.num.range-deletions=#3");
        assertEquals(OptionalLong.of(17), domain.filterSize());
        assertEquals(OptionalLong.of(5), domain.entries());
        assertEquals(false, domain.hasKeys());
        FilterDomain other = domain(BYTEWISE, "rocksdb.num.entries=#3", "rocksdb.num.range-deletions=#2");
        assertEquals(OptionalLong.empty(), other.filterSize());
        assertEquals(OptionalLong.empty(), other.entries());
        assertTrue(other.hasKeys() && domain(BYTEWISE).hasKeys());
    }

    @Test
    void withoutPropertiesNothingIsDenied() {
        FilterDomain domain = FilterDomain.of(Optional.empty());
        assertTrue(domain.obstacle().isPresent() && domain.hasKeys());
        assertEquals(List.of(-1, -1), Arrays.asList(domain.askedLength(0), domain.askedLength(9)));
    }
}
