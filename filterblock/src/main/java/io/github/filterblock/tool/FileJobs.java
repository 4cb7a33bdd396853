// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.tool;

import io.github.filterblock.analysis.TableStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Works on several files at once and prints what comes out in the order of the files. No more than a few outputs wait at
 * any time, however many files there are.
 */
final class FileJobs {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--jobs", paramLabel = "N", description = "files at once; by default one for each processor")
    private int jobs = Runtime.getRuntime().availableProcessors();

    /** What a verb does with one file: prints and says what it came to. */
    interface Work {
        TableStatus on(Path file, PrintWriter out) throws IOException;
    }

    private record Result(String output, TableStatus status) {}

    /** Works on all files and returns the exit status: the largest counts. */
    int run(List<Path> files, Work work) throws IOException {
        if (jobs < 1) {
            throw new ParameterException(spec.commandLine(), "--jobs must be at least 1, not " + jobs);
        }
        PrintWriter out = spec.commandLine().getOut();
        ExecutorService workers = Executors.newFixedThreadPool(Math.min(jobs, Math.max(1, files.size())));
        try {
            int exitStatus = ExitStatus.WELL;
            Queue<Future<Result>> waiting = new ArrayDeque<>();
            Iterator<Path> rest = files.iterator();
            while (rest.hasNext() || !waiting.isEmpty()) {
                while (rest.hasNext() && waiting.size() < 2L * jobs) {
                    Path file = rest.next();
                    waiting.add(workers.submit(() -> result(file, work)));
                }
                Result result = done(waiting.remove());
                out.print(result.output());
                exitStatus = Math.max(exitStatus, ExitStatus.of(result.status()));
            }
            return exitStatus;
        } finally {
            workers.shutdownNow();
        }
    }

    private static Result result(Path file, Work work) throws IOException {
        StringWriter output = new StringWriter();
        PrintWriter out = new PrintWriter(output);
        TableStatus status = work.on(file, out);
        out.flush();
        return new Result(output.toString(), status);
    }

    private static Result done(Future<Result> job) throws IOException {
        try {
            return job.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw new IOException(cause.getMessage(), cause);
        }
    }
}
