// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Questions.Mode;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
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

    static List<Row> measure(OurSide ours, Settings settings, String processors)
            throws IOException, InterruptedException {
        boolean two = releaseFromProcessor(processors);
        return List.of(
                row("lookup-hit", ours, Operations.cached(Mode.HIT), settings, two),
                row("lookup-miss", ours, Operations.cached(Mode.MISS), settings, two),
                row("builder", ours, Operations.table(Shape.Memory.REUSED), settings, two));
    }

    /** Returns whether there are two processors for this process now. */
    static boolean releaseFromProcessor(String processors) throws IOException, InterruptedException {
        if (processors.equals("-")) {
            return Runtime.getRuntime().availableProcessors() > 1;
        }
        String self = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("taskset", "-a", "-c", "-p", processors, self)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        return Runtime.getRuntime().availableProcessors() > 1;
    }

    private static Row row(String variant, OurSide ours, Shape shape, Settings settings, boolean two)
            throws InterruptedException {
        Work first = shape.on(ours).orElseThrow();
        Work second = shape.on(ours).orElseThrow();
        double[] ratios = new double[settings.rounds()];
        double[] nanos = new double[settings.rounds()];
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            both(threads, first, second);
            for (int round = 0; round < settings.rounds(); round++) {
                double alone = alone(threads, round % 2 == 0 ? first : second);
                nanos[round] = both(threads, first, second);
                ratios[round] = nanos[round] / alone;
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdown();
        }
        double ratio = two ? Fork.median(ratios) : Double.NaN;
        return new Row(OPERATION, variant, Side.OURS, ratio, Fork.median(nanos), true, 1.1);
    }

    private static double alone(ExecutorService threads, Work work) throws InterruptedException, ExecutionException {
        return threads.submit(() -> work.nanosPerOperation(SAMPLE_NANOS)).get();
    }

    private static double both(ExecutorService threads, Work first, Work second)
            throws InterruptedException, ExecutionException {
        CyclicBarrier start = new CyclicBarrier(2);
        List<Future<Double>> results = threads.invokeAll(Arrays.asList(
                () -> {
                    start.await();
                    return first.nanosPerOperation(SAMPLE_NANOS);
                },
                () -> {
                    start.await();
                    return second.nanosPerOperation(SAMPLE_NANOS);
                }));
        return (results.get(0).get() + results.get(1).get()) / 2;
    }
}
