// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.TableStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
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
import picocli.CommandLine.Spec;

/**
 * Works on several files at once and prints what comes out in the order of the files. No more than a few outputs wait at
 * any time, and no more than a few files are listed ahead, however many there are. A single file is worked on without
 * starting a thread.
 */
final class FileJobs {
    /** More threads than this would only wait for each other. */
    private static final int MAX_JOBS = 256;

    private static final long TICK_MILLIS = 100;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "files at once; by default one for each processor, at most " + MAX_JOBS)
    private int jobs = Runtime.getRuntime().availableProcessors();

    /** What a verb does with one file: prints and says what it came to. */
    interface Work {
        TableStatus on(Path file, PrintWriter out) throws IOException;
    }

    private record Result(String output, TableStatus status) {}

    /** Works on all files and returns the exit status: the largest counts. */
    int run(TablePaths paths, Work work) throws IOException {
        if (jobs < 1) {
            throw new ParameterException(spec.commandLine(), "--jobs must be at least 1, not " + jobs);
        }
        PrintWriter err = spec.commandLine().getErr();
        int[] troubled = {ExitStatus.WELL};
        try (Progress progress = new Progress(err, FilterBlockTool.terminals(spec), paths::count)) {
            TableFiles files = paths.files(message -> {
                progress.erase();
                err.println(TerminalText.escaped(message));
                troubled[0] = ExitStatus.UNREADABLE;
            });
            int status = files.hasNext() ? start(files, work, progress) : ExitStatus.WELL;
            return Math.max(status, troubled[0]);
        }
    }

    private int start(TableFiles files, Work work, Progress progress) throws IOException {
        Path first = files.next();
        if (!files.hasNext()) {
            return ExitStatus.of(work.on(first, spec.commandLine().getOut()));
        }
        ExecutorService workers = Executors.newFixedThreadPool(Math.min(jobs, MAX_JOBS));
        try {
            Queue<Future<Result>> waiting = new ArrayDeque<>();
            waiting.add(workers.submit(() -> result(first, work)));
            return runAll(files, work, progress, workers, waiting);
        } finally {
            workers.shutdownNow();
        }
    }

    private int runAll(
            TableFiles files, Work work, Progress progress, ExecutorService workers, Queue<Future<Result>> waiting)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        int exitStatus = ExitStatus.WELL;
        while (!waiting.isEmpty()) {
            while (waiting.size() < 2 * Math.min(jobs, MAX_JOBS) && files.hasNext()) {
                Path file = files.next();
                waiting.add(workers.submit(() -> result(file, work)));
            }
            Result result = done(waiting.remove(), progress);
            progress.fileDone();
            progress.beforeOutput();
            out.print(result.output());
            exitStatus = Math.max(exitStatus, ExitStatus.of(result.status()));
            if (out.checkError()) {
                break; // nobody reads on
            }
            progress.show();
        }
        return exitStatus;
    }

    private static Result result(Path file, Work work) throws IOException {
        StringWriter output = new StringWriter();
        PrintWriter out = new PrintWriter(output);
        TableStatus status = work.on(file, out);
        out.flush();
        return new Result(output.toString(), status);
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
                throw unwrapped(e.getCause());
            }
        }
    }

    private static IOException unwrapped(Throwable cause) {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException failure ? failure : new IOException(cause.getMessage(), cause);
    }
}
