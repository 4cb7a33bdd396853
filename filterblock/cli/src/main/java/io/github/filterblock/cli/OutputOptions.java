// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that says in which form documents are printed, and the frame of the verbs that take one file. */
class OutputOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--json", description = "one JSON object for each file, on one line")
    private boolean json;

    /** What a verb does with its file. */
    interface Work<D> {
        /** The document about the file. */
        D document() throws IOException, Failure;
    }

    boolean json() {
        return json;
    }

    /** Whether long lists are printed whole. */
    boolean all() {
        return false;
    }

    /** Prints a document in the form that was asked for. */
    <D extends Record> void print(D document, BiConsumer<D, Printer> text, PrintWriter out, PrintWriter err) {
        if (json) {
            Json.write(document, out);
            out.println();
        } else {
            text.accept(document, new Printer(out, err, all()));
        }
    }

    /**
     * Works on the only file of a verb, prints the document and returns the exit status. A failure is a document too,
     * or a line on the error output.
     */
    <D extends Record & Document> int run(
            Path file, Work<D> work, Function<Failure, D> failed, BiConsumer<D, Printer> text) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            D document = work.document();
            print(document, text, out, err);
            return document.exitStatus();
        } catch (Failure e) {
            return failed(e, failed, out, err);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return failed(Failure.tooLittleMemory(Names.of(file)), failed, out, err);
        }
    }

    private <D extends Record> int failed(
            Failure failure, Function<Failure, D> failed, PrintWriter out, PrintWriter err) {
        print(
                failed.apply(failure),
                (document, printer) -> printer.remark(failure.file(), failure.status() + ": " + failure.reason()),
                out,
                err);
        return failure.exitStatus();
    }
}
