// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Operation.Ratio;
import io.github.filterblock.benchmark.Operation.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One JVM's measurements. First everything is prepared and its bytes and answers are compared; then, operation after
 * operation, all sides are warmed up and timed in turns.
 */
final class Fork {
    /** Jars of the library before, as in a class path; empty if it does not take part. */
    static final String BEFORE = System.getProperty("benchmark.before", "");

    private final Settings settings;
    private final List<Side> sides;
    private final Side ours;
    private final Map<List<Object>, Optional<Work>> works = new HashMap<>();
    private final Map<Work, Optional<Work.Check>> checks = new HashMap<>();
    private final Set<Work> warm = new HashSet<>();

    private Fork(Settings settings, List<Side> sides) {
        this.settings = settings;
        this.sides = sides;
        this.ours = sides.get(0);
    }

    /**
     * Measures and prints.
     *
     * @param args whether to be quick; which operations, as a regular expression; the native program or a dash; the
     *     processors that this process might use, if it was bound to one of them, or a dash; RocksDB's program or a
     *     dash
     */
    public static void main(String[] args) throws Exception {
        Settings settings = Settings.of(Boolean.parseBoolean(args[0]));
        Predicate<String> wanted = Pattern.compile(args[1]).asMatchPredicate();
        if (Vectors.areWanted()) {
            Vectors.await();
        }
        Data data = new Data();
        OurSide ours = new OurSide(data);
        List<Side> sides = new ArrayList<>(List.of(ours, new PcmindSide(data), new GuavaSide(data)));
        try (Natives natives = Natives.start(args[2], args[4])) {
            sides.addAll(1, natives.sides());
            if (!BEFORE.isEmpty()) {
                sides.add(BeforeSide.of(BEFORE));
            }
            new Fork(settings, sides).measure(ours, wanted, args[3]);
        }
    }

    private void measure(OurSide ours, Predicate<String> wanted, String processors) throws Exception {
        List<Operation> operations = Operations.all(Goals.current()).stream()
                .filter(operation -> wanted.test(operation.name()) && isPossible(operation))
                .toList();
        for (Operation operation : operations) {
            for (Variant variant : operation.variants()) {
                verify(variant.shape());
                variant.reference().ifPresent(this::verify);
            }
        }
        for (Operation operation : operations) {
            warmUp(operation);
            for (Variant variant : operation.variants()) {
                measure(operation, variant).forEach(Fork::print);
            }
        }
        Allocations.measure(shape -> work(ours, shape), wanted).forEach(Fork::print);
        if (wanted.test(TwoThreads.OPERATION)) {
            TwoThreads.measure(ours, settings, processors).forEach(Fork::print);
        }
        if (wanted.test(RedisPublishing.OPERATION)) {
            TwoThreads.releaseFromProcessor(processors); // the server takes one, too
            RedisPublishing.measure(settings).forEach(Fork::print);
        }
    }

    /** Filters of RocksDB are asked only where it can make them. */
    private boolean isPossible(Operation operation) {
        return !operation.peers().contains(Side.ROCKSDB)
                || sides.stream().anyMatch(side -> side.name().equals(Side.ROCKSDB));
    }

    private static void print(Row row) {
        System.out.println(row.toLine());
    }

    private JavaWork work(Side side, Shape shape) {
        return (JavaWork) find(side, shape).orElseThrow();
    }

    private Optional<Work> find(Side side, Shape shape) {
        Shape wanted = side.form(shape);
        List<Object> key = List.of(side, wanted);
        Optional<Work> work = works.get(key);
        if (work == null) {
            work = side.prepare(wanted);
            works.put(key, work);
        }
        return work;
    }

    /** The sides that take part, ours first; our operation with which it is compared has our name as a peer. */
    private Map<String, Work> participants(Operation operation, Variant variant) {
        Map<String, Work> participants = new LinkedHashMap<>();
        participants.put("", work(ours, variant.shape()));
        variant.reference().ifPresent(shape -> participants.put(Side.OURS, work(ours, shape)));
        for (Side side : sides) {
            if (operation.peers().contains(side.name()) || side.name().equals(BeforeSide.NAME)) {
                find(side, variant.shape()).ifPresent(work -> participants.put(side.name(), work));
            }
        }
        return participants;
    }

