// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.analysis.FilterReading.Trust;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockChecksum.Verdict;
import io.github.filterblock.table.CorruptTableException;
import java.util.Optional;
import java.util.stream.Stream;

/** The outcome of an analysis in one word and one line. */
record TableVerdict(TableStatus status, Optional<String> reason) {

    static TableVerdict on(TableAnalysis analysis) {
        Optional<String> corruption = corruption(analysis);
        return new TableVerdict(
                corruption.isPresent() ? TableStatus.CORRUPT : soundStatus(analysis),
                corruption.or(() -> remark(analysis)));
    }

    private static TableStatus soundStatus(TableAnalysis analysis) {
        if (analysis.filter().isEmpty()) {
            return TableStatus.NO_FILTER;
        }
        return analysis.reading().candidates().isEmpty() ? TableStatus.UNKNOWN_POLICY : TableStatus.OK;
    }

    private static Optional<String> corruption(TableAnalysis analysis) {
        return analysis.structureDamage().stream()
                .filter(e -> !(e.reason().meansUnknown()
                        && e.offset() == analysis.footer().index().offset()))
                .map(TableVerdict::describe)
                .findFirst()
                .or(() -> analysis.filter().flatMap(filter -> corruption(filter, analysis.reading())))
                .or(() -> analysis.blockDamage()
                        .filter(e -> !e.reason().meansUnknown())
                        .map(TableVerdict::describe)
                        .findFirst());
    }

    private static Optional<String> corruption(TableFilter filter, FilterReading reading) {
        if (filter.damage().isPresent()) {
            return filter.damage().map(TableVerdict::describe);
        }
        long offset = filter.handle().orElseThrow().offset();
        if (filter.checksum() == Verdict.BAD) {
            return Optional.of("offset " + offset + ": the checksum of the filter block is wrong");
        }
        // A filter that matches everything (FB-9) is useless, not damaged.
        Optional<String> layout = filter.findings().stream()
                .filter(finding -> finding.rule() != Rule.FB_9)
                .map(finding -> "offset " + finding.offset() + ": " + finding.message())
                .findFirst();
        return layout.or(() -> Optional.of(reading)
                .filter(FilterReading::contradicted)
                .map(best -> "offset " + offset + ": the filter denies " + best.falseNegatives() + " of " + best.keys()
                        + " keys of the table"));
    }

    private static Optional<String> remark(TableAnalysis analysis) {
        Optional<String> unknown = analysis.filter()
                .filter(filter -> analysis.reading().candidates().isEmpty())
                .map(filter -> "the policy of the metaindex entry "
                        + filter.entry().printableKey() + " is not built in; every key may match");
        Optional<String> prefixes = analysis.filter()
                .filter(filter -> analysis.reading().trust() == Trust.PREFIXES_ONLY)
                .map(filter -> "the filter holds only prefixes of keys, or its properties cannot be read;"
                        + " every whole key may match");
        return unknown.or(() -> prefixes)
                .or(() -> otherFormat(analysis))
                .or(() -> analysis.damage().stream().map(TableVerdict::describe).findFirst());
    }

    private static Optional<String> otherFormat(TableAnalysis analysis) {
        return Stream.of("fullfilter.", "partitionedfilter.")
                .filter(prefix -> analysis.filter().isEmpty())
                .flatMap(prefix -> analysis.metaindex().stream()
                        .filter(entry -> entry.key().startsWith(prefix)))
                .map(entry -> "the metaindex names " + entry.printableKey() + ", a filter of another format")
                .findFirst();
    }

    private static String describe(CorruptTableException e) {
        return "offset " + Long.toUnsignedString(e.offset()) + ": " + e.detail();
    }
}
