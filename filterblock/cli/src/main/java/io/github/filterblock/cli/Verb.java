// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import io.github.filterblock.durable.FailureReason;
import io.github.filterblock.source.TableSource;
import io.github.filterblock.table.TableFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A verb: it makes a document about a file, also about one with which it fails, and prints it as JSON or as text.
 *
 * @param <D> the document
 */
abstract class Verb<D extends Document> implements Callable<Integer> {
    private final NearbyDatabases databases = new NearbyDatabases();
    private final DatabasesOfTables databasesOfTables = new DatabasesOfTables(databases);

    private final Session session;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "one JSON object for each file, on one line")
    private boolean json;

    Verb(Session session) {
        this.session = session;
    }

    /** The document about a file; several threads may ask at once. */
    abstract D examine(Path file) throws IOException, Failure;

    /** Prints a document as text. */
    abstract void print(D document, Printer printer);

    /** Takes note of a file with which the verb failed. */
    void noteFailure(Path file, FailureDocument failure) {}

    /** Prints that the verb failed with a file. */
    void printFailure(FailureDocument failure, Printer printer) {
        printer.remark(failure.file(), failure.status() + ": " + failure.reason());
    }

    /** Whether the MANIFEST beside a file with which the verb failed does not name it; null where nobody asks. */
    @Nullable
    Boolean isObsoleteFailure(Path file) {
        return null;
    }

    /** Whether write-ahead logs are examined like tables. */
    boolean readsLogs() {
        return false;
    }

    /** Whether a document is printed. */
    boolean isPrinted(Document document) {
        return true;
    }

    boolean json() {
        return json;
    }

    Session session() {
        return session;
    }

    CommandSpec spec() {
        return spec;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** A printer of text. */
    Printer printer(PrintWriter out) {
        return printer(out, err());
    }

    private Printer printer(PrintWriter out, PrintWriter err) {
        OptionSpec all = spec.findOption("--all");
        return new Printer(out, err, session.terminals(), all != null && Boolean.TRUE.equals(all.getValue()));
    }

    /** Where remarks about files go. */
    PrintWriter err() {
        return spec.commandLine().getErr();
    }

    ParameterException wrongUsage(@Nullable String message) {
        return new ParameterException(spec.commandLine(), String.valueOf(message));
    }

    /** Works on the only file of the verb, prints the document and returns the exit status. */
    int run(Path file) throws IOException {
        return run(file, out(), err());
    }

    /** The same with other outputs. */
    int run(Path file, PrintWriter out, PrintWriter err) throws IOException {
        try {
            D document = examine(file);
            if (isPrinted(document) && !written(document, out)) {
                print(document, printer(out, err));
            }
            return document.exitStatus();
        } catch (Failure e) {
            if (databases.isGone(file)) {
                return ExitStatus.WELL; // the database is read again, and says whether that is a loss
            }
            // a program that reads JSON gets what the file says, wherever it lies
            return fail(file, e.isOfContents() ? explained(file, e) : e, out, err);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return fail(
                    file,
                    Failure.unreadable(TerminalText.name(file), Failure.tooLittleMemory() + memoryAdvice()),
                    out,
                    err);
        }
    }

    /** What else helps if the heap is too small, for the end of a message. */
    String memoryAdvice() {
        return spec.findOption("--jobs") == null ? "" : ", or process fewer files in parallel with --jobs";
    }

    /** A failure with what the file is, what the database around it says, and in text what may have happened to it. */
    private Failure explained(Path file, Failure failure) {
        boolean isOther = failure.status().equals(TableStatus.NOT_A_TABLE.id());
        Optional<String> what = isOther ? OtherFile.of(file, databases.around(file)) : Optional.empty();
        Failure named = failure.of(what);
        Failure known = databases.unreadable(file).map(named::and).orElse(named);
        return json || what.isPresent() ? known : known.with(hint(file));
    }

    /** Prints the document about a failure, and returns the exit status. */
    int fail(Path file, Failure failure, PrintWriter out, PrintWriter err) {
        FailureDocument document = FailureDocument.of(spec.name(), failure, isObsoleteFailure(file));
        noteFailure(file, document);
        if (isPrinted(document) && !written(document, out)) {
            printFailure(document, printer(out, err));
        }
        return failure.exitStatus();
    }

    /** Writes a document if JSON is wanted. */
    private boolean written(Document document, PrintWriter out) {
        if (json) {
            Json.write(document, out);
            out.println();
        }
        return json;
    }

    /** Opens a table, reads it and closes it. */
    final <T> T read(Path file, TableLines.Work<T> work) throws Failure {
        return TableLines.read(TerminalText.name(file), opener(file), work);
    }

    /** Opens a file. */
    final TableLines.Opener opener(Path file) {
        return new TableLines.Opener() {
            @Override
            public TableFile open() throws IOException {
                TableSource source = TableSource.of(file);
                return TableFile.open(
                        session.terminals().errorIsTerminal()
                                ? new CountedSource(source, session.bytesRead())
                                : source);
            }

            @Override
            public String reason(IOException e) {
                return FailureReason.of(file, e);
            }
        };
    }

    /** What a file that is damaged or not a table may be instead. */
    static Optional<String> hint(Path file) {
        try {
            return FileHints.of(file).map(TerminalText::escaped);
        } catch (IOException e) {
            return Optional.empty(); // what is known already is said
        }
    }

    /** The databases around the tables of the verb. */
    NearbyDatabases databases() {
        return databases;
    }

    /** What the tables that were examined show of their databases. */
    DatabasesOfTables databasesOfTables() {
        return databasesOfTables;
    }

    /** Whether the MANIFEST beside a table does not name it; null where there is none that can be read. */
    @Nullable
    Boolean isObsolete(Path table) {
        return databases.isObsolete(table);
    }
}