    /** Compares the bytes and answers of all sides, also of those that are not timed for it. */
    private void verify(Shape shape) {
        Map<String, Work.Check> found = new LinkedHashMap<>();
        for (Side side : sides) {
            find(side, shape)
                    .flatMap(work -> checks.computeIfAbsent(work, Work::check))
                    .ifPresent(check -> found.put(side.name(), check));
        }
        if (new HashSet<>(found.values()).size() > 1) {
            throw new IllegalStateException(shape + ": bytes or answers differ: " + found);
        }
    }

    /** All variants and references in turns, so that the compiler sees hits and misses. */
    private void warmUp(Operation operation) {
        Map<String, Set<Work>> cold = new LinkedHashMap<>();
        for (Variant variant : operation.variants()) {
            participants(operation, variant).forEach((name, work) -> {
                if (warm.add(work)) {
                    cold.computeIfAbsent(name.isEmpty() ? Side.OURS : name, n -> new HashSet<>())
                            .add(work);
                }
            });
        }
        cold.forEach((name, works) -> {
            if (name.equals(Side.NATIVE) || name.equals(Side.ROCKSDB)) {
                works.forEach(work -> work.nanosPerOperation(Settings.NATIVE_WARM_UP_NANOS));
            } else {
                warmUp(
                        works,
                        Set.of(Side.OURS, BeforeSide.NAME).contains(name)
                                ? settings.ourWarmUpMillis()
                                : settings.peerWarmUpMillis());
            }
        });
    }

    private static void warmUp(Set<Work> works, long millis) {
        long end = JavaWork.cpuNanos() + millis * Settings.NANOS_PER_MILLI;
        while (JavaWork.cpuNanos() < end) {
            works.forEach(work -> work.nanosPerOperation(Settings.SAMPLE_NANOS));
        }
    }

    private List<Row> measure(Operation operation, Variant variant) {
        Map<String, Work> participants = participants(operation, variant);
        List<String> names = List.copyOf(participants.keySet());
        double[][] nanos = new double[names.size()][settings.rounds()];
        for (int round = 0; round < settings.rounds(); round++) {
            for (int i = 0; i < names.size(); i++) {
                int turn = (i + round) % names.size();
                nanos[turn][round] = participants.get(names.get(turn)).nanosPerOperation(Settings.SAMPLE_NANOS);
            }
        }
        List<String> peers = new ArrayList<>(operation.peers());
        if (variant.reference().isPresent()) {
            peers.add(0, Side.OURS);
        }
        if (!BEFORE.isEmpty()) {
            peers.add(BeforeSide.NAME);
        }
        List<Row> rows = new ArrayList<>();
        for (String peer : peers) {
            int at = names.indexOf(peer);
            if (at >= 0 || Set.of(Side.NATIVE, BeforeSide.NAME).contains(peer)) {
                Ratio kind = peer.equals(BeforeSide.NAME) ? Ratio.SPEED : variant.ratio();
                double ratio = at < 0 ? Double.NaN : ratio(kind, nanos[0], nanos[at]);
                rows.add(new Row(
                        operation.name(),
                        variant.name(),
                        peer,
                        ratio,
                        median(nanos[0]),
                        kind == Ratio.FACTOR,
                        peer.equals(BeforeSide.NAME)
                                ? BeforeSide.GOAL
                                : variant.goals().getOrDefault(peer, Double.NaN)));
            }
        }
        return rows;
    }

    private static double ratio(Ratio ratio, double[] ours, double[] theirs) {
        double[] ratios = new double[ours.length];
        Arrays.setAll(ratios, i -> ratio == Ratio.SPEED ? theirs[i] / ours[i] : ours[i] / theirs[i]);
        return median(ratios);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
