// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.tool.input.TableFiles;
import io.github.filterblock.tool.output.ExitStatus;
import io.github.filterblock.tool.output.Form;
import io.github.filterblock.tool.output.Outcome;
import io.github.filterblock.tool.output.Progress;
import io.github.filterblock.tool.output.TerminalText;
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

    /** What a verb does with one file. */
    interface Work<T> {
        Outcome<T> on(Path file) throws IOException;
    }

    /** A verb's work on one file, and the form in which its result is printed. */
    private record Job<T>(Work<T> work, Form<Outcome<T>> form) {
        private int print(Path file, PrintWriter out, PrintWriter err) throws IOException {
            Outcome<T> outcome = work.on(file);
            form.print(outcome, out, err);
            return outcome.exitStatus();
        }

        private Result run(Path file, PrintWriter err) throws IOException {
            StringWriter output = new StringWriter();
            PrintWriter out = new PrintWriter(output);
            int exitStatus = print(file, out, err);
            out.flush();
            return new Result(output.toString(), exitStatus);
        }
    }

    private record Result(String output, int exitStatus) {}

    /** Works on all files, prints their results in this form and returns the exit status: the largest counts. */
    <T> int run(TablePaths paths, Work<T> work, Form<Outcome<T>> form) throws IOException {
        Job<T> job = new Job<>(work, form);
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
            int status = files.hasNext() ? start(files, job, progress) : ExitStatus.WELL;
            return Math.max(status, troubled[0]);
        }
    }

    private int start(TableFiles files, Job<?> job, Progress progress) throws IOException {
        Path first = files.next();
        if (!files.hasNext()) {
            return job.print(
                    first, spec.commandLine().getOut(), spec.commandLine().getErr());
        }
        ExecutorService workers = Executors.newFixedThreadPool(Math.min(jobs, MAX_JOBS));
        try {
            Queue<Future<Result>> waiting = new ArrayDeque<>();
            waiting.add(workers.submit(() -> job.run(first, spec.commandLine().getErr())));
            return runAll(files, job, progress, workers, waiting);
        } finally {
            workers.shutdownNow();
        }
    }

    private int runAll(
            TableFiles files, Job<?> job, Progress progress, ExecutorService workers, Queue<Future<Result>> waiting)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        int exitStatus = ExitStatus.WELL;
        while (!waiting.isEmpty()) {
            while (waiting.size() < 2 * Math.min(jobs, MAX_JOBS) && files.hasNext()) {
                Path file = files.next();
                waiting.add(
                        workers.submit(() -> job.run(file, spec.commandLine().getErr())));
            }
            Result result = done(waiting.remove(), progress);
            progress.fileDone();
            progress.beforeOutput();
            out.print(result.output());
            exitStatus = Math.max(exitStatus, result.exitStatus());
            if (out.checkError()) {
                break; // nobody reads on
            }
            progress.show();
        }
        return exitStatus;
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
