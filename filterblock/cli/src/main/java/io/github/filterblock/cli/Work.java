// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * The work of a verb on a file.
 *
 * @param <T> the verb's result
 */
interface Work<T> {
    Outcome<T> on(Path file) throws IOException;

    /**
     * Works on a file and prints the outcome, which may be that there is too little memory; returns the exit status.
     */
    default int print(Path file, Form<Outcome<T>> form, PrintWriter out, PrintWriter err) throws IOException {
        try {
            return printed(on(file), form, out, err);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return printed(Outcome.failed(file, TableStatus.UNREADABLE, tooLittleMemory()), form, out, err);
        }
    }

    private static <T> int printed(Outcome<T> outcome, Form<Outcome<T>> form, PrintWriter out, PrintWriter err) {
        form.print(outcome, out, err);
        return outcome.exitStatus();
    }

    /** Advice if the heap is too small. */
    static String tooLittleMemory() {
        return "needs more memory than the " + (Runtime.getRuntime().maxMemory() >> 20)
                + " MiB that Java has; give it more with java -Xmx, or fewer files at once with --jobs";
    }
}
