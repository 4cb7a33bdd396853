// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.Finding;
import io.github.filterblock.Findings;
import io.github.filterblock.Rule;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.database.LiveTable.State;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares the file of a live table with what the MANIFEST says of it. */
final class LiveTableChecks {
    private LiveTableChecks() {}

    /**
     * All that may be wrong with it.
     *
     * @param report what was read of the file
     */
    static Findings of(LiveTable live, TableFile table, TableReport report, DatabaseContents contents)
            throws IOException {
        Findings.Collector collector = new Findings.Collector(Findings.USUAL_LIMIT);
        HiddenKeys.add(length(live, contents.manifest()), collector);
        collector.addAll(HiddenKeys.of(live, table, report, contents.sequences()));
        order(live, report, contents.comparator(live), collector);
        return collector.findings();
    }

    /** The order of keys, unless the table itself names the same comparator, so that the report has it. */
    private static void order(LiveTable live, TableReport report, String comparator, Findings.Collector collector) {
        Optional<String> ofTable = report.structure().comparator();
        if (ofTable.filter(comparator::equals).isEmpty()) {
            HiddenKeys.add(report.facts().outOfOrder(comparator), collector);
        }
        if (!comparator.isEmpty()
                && ofTable.filter(name -> !name.equals(comparator)).isPresent()) {
            collector.add(
                    Rule.DB_11,
                    live.recordOffset(),
                    () -> "the table names the comparator " + MetaindexEntry.printable(ofTable.get())
                            + ", but the MANIFEST " + MetaindexEntry.printable(comparator));
        }
    }

    /**
     * What is wrong with the file of a live table, as the MANIFEST describes it.
     *
     * @param table a live table
     * @param manifest its file; null if it is not known
     * @return that its file has another length than the MANIFEST gives; empty if the lengths agree or there is no file
     */
    static Optional<Finding> length(LiveTable table, @Nullable Path manifest) {
        if (table.state() != State.WRONG_SIZE && table.state() != State.EMPTY) {
            return Optional.empty();
        }
        boolean isLost = table.state() == State.EMPTY;
        String place = Optional.ofNullable(manifest)
                .map(file -> " at offset " + table.recordOffset() + " of " + file.getFileName())
                .orElse("");
        return Optional.of(new Finding(Rule.DB_6, table.recordOffset(), table.description() + (isLost ? "" : place)));
    }
}
