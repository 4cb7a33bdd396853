// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * A verb about tables, each of which has a document of its own.
 *
 * @param <D> the document
 */
abstract class TablesVerb<D extends Document> extends Verb<D> {
    @Parameters(paramLabel = "PATH", arity = "1..*", description = "tables, or directories of .ldb and .sst files")
    private List<Path> paths = List.of();

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            converter = Range.Count.class,
            description = "process N files in parallel (default: number of CPUs), at most " + TableLoop.MAX_JOBS)
    private int jobs = Runtime.getRuntime().availableProcessors();

    TablesVerb(Session session) {
        super(session);
    }

    @Option(
            names = {"-q", "--quiet"},
            description = "print only tables with problems, and the sum")
    private boolean quiet;

    @Option(
            names = {"-v", "--verbose"},
            description = "print all that is said of each table, also of those that are well among many")
    private boolean verbose;

    @Override
    boolean isPrinted(Document document) {
        return !quiet || !ExitStatus.isWell(document.status());
    }

    /** Whether all that is known of a table is printed, and not only a line. */
    boolean isWhole(Document document) {
        return verbose || paths.stream().noneMatch(Files::isDirectory) || !ExitStatus.isWell(document.status());
    }

    /** Whether all is printed of every table. */
    boolean isVerbose() {
        return verbose;
    }

    /** The paths as they were named. */
    List<Path> paths() {
        return paths;
    }

    /** The bytes of the heap that each file may take that is worked on at once. */
    long memoryOfAFile() {
        return Runtime.getRuntime().maxMemory() / Math.min(jobs, TableLoop.MAX_JOBS);
    }

    /** Whether there may be several tables. */
    boolean areMany() {
        return paths.size() > 1 || Files.isDirectory(paths.get(0));
    }

    /** Prints what is said of databases; returns the exit status. */
    final int printDatabases(List<DatabaseDocument> documents) {
        int exitStatus = ExitStatus.WELL;
        for (DatabaseDocument document : documents) {
            exitStatus = Math.max(exitStatus, document.exitStatus());
            if (json()) {
                out().println(Json.line(document));
            } else {
                document.print(printer(out()));
            }
        }
        return exitStatus;
    }

    @Override
    void printFailure(FailureDocument failure, Printer printer) {
        printer.heading(failure);
    }

    @Override
    @Nullable
    Boolean isObsoleteFailure(Path file) {
        return isObsolete(file);
    }

    @Override
    public Integer call() throws IOException {
        return new TableLoop(this, paths, jobs).run();
    }
}
