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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/**
 * The loop of a verb over the tables that paths name: several at once, printed in the order of the files. Only a
 * few results wait at any time, and only a few files are listed ahead, however many there are. No thread is started for
 * a single file, unless a terminal shows how far the work is.
 */
final class TableLoop {
    /** More threads than this would only wait for each other. */
    static final int MAX_JOBS = 256;

    private static final long TICK_MILLIS = 100;

    /** So often a database that a program changes is looked at for new tables. */
    private static final int MAX_ROUNDS = 5;

    private final Verb<?> verb;
    private final List<Path> paths;
    private final int jobs;
    private @Nullable Progress progress;

    private record Result(String output, String remarks, int exitStatus) {}

    /** A loop over the tables of paths, {@code jobs} of them at once. */
    TableLoop(Verb<?> verb, List<Path> paths, int jobs) {
        this.verb = verb;
        this.paths = paths;
        this.jobs = Math.min(jobs, MAX_JOBS);
    }

    /** Works on all files, prints what the verb says about each, and returns the exit status: the largest counts. */
    int run() throws IOException {
        int[] warned = {ExitStatus.WELL};
        Consumer<String> warning = text -> {
            say(text);
            warned[0] = ExitStatus.UNREADABLE;
        };
        TableFiles files = new TableFiles(
                paths.iterator(),
                warning,
                verb.databases()::enter,
                named -> verb.databases().hasAny(named),
                this::isTolerated);
        int status = files.hasNext() ? start(files) : ExitStatus.WELL;
        for (int i = 0; i < MAX_ROUNDS; i++) {
            Iterator<Path> more =
                    verb.databases().unvisited(paths, verb.readsLogs()).iterator();
            status = more.hasNext() ? Math.max(status, start(more)) : status;
        }
        return Math.max(status, warned[0]);
    }

    private void say(String text) {
        if (progress != null) {
            progress.erase();
        }
        verb.err().println(TerminalText.escaped(text));
    }

    /** An entry that nobody asked for, and a directory beside the tables of a database, are worth a remark. */
    private boolean isTolerated(Path path, String why) {
        if (TableFiles.isLeftOut(path)) {
            say(why);
            return true;
        }
        boolean isBeside = verb.databases().isBesideTables(path);
        if (isBeside) {
            say(why + "; it lies in a database, and has none of its live tables");
        }
        return isBeside;
    }

    private Progress.Total count() {
        TableFiles files = new TableFiles(paths.iterator(), warning -> {});
        long count = 0;
        long bytes = 0;
        while (files.hasNext()) {
            count++;
            bytes += Objects.requireNonNull(files.next()).toFile().length();
        }
        return new Progress.Total(OptionalLong.of(count), OptionalLong.of(bytes));
    }

    private int start(Iterator<Path> files) throws IOException {
        Path first = files.next();
        if (!files.hasNext() && !verb.session().terminals().errorIsTerminal()) {
            return work(first, verb.out(), verb.err());
        }
        ExecutorService workers = Executors.newFixedThreadPool(jobs);
        try (Progress shown = Progress.ofTables(verb, this::count)) {
            progress = shown;
            return runAll(Iterators.concat(Iterators.singletonIterator(first), files), shown, workers);
        } finally {
            workers.shutdownNow();
        }
    }

    private int runAll(Iterator<Path> files, Progress progress, ExecutorService workers) throws IOException {
        PrintWriter out = verb.out();
        Queue<Future<Result>> waiting = new ArrayDeque<>();
        int exitStatus = ExitStatus.WELL;
        do {
            while (waiting.size() < 2 * jobs && files.hasNext()) {
                Path file = files.next();
                waiting.add(workers.submit(() -> result(file)));
            }
            Result result = done(waiting.remove(), progress);
            progress.fileDone();
            progress.beforeOutput();
            out.print(result.output());
            remark(result.remarks(), out);
            exitStatus = Math.max(exitStatus, result.exitStatus());
            if (out.checkError()) {
                break; // output is closed, or cannot be written
            }
            progress.show();
        } while (!waiting.isEmpty() || files.hasNext());
        return exitStatus;
    }

    /** On a terminal, a remark on a file comes after what was printed of it. */
    private void remark(String remarks, PrintWriter out) {
        if (!remarks.isEmpty()) {
            out.flush();
            verb.err().print(remarks);
            verb.err().flush();
        }
    }

    private Result result(Path file) throws IOException {
        StringWriter output = new StringWriter();
        StringWriter remarks = new StringWriter();
        PrintWriter out = new PrintWriter(output);
        PrintWriter err = new PrintWriter(remarks);
        int exitStatus = work(file, out, err);
        out.flush();
        err.flush();
        return new Result(output.toString(), remarks.toString(), exitStatus);
    }

    /** A file on which a verb fails does not stop the others. */
    private int work(Path file, PrintWriter out, PrintWriter err) throws IOException {
        verb.databases().visit(file);
        try {
            return verb.run(file, out, err);
        } catch (ParameterException e) {
            throw e;
        } catch (RuntimeException e) {
            if (verb.session().debug()) {
                throw e;
            }
            return verb.fail(file, Failure.unreadable(TerminalText.name(file), "internal error: " + e), out, err);
        }
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
                if (e.getCause() instanceof IOException failure) {
                    throw failure;
                }
                throw (RuntimeException) Objects.requireNonNull(e.getCause());
            }
        }
    }
}
