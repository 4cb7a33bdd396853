// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.analysis.ExaminedFilter;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.analysis.TableVerdict;
import io.github.filterblock.table.MetaindexEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The result for a table that was written again, by itself or with its database. Immutable.
 *
 * @param file the table's name; in a database without the directory
 * @param change what was done to its filter
 * @param keys number of keys in its data blocks, all versions and deletions included
 * @param dataBlocks number of its data blocks
 * @param oldPolicyName the policy name of the filter that it had; empty if it had none
 * @param oldFilterSize number of stored bytes of that filter, without its trailer; empty if there was none, or its
 *     place is not known
 * @param filter the filter that was built; empty if none was
 * @param manifestSize size of the table according to the database's MANIFEST, in bytes; iq80 states 4 more than a table
 *     has, so LevelDB does not open it. Empty for a table by itself
 * @param oldSize size of the table's file in bytes
 * @param newSize size of the new file in bytes
 * @param identical whether the new file is byte for byte the table's
 * @param incomplete what was not looked at because it could not be decoded, and is in the new file as it was
 * @param notes what a person should know of the new file, one line each
 */
public record TableResult(
        String file,
        Change change,
        long keys,
        int dataBlocks,
        Optional<String> oldPolicyName,
        OptionalLong oldFilterSize,
        Optional<NewFilter> filter,
        OptionalLong manifestSize,
        long oldSize,
        long newSize,
        boolean identical,
        Optional<TableVerdict.Reason> incomplete,
        List<String> notes) {

    /** What was done to a table's filter. */
    public enum Change {
        /** It had none, and has one. */
        ADDED("added"),
        /** It has another one. */
        REPLACED("replaced"),
        /** It has the one that it had. */
        KEPT("kept"),
        /** It had one, and has none. */
        DROPPED("dropped"),
        /** It had none, and has none. */
        NONE("none");

        private final String id;

        Change(String id) {
            this.id = id;
        }

        /** {@return the change in one word of lower-case ASCII} */
        public String id() {
            return id;
        }

        private static Change of(boolean hadFilter, boolean hasFilter, boolean identical) {
            if (!hasFilter) {
                return hadFilter ? DROPPED : NONE;
            }
            if (!hadFilter) {
                return ADDED;
            }
            return identical ? KEPT : REPLACED;
        }
    }

    /**
     * A filter that was built for a table. Immutable.
     *
     * @param policyName the policy's name in the file, without the prefix of its form such as {@code "filter."}
     * @param recipe how it was built; the first of several that give the same bytes
     * @param fitting all numbers of bits per key that fit the table's former filter, if they were taken from it
     * @param filters number of filters, empty ones included
     * @param size number of bytes of the block, without its trailer; of a filter in partitions those of all, and of
     *     their index
     */
    public record NewFilter(
            String policyName,
            FilterRecipe recipe,
            Optional<ExaminedFilter.BitsPerKey> fitting,
            int filters,
            long size) {}

    /** Copies the list. */
    public TableResult {
        notes = List.copyOf(notes);
    }

    /** The result for a table that got a filter, or lost it. */
    static TableResult of(TableReport before, Decision decision, long newSize) {
        Change change =
                Change.of(oldEntry(before).isPresent(), decision.filter().isPresent(), decision.unchanged());
        return of(
                before,
                change,
                decision.filter(),
                newSize,
                decision.unchanged(),
                before.facts().undecoded().map(TableVerdict.Reason::of),
                decision.notes());
    }

    /** The result for a table whose filter was copied with it. */
    static TableResult kept(TableReport before) {
        Optional<TableVerdict.Reason> incomplete =
                before.status() == TableStatus.INCOMPLETE ? before.verdict().reason() : Optional.empty();
        return of(before, Change.KEPT, Optional.empty(), before.size(), true, incomplete, List.of());
    }

    private static Optional<MetaindexEntry> oldEntry(TableReport before) {
        return before.filter().map(ExaminedFilter::entry);
    }

    private static String policyName(MetaindexEntry entry) {
        return entry.key().substring(entry.filterForm().orElseThrow().prefix().length());
    }

    private static TableResult of(
            TableReport before,
            Change change,
            Optional<NewFilter> filter,
            long newSize,
            boolean identical,
            Optional<TableVerdict.Reason> incomplete,
            List<String> notes) {
        List<String> all = new ArrayList<>(notes);
        before.unprotected().ifPresent(all::add);
        return new TableResult(
                before.name(),
                change,
                before.entries(),
                before.facts().blocks().size(),
                oldEntry(before).map(TableResult::policyName),
                before.filter().map(ExaminedFilter::storedBytes).orElse(OptionalLong.empty()),
                filter,
                OptionalLong.empty(),
                before.size(),
                newSize,
                identical,
                incomplete,
                all);
    }

    /** The same result for a table of a database. */
    TableResult inDatabase(String name, long sizeInManifest) {
        return new TableResult(
                name,
                change,
                keys,
                dataBlocks,
                oldPolicyName,
                oldFilterSize,
                filter,
                OptionalLong.of(sizeInManifest),
                oldSize,
                newSize,
                identical,
                incomplete,
                notes);
    }

    /** {@return whether the database's MANIFEST stated a wrong size, which the new one does not} */
    public boolean hadWrongSize() {
        return manifestSize.isPresent() && manifestSize.getAsLong() != oldSize;
    }
}
