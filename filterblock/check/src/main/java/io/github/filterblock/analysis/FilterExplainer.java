// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import com.google.common.collect.Lists;
import io.github.filterblock.FilterLookup;
import io.github.filterblock.analysis.FilterIdentification.Interpretation;
import io.github.filterblock.bloom.FilterDialect;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.MetaindexEntry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Explains the answers of a table's filter, block by block. Immutable. */
final class FilterExplainer {
    private final Optional<TableFilter> filter;
    private final Map<FilterDialect, List<KeyFormat>> readings = new EnumMap<>(FilterDialect.class);
    private final Optional<String> distrust;
    private final boolean hasBlocks;

    FilterExplainer(TableReport analysis) {
        this.filter = analysis.filter().filter(found -> found.damage().isEmpty());
        this.hasBlocks = !analysis.dataBlocks().isEmpty();
        this.distrust = analysis.filter().isEmpty()
                ? Optional.of("the table has no filter: every key may match")
                : distrust(analysis.filter().get(), analysis.identification());
        for (Interpretation candidate : analysis.identification().remaining()) {
            readings.computeIfAbsent(candidate.dialect(), dialect -> new ArrayList<>())
                    .add(candidate.keyFormat());
        }
    }

    private static Optional<String> distrust(TableFilter filter, FilterIdentification reading) {
        if (filter.damage().isPresent()) {
            return Optional.of("the filter block cannot be read: every key may match");
        }
        if (filter.checksum() == Status.BAD) {
            return everyKeyMayMatch("the checksum of the filter block is wrong", Rule.TF_4);
        }
        if (reading.interpretations().isEmpty()) {
            return everyKeyMayMatch(
                    "the policy " + MetaindexEntry.printable(filter.policyName()) + " is not built in", Rule.TF_14);
        }
        return switch (reading.trust()) {
            case TRUSTED -> Optional.empty();
            case CONTRADICTED ->
                everyKeyMayMatch(
                        "the filter denies " + reading.falseNegatives() + " of " + reading.keys()
                                + " keys of the table, so it is not believed",
                        Rule.TF_13);
            case INCONSISTENT_INDEX ->
                everyKeyMayMatch("index and data blocks are damaged or do not belong together", Rule.TF_11);
            case TRANSFORMED_KEYS ->
                Optional.of("the table's comparator may put more into stored keys than the filter has: every key may"
                        + " match");
            case PREFIXES_ONLY -> Optional.of("the filter holds only prefixes of keys: every whole key may match");
        };
    }

    private static Optional<String> everyKeyMayMatch(String reason, Rule rule) {
        return Optional.of(BlockExplanation.everyKeyMayMatch(reason, rule));
    }

    KeyExplanation explain(Optional<TableQuery.Search> search, List<Long> offsets, byte[] key, boolean mayMatch) {
        Optional<String> reason = distrust.isEmpty() && search.isPresent() && !hasBlocks
                ? Optional.of("the table has no data block that the filter could be asked about: every key may match")
                : distrust;
        return new KeyExplanation(
                search,
                filter.isEmpty() ? List.of() : Lists.transform(offsets, offset -> block(offset, key)),
                reason,
                mayMatch);
    }

    private BlockExplanation block(long offset, byte[] key) {
        TableFilter found = filter.orElseThrow();
        FilterLookup lookup = found.layout().lookup(offset);
        List<ReadingExplanation> asked = new ArrayList<>();
        if (lookup.asked()) {
            readings.forEach((dialect, domains) ->
                    asked.add(new ReadingExplanation(dialect, domains, found.trace(dialect, key, key.length, lookup))));
        }
        return BlockExplanation.of(offset, found.layout(), lookup, asked);
    }
}
