// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.damage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs one task on several threads. */
final class Threads {
    private static final long PATIENCE_SECONDS = 600;

    private Threads() {}

    /** A task that knows which thread it is on. */
    interface Task {
        void on(int thread) throws Exception;
    }

    /** Returns when all threads are done; fails if one of them does. */
    static void run(int count, Task task) {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int thread = i;
                running.add(threads.submit(() -> {
                    task.on(thread);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        } finally {
            threads.shutdownNow();
        }
    }
}
