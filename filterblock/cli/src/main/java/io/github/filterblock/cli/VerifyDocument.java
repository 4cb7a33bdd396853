// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.FilterProof;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.table.FilterContents.Order;
import io.github.filterblock.table.MetaindexEntry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.verify/1}.
 *
 * @param keys entries of data blocks that were checked, all versions counted
 * @param falseNegatives how many of them their filter denies
 * @param blocks data blocks, damaged ones included
 * @param blocksRead how many of them could be read
 * @param asked whether there is a filter that the keys could be asked of
 * @param fullFilter whether the filter that answers is a full or partitioned one of RocksDB or Pebble
 * @param builtAgain whether it is exactly that of the table's keys; null if it was not built again
 * @param note what was not checked, or is no finding; null if there is nothing to say
 * @param findings the first deviations from the pages of rules
 * @param findingsTotal how many there are
 * @param obsolete whether the MANIFEST beside the table does not name it; null where there is none
 */
public record VerifyDocument(
        String schema,
        String file,
        String status,
        @Nullable String reason,
        long keys,
        long falseNegatives,
        int blocks,
        int blocksRead,
        boolean asked,
        boolean fullFilter,
        @Nullable Boolean builtAgain,
        @Nullable String note,
        List<Found> findings,
        long findingsTotal,
        @Nullable Boolean obsolete)
        implements Document {
    /** What RocksDB's index type of hash search names in the metaindex. */
    private static final String HASH_SEARCH = "rocksdb.hashindex.prefixes";

    /** What is said about a table that was examined. */
    static VerifyDocument of(String file, TableVerification verification, int limit, Surroundings surroundings) {
        TableReport report = verification.report();
        Findings findings = verification.findings();
        Optional<FilterProof> proof = verification.proof();
        return new VerifyDocument(
                Document.schema(VerifyDocument.class),
                file,
                verification.status().id(),
                InspectDocument.reason(report),
                report.entries(),
                report.falseNegatives(),
                report.facts().blocks().size(),
                blocksRead(report),
                report.filter().filter(ExaminedFilter::isTested).isPresent(),
                report.rocksDbFilter().isPresent(),
                proof.filter(each -> each.note().isEmpty())
                        .map(FilterProof::isEqual)
                        .orElse(null),
                note(report, proof, surroundings),
                Found.of(findings.first(), limit),
                findings.count(),
                surroundings.obsolete());
    }

    private static int blocksRead(TableReport report) {
        return (int) report.facts().blocks().stream()
                .filter(block -> block.damage().isEmpty())
                .count();
    }

    private static boolean isDamaged(TableReport report) {
        return report.status() == TableStatus.CORRUPT || report.status() == TableStatus.INCOMPLETE;
    }

    private static @Nullable String note(TableReport report, Optional<FilterProof> proof, Surroundings surroundings) {
        List<String> notes = Stream.of(
                        proof.flatMap(FilterProof::note),
                        report.structure()
                                .comparator()
                                .filter(name -> Order.of(name) == Order.UNKNOWN)
                                .map(name -> "the order of keys was not checked: it is that of the comparator "
                                        + MetaindexEntry.printable(name)),
                        report.filter().flatMap(ExaminedFilter::untested),
                        report.structure().metaindex().stream()
                                .filter(entry -> entry.key().equals(HASH_SEARCH))
                                .findFirst()
                                .map(entry -> "the hash search index of prefixes was not compared with the keys"),
                        Optional.ofNullable(surroundings.doubt()),
                        KeyEnds.lost(report, surroundings.place()),
                        isDamaged(report) ? surroundings.hint().get() : Optional.<String>empty())
                .flatMap(Optional::stream)
                .toList();
        return notes.isEmpty() ? null : String.join("; ", notes);
    }
}
