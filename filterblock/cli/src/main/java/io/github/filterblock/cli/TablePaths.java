// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import com.google.common.collect.Iterators;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The tables that a verb works on, and the loop over them: several at once, printed in the order of the files. Only a
 * few results wait at any time, and only a few files are listed ahead, however many there are. No thread is started for
 * a single file.
 */
final class TablePaths {
    /** More threads than this would only wait for each other. */
    private static final int MAX_JOBS = 256;

    private static final long TICK_MILLIS = 100;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "tables, or directories of .ldb and .sst files")
    private List<String> words = List.of();

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "files at once; by default one for each processor, at most " + MAX_JOBS)
    private int jobs = Runtime.getRuntime().availableProcessors();

    /**
     * What a verb does with each file; several threads do it at once.
     *
     * @param <D> what it says about a file
     */
    interface Verb<D extends Record & Document> {
        /** The document about a file. */
        D examine(Path file) throws Failure;

        /** The document about a file that could not be examined. */
        D failed(Path file, Failure failure);

        /** Prints a document in the form that was asked for. */
        void print(D document, boolean failed, PrintWriter out, PrintWriter err);
    }

    private record Result(String output, int exitStatus) {}

    /** The paths as they were given. */
    List<Path> named() {
        try {
            return words.stream().map(FilterBlockTool::path).toList();
        } catch (TypeConversionException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Works on all files, prints what the verb says about each, and returns the exit status: the largest counts. */
    <D extends Record & Document> int run(Verb<D> verb) throws IOException {
        if (jobs < 1) {
            throw new ParameterException(spec.commandLine(), "--jobs must be at least 1, not " + jobs);
        }
        PrintWriter err = spec.commandLine().getErr();
        int[] warned = {ExitStatus.WELL};
        try (Progress progress = new Progress(err, FilterBlockTool.of(spec).terminals(), this::count)) {
            TableFiles files = new TableFiles(named().iterator(), warning -> {
                progress.erase();
                err.println(TerminalText.escaped(warning));
                warned[0] = ExitStatus.UNREADABLE;
            });
            int status = files.hasNext() ? start(files, verb, progress) : ExitStatus.WELL;
            return Math.max(status, warned[0]);
        }
    }

    private OptionalLong count() {
        return OptionalLong.of(Iterators.size(new TableFiles(named().iterator(), warning -> {})));
    }

    private <D extends Record & Document> int start(TableFiles files, Verb<D> verb, Progress progress)
            throws IOException {
        Path first = Objects.requireNonNull(files.next());
        if (!files.hasNext()) {
            return work(verb, first, spec.commandLine().getOut());
        }
        ExecutorService workers = Executors.newFixedThreadPool(Math.min(jobs, MAX_JOBS));
        try {
            return runAll(Iterators.concat(Iterators.singletonIterator(first), files), verb, progress, workers);
        } finally {
            workers.shutdownNow();
        }
    }

    private <D extends Record & Document> int runAll(
            Iterator<Path> files, Verb<D> verb, Progress progress, ExecutorService workers) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Queue<Future<Result>> waiting = new ArrayDeque<>();
        int exitStatus = ExitStatus.WELL;
        do {
            while (waiting.size() < 2 * Math.min(jobs, MAX_JOBS) && files.hasNext()) {
                Path file = files.next();
                waiting.add(workers.submit(() -> result(verb, file)));
            }
            Result result = done(waiting.remove(), progress);
            progress.fileDone();
            progress.beforeOutput();
            out.print(result.output());
            exitStatus = Math.max(exitStatus, result.exitStatus());
            if (out.checkError()) {
                break; // output is closed, or cannot be written
            }
            progress.show();
        } while (!waiting.isEmpty() || files.hasNext());
        return exitStatus;
    }

    private <D extends Record & Document> Result result(Verb<D> verb, Path file) {
        StringWriter output = new StringWriter();
        PrintWriter out = new PrintWriter(output);
        int exitStatus = work(verb, file, out);
        out.flush();
        return new Result(output.toString(), exitStatus);
    }

    /** Works on a file and prints the document; a file on which a verb fails does not stop the others. */
    private <D extends Record & Document> int work(Verb<D> verb, Path file, PrintWriter out) {
        PrintWriter err = spec.commandLine().getErr();
        Failure failure;
        try {
            D document = verb.examine(file);
            verb.print(document, false, out, err);
            return document.exitStatus();
        } catch (Failure e) {
            failure = e;
        } catch (OutOfMemoryError | StackOverflowError e) {
            failure = Failure.tooLittleMemory(Names.of(file));
        } catch (ParameterException e) {
            throw e;
        } catch (RuntimeException e) {
            if (FilterBlockTool.of(spec).debug()) {
                throw e;
            }
            failure = Failure.unreadable(Names.of(file), "an error of this program: " + e);
        }
        verb.print(verb.failed(file, failure), true, out, err);
        return failure.exitStatus();
    }

    private static Result done(Future<Result> job, Progress progress) throws IOException {
        while (true) {
            try {
                return job.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                progress.show();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) Objects.requireNonNull(e.getCause());
            }
        }
    }
}
