// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.hash.Hashing;
import io.github.filterblock.analysis.FilterIdentification;
import io.github.filterblock.analysis.FilterSummary;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.audit.ExpectedRate;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.cli.Json.Member;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.MetaindexEntry;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code filterblock.inspect/1}. */
record InspectJson(
        String schema,
        String file,
        @Nullable Long size,
        String status,
        @Nullable String reason,
        @Nullable Footer footer,
        List<Entry> metaindex,
        int metaindexTotal,
        int dataBlocks,
        long entries,
        @Nullable String keyDomain,
        @Nullable Filter filter) {

    private record Footer(List<BigInteger> metaindex, List<BigInteger> index) {
        private static Footer of(io.github.filterblock.table.Footer footer) {
            return new Footer(pair(footer.metaindex()), pair(footer.index()));
        }

        private static List<BigInteger> pair(BlockHandle handle) {
            return List.of(Json.unsigned(handle.offset()), Json.unsigned(handle.size()));
        }
    }

    private record Entry(
            String key,
            @Nullable BigInteger offset,
            @Nullable BigInteger size) {
        private static Entry of(MetaindexEntry entry) {
            return new Entry(
                    entry.printableKey(), InspectJson.offset(entry.handle()), InspectJson.size(entry.handle()));
        }
    }

    private record Filter(
            String policy,
            String dialect,
            @Nullable Member<List<String>> candidates,
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
            @Nullable Member<List<Integer>> bitsPerKey,
            @Nullable Member<Double> expectedFalsePositiveRate,
            @Nullable Member<List<Row>> rows) {

        private static Filter of(TableFilter filter, TableReport analysis, int mostRows) {
            FilterIdentification reading = analysis.identification();
            List<String> dialects =
                    reading.dialects().stream().map(FilterDialect::id).toList();
            boolean whole = filter.layout().baseLg() >= 0;
            Optional<FilterSummary> summary = FilterSummary.of(analysis);
            return new Filter(
                    MetaindexEntry.printable(filter.policyName()),
                    reading.ambiguous() ? "ambiguous" : dialects.isEmpty() ? "unknown" : dialects.get(0),
                    reading.ambiguous() ? new Member<>(dialects) : null,
                    InspectJson.offset(filter.handle()),
                    InspectJson.size(filter.handle()),
                    filter.damage().isEmpty()
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
                    summary.map(Filter::bitsPerKey).orElse(null),
                    summary.map(numbers -> expectedRate(filter, analysis, numbers))
                            .orElse(null),
                    mostRows < 0
                            ? null
                            : summary.map(numbers -> rows(numbers, mostRows)).orElse(null));
        }

        private static Member<List<Integer>> bitsPerKey(FilterSummary summary) {
            return new Member<>(summary.bitsPerKey()
                    .map(range -> List.of(range.least(), range.most()))
                    .orElse(null));
        }

        private static Member<Double> expectedRate(TableFilter filter, TableReport analysis, FilterSummary summary) {
            return new Member<>(
                    filter.isBuiltin()
                            ? ExpectedRate.ofLookups(analysis, summary).stream()
                                    .boxed()
                                    .findAny()
                                    .orElse(null)
                            : null);
        }

        private static Member<List<Row>> rows(FilterSummary summary, int most) {
            return new Member<>(
                    Json.limited(summary.rows(), most).stream().map(Row::of).toList());
        }
    }

    private record Row(
            int filter,
            @Nullable BigInteger firstOffset,
            int length,
            long keys,
            @Nullable Integer probes,
            @Nullable Long bits,
            @Nullable Long setBits) {
        private static Row of(FilterSummary.Row row) {
            return new Row(
                    row.index(),
                    row.reachable() ? Json.unsigned(row.firstOffset()) : null,
                    row.length(),
                    row.keys(),
                    row.hasBytes() ? row.info().probes() : null,
                    row.hasBytes() ? row.info().bits() : null,
                    row.hasBytes() ? row.info().setBits() : null);
        }
    }

    /** The record of a table, with rows for filters where {@code rows} asks for them. */
    static InspectJson of(Outcome<TableReport> outcome, boolean rows, int limit) {
        Optional<TableReport> analysis = outcome.found();
        List<MetaindexEntry> metaindex = analysis.map(TableReport::metaindex).orElse(List.of());
        return new InspectJson(
                "filterblock.inspect/1",
                outcome.name(),
                analysis.map(TableReport::size).orElseGet(() -> sizeOf(outcome.file())),
                outcome.status(),
                outcome.reason().orElse(null),
                analysis.map(found -> Footer.of(found.footer())).orElse(null),
                Json.limited(metaindex, limit).stream().map(Entry::of).toList(),
                metaindex.size(),
                analysis.map(found -> found.dataBlocks().size()).orElse(0),
                analysis.map(TableReport::entries).orElse(0L),
                analysis.map(found -> keyDomain(found.identification())).orElse(null),
                analysis.flatMap(found -> found.filter().map(filter -> Filter.of(filter, found, rows ? limit : -1)))
                        .orElse(null));
    }

    private static @Nullable Long sizeOf(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static @Nullable String keyDomain(FilterIdentification reading) {
        return reading.keyFormatAmbiguous()
                ? "ambiguous"
                : reading.keyFormat().map(KeyFormat::id).orElse(null);
    }

    private static @Nullable BigInteger offset(Optional<BlockHandle> handle) {
        return handle.map(found -> Json.unsigned(found.offset())).orElse(null);
    }

    private static @Nullable BigInteger size(Optional<BlockHandle> handle) {
        return handle.map(found -> Json.unsigned(found.size())).orElse(null);
    }
}
