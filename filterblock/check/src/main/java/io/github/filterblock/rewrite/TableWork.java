// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.rewrite;

import io.github.filterblock.database.LiveTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Works on the tables of a database, several at once. For one run. */
final class TableWork {
    private final ExecutorService workers;
    private final DatabaseRetrofit.Listener listener;
    private int done;
    private volatile boolean failed;

    /** The work on one table. */
    interface Task {
        TableResult on(LiveTable table) throws IOException;
    }

    TableWork(int threads, DatabaseRetrofit.Listener listener) {
        this.workers = Executors.newFixedThreadPool(threads);
        this.listener = listener;
    }

    /**
     * Works on all tables; once one has failed, no other is started.
     *
     * @return the results in the order of the tables
     * @throws IOException the failure of the first table in their order; no thread is still working on a table then
     */
    List<TableResult> run(List<LiveTable> tables, Task task) throws IOException {
        try {
            List<Future<TableResult>> begun = new ArrayList<>();
            for (LiveTable table : tables) {
                begun.add(workers.submit(() -> work(table, tables.size(), task)));
            }
            List<TableResult> results = new ArrayList<>();
            for (Future<TableResult> each : begun) {
                results.add(result(each));
            }
            return results;
        } finally {
            stop();
        }
    }

    /** The results after a failure are not looked at. */
    private @Nullable TableResult work(LiveTable table, int tables, Task task) throws IOException {
        if (failed) {
            return null;
        }
        TableResult result;
        try {
            result = task.on(table);
        } catch (IOException | RuntimeException | Error e) {
            failed = true;
            throw e;
        }
        synchronized (this) {
            listener.written(table.file(), ++done, tables);
        }
        return result;
    }

    private static TableResult result(Future<TableResult> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw (Error) e.getCause();
        }
    }

    /** Waits for the tables that have been started, since the files of a failed run are removed next. */
    private void stop() {
        workers.shutdownNow();
        boolean interrupted = Thread.interrupted();
        while (!workers.isTerminated()) {
            try {
                workers.awaitTermination(1, TimeUnit.MINUTES); // a table may be large
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
