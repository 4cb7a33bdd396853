// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Shape.Memory;
import io.github.filterblock.benchmark.Shape.Mode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** CPU time of an operation while two threads do it at once, over that while one does: readers are shared. */
final class TwoThreads {
    static final String OPERATION = "two-threads";

    private static final long SAMPLE_NANOS = 60 * Settings.NANOS_PER_MILLI;

    private TwoThreads() {}

    static void measure(OurSide ours) throws IOException, InterruptedException, ExecutionException {
        releaseFromProcessor();
        boolean two = Runtime.getRuntime().availableProcessors() > 1;
        measure("lookup-hit", ours, Operations.CACHED, two);
        measure("lookup-miss", ours, Operations.CACHED.with(Mode.MISS), two);
        measure("builder", ours, Operations.table(Memory.REUSED), two);
    }

    /** Lets this process use all processors again. */
    static void releaseFromProcessor() throws IOException, InterruptedException {
        if (!Settings.PROCESSORS.equals("-")) {
            String self = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("taskset", "-a", "-c", "-p", Settings.PROCESSORS, self)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    private static void measure(String variant, OurSide ours, Shape shape, boolean two)
            throws InterruptedException, ExecutionException {
        List<Work> works = List.of(ours.work(shape), ours.work(shape));
        double[] ratios = new double[Settings.ROUNDS];
        double[] nanos = new double[Settings.ROUNDS];
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            nanos(threads, works);
            for (int round = 0; round < Settings.ROUNDS; round++) {
                double alone = nanos(threads, List.of(works.get(round % 2)));
                nanos[round] = nanos(threads, works);
                ratios[round] = nanos[round] / alone;
            }
        } finally {
            threads.shutdown();
        }
        double ratio = two ? Fork.median(ratios) : Double.NaN;
        new Row(OPERATION, variant, Side.OURS, ratio, Fork.median(nanos), true, 1.1).print();
    }

    /** The mean CPU time of an operation, while each work is done by a thread of its own. */
    private static double nanos(ExecutorService threads, List<Work> works)
            throws InterruptedException, ExecutionException {
        CyclicBarrier start = new CyclicBarrier(works.size());
        List<Callable<Double>> tasks = works.stream()
                .<Callable<Double>>map(work -> () -> {
                    start.await();
                    return work.nanosPerOperation(SAMPLE_NANOS);
                })
                .toList();
        double sum = 0;
        for (Future<Double> nanos : threads.invokeAll(tasks)) {
            sum += nanos.get();
        }
        return sum / works.size();
    }
}
