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
 * @param unknown the reason why it is not certain, as a clause; empty if it is
 * @param hasTimestamps whether keys end with timestamps, so that who asks for a key knows only a part of its bytes
 */
record EqualKeys(Optional<String> unknown, boolean hasTimestamps) {
    /** How the name of a comparator ends whose user keys end with timestamps. */
    private static final String TIMESTAMPS = ".u64ts";

    static final EqualKeys CERTAIN = new EqualKeys(Optional.empty(), false);

    /**
     * Judges a database.
     *
     * @param comparator its name
     * @param tables the live tables; if one has a sound filter of a built-in policy, its writer relies on equal bytes
     */
    static EqualKeys of(String comparator, List<LiveTable> tables) throws IOException {
        boolean isKnown = comparator.isEmpty() || FilterContents.Order.of(comparator) != FilterContents.Order.UNKNOWN;
        if (isKnown) {
            return CERTAIN;
        }
        for (LiveTable table : tables) {
            if (table.isReadable() && hasSoundFilter(table.file())) {
                return CERTAIN;
            }
        }
        String start = "the database's comparator " + MetaindexEntry.printable(comparator);
        return comparator.endsWith(TIMESTAMPS)
                ? new EqualKeys(
                        Optional.of(start + " compares keys with timestamps, without which they are asked"), true)
                : new EqualKeys(
                        Optional.of(start + " is not known: keys that it calls equal may differ in bytes"), false);
    }

    /**
     * Why it is not certain, as a clause; empty if it is.
     *
     * @param equalBytes whether equal keys are said to have equal bytes
     */
    Optional<String> doubt(boolean equalBytes) {
        return equalBytes && !hasTimestamps ? Optional.empty() : unknown;
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
