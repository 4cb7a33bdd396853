// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.database;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.KeyFormat;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.FilterContents;
import io.github.filterblock.table.MetaindexEntry;
import io.github.filterblock.table.TableFile;
import io.github.filterblock.table.TableStructure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Whether keys that a database's comparator calls equal have equal bytes, as every filter needs. A comparator that is
 * not known may ignore capital letters, say. LevelDB's tables do not name it; the MANIFEST does.
 *
 * @param doubt why it is not certain, as a clause; empty if equal keys have equal bytes
 */
record EqualKeys(Optional<String> doubt) {

    /**
     * Judges a database.
     *
     * @param comparator its name
     * @param tables the live tables; if one has a sound filter of a built-in policy, its writer relies on equal bytes
     */
    static EqualKeys of(String comparator, List<LiveTable> tables) throws IOException {
        boolean isKnown = comparator.isEmpty() || FilterContents.Order.of(comparator) != FilterContents.Order.UNKNOWN;
        if (isKnown) {
            return new EqualKeys(Optional.empty());
        }
        for (LiveTable table : tables) {
            if (table.isReadable() && hasSoundFilter(table.file())) {
                return new EqualKeys(Optional.empty());
            }
        }
        return new EqualKeys(Optional.of("the database's comparator " + MetaindexEntry.printable(comparator)
                + " is not known: keys that it calls equal may differ in bytes"));
    }

    private static boolean hasSoundFilter(Path file) throws IOException {
        try (TableFile table = TableFile.open(file)) {
            TableStructure structure = table.structure();
            if (structure.metaindex().stream()
                    .allMatch(entry -> entry.policyName().isEmpty())) {
                return false;
            }
            TableReport report = TableReport.of(
                    table, structure, new FilterHints(Optional.empty(), Optional.of(KeyFormat.USER_KEY)));
            return report.status() == TableStatus.OK
                    && report.entries() > 0
                    && report.filter()
                            .filter(filter -> filter.trust().mayDeny())
                            .isPresent();
        } catch (CorruptTableException e) {
            return false;
        }
    }
}
