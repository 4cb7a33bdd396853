// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.FilterHints;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The lines that a verb prints with {@code --json}, for tables stored anywhere, and their sums, so that a job on many
 * machines gives the results of the command line. Stateless; any number of threads may use one.
 *
 * @param <D> the verb's document
 */
public final class TableLines<D extends Record & Document> {
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

    /** What results add up to, in any order and grouping. */
    public interface Totals extends Serializable {
        /**
         * Both together.
         *
         * @param other of the same verb
         * @throws ArithmeticException if a sum passes 64 bits
         */
        Totals plus(Totals other);

        /** One line without its end. */
        String line();
    }

    /**
     * The result for a table.
     *
     * @param line its line, without its end
     * @param status its status
     * @param totals what it adds to the sum
     */
    public record Result(String line, TableStatus status, Totals totals) {}

    private interface Verb<D> {
        D of(String name, TableFile table) throws IOException;
    }

    private final Verb<D> verb;
    private final Function<Failure, D> failed;
    private final Function<D, Totals> totals;
    private final Totals none;

    private TableLines(Verb<D> verb, Function<Failure, D> failed, Function<D, Totals> totals, Totals none) {
        this.verb = verb;
        this.failed = failed;
        this.totals = totals;
        this.none = none;
    }

    /**
     * The lines of {@code verify}.
     *
     * @param hints what is known of the filters
     * @param limit the most findings of a line
     */
    public static TableLines<VerifyDocument> verify(FilterHints hints, int limit) {
        int kept = Math.max(limit, Printer.MOST_ITEMS);
        return new TableLines<>(
                (name, table) -> VerifyDocument.of(name, TableReport.of(table, hints, kept), limit, null),
                failure -> VerifyDocument.of(failure, Map.of()),
                MergedVerifications::of,
                MergedVerifications.NONE);
    }

    /**
     * The lines of {@code audit}.
     *
     * @param hints what is known of the filters
     * @param seed where random numbers start
     * @param samples how many keys of either kind to ask about
     */
    public static TableLines<AuditDocument> audit(FilterHints hints, long seed, int samples) {
        return new TableLines<>(
                (name, table) -> AuditDocument.of(name, table, hints, seed, samples),
                failure -> AuditDocument.of(failure, seed, samples),
                AuditDocument::read,
                MergedAudits.NONE);
    }

    /**
     * The result for a table, damaged and unreadable ones included.
     *
     * @param name its name in the line
     * @param opener opens it; the table is closed afterwards
     */
    public Result of(String name, Opener opener) {
        try (TableFile table = opener.open()) {
            return result(verb.of(name, table));
        } catch (CorruptTableException e) {
            return result(failed.apply(Failure.of(name, e)));
        } catch (IOException e) {
            return unreadable(name, opener.reason(e));
        }
    }

    /** The result for a table that could not be read. */
    public Result unreadable(String name, String reason) {
        return result(failed.apply(Failure.unreadable(name, reason)));
    }

    private Result result(D document) {
        TableStatus status =
                TableStatus.withId(Objects.requireNonNull(document.status())).orElseThrow();
        return new Result(Json.line(document), status, totals.apply(document));
    }

    /** What no results add up to. */
    public Totals none() {
        return none;
    }
}
