// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.Findings;
import io.github.filterblock.analysis.TableReport;
import io.github.filterblock.analysis.TableVerification;
import io.github.filterblock.audit.Audit;
import io.github.filterblock.table.CorruptTableException;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The lines that a verb prints with {@code --json}, for tables stored anywhere, and their sums, so that a job on many
 * machines gives the results of the command line. Stateless; any number of threads may use one.
 *
 * @param <D> the verb's document
 */
public final class TableLines<D extends Record & Document> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most findings of a table that are kept: it can have one for each of its keys. All are counted. */
    private static final int MOST_FINDINGS = 1000;

    /** Opens one table. */
    public interface Opener {
        /**
         * Opens the table.
         *
         * @throws CorruptTableException if it is not a table
         * @throws IOException if it cannot be read
         */
        TableFile open() throws IOException;

        /** Why the table could not be read, in words. */
        String reason(IOException e);
    }

    /** What is done with an open table. */
    interface Work<T> {
        /** The result for a table, which stays open. */
        T of(TableFile table) throws IOException, Failure;
    }

    /**
     * The result for a table.
     *
     * @param document what is said about it
     * @param sum what it adds to a sum
     */
    public record Result<D extends Record & Document>(D document, TableSum sum) {
        /** {@return the line of the document, without its end} */
        public String line() {
            return Json.line(document);
        }
    }

    private interface Examination<D extends Record & Document> extends Serializable {
        Result<D> of(String name, TableFile table, Surroundings surroundings) throws IOException;
    }

    private interface Failed<D extends Record & Document> extends Serializable {
        Result<D> of(Failure failure, @Nullable Boolean obsolete);
    }

    private final Examination<D> examination;
    private final Failed<D> failed;
    private final TableSum none;

    private TableLines(Examination<D> examination, Failed<D> failed, TableSum none) {
        this.examination = examination;
        this.failed = failed;
        this.none = none;
    }

    /**
     * The lines of {@code verify} without {@code --bits}.
     *
     * @param options what is known of the filters
     * @param limit the most findings of a line; more than 1,000 count as 1,000
     */
    public static TableLines<VerifyDocument> verify(FilterOptions options, int limit) {
        return verify(options, limit, 0);
    }

    /**
     * The lines of {@code verify}.
     *
     * @param memoryForBits what building the full filters of a table again may take; 0 to leave that out
     */
    static TableLines<VerifyDocument> verify(FilterOptions options, int limit, long memoryForBits) {
        int most = Math.min(limit, MOST_FINDINGS);
        return new TableLines<>(
                (name, table, surroundings) -> {
                    TableReport report = TableReport.of(table, options.hints());
                    Findings around = surroundings.check().of(table, report);
                    TableVerification verified = TableVerification.of(table, report, around, memoryForBits);
                    return result(VerifyDocument.of(name, verified, most, surroundings));
                },
                (failure, obsolete) -> result(VerifyDocument.of(failure, obsolete)),
                VerifySum.NONE);
    }

    private static Result<VerifyDocument> result(VerifyDocument document) {
        return new Result<>(document, VerifySum.of(document));
    }

    /**
     * The lines of {@code audit}.
     *
     * @param options what is known of the filters
     * @param seed where random numbers start
     * @param samples how many keys of either kind to ask about
     */
    public static TableLines<AuditDocument> audit(FilterOptions options, long seed, int samples) {
        return new TableLines<>(
                (name, table, surroundings) -> {
                    TableReport report = TableReport.of(table, options.hints());
                    surroundings.check().of(table, report);
                    Audit audit = Audit.of(table, report, seed, samples);
                    return result(AuditDocument.of(name, report, audit, seed, samples), audit);
                },
                (failure, obsolete) -> result(AuditDocument.of(failure, seed, samples), Audit.NONE),
                AuditSum.NONE);
    }

    private static Result<AuditDocument> result(AuditDocument document, Audit audit) {
        return new Result<>(document, new AuditSum(TableSum.status(document), audit));
    }

    /** Opens a table, works on it and closes it. */
    static <T> T read(String name, Opener opener, Work<T> work) throws Failure {
        try (TableFile table = opener.open()) {
            return work.of(table);
        } catch (CorruptTableException e) {
            throw Failure.of(name, e);
        } catch (IOException e) {
            throw Failure.unreadable(name, opener.reason(e));
        }
    }

    /**
     * The result for a table, damaged and unreadable ones included.
     *
     * @param name its name in the line
     * @param opener opens it; the table is closed afterwards
     */
    public Result<D> of(String name, Opener opener) {
        try {
            return examined(name, opener, Surroundings.NONE);
        } catch (Failure e) {
            return failed(e, null);
        }
    }

    /** The result for a table that could not be read. */
    public Result<D> unreadable(String name, String reason) {
        return failed(Failure.unreadable(name, reason), null);
    }

    /** The result for a table of which a database around it may say something. */
    Result<D> examined(String name, Opener opener, Surroundings surroundings) throws Failure {
        return read(name, opener, table -> examination.of(name, table, surroundings));
    }

    /** The result for a table that could not be examined. */
    Result<D> failed(Failure failure, @Nullable Boolean obsolete) {
        return failed.of(failure, obsolete);
    }

    /** What no results add up to. */
    public TableSum none() {
        return none;
    }
}
