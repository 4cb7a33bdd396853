// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A verb that prints the sum over several tables.
 *
 * @param <D> the document
 * @param <S> the sum
 */
abstract class SummedVerb<D extends Record & Document, S extends TableSum> extends TablesVerb<D> {
    private @Nullable TableSum sum;

    SummedVerb(Session session) {
        super(session);
    }

    /** Examines tables as the options say. */
    abstract TableLines<D> lines();

    /** Prints the sum over all tables as text. */
    abstract void printSum(S sum, Printer printer);

    @Override
    public Integer call() throws IOException {
        int exitStatus = Math.max(super.call(), afterTables());
        if (json()) {
            out().println((sum == null ? lines().none() : sum).line());
        } else if (areMany() && sum != null) {
            @SuppressWarnings("unchecked") // the sum of the verb's own lines
            S printed = (S) sum;
            printSum(printed, printer(out()));
        }
        return exitStatus;
    }

    /** Prints what is said about all tables but their sum, and returns the exit status. */
    int afterTables() {
        return ExitStatus.WELL;
    }

    /** What the database around a table says of it. */
    Surroundings around(Path file) {
        return new Surroundings(
                isObsolete(file),
                null,
                Optional.empty(),
                Surroundings.NONE.check(),
                () -> json() ? Optional.empty() : hint(file));
    }

    @Override
    D examine(Path file) throws Failure {
        TableLines.Result<D> result = lines().examined(TerminalText.name(file), opener(file), around(file));
        add(result.sum());
        return result.document();
    }

    @Override
    void noteFailure(Path file, FailureDocument failure) {
        add(lines().sumOf(failure));
    }

    private synchronized void add(TableSum added) {
        sum = sum == null ? added : sum.plus(added);
    }
}
