// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static io.github.filterblock.cli.Formats.fill;
import static io.github.filterblock.cli.Formats.number;

import io.github.filterblock.analysis.QuickFacts;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.database.LiveTable;
import io.github.filterblock.table.MetaindexEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code filterblock.inspect.quick/1}: a table in a line. With {@code --quick} no data block was read, so that nothing
 * was checked against the keys.
 *
 * @param file its name, as it was given or found
 * @param size bytes of the file; null if it could not be read
 * @param status {@code ok}: what was read is sound; else as {@code inspect} has it
 * @param reason why the status is not simply ok, or there is no filter; else null
 * @param columnFamily to which the MANIFEST beside it assigns the table; null if there is none that names it
 * @param level the same of its level; null where there is no family
 * @param form {@code block}, {@code full} or {@code partitioned}; null without a filter
 * @param entry the key of the filter's entry in the metaindex; null without a filter
 * @param kinds of a full or partitioned filter, in the words of {@code --policy}, or the dialects of a block-based one;
 *     none without a filter, and where they are not known
 * @param keys how many keys, or keys and prefixes, the filter has; null where that is not known
 * @param filterBytes bytes of the filters, with what leads to them; null without a filter
 * @param bitsPerKey bits of the filters for each key; null where that is not known
 * @param expectedFalsePositiveRate the share of absent keys that pass; null where that is not known
 * @param obsolete whether the MANIFEST beside the table does not name it; null where there is none
 */
record TableSummary(
        String schema,
        String file,
        @Nullable Long size,
        String status,
        @Nullable String reason,
        @Nullable String columnFamily,
        @Nullable Integer level,
        @Nullable String form,
        @Nullable String entry,
        List<String> kinds,
        @Nullable Long keys,
        @Nullable Long filterBytes,
        @Nullable Double bitsPerKey,
        @Nullable Double expectedFalsePositiveRate,
        @Nullable Boolean obsolete)
        implements Document {
    static final String SCHEMA = "filterblock.inspect.quick/1";

    /** What a table tells without its data. */
    static TableSummary of(String file, QuickFacts facts, Optional<LiveTable> live, @Nullable Boolean obsolete) {
        Long keys = facts.additions().isPresent() ? facts.additions().getAsLong() : null;
        Long bytes = facts.filterBytes().isPresent() ? facts.filterBytes().getAsLong() : null;
        boolean filtered = facts.filter().isPresent();
        return new TableSummary(
                SCHEMA,
                file,
                facts.size(),
                (filtered ? TableStatus.OK : TableStatus.NO_FILTER).id(),
                filtered ? null : FilterAbsence.reason(facts.properties()),
                live.map(LiveTable::columnFamily).map(MetaindexEntry::printable).orElse(null),
                live.map(LiveTable::level).orElse(null),
                facts.filter()
                        .flatMap(MetaindexEntry::filterForm)
                        .map(FilterWords::form)
                        .orElse(null),
                facts.filter().map(MetaindexEntry::printableKey).orElse(null),
                facts.kind().map(FilterWords::kind).map(List::of).orElse(List.of()),
                filtered ? keys : null,
                bytes,
                keys == null || bytes == null || keys == 0 ? null : 8.0 * bytes / keys,
                facts.expectedRate().isPresent() ? facts.expectedRate().getAsDouble() : null,
                obsolete);
    }

    /** The same of a file that could not be read as a table. */
    static TableSummary of(FailureDocument failure, @Nullable Long size) {
        return new TableSummary(
                SCHEMA,
                failure.file(),
                size,
                failure.status(),
                failure.reason(),
                null,
                null,
                null,
                null,
                List.of(),
                null,
                null,
                null,
                null,
                failure.obsolete());
    }

    /** The same of a table whose data was read. */
    static TableSummary of(InspectDocument table, Optional<LiveTable> live) {
        InspectedFilter filter = table.filter();
        Long bytes = filter == null || filter.filterBytes() == null || filter.overheadBytes() == null
                ? null
                : Long.valueOf(filter.filterBytes() + filter.overheadBytes());
        return new TableSummary(
                SCHEMA,
                table.file(),
                table.size(),
                table.status(),
                table.reason(),
                live.map(LiveTable::columnFamily).map(MetaindexEntry::printable).orElse(null),
                live.map(LiveTable::level).orElse(null),
                filter == null ? null : filter.form(),
                filter == null ? null : filter.entry(),
                filter == null ? List.of() : filter.kindWords(),
                filter == null ? null : filter.additions(),
                bytes,
                filter == null ? null : filter.bitsForEachKey(),
                filter == null ? null : filter.expectedFalsePositiveRate(),
                table.obsolete());
    }

    /** The line of a table that is well, after its name. */
    String words() {
        List<String> parts = new ArrayList<>();
        parts.add(status + (Boolean.TRUE.equals(obsolete) ? ", obsolete" : ""));
        if (form != null) {
            parts.add(form + (kinds.isEmpty() ? "" : " (" + String.join(", ", kinds) + ")"));
        }
        if (keys != null) {
            parts.add(number(keys, "key"));
        }
        if (bitsPerKey != null) {
            parts.add(fill("%.1f bits per key", bitsPerKey));
        }
        if (expectedFalsePositiveRate != null) {
            parts.add("expected " + Formats.percent(expectedFalsePositiveRate));
        }
        return String.join(", ", parts) + (reason == null ? "" : "; " + reason);
    }
}
