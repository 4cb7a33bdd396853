// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
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
    static TableVerdict of(TableFacts facts, Optional<TableFilter> filter) {
        TableStructure structure = facts.structure();
        Optional<Reason> corruption = structure.damage().stream()
                .filter(e -> !(e.reason().isUnsupported()
                        && e.offset() == structure.footer().index().offset()))
                .map(Reason::of)
                .findFirst()
                .or(() -> filter.flatMap(TableFilter::corruption)
                        .map(finding -> Reason.at(finding.offset(), finding.message())))
                .or(() -> facts.firstDamagedBlock().map(Reason::of));
        Optional<Reason> undecoded = undecoded(facts);
        TableStatus sound = soundStatus(structure, filter);
        return new TableVerdict(
                corruption.isPresent() ? TableStatus.CORRUPT : undecoded.isPresent() ? TableStatus.INCOMPLETE : sound,
                corruption
                        .or(() -> undecoded)
                        .or(() -> filter.flatMap(found -> found.trust().sentence())
                                .map(Reason::remark))
                        .or(() -> filter.isEmpty() ? otherPolicy(structure) : Optional.empty())
                        .or(() -> structure.damage().stream().map(Reason::of).findFirst())
                        .or(() -> unprotected(structure)));
    }

    /** What was not looked at because it could not be decoded, if anything. */
    private static Optional<Reason> undecoded(TableFacts facts) {
        Optional<Reason> index =
                facts.structure().indexDamage().map(e -> Reason.at(e.offset(), e.detail() + "; no data was looked at"));
        return index.or(() -> facts.firstUnreadableBlock()
                .map(e -> Reason.at(
                        e.offset(),
                        e.detail() + "; " + facts.scanned().damage().count() + " of "
                                + facts.blocks().size() + " data blocks were not looked at")));
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
                                + " shows damage of its data (" + Rule.RF_3 + "); RocksDB refuses the table"));
            case CRC32C, XXHASH, XXHASH64, XXH3 -> Optional.empty();
        };
    }

    private static TableStatus soundStatus(TableStructure structure, Optional<TableFilter> filter) {
        boolean named = structure.metaindex().stream()
                .anyMatch(entry -> entry.filterForm().isPresent());
        return filter.map(found -> found.identification().interpretations().isEmpty()
                        ? TableStatus.UNKNOWN_POLICY
                        : TableStatus.OK)
                .orElse(named ? TableStatus.UNKNOWN_POLICY : TableStatus.NO_FILTER);
    }

    private static Optional<Reason> otherPolicy(TableStructure structure) {
        boolean pebbles = structure.footer().pebbleFormat() > 0;
        return structure.metaindex().stream()
                .filter(entry -> entry.filterForm().isPresent())
                .map(entry -> Reason.remark(
                        pebbles
                                ? "the filter family " + family(entry) + " is not known: every key may match"
                                : "the policy of the metaindex entry " + entry.printableKey()
                                        + " is not built in; a RocksDB that has not this policy does not use the"
                                        + " filter, and every key may match"))
                .findFirst();
    }

    private static String family(MetaindexEntry entry) {
        return MetaindexEntry.printable(
                entry.key().substring(entry.filterForm().orElseThrow().prefix().length()));
    }
}
