// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that says in which form results are printed. */
class OutputOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--json", description = "one JSON object for each file, on one line")
    private boolean json;

    boolean json() {
        return json;
    }

    /** Whether long lists are printed whole. */
    boolean all() {
        return false;
    }

    /** The form that was asked for, of a verb that takes many files. */
    <T> Form<Outcome<T>> ofManyFiles(Text.View<T> view, Function<Outcome<T>, ? extends Record> schema) {
        return form(schema, Text.ofManyFiles(view, all()));
    }

    /** The form that was asked for, of a verb that takes one file. */
    <T> Form<Outcome<T>> ofOneFile(Text.View<T> view, Function<Outcome<T>, ? extends Record> schema) {
        return form(schema, Text.ofOneFile(view, all()));
    }

    /** The form that was asked for, of a result that is about no file. */
    <R> Form<R> form(BiConsumer<Report, R> text, Function<R, ? extends Record> schema) {
        return form(schema, (result, out, err) -> text.accept(new Report(out, err, all()), result));
    }

    /** Every form for programs prints the record that is the verb's schema, so that a further one is chosen here. */
    private <R> Form<R> form(Function<R, ? extends Record> schema, Form<R> text) {
        return json ? new Json<>(schema) : text;
    }

    /** Works on the only file of a verb, prints the outcome and returns the exit status. */
    <T> int print(Path file, Work<T> work, Form<Outcome<T>> form) throws IOException {
        return work.print(
                file, form, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
}
