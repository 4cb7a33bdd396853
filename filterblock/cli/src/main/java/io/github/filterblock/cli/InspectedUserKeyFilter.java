// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.rocksdb.FullFilter;
import io.github.filterblock.rocksdb.FullFilterGeometry;
import io.github.filterblock.rocksdb.FullFilterKind;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.FilterContents.Order;
import io.github.filterblock.table.FilterPartition;
import io.github.filterblock.table.KeySplit;
import io.github.filterblock.table.RocksDbFilter;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code inspect} says about RocksDB's full or partitioned filter.
 *
 * @param sha256 digest of the filter, or of all partitions, one after the other; null if it was not asked for or one
 *     could not be read
 * @param filters number of filters: 1, or that of the partitions
 * @param partitions the same for a partitioned filter; null for a full one
 * @param indexBytes bytes of the index that leads to the partitions, 0 for a full filter
 * @param hash of the legacy filters: {@code signed}, {@code unsigned} or {@code either}; null if there is none
 * @param wholeKeys whether whole user keys are asked, and not prefixes
 * @param extractor of the prefixes that are in the filter, instead of keys or beside them, or what cuts keys in
 *     Pebble's tables; null if no prefixes are in it
 * @param order that of the comparator
 * @param inOrder whether the keys were seen to have this order; null if it is not known, or not all keys could be read
 * @param entries keys and prefixes in the filter as the properties say; null where they do not
 * @param bitsPerEntry bits of the filters for each of them, or for each different key that was read;
 *     null if there are none
 * @param deniedPrefixes how many times it denies the prefix of a key
 * @param tested whether the keys were a test of the filter; if not, every key matches
 * @param untestedPrefixes whether it has prefixes beside whole keys that could not be asked
 * @param fillRatio shares of the bits that are set, of the Bloom filters; null if there are none
 * @param lineFill how full the lines of the Bloom filters are; null if there are none, or where rows were not asked for
 * @param rows one for each filter, null where they were not asked for
 */
