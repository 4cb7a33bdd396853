// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Function;

/**
 * The lines that a verb prints with {@code --json}, for tables stored anywhere, so that a job on many machines gives
 * the results of the command line. Stateless; any number of threads may use one.
 *
 * @param <T> the verb's result
 */
public final class TableLines<T> {
    /** Opens one table. */
    public interface Opener {
        /**
         * Opens the table.
         *
         * @throws io.github.filterblock.table.CorruptTableException if it is none
         * @throws IOException if it cannot be read
         */
        TableFile open() throws IOException;

        /** Why the table could not be read, in words. */
        String reason(IOException e);
    }

    /** What the verb does with an open table. */
    private interface Verb<T> {
        Outcome<T> of(Subject subject, TableFile table) throws IOException;
    }

    /** Adds up lines. */
    private interface Merge {
        Record of(Iterator<String> lines) throws IOException;
    }

    private final Verb<T> verb;
    private final Function<Outcome<T>, ? extends Record> schema;
    private final Merge merge;

    private TableLines(Verb<T> verb, Function<Outcome<T>, ? extends Record> schema, Merge merge) {
        this.verb = verb;
        this.schema = schema;
        this.merge = merge;
    }

    /**
     * The lines of {@code verify}.
     *
     * @param hints what is known of the filters
     * @param limit the most findings of a line
     */
    public static TableLines<TableReport> verify(FilterHints hints, int limit) {
        int kept = Math.max(limit, Report.MOST_ITEMS);
        return new TableLines<>(
                (subject, table) -> {
                    TableReport report = TableReport.of(table, hints, kept);
                    return Outcome.of(subject, report.verifiedVerdict(), report);
                },
                outcome -> VerifyJson.of(outcome, limit),
                MergedVerifications::ofLines);
    }

    /**
     * The lines of {@code audit}.
     *
     * @param hints what is known of the filters
     * @param seed where random numbers start
     * @param samples how many keys of either kind to ask about
     */
    public static TableLines<?> audit(FilterHints hints, long seed, int samples) {
        return new TableLines<AuditedTable>(
                (subject, table) -> {
                    AuditedTable audited = AuditedTable.of(table, hints, seed, samples);
                    return Outcome.of(subject, audited.verdict(), audited);
                },
                outcome -> AuditJson.of(outcome, seed, samples),
                lines -> AuditJson.of(MergedAudits.ofLines(lines)));
    }

    /**
     * The line about a table, damaged and unreadable ones included.
     *
     * @param name its name in the line
     * @param opener opens it; the table is closed afterwards
     * @return one line without its end
     */
    public String of(String name, Opener opener) {
        Subject subject = Subject.named(name);
        return Json.line(schema.apply(Examination.of(subject, opener, table -> verb.of(subject, table))));
    }

    /** The line about a table that could not be read. */
    public String unreadable(String name, String reason) {
        return Json.line(schema.apply(Outcome.failed(Subject.named(name), TableStatus.UNREADABLE, reason)));
    }

    /**
     * Adds up lines: those of tables, each once, and those of earlier sums, in any order and grouping.
     *
     * @return one line without its end
     * @throws IOException if a line cannot be read, or the sums pass 64 bits
     */
    public String merged(Iterator<String> lines) throws IOException {
        return Json.line(merge.of(lines));
    }
}
