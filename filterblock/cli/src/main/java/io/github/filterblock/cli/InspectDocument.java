// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.Lists;
import com.google.common.hash.Hashing;
import io.github.filterblock.analysis.BlockFilter;
import io.github.filterblock.analysis.DataBlock;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.FilterRow;
import io.github.filterblock.analysis.FilterTrust;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.LocatedFilterBlock;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerdict;
import io.github.filterblock.analysis.UserKeyFilter;
import io.github.filterblock.audit.ExpectedRate;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import java.math.BigInteger;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.inspect/1}. Lists are as long as they were asked for; their true lengths stand beside them.
 *
 * @param dataBlocks number of data blocks, damaged ones included
 * @param blockTypes the type bytes of the data blocks, each once, in ascending order
 * @param entries entries of the data blocks that could be read, all versions counted
 * @param damage the first parts that could not be read; {@code damageTotal} is their number
 * @param userKeyFilter RocksDB's full or partitioned filter; null where there is none
 * @param obsolete whether the MANIFEST beside the table does not name it; null where there is none
 */
record InspectDocument(
        String schema,
        String file,
        @Nullable Long size,
        String status,
        @Nullable String reason,
        @Nullable Footer footer,
        List<Entry> metaindex,
        int metaindexTotal,
        int dataBlocks,
        List<Integer> blockTypes,
        long entries,
        @Nullable String keyDomain,
        List<Damage> damage,
        long damageTotal,
        @Nullable Filter filter,
        @Nullable InspectedUserKeyFilter userKeyFilter,
        @Nullable Boolean obsolete)
        implements Document {
    /** Where metaindex and index lie, each as offset and size. */
    record Footer(List<BigInteger> metaindex, List<BigInteger> index) {
        private static Footer of(io.github.filterblock.table.Footer footer) {
            return new Footer(pair(footer.metaindex()), pair(footer.index()));
        }

        private static List<BigInteger> pair(BlockHandle handle) {
            return List.of(Formats.unsigned(handle.offset()), Formats.unsigned(handle.size()));
        }
    }

    /** An entry of the metaindex; without offset and size if it has no handle. */
    record Entry(
            String key,
            @Nullable BigInteger offset,
            @Nullable BigInteger size) {
        private static Entry of(MetaindexEntry entry) {
            return new Entry(
                    entry.printableKey(), InspectDocument.offset(entry.handle()), InspectDocument.size(entry.handle()));
        }
    }

    /** A part that could not be read. */
    record Damage(BigInteger offset, String message) {
        private static Damage of(CorruptTableException e) {
            return new Damage(Formats.unsigned(e.offset()), e.detail());
        }
    }

    /** A way to read the filter: about how many keys of the table it was asked, and how many of them it denied. */
    record Reading(String dialect, String keyDomain, long asked, long denied) {
        private static Reading of(FilterIdentification.Interpretation<FilterDialect> candidate) {
            return new Reading(
                    candidate.hash().id(), candidate.keyFormat().id(), candidate.asked(), candidate.denied());
        }
    }

    /** A number of all filters that have bytes. */
    record Range(double least, double most, double mean) {
        private static @Nullable Range of(List<FilterRow> rows, ToDoubleFunction<FilterRow> value) {
            DoubleSummaryStatistics numbers =
                    rows.stream().filter(FilterRow::hasBytes).mapToDouble(value).summaryStatistics();
            return numbers.getCount() == 0 ? null : new Range(numbers.getMin(), numbers.getMax(), numbers.getAverage());
        }
    }

    /**
     * The filter block.
     *
     * @param trust what keeps the filter from being believed, if anything
     * @param readings the ways to read it that were tried; none for a policy that is not built in
     * @param k probes of the filters, null where no filter has bits; the next members likewise
     * @param filterBytes bytes of all filters, null if the block could not be read; {@code offsetBytes} likewise
     * @param rows one for each filter, null where they were not asked for
     */
    record Filter(
            String policy,
            String dialect,
            @Nullable List<String> candidates,
            @Nullable BigInteger offset,
            @Nullable BigInteger size,
            @Nullable String sha256,
            @Nullable Integer baseLg,
            int filters,
            int emptyFilters,
            @Nullable Long arrayOffset,
            @Nullable Integer compression,
            String checksum,
            long keys,
            long falseNegatives,
            String trust,
            List<Reading> readings,
            @Nullable List<Integer> bitsPerKey,
            @Nullable Double expectedFalsePositiveRate,
            @Nullable Range k,
            @Nullable Range fillRatio,
            @Nullable Long filterBytes,
            @Nullable Long offsetBytes,

            @Nullable List<Row> rows) {

        private static Filter of(BlockFilter found, int mostRows, boolean digest) {
            LocatedFilterBlock filter = found.stored();
            FilterIdentification<FilterDialect> reading = found.identification();
            List<String> dialects =
                    reading.hashes().stream().map(FilterDialect::id).toList();
            boolean whole = filter.layout().baseLg() >= 0;
            boolean builtin = filter.isBuiltin();
            List<FilterRow> rows = filter.damage().isEmpty() ? found.rows() : null;
            return new Filter(
                    MetaindexEntry.printable(filter.policyName()),
                    reading.ambiguous() ? "ambiguous" : dialects.isEmpty() ? "unknown" : dialects.get(0),
                    reading.ambiguous() ? dialects : null,
                    InspectDocument.offset(filter.handle()),
                    InspectDocument.size(filter.handle()),
                    digest && filter.damage().isEmpty()
                            ? Hashing.sha256().hashBytes(filter.contents()).toString()
                            : null,
                    whole ? filter.layout().baseLg() : null,
                    filter.layout().filterCount(),
                    filter.emptyFilters(),
                    whole ? filter.layout().arrayOffset() : null,
                    filter.compressionType() < 0 ? null : filter.compressionType(),
                    filter.checksum().id(),
                    reading.keys(),
                    reading.falseNegatives(),
                    found.trust().reason().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    reading.interpretations().stream().map(Reading::of).toList(),
                    found.bitsPerKey()
                            .map(range -> List.of(range.least(), range.most()))
                            .orElse(null),
                    rows == null || !builtin ? null : expectedRate(found),
                    rows == null || !builtin
                            ? null
                            : Range.of(rows, row -> row.info().probes()),
                    rows == null || !builtin
                            ? null
                            : Range.of(rows, row -> row.info().fillRatio()),
                    rows == null ? null : found.filterBytes(),
                    rows == null ? null : filter.layout().offsetBytes(),
                    rows == null || mostRows < 0 ? null : Lists.transform(Formats.limited(rows, mostRows), Row::of));
        }

        private static @Nullable Double expectedRate(BlockFilter filter) {
            return ExpectedRate.ofLookups(filter).stream().boxed().findAny().orElse(null);
        }
    }

    /** One filter; without probes and bits if it has no bytes, and with the length -1 if its offsets are damaged. */
    record Row(
            int filter,
            @Nullable BigInteger firstOffset,
            int length,
            long keys,
            @Nullable Integer probes,
            @Nullable Long bits,
            @Nullable Long setBits) {
        private static Row of(FilterRow row) {
            return new Row(
                    row.index(),
                    row.reachable() ? Formats.unsigned(row.firstOffset()) : null,
                    row.length(),
                    row.keys(),
                    row.hasBytes() ? row.info().probes() : null,
                    row.hasBytes() ? row.info().bits() : null,
                    row.hasBytes() ? row.info().setBits() : null);
        }
    }

    /**
     * What is said about a table.
     *
     * @param limit the most entries of the metaindex
     * @param mostRows the most rows of filters, or -1 for none
     */
    static InspectDocument of(String file, TableReport analysis, int limit, int mostRows, @Nullable Boolean obsolete) {
        return of(file, analysis, limit, mostRows, obsolete, true);
    }

    /**
     * What is said about a table.
     *
     * @param digest whether the filter block's digest is wanted: the first one of a process takes tens of milliseconds
     */
    static InspectDocument of(
            String file, TableReport analysis, int limit, int mostRows, @Nullable Boolean obsolete, boolean digest) {
        List<MetaindexEntry> metaindex = analysis.metaindex();
        return new InspectDocument(
                Document.schema(InspectDocument.class),
                file,
                analysis.size(),
                analysis.status().id(),
                reason(analysis.verdict()),
                Footer.of(analysis.footer()),
                Formats.limited(metaindex, limit).stream().map(Entry::of).toList(),
                metaindex.size(),
                analysis.dataBlocks().size(),
                analysis.dataBlocks().stream()
                        .map(DataBlock::type)
                        .filter(type -> type >= 0)
                        .distinct()
                        .sorted()
                        .toList(),
                analysis.entries(),
                keyDomain(analysis),
                analysis.damage().stream().map(Damage::of).toList(),
                analysis.damageCount(),
                analysis.filter(BlockFilter.class)
                        .map(filter -> Filter.of(filter, mostRows, digest))
                        .orElse(null),
                analysis.filter(UserKeyFilter.class)
                        .map(filter -> InspectedUserKeyFilter.of(filter, analysis, mostRows))
                        .orElse(null),
                obsolete);
    }

    /** The same with what the file may be instead added to the reason. */
    InspectDocument with(Optional<String> hint) {
        return hint.isEmpty()
                ? this
                : new InspectDocument(
                        schema,
                        file,
                        size,
                        status,
                        reason == null ? hint.get() : reason + "; " + hint.get(),
                        footer,
                        metaindex,
                        metaindexTotal,
                        dataBlocks,
                        blockTypes,
                        entries,
                        keyDomain,
                        damage,
                        damageTotal,
                        filter,
                        userKeyFilter,
                        obsolete);
    }

    /** What is said about a file that could not be examined. */
    static InspectDocument of(Failure failure, @Nullable Long size, @Nullable Boolean obsolete) {
        Map<String, Object> known = new HashMap<>();
        known.put("size", size);
        known.put("obsolete", obsolete);
        return Document.failed(InspectDocument.class, failure, known);
    }

    /** The reason of a verdict in one line, which starts with the offset in the file where there is one. */
    static @Nullable String reason(TableVerdict verdict) {
        return verdict.reason()
                .map(reason -> reason.offset().isPresent()
                        ? Failure.at(reason.offset().getAsLong(), reason.detail())
                        : reason.detail())
                .orElse(null);
    }

    /** Whether a filter could be asked about the keys of the table. */
    static boolean canBeAsked(TableReport report) {
        return report.filter(UserKeyFilter.class)
                .map(UserKeyFilter::isTested)
                .orElseGet(() -> report.filter()
                        .filter(filter ->
                                !filter.identification().interpretations().isEmpty())
                        .filter(filter -> filter.trust().reason() != FilterTrust.Reason.PREFIXES_ONLY)
                        .filter(filter -> filter.identification().keys() > 0)
                        .isPresent());
    }

    private static @Nullable String keyDomain(TableReport report) {
        return report.keyFormat().map(KeyFormat::id).orElse(report.entries() > 0 ? "ambiguous" : null);
    }

    private static @Nullable BigInteger offset(Optional<BlockHandle> handle) {
        return handle.map(found -> Formats.unsigned(found.offset())).orElse(null);
    }

    private static @Nullable BigInteger size(Optional<BlockHandle> handle) {
        return handle.map(found -> Formats.unsigned(found.size())).orElse(null);
    }
}
