// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.PrintWriter;

/**
 * Text for people.
 *
 * @param <T> the verb's result
 */
public final class Text<T> implements Form<Outcome<T>> {
    /** How a verb's result reads. */
    public interface View<T> {
        /** Prints what was found. */
        void print(Report report, Outcome<T> outcome, T found);
    }

    private final View<T> view;
    private final boolean ofManyFiles;
    private final boolean all;

    private Text(View<T> view, boolean ofManyFiles, boolean all) {
        this.view = view;
        this.ofManyFiles = ofManyFiles;
        this.all = all;
    }

    /** For a verb that takes many files: a file that failed has its place among the others. */
    public static <T> Text<T> ofManyFiles(View<T> view, boolean all) {
        return new Text<>(view, true, all);
    }

    /** For a verb that takes one file: a failure is a line on the error output. */
    public static <T> Text<T> ofOneFile(View<T> view, boolean all) {
        return new Text<>(view, false, all);
    }

    @Override
    public void print(Outcome<T> outcome, PrintWriter out, PrintWriter err) {
        Report report = new Report(out, err, all);
        if (outcome.found().isPresent()) {
            view.print(report, outcome, outcome.found().get());
        } else if (ofManyFiles) {
            report.heading(outcome);
            report.line("reason", outcome.reason().orElse(""));
        } else {
            report.remark(
                    outcome.name(), outcome.status() + ": " + outcome.reason().orElse(""));
        }
    }
}