record InspectedUserKeyFilter(
        String form,
        String entry,
        @Nullable BigInteger offset,
        @Nullable BigInteger size,
        @Nullable String sha256,
        int filters,
        @Nullable Integer partitions,
        Long filterBytes,
        long indexBytes,
        List<Kind> kinds,
        @Nullable String hash,
        boolean wholeKeys,
        @Nullable String extractor,
        String order,
        @Nullable Boolean inOrder,
        @Nullable Long entries,
        @Nullable Double bitsPerEntry,
        @Nullable Double expectedFalsePositiveRate,
        long keys,
        long falseNegatives,
        long deniedPrefixes,
        boolean tested,
        boolean untestedPrefixes,
        String trust,
        @Nullable String distrust,
        InspectedBlockFilter.@Nullable Range fillRatio,
        @Nullable InspectedLines lineFill,

        @Nullable List<Row> rows)
        implements InspectedFilter {

    private static final int USUAL_DIGITS = 64;

    /** The filters of one kind: how many, and the least and the most of each of their numbers. */
    record Kind(
            String kind,
            int filters,
            @Nullable List<Integer> probes,
            @Nullable List<Integer> lines,
            @Nullable List<Integer> lineBytes,
            @Nullable List<Integer> seed,
            @Nullable List<Integer> blocks,
            @Nullable List<Integer> columns,
            @Nullable List<Integer> fingerprintBits) {
        private static Kind of(FullFilterKind kind, List<FullFilterGeometry> geometries) {
            boolean ribbon = kind == FullFilterKind.RIBBON;
            boolean fuse = kind == FullFilterKind.BINARY_FUSE;
            boolean bloom = kind == FullFilterKind.LEGACY_BLOOM || kind == FullFilterKind.FAST_LOCAL_BLOOM;
            return new Kind(
                    FilterWords.kind(kind),
                    geometries.size(),
                    bloom ? range(geometries, FullFilterGeometry::probes) : null,
                    bloom ? range(geometries, info -> (int) info.lines()) : null,
                    bloom ? range(geometries, FullFilterGeometry::lineBytes) : null,
                    ribbon ? range(geometries, FullFilterGeometry::seed) : null,
                    ribbon ? range(geometries, FullFilterGeometry::blocks) : null,
                    ribbon ? range(geometries, FullFilterGeometry::columns) : null,
                    fuse ? range(geometries, FullFilterGeometry::fingerprintBits) : null);
        }

        private static List<Integer> range(
                List<FullFilterGeometry> geometries, ToIntFunction<FullFilterGeometry> number) {
            IntSummaryStatistics numbers = geometries.stream().mapToInt(number).summaryStatistics();
            return List.of(numbers.getMin(), numbers.getMax());
        }
    }

    /**
     * One filter.
     *
     * @param separator in hexadecimal digits; no key of the filter is above it; null for a full filter
     * @param keys how many different keys of the table were asked of it
     * @param bits of a Bloom filter; null for other kinds
     * @param setBits those of them that are set; null for other kinds
     * @param damage why it cannot be read; null if it can
     */
    record Row(
            @Nullable String separator,
            BigInteger offset,
            BigInteger size,
            String filter,
            long keys,
            double expectedFalsePositiveRate,
            @Nullable Long bits,
            @Nullable Long setBits,
            @Nullable String damage) {
        private int separatorDigits() {
            return separator == null ? 0 : separator.length();
        }

        private static Row of(UserKeyFilter found, int number) {
            FilterPartition partition = found.stored().partitions().get(number);
            FullFilter filter = partition.filter();
            boolean bloom = filter.geometry().lines() > 0;
            long bits = filter.geometry().bits();
            return new Row(
                    isFull(found) ? null : HexFormat.of().formatHex(partition.separator()),
                    Formats.unsigned(partition.handle().offset()),
                    Formats.unsigned(partition.handle().size()),
                    filter.geometry().toString(),
                    found.additions().get(number),
                    found.expectedRate(number),
                    bloom ? bits : null,
                    bloom ? Math.round(filter.fillRatio() * bits) : null,
                    partition.damage().map(damage -> damage.detail()).orElse(null));
        }
    }

    private static @Nullable String prefixesOf(FilterContents contents) {
        String cut = contents.split() == KeySplit.NONE
                ? contents.extractorName()
                : contents.split().label();
        return cut.isEmpty() ? null : cut;
    }

    /**
     * What is said about a filter.
     *
     * @param report of its table
     * @param mostRows the most rows, or -1 for none
     * @param digest that of its bytes; null if it is not wanted
     */
    static InspectedUserKeyFilter of(UserKeyFilter found, TableReport report, int mostRows, @Nullable String digest) {
        RocksDbFilter filter = found.stored();
        FilterContents contents = filter.contents();
        List<FullFilter> filters =
                filter.partitions().stream().map(FilterPartition::filter).toList();
        List<FullFilterGeometry> geometries =
                filters.stream().map(FullFilter::geometry).toList();
        boolean legacy = geometries.stream().anyMatch(info -> info.kind() == FullFilterKind.LEGACY_BLOOM);
        long added = contents.entries()
                .orElse(found.additions().stream().mapToLong(Long::longValue).sum());
        return new InspectedUserKeyFilter(
                FilterWords.form(filter.form()),
                filter.entry().printableKey(),
                InspectedFilter.offset(filter.entry().handle()),
                InspectedFilter.size(filter.entry().handle()),
                digest,
                geometries.size(),
                isFull(found) ? null : geometries.size(),
                found.filterBytes(),
                found.indexBytes(),
                Stream.of(FullFilterKind.values())
                        .map(kind -> Kind.of(
                                kind,
                                geometries.stream()
                                        .filter(info -> info.kind() == kind)
                                        .toList()))
                        .filter(kind -> kind.filters() > 0)
                        .toList(),
                legacy ? Formats.word(filter.hash()) : null,
                contents.wholeKeys(),
                prefixesOf(contents),
                Formats.word(contents.order()),
                inOrder(report),
                contents.entries().isPresent() ? contents.entries().getAsLong() : null,
                added == 0 ? null : 8.0 * found.filterBytes() / added,
                found.expectedRate().stream().boxed().findAny().orElse(null),
                found.identification().keys(),
                found.identification().falseNegatives(),
                found.deniedPrefixes(),
                found.isTested(),
                found.hasUntestedPrefixes(),
                Formats.word(found.trust().reason()),
                InspectedFilter.distrust(found.trust()),
                InspectedBlockFilter.Range.of(filters.stream()
                        .filter(each -> each.geometry().lines() > 0)
                        .mapToDouble(FullFilter::fillRatio)),
                mostRows < 0 ? null : InspectedLines.of(filters, isFull(found)),
                mostRows < 0
                        ? null
                        : IntStream.range(0, Math.min(geometries.size(), mostRows))
                                .mapToObj(number -> Row.of(found, number))
                                .toList());
    }

    /** Those with timestamps are ordered by what is in front of them, which is not checked. */
    private static @Nullable Boolean inOrder(TableReport report) {
        Optional<String> known = report.structure().comparator().filter(name -> Order.of(name) != Order.UNKNOWN);
        if (known.flatMap(report.facts()::outOfOrder).isPresent()) {
            return false;
        }
        return known.isPresent() && report.facts().firstUnreadableBlock().isEmpty() ? true : null;
    }

    private static boolean isFull(UserKeyFilter found) {
        return !found.form().hasPartitions();
    }

    @Override
    public Long overheadBytes() {
        return indexBytes;
    }

    @Override
    public long rowWeight() {
        long digits =
                rows == null ? 0 : rows.stream().mapToLong(Row::separatorDigits).sum();
        return filters + digits / USUAL_DIGITS;
    }

    @Override
    public List<String> kindWords() {
        return kinds.stream().map(Kind::kind).toList();
    }

    @Override
    public @Nullable Long additions() {
        return entries != null ? entries : keys == 0 ? null : Long.valueOf(keys);
    }

    @Override
    public @Nullable Double bitsForEachKey() {
        return bitsPerEntry;
    }

    @Override
    public InspectedUserKeyFilter withRows(int most) {
        return new InspectedUserKeyFilter(
                form,
                entry,
                offset,
                size,
                sha256,
                filters,
                partitions,
                filterBytes,
                indexBytes,
                kinds,
                hash,
                wholeKeys,
                extractor,
                order,
                inOrder,
                entries,
                bitsPerEntry,
                expectedFalsePositiveRate,
                keys,
                falseNegatives,
                deniedPrefixes,
                tested,
                untestedPrefixes,
                trust,
                distrust,
                fillRatio,
                most < 0 ? null : lineFill,
                rows == null || most < 0 ? null : Formats.limited(rows, most));
    }
}
