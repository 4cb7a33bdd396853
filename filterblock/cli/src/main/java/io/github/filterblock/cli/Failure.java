// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.ImmutableList;
import io.github.filterblock.Finding;
import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.database.CorruptDatabaseException;
import io.github.filterblock.database.CorruptDatabaseException.Reason;
import io.github.filterblock.database.DatabaseInUseException;
import io.github.filterblock.database.UnsupportedDatabaseException;
import io.github.filterblock.durable.FailureReason;
import io.github.filterblock.rewrite.UnwritableFilterException;
import io.github.filterblock.table.CorruptFileException;
import io.github.filterblock.table.CorruptTableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A verb has no result for a file: the status and the reason that stand in its place. */
public final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final String status;
    private final int exitStatus;
    private final transient List<Finding> findings;

    /** A failure with a status and an exit status of its own. */
    Failure(String file, String status, String reason, int exitStatus) {
        this(file, status, reason, exitStatus, List.of());
    }

    private Failure(String file, String status, String reason, int exitStatus, List<Finding> findings) {
        super(reason);
        this.file = file;
        this.status = status;
        this.exitStatus = exitStatus;
        this.findings = findings;
    }

    /**
     * The failure about a table that could not be read.
     *
     * @param file the table's name
     * @param reason why, in one line
     */
    public static Failure unreadable(String file, String reason) {
        return new Failure(file, TableStatus.UNREADABLE.id(), reason, ExitStatus.UNREADABLE);
    }

    /**
     * The failure of work on a file or directory: the one place in which exceptions get a status. What is wrong with
     * another file, such as a table of a database, is told with its name.
     *
     * @param subject the file or directory that the verb was given
     * @param e what failed
     */
    static Failure of(Path subject, IOException e) {
        String name = TerminalText.name(subject);
        if (e instanceof DatabaseInUseException) {
            return new Failure(name, "in-use", message(e), ExitStatus.UNREADABLE);
        }
        if (e instanceof UnsupportedDatabaseException other) {
            return new Failure(name, "refused", other.reason(), ExitStatus.FOUND);
        }
        if (e instanceof CorruptDatabaseException none && none.reason() == Reason.NO_DATABASE) {
            return new Failure(name, "not-a-database", none.detail(), ExitStatus.UNREADABLE);
        }
        if (e instanceof UnwritableFilterException filter) {
            String detail = filter.file().equals(subject.toString()) ? filter.detail() : message(e);
            return new Failure(name, "refused", detail, ExitStatus.FOUND);
        }
        if (e instanceof CorruptTableException table) {
            return ofTable(subject, table);
        }
        return e instanceof CorruptFileException
                ? new Failure(name, TableStatus.CORRUPT.id(), message(e), ExitStatus.FOUND)
                : unreadable(name, FailureReason.of(subject, e));
    }

    private static Failure ofTable(Path subject, CorruptTableException e) {
        String name = TerminalText.name(subject);
        Failure own = of(name, e);
        if (e.file().equals(subject.toString())) {
            return own;
        }
        return new Failure(name, own.status(), message(e), own.exitStatus());
    }

    private static String message(IOException e) {
        return String.valueOf(e.getMessage());
    }

    /** The failure about a table that is damaged or could not be decoded, or a file that is not a table. */
    public static Failure of(String file, CorruptTableException e) {
        TableStatus status = e.reason().isNotATable()
                ? TableStatus.NOT_A_TABLE
                : e.reason().isUndecoded() ? TableStatus.INCOMPLETE : TableStatus.CORRUPT;
        Finding finding = new Finding(e.rule(), e.offset(), e.detail());
        return new Failure(file, status.id(), at(e.offset(), e.detail()), ExitStatus.of(status.id()), List.of(finding));
    }

    /** Whether the file itself was read and is damaged or not a table. */
    boolean isOfContents() {
        return status.equals(TableStatus.NOT_A_TABLE.id()) || status.equals(TableStatus.CORRUPT.id());
    }

    /** The same of a file that is known to be something else than a table. */
    Failure of(Optional<String> what) {
        return what.map(known -> new Failure(file, status, known, exitStatus, findings))
                .orElse(this);
    }

    /** The same with what the file may be instead added to the reason. */
    Failure with(Optional<String> hint) {
        return hint.map(added -> new Failure(file, status, reason() + "; " + added, exitStatus, findings))
                .orElse(this);
    }

    /** The same as wrong usage, with the option that settles the matter. */
    Failure advising(String advice) {
        return advice.isEmpty() ? this : new Failure(file, status, reason() + advice, ExitStatus.USAGE, findings);
    }

    /** The same with something else that is wrong with the file. */
    Failure and(Finding other) {
        List<Finding> all =
                ImmutableList.<Finding>builder().addAll(findings).add(other).build();
        return new Failure(file, status, reason() + "; " + other.message(), exitStatus, all);
    }

    /** What is said if the heap is too small. */
    static String tooLittleMemory() {
        return "not enough memory: Java has " + (Runtime.getRuntime().maxMemory() >> 20)
                + " MiB; give it more with java -Xmx";
    }

    /** A statement about a place in a file, in one line. */
    static String at(long offset, String detail) {
        return "offset " + Long.toUnsignedString(offset) + ": " + detail;
    }

    /** {@return the name of the file} */
    public String file() {
        return file;
    }

    /** {@return the result in one word} */
    public String status() {
        return status;
    }

    /** {@return why, in one line} */
    public String reason() {
        return String.valueOf(getMessage());
    }

    int exitStatus() {
        return exitStatus;
    }

    /** The rules that a damaged table breaks, the one that prevents reading it first; empty for any other failure. */
    List<Finding> findings() {
        return findings;
    }
}
