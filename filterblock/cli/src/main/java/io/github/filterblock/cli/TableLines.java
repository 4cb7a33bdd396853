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

/**
 * The lines that a verb prints with {@code --json}, for tables stored anywhere, and their sums, so that a job on many
 * machines gives the results of the command line. Stateless; any number of threads may use one.
 *
 * @param <D> the verb's document
 */
public final class TableLines<D extends Record & Document> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most findings of a table that are kept: it can have one for each of its keys. All are counted. */
    private static final int MAX_FINDINGS = 1000;

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
    public record Result<D extends Document>(D document, TableSum sum) {
        /** {@return the line of the document, without its end} */
        public String line() {
            return Json.line(document);
        }
    }

    private interface Examination<D extends Record & Document> extends Serializable {
        Result<D> of(String name, TableFile table, Surroundings surroundings) throws IOException;
    }

    private interface Failed extends Serializable {
        TableSum of(FailureDocument failure);
    }

    private final String command;
    private final Examination<D> examination;
    private final Failed failed;
    private final TableSum none;

    private TableLines(String command, Examination<D> examination, Failed failed, TableSum none) {
        this.command = command;
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
        int most = Math.min(limit, MAX_FINDINGS);
        return new TableLines<>(
                "verify",
                (name, table, surroundings) -> {
                    TableReport report = TableReport.of(table, options.hints());
                    Findings around = surroundings.check().of(table, report);
                    TableVerification verified = TableVerification.of(table, report, around, memoryForBits);
                    VerifyDocument document = VerifyDocument.of(name, verified, most, surroundings);
                    return new Result<>(document, VerifySum.of(document));
                },
                VerifySum::of,
                VerifySum.NONE);
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
                "audit",
                (name, table, surroundings) -> {
                    TableReport report = TableReport.of(table, options.hints());
                    surroundings.check().of(table, report);
                    Audit audit = Audit.of(table, report, seed, samples);
                    AuditDocument document = AuditDocument.of(name, report, audit, seed, samples);
                    return new Result<>(document, new AuditSum(TableSum.status(document), audit));
                },
                failure -> new AuditSum(TableSum.status(failure), Audit.NONE),
                AuditSum.NONE);
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
    public Result<?> of(String name, Opener opener) {
        try {
            return examined(name, opener, Surroundings.NONE);
        } catch (Failure e) {
            return failed(e);
        }
    }

    /** The result for a table that could not be read. */
    public Result<?> unreadable(String name, String reason) {
        return failed(Failure.unreadable(name, reason));
    }

    private Result<FailureDocument> failed(Failure failure) {
        FailureDocument document = FailureDocument.of(command, failure, null);
        return new Result<>(document, sumOf(document));
    }

    /** The result for a table of which a database around it may say something. */
    Result<D> examined(String name, Opener opener, Surroundings surroundings) throws Failure {
        return read(name, opener, table -> examination.of(name, table, surroundings));
    }

    /** What a table that could not be examined adds to a sum. */
    TableSum sumOf(FailureDocument failure) {
        return failed.of(failure);
    }

    /** What no results add up to. */
    public TableSum none() {
        return none;
    }
}
