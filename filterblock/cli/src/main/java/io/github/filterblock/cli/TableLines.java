// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Function;

/**
 * The lines that a verb prints with {@code --json}, for tables stored anywhere, so that a job on many machines gives
 * the results of the command line. Stateless; any number of threads may use one.
 */
public final class TableLines {
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

    private interface Verb {
        Record of(String name, TableFile table) throws IOException;
    }

    private interface Merge {
        Record of(Iterator<String> lines) throws IOException;
    }

    private final Verb verb;
    private final Function<Failure, Record> failed;
    private final Merge merge;

    private TableLines(Verb verb, Function<Failure, Record> failed, Merge merge) {
        this.verb = verb;
        this.failed = failed;
        this.merge = merge;
    }

    /**
     * The lines of {@code verify}.
     *
     * @param hints what is known of the filters
     * @param limit the most findings of a line
     */
    public static TableLines verify(FilterHints hints, int limit) {
        int kept = Math.max(limit, Printer.MOST_ITEMS);
        return new TableLines(
                (name, table) -> VerifyDocument.of(name, TableReport.of(table, hints, kept), limit),
                VerifyDocument::of,
                MergedVerifications::ofLines);
    }

    /**
     * The lines of {@code audit}.
     *
     * @param hints what is known of the filters
     * @param seed where random numbers start
     * @param samples how many keys of either kind to ask about
     */
    public static TableLines audit(FilterHints hints, long seed, int samples) {
        return new TableLines(
                (name, table) -> AuditDocument.of(name, table, hints, seed, samples),
                failure -> AuditDocument.of(failure, seed, samples),
                lines -> AuditDocument.of(MergedAudits.ofLines(lines)));
    }

    /**
     * The line about a table, damaged and unreadable ones included.
     *
     * @param name its name in the line
     * @param opener opens it; the table is closed afterwards
     * @return one line without its end
     */
    public String of(String name, Opener opener) {
        try (TableFile table = opener.open()) {
            return Json.line(verb.of(name, table));
        } catch (CorruptTableException e) {
            return Json.line(failed.apply(Failure.of(name, e)));
        } catch (IOException e) {
            return unreadable(name, opener.reason(e));
        }
    }

    /** The line about a table that could not be read. */
    public String unreadable(String name, String reason) {
        return Json.line(failed.apply(Failure.unreadable(name, reason)));
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
