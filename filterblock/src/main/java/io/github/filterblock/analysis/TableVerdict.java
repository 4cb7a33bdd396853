// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.analysis.FilterReading.Trust;
import io.github.filterblock.bloom.Rule;
import io.github.filterblock.table.BlockChecksum.Verdict;
import io.github.filterblock.table.CorruptTableException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The outcome of an analysis: one word, and why. Immutable.
 *
 * @param status one of all but {@link TableStatus#FINDINGS}, {@link TableStatus#NOT_A_TABLE} and
 *     {@link TableStatus#UNREADABLE}
 * @param reason why it is not simply well; nothing where there is nothing to say
 */
public record TableVerdict(TableStatus status, Optional<Reason> reason) {

    /**
     * One thing that there is to say about a table.
     *
     * @param offset where in the file, unsigned; nothing where it has no place
     * @param detail what, in one line
     */
    public record Reason(OptionalLong offset, String detail) {
        /** Checks that no part is missing. */
        public Reason {
            Objects.requireNonNull(offset, "offset");
            Objects.requireNonNull(detail, "detail");
        }

        private static Reason at(long offset, String detail) {
            return new Reason(OptionalLong.of(offset), detail);
        }

        private static Reason of(CorruptTableException e) {
            return at(e.offset(), e.detail());
        }

        private static Reason remark(String detail) {
            return new Reason(OptionalLong.empty(), detail);
        }
    }

    /** Checks that no part is missing. */
    public TableVerdict {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(reason, "reason");
    }

    static TableVerdict on(TableAnalysis analysis) {
        Optional<Reason> corruption = corruption(analysis);
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

    private static Optional<Reason> corruption(TableAnalysis analysis) {
        return analysis.structureDamage().stream()
                .filter(e -> !(e.reason().meansUnknown()
                        && e.offset() == analysis.footer().index().offset()))
                .map(Reason::of)
                .findFirst()
                .or(() -> analysis.filter().flatMap(filter -> corruption(filter, analysis.reading())))
                .or(() -> analysis.firstDamagedBlock().map(Reason::of));
    }

    private static Optional<Reason> corruption(TableFilter filter, FilterReading reading) {
        if (filter.damage().isPresent()) {
            return filter.damage().map(Reason::of);
        }
        long offset = filter.handle().orElseThrow().offset();
        if (filter.checksum() == Verdict.BAD) {
            return Optional.of(Reason.at(offset, "the checksum of the filter block is wrong"));
        }
        // A filter that matches everything (FB-9) is useless, not damaged.
        Optional<Reason> layout = filter.findings().first().stream()
                .filter(finding -> finding.rule() != Rule.FB_9)
                .map(finding -> Reason.at(finding.offset(), finding.message()))
                .findFirst();
        return layout.or(() -> Optional.of(reading)
                .filter(FilterReading::contradicted)
                .map(best -> Reason.at(
                        offset,
                        "the filter denies " + best.falseNegatives() + " of " + best.keys() + " keys of the table")));
    }

    private static Optional<Reason> remark(TableAnalysis analysis) {
        Optional<Reason> unknown = analysis.filter()
                .filter(filter -> analysis.reading().candidates().isEmpty())
                .map(filter -> Reason.remark("the policy of the metaindex entry "
                        + filter.entry().printableKey() + " is not built in; every key may match"));
        Optional<Reason> prefixes = analysis.filter()
                .filter(filter -> analysis.reading().trust() == Trust.PREFIXES_ONLY)
                .map(filter -> Reason.remark("the filter holds only prefixes of keys, or its properties cannot be read;"
                        + " every whole key may match"));
        return unknown.or(() -> prefixes)
                .or(() -> misled(analysis))
                .or(() -> otherFormat(analysis))
                .or(() -> analysis.damage().stream().map(Reason::of).findFirst());
    }

    private static Optional<Reason> misled(TableAnalysis analysis) {
        return analysis.filter()
                .filter(filter -> analysis.reading().trust() == Trust.MISLED)
                .map(filter -> Reason.remark("index and data blocks do not belong together; every key may match"));
    }

    private static Optional<Reason> otherFormat(TableAnalysis analysis) {
        return Stream.of("fullfilter.", "partitionedfilter.")
                .filter(prefix -> analysis.filter().isEmpty())
                .flatMap(prefix -> analysis.metaindex().stream()
                        .filter(entry -> entry.key().startsWith(prefix)))
                .map(entry ->
                        Reason.remark("the metaindex names " + entry.printableKey() + ", a filter of another format"))
                .findFirst();
    }
}
