// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import io.github.filterblock.analysis.TableStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Objects;
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
 * Works on several files at once and prints the results in the order of the files. Only a few results wait at any time,
 * and only a few files are listed ahead, however many there are. No thread is started for a single file.
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

    private record Result(String output, int exitStatus) {}

    /** A job for each file that is asked for. */
    private interface Job {
        Result run(Path file) throws IOException;
    }

    /** Works on all files, prints the outcomes in a form and returns the exit status: the largest counts. */
    <T> int run(TablePaths paths, Work<T> work, Form<Outcome<T>> form) throws IOException {
        if (jobs < 1) {
            throw new ParameterException(spec.commandLine(), "--jobs must be at least 1, not " + jobs);
        }
        PrintWriter err = spec.commandLine().getErr();
        int[] troubled = {ExitStatus.WELL};
        try (Progress progress = new Progress(err, FilterBlockTool.of(spec).terminals(), paths::count)) {
            TableFiles files = paths.files(message -> {
                progress.erase();
                err.println(TerminalText.escaped(message));
                troubled[0] = ExitStatus.UNREADABLE;
            });
            int status = files.hasNext() ? start(files, guarded(work), form, progress) : ExitStatus.WELL;
            return Math.max(status, troubled[0]);
        }
    }

    /** A file on which a verb fails does not stop the others. */
    private <T> Work<T> guarded(Work<T> work) {
        return file -> {
            try {
                return work.on(file);
            } catch (ParameterException e) {
                throw e;
            } catch (RuntimeException e) {
                if (FilterBlockTool.of(spec).debug()) {
                    throw e;
                }
                return Outcome.failed(file, TableStatus.UNREADABLE, "an error of this program: " + e);
            }
        };
    }

    private <T> int start(TableFiles files, Work<T> work, Form<Outcome<T>> form, Progress progress) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        Path first = Objects.requireNonNull(files.next());
        if (!files.hasNext()) {
            return work.print(first, form, spec.commandLine().getOut(), err);
        }
        Job job = file -> {
            StringWriter output = new StringWriter();
            PrintWriter out = new PrintWriter(output);
            int exitStatus = work.print(file, form, out, err);
            out.flush();
            return new Result(output.toString(), exitStatus);
        };
        ExecutorService workers = Executors.newFixedThreadPool(Math.min(jobs, MAX_JOBS));
        try {
            Queue<Future<Result>> waiting = new ArrayDeque<>();
            waiting.add(workers.submit(() -> job.run(first)));
            return runAll(files, job, progress, workers, waiting);
        } finally {
            workers.shutdownNow();
        }
    }

    private int runAll(
            TableFiles files, Job job, Progress progress, ExecutorService workers, Queue<Future<Result>> waiting)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        int exitStatus = ExitStatus.WELL;
        while (!waiting.isEmpty()) {
            while (waiting.size() < 2 * Math.min(jobs, MAX_JOBS) && files.hasNext()) {
                Path file = Objects.requireNonNull(files.next());
                waiting.add(workers.submit(() -> job.run(file)));
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
                throw unwrapped(Objects.requireNonNull(e.getCause()));
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
