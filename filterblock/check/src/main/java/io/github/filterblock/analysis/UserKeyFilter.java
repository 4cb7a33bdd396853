// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.Windows;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.rocksdb.LegacyHash;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.FilterForm;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.KeySplit;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.RocksDbFilter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The full or partitioned filter of a table of RocksDB or Pebble, asked about every key of the table (RF-1 to RF-15).
 * Immutable.
 *
 * @param stored the filter; the keys have decided its legacy hash if they could
 * @param identification which hash of legacy filters it may have
 * @param deniedPrefixes how many times it denies the prefix of a key, which it should have beside whole keys
 * @param additions how many different keys each partition was asked about: about as many as were added to it
 * @param trust whether it may deny a key
 * @param findings what is wrong with it, denied keys among them
 */
public record UserKeyFilter(
        RocksDbFilter stored,
        FilterIdentification<LegacyHash> identification,
        long deniedPrefixes,
        List<Long> additions,
        FilterTrust trust,
        Findings findings)
        implements ExaminedFilter {

    /** Copies the list. */
    public UserKeyFilter {
        additions = List.copyOf(additions);
    }

    /**
     * {@return whether the keys were a test of the filter: it was read, and what is added of a key is known; otherwise
     * every key matches}
     */
    @Override
    public boolean isTested() {
        return identification.keys() > 0
                && stored.damage().isEmpty()
                && stored.contents().obstacle().isEmpty()
                && stored.partitions().stream()
                        .anyMatch(each -> each.filter().geometry().kind() != FullFilterKind.ALWAYS);
    }

    /** {@return whether the filter has prefixes beside whole keys of which none could be asked} */
    public boolean hasUntestedPrefixes() {
        FilterContents contents = stored.contents();
        return contents.split() == KeySplit.NONE
                && contents.wholeKeys()
                && !contents.extractorName().isEmpty()
                && contents.extractor().isEmpty();
    }

    @Override
    public MetaindexEntry entry() {
        return stored.entry();
    }

    @Override
    public FilterForm form() {
        return stored.form();
    }

    @Override
    public List<CorruptTableException> damage() {
        return stored.indexDamage().isPresent()
                ? stored.indexDamage().stream().toList()
                : stored.partitions().stream()
                        .flatMap(each -> each.damage().stream())
                        .toList();
    }

    @Override
    public Optional<Finding> corruption() {
        return damage().stream()
                .filter(e -> !e.reason().isUndecoded())
                .map(e -> new Finding(e.rule(), e.offset(), e.detail()))
                .findFirst()
                .or(() -> trust.contradiction(offset(stored)));
    }

    private static long offset(RocksDbFilter filter) {
        return filter.entry().handle().map(handle -> handle.offset()).orElse(0L);
    }

    @Override
    public boolean keyMayMatch(long blockOffset, byte[] key) {
        return !trust.mayDeny() || stored.tableMayMatch(key);
    }

    @Override
    public FilterTrace.OfUserKey trace(long blockOffset, byte[] key) {
        return FilterTrace.OfUserKey.of(stored, key);
    }

    /** A key of which several prefixes are asked has as many chances to match. */
    @Override
    public ExaminedFilter.Rates expectedRates() {
        double[] rates = IntStream.range(0, stored.partitions().size())
                .mapToDouble(this::expectedRate)
                .toArray();
        return (blockOffset, key) -> {
            if (stored.contents().probedLength(key, 0, key.length) < 0) {
                return 1;
            }
            double rate = rates.length == 1
                    ? rates[0]
                    : stored.partition(key).map(number -> rates[number]).orElse(1.0);
            return 1 - Math.pow(1 - rate, stored.contents().questions(key.length));
        };
    }

    @Override
    public OptionalDouble expectedRate() {
        long seen = 0;
        double matches = 0;
        for (int i = 0; i < additions.size(); i++) {
            seen += additions.get(i);
            matches += additions.get(i) * expectedRate(i);
        }
        return seen == 0 ? OptionalDouble.empty() : OptionalDouble.of(trust.mayDeny() ? matches / seen : 1);
    }

    @Override
    public Optional<ExaminedFilter.Summary> summary(long entries) {
        List<FilterPartition> partitions = stored.partitions();
        long empty = partitions.stream()
                .filter(each -> each.filter().geometry().kind() == FullFilterKind.EMPTY)
                .count();
        return Optional.of(new ExaminedFilter.Summary(
                partitions.size(),
                empty,
                filterBytes(),
                indexBytes(),
                expectedRate().orElse(1) * entries));
    }

    @Override
    public OptionalLong storedBytes() {
        if (stored.damage().isEmpty()) {
            return OptionalLong.of(stored.contentBytes());
        }
        return entry().handle().map(BlockHandle::size).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    @Override
    public Optional<Integer> baseLg() {
        return Optional.empty();
    }

    @Override
    public Optional<Windows> windows() {
        return Optional.empty();
    }

    @Override
    public Optional<ExaminedFilter.BitsPerKey> bitsPerKey() {
        return Optional.empty();
    }

    @Override
    public Optional<FilterDialect> otherDialect() {
        return Optional.empty();
    }

    @Override
    public Optional<String> untested() {
        return hasUntestedPrefixes()
                ? Optional.of("the filter was not asked for prefixes: their extractor "
                        + MetaindexEntry.printable(stored.contents().extractorName()) + " is not known")
                : Optional.empty();
    }

    @Override
    public int addedLength(byte[] key, int length) {
        FilterContents contents = stored.contents();
        return contents.probedLength(key, 0, Math.max(0, length - contents.timestampLength()));
    }

    /**
     * The share of absent keys that a filter lets through, computed from the bits that are set in it.
     *
     * @param partition number of the partition; 0 for a full filter
     * @return 0 to 1
     */
    public double expectedRate(int partition) {
        return stored.partitions().get(partition).filter().expectedRate();
    }

    /**
     * {@return bytes of all filters that could be read, with the trailers of the bits but without those of the blocks}
     */
    public long filterBytes() {
        return stored.partitions().stream()
                .filter(each -> each.damage().isEmpty())
                .mapToLong(each -> each.handle().size())
                .sum();
    }

    /** {@return bytes of the index that leads to the partitions; 0 for a full filter, or if it could not be read} */
    public long indexBytes() {
        return stored.indexBytes();
    }

    /** What is wrong with the filter, apart from damage and keys that it denies. */
    static void check(RocksDbFilter filter, Optional<byte[]> lastKey, Findings.Collector findings) {
        long offset = offset(filter);
        FilterContents contents = filter.contents();
        if (filter.indexDamage().isEmpty() && contents.order() != FilterContents.Order.UNKNOWN && !filter.isOrdered()) {
            findings.add(
                    Rule.RF_10,
                    offset,
                    () -> "the separators of the filter partitions do not ascend: readers find the wrong partition");
        } else if (filter.isOrdered()
                && lastKey.filter(filter::isPastLastPartition).isPresent()) {
            findings.add(
                    Rule.RF_10,
                    offset,
                    () -> "the last key of the table is above the separator of the last filter partition");
        }
        for (FilterPartition each : filter.partitions()) {
            FullFilterKind kind = each.filter().geometry().kind();
            long at = each.handle().offset();
            if (kind == FullFilterKind.ALWAYS && each.damage().isEmpty()) {
                findings.add(
                        Rule.RF_6,
                        at,
                        () -> "the filter is of no known kind ("
                                + each.filter().geometry().reason() + "): every key may match");
            } else if (kind == FullFilterKind.EMPTY && filter.emptyMatches()) {
                findings.add(
                        Rule.RF_13,
                        at,
                        () -> "the filter has " + each.handle().size()
                                + " bytes, so RocksDB takes it to deny every key, but keys should have been added");
            }
        }
        if (contents.filterSize().isPresent() && filter.damage().isEmpty()) {
            long size = filter.contentBytes();
            long expected = contents.filterSize().getAsLong();
            if (size != expected) {
                findings.add(
                        Rule.RF_5,
                        offset,
                        () -> "the filter has " + size + " bytes, but the property rocksdb.filter.size says "
                                + expected);
            }
        }
    }
}
