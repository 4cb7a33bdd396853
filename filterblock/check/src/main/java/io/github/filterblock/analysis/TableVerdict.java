// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.analysis;

import io.github.filterblock.Rule;
import io.github.filterblock.table.BlockHandle;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableStructure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of an examination: one word, and why. Immutable.
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

        /**
         * {@return what could not be read, at its place}
         *
         * @param e why
         */
        public static Reason of(CorruptTableException e) {
            return at(e.offset(), e.detail());
        }
    }

    /** The verdict on a table. */
    static TableVerdict of(TableFacts facts, Optional<ExaminedFilter> filter) {
        TableStructure structure = facts.structure();
        Optional<Reason> corruption = structure.damage().stream()
                .filter(e -> !e.reason().isUndecoded())
                .map(Reason::of)
                .findFirst()
                .or(() -> ofFilter(structure, filter))
                .or(() -> facts.firstDamagedBlock().map(Reason::of));
        Optional<Reason> undecoded = undecoded(facts, filter);
        TableStatus sound = soundStatus(structure, filter);
        return new TableVerdict(
                corruption.isPresent() ? TableStatus.CORRUPT : undecoded.isPresent() ? TableStatus.INCOMPLETE : sound,
                corruption.or(() -> undecoded).or(() -> remark(structure, filter)));
    }

    /** A filter is not what it seems without the properties that say how to read it. */
    private static Optional<Reason> ofFilter(TableStructure structure, Optional<ExaminedFilter> filter) {
        return structure.propertiesDamage().filter(structure.damage()::contains).isPresent()
                ? Optional.empty()
                : filter.flatMap(ExaminedFilter::corruption)
                        .map(finding -> Reason.at(finding.offset(), finding.message()));
    }

    /** What limits a table of which nothing is damaged. */
    private static Optional<Reason> remark(TableStructure structure, Optional<ExaminedFilter> filter) {
        Optional<String> ofFilter = filter.isPresent() ? filter.get().trust().sentence() : otherPolicy(structure);
        String details = Stream.of(ofFilter, unprotected(structure))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return details.isEmpty() ? Optional.empty() : Optional.of(new Reason(OptionalLong.empty(), details));
    }

    /** What was not checked because it could not be decoded, if anything. */
    private static Optional<Reason> undecoded(TableFacts facts, Optional<ExaminedFilter> filter) {
        List<CorruptTableException> ofFilter = filter.map(ExaminedFilter::damage).orElse(List.of()).stream()
                .filter(e -> e.reason().isUndecoded())
                .toList();
        Optional<CorruptTableException> ofData = facts.undecoded();
        if (ofFilter.isEmpty()) {
            return ofData.map(Reason::of);
        }
        CorruptTableException first = ofFilter.get(0);
        long place = filter.flatMap(found -> found.entry().handle())
                .map(BlockHandle::offset)
                .orElse(first.offset());
        String parts = ofFilter.size() == 1
                ? "one partition of the filter was not checked"
                : ofFilter.size() + " partitions of the filter were not checked";
        return Optional.of(Reason.of(ofData.orElse(first)
                .with(
                        first.offset() == place || facts.structure().damage().contains(first)
                                ? "the filter was not checked"
                                : parts)));
    }

    /** What a reader cannot know of a table without checksums that prove something. */
    static Optional<String> unprotected(TableStructure structure) {
        return switch (structure.footer().checksum()) {
            case NONE ->
                Optional.of("the table has no checksums, so nothing shows damage of its data (" + Rule.RF_3 + ")");
            case UNKNOWN ->
                Optional.of("the table's checksums are of the unknown type "
                        + structure.unknownChecksum().orElseThrow()
                        + " (known are 0 none, 1 CRC32C, 2 xxHash, 3 xxHash64, 4 XXH3) and were not compared, so"
                        + " nothing shows damage of its data (" + Rule.RF_3 + "); RocksDB refuses the table");
            case CRC32C, XXHASH, XXHASH64, XXH3 -> Optional.empty();
        };
    }

    private static TableStatus soundStatus(TableStructure structure, Optional<ExaminedFilter> filter) {
        boolean named = structure.metaindex().stream()
                .anyMatch(entry -> entry.filterForm().isPresent());
        return filter.map(found -> found.identification().interpretations().isEmpty()
                        ? TableStatus.UNKNOWN_POLICY
                        : TableStatus.OK)
                .orElse(named ? TableStatus.UNKNOWN_POLICY : TableStatus.NO_FILTER);
    }

    private static Optional<String> otherPolicy(TableStructure structure) {
        boolean pebbles = structure.footer().pebbleFormat() > 0;
        return structure.metaindex().stream()
                .filter(entry -> entry.filterForm().isPresent())
                .map(entry -> pebbles
                        ? "the filter family " + family(entry) + " is not known: every key may match"
                        : "the policy of the metaindex entry " + entry.printableKey()
                                + " is not built in; a RocksDB without this policy does not use the filter, and"
                                + " every key may match")
                .findFirst();
    }

    private static String family(MetaindexEntry entry) {
        return MetaindexEntry.printable(
                entry.key().substring(entry.filterForm().orElseThrow().prefix().length()));
    }
}
