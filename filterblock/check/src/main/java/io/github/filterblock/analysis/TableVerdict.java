// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.table.BlockChecksum.Status;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableStructure;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The outcome of an analysis: one word, and why. Immutable.
 *
 * @param status one of all but {@link TableStatus#FINDINGS}, {@link TableStatus#NOT_A_TABLE} and
 *     {@link TableStatus#UNREADABLE}
 * @param reason why the status is not simply ok; empty if there is nothing to say
 */
public record TableVerdict(TableStatus status, Optional<Reason> reason) {

    /**
     * A statement about a table.
     *
     * @param offset where in the file, unsigned; empty if it has no place
     * @param detail the statement, in one line
     */
    public record Reason(OptionalLong offset, String detail) {
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

    /**
     * The status of a table that was verified.
     *
     * @param findings what was found
     * @return {@link #status}, but {@link TableStatus#FINDINGS} if something was found, nothing is damaged, and
     *     everything could be decoded
     */
    public TableStatus verified(Findings findings) {
        boolean graver = status == TableStatus.CORRUPT || status == TableStatus.INCOMPLETE;
        return graver || findings.isEmpty() ? status : TableStatus.FINDINGS;
    }

    /** The verdict of an analysis. */
    static TableVerdict on(TableReport report) {
        TableStructure structure = report.structure();
        Optional<TableFilter> filter = report.filter();
        FilterIdentification reading = report.identification();
        Optional<Reason> corruption = structure.damage().stream()
                .filter(e -> !(e.reason().isUnsupported()
                        && e.offset() == structure.footer().index().offset()))
                .map(Reason::of)
                .findFirst()
                .or(() -> filter.flatMap(found -> corruption(found, reading)))
                .or(() -> report.userKeyFilter().flatMap(TableVerdict::corruption))
                .or(() -> report.firstDamagedBlock().map(Reason::of));
        Optional<Reason> undecoded = undecoded(report);
        return new TableVerdict(
                corruption.isPresent()
                        ? TableStatus.CORRUPT
                        : undecoded.isPresent() ? TableStatus.INCOMPLETE : soundStatus(report),
                corruption
                        .or(() -> undecoded)
                        .or(() -> filter.flatMap(found -> remark(found, reading)))
                        .or(() -> report.userKeyFilter().flatMap(TableVerdict::remark))
                        .or(() -> soundStatus(report) == TableStatus.NO_FILTER
                                ? otherPolicy(structure)
                                : Optional.empty())
                        .or(() -> report.damage().stream().map(Reason::of).findFirst())
                        .or(() -> unprotected(structure)));
    }

    /** What was not looked at because it could not be decoded, if anything. */
    private static Optional<Reason> undecoded(TableReport report) {
        long blocks = report.scanned().damage().count();
        Optional<Reason> index = report.structure()
                .indexDamage()
                .map(e -> Reason.at(e.offset(), e.detail() + "; no data was looked at"));
        return index.or(() -> report.firstUnreadableBlock()
                .map(e -> Reason.at(
                        e.offset(),
                        e.detail() + "; " + blocks + " of "
                                + report.dataBlocks().size() + " data blocks were not looked at")));
    }

    /** What a reader cannot know of a table without checksums that prove something. */
    private static Optional<Reason> unprotected(TableStructure structure) {
        return switch (structure.footer().checksum()) {
            case NONE ->
                Optional.of(Reason.remark(
                        "the table has no checksums, so nothing shows damage of its data (" + Rule.RF_3 + ")"));
            case UNKNOWN ->
                Optional.of(
                        Reason.remark("the table's checksums are of an unknown type and were not compared, so nothing"
                                + " shows damage of its data (" + Rule.RF_3 + ")"));
            case CRC32C, XXHASH, XXHASH64, XXH3 -> Optional.empty();
        };
    }

    private static TableStatus soundStatus(TableReport report) {
        if (report.filter().isEmpty()) {
            return report.userKeyFilter().isPresent() ? TableStatus.OK : TableStatus.NO_FILTER;
        }
        return report.identification().interpretations().isEmpty() ? TableStatus.UNKNOWN_POLICY : TableStatus.OK;
    }

    private static Optional<Reason> corruption(UserKeyFilter filter) {
        if (filter.damage().isEmpty() && filter.denied() == 0) {
            return Optional.empty();
        }
        return filter.damage().stream()
                .map(Reason::of)
                .findFirst()
                .or(() -> Optional.of(Reason.at(
                        filter.filter().entry().handle().orElseThrow().offset(),
                        "the filter denies " + filter.denied() + " of " + filter.keys() + " keys of the table")));
    }

    /** Why a sound filter denies nothing, or fewer keys than it could, if so. */
    private static Optional<Reason> remark(UserKeyFilter filter) {
        return filter.distrust()
                .map(distrust -> Reason.remark(distrust + "; every key may match"))
                .or(() -> filter.filter().contents().asksEveryPrefix()
                        ? Optional.of(Reason.remark(
                                "the table holds prefixes of an unknown split: prefixes are asked (" + Rule.PB_1 + ")"))
                        : Optional.empty());
    }

    private static Optional<Reason> corruption(TableFilter filter, FilterIdentification reading) {
        if (filter.damage().isPresent()) {
            return filter.damage().map(Reason::of);
        }
        long offset = filter.handle().orElseThrow().offset();
        if (filter.checksum() == Status.BAD) {
            return Optional.of(Reason.at(offset, "the checksum of the filter block is wrong"));
        }
        // A filter that matches everything (FB-9) is useless, not damaged.
        Optional<Reason> layout = filter.findings().first().stream()
                .filter(finding -> finding.rule() != Rule.FB_9)
                .map(finding -> Reason.at(finding.offset(), finding.message()))
                .findFirst();
        return layout.or(() -> Optional.of(reading)
                .filter(FilterIdentification::contradicted)
                .map(best -> Reason.at(
                        offset,
                        "the filter denies " + best.falseNegatives() + " of " + best.keys() + " keys of the table")));
    }

    /** Why a sound filter denies nothing, if so. */
    private static Optional<Reason> remark(TableFilter filter, FilterIdentification reading) {
        if (reading.interpretations().isEmpty()) {
            return Optional.of(Reason.remark("the policy of the metaindex entry "
                    + filter.entry().printableKey() + " is not built in; every key may match"));
        }
        return switch (reading.trust()) {
            case PREFIXES_ONLY ->
                Optional.of(Reason.remark(LicenceToDeny.PREFIXES_ONLY + "; every whole key may match"));
            case TRANSFORMED_KEYS ->
                Optional.of(Reason.remark(LicenceToDeny.TRANSFORMED_KEYS + "; every key may match"));
            case INCONSISTENT_INDEX ->
                Optional.of(Reason.remark("the index does not match the data blocks; every key may match"));
            case TRUSTED, CONTRADICTED -> Optional.empty();
        };
    }

    private static Optional<Reason> otherPolicy(TableStructure structure) {
        boolean pebbles = structure.footer().pebbleFormat() > 0;
        return structure.metaindex().stream()
                .filter(entry -> entry.filterForm().isPresent())
                .map(entry -> Reason.remark(
                        pebbles
                                ? "the filter family " + family(entry) + " is not known: every key may match"
                                : "the metaindex names " + entry.printableKey()
                                        + ", a filter of a policy that is not built in"))
                .findFirst();
    }

    private static String family(MetaindexEntry entry) {
        return MetaindexEntry.printable(
                entry.key().substring(entry.filterForm().orElseThrow().prefix().length()));
    }
}
