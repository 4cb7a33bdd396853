// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

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

/**
 * One JVM's measurements. First everything is prepared and its bytes and answers are compared; then, operation after
 * operation, all sides are warmed up and timed in turns.
 */
final class Fork {
    private final List<Side> sides;
    private final OurSide ours;
    private final Map<List<Object>, Optional<Work>> works = new HashMap<>();
    private final Map<Work, Optional<Work.Check>> checks = new HashMap<>();
    private final Set<Work> warm = new HashSet<>();

    private Fork(OurSide ours, List<Side> sides) {
        this.ours = ours;
        this.sides = sides;
    }

    /** Measures and prints. */
    public static void main(String[] args) throws Exception {
        Data data = new Data();
        OurSide ours = new OurSide(Side.OURS, data);
        List<NativeSide> natives = new ArrayList<>();
        for (NativeProgram program : NativeProgram.values()) {
            for (String side : program.sides()) {
                program.start(side).ifPresent(natives::add);
            }
        }
        List<Side> sides = new ArrayList<>(List.of(ours));
        sides.addAll(natives);
        sides.addAll(List.of(new PcmindSide(data), new GuavaSide(data)));
        if (!Settings.BEFORE.isEmpty()) {
            sides.add(BeforeSide.of(Settings.BEFORE));
        }
        try {
            new Fork(ours, sides).measure();
        } finally {
            natives.forEach(NativeSide::close);
        }
    }

    private void measure() throws Exception {
        List<Operation> operations = Operations.ALL.stream()
                .filter(operation -> Settings.want(operation.name()) && isPossible(operation))
                .toList();
        for (Operation operation : operations) {
            for (Variant variant : operation.variants()) {
                verify(variant.shape());
                variant.reference().ifPresent(this::verify);
            }
        }
        for (Operation operation : operations) {
            warmUp(operation);
            operation.variants().forEach(variant -> measure(operation, variant));
        }
        Allocations.measure(shape -> (JavaWork) find(ours, shape).orElseThrow());
        if (Settings.want(TwoThreads.OPERATION)) {
            TwoThreads.measure(ours);
        }
        if (Settings.want(RedisPublishing.OPERATION)) {
            TwoThreads.releaseFromProcessor(); // the server takes one, too
            RedisPublishing.measure();
        }
    }

    /** Filters of RocksDB are asked only where it can make them. */
    private boolean isPossible(Operation operation) {
        return !operation.peers().contains(Side.ROCKSDB)
                || sides.stream().anyMatch(side -> side.name().equals(Side.ROCKSDB));
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
        participants.put("", find(ours, variant.shape()).orElseThrow());
        variant.reference().flatMap(shape -> find(ours, shape)).ifPresent(work -> participants.put(Side.OURS, work));
        for (Side side : sides) {
            if (operation.peers().contains(side.name()) || side.name().equals(Side.BEFORE)) {
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
            switch (name) {
                case Side.NATIVE, Side.ROCKSDB, Side.ROCKSDB_BATCH ->
                    works.forEach(
                            work -> work.nanosPerOperation(Settings.NATIVE_WARM_UP_MILLIS * Settings.NANOS_PER_MILLI));
                case Side.OURS, Side.BEFORE -> warmUp(works, Settings.OUR_WARM_UP_MILLIS);
                default -> warmUp(works, Settings.PEER_WARM_UP_MILLIS);
            }
        });
    }

    private static void warmUp(Set<Work> works, long millis) {
        long end = JavaWork.cpuNanos() + millis * Settings.NANOS_PER_MILLI;
        while (JavaWork.cpuNanos() < end) {
            works.forEach(work -> work.nanosPerOperation(Settings.SAMPLE_NANOS));
        }
    }

    private void measure(Operation operation, Variant variant) {
        Map<String, Work> participants = participants(operation, variant);
        List<String> names = List.copyOf(participants.keySet());
        double[][] nanos = new double[names.size()][Settings.ROUNDS];
        for (int round = 0; round < Settings.ROUNDS; round++) {
            for (int i = 0; i < names.size(); i++) {
                int turn = (i + round) % names.size();
                nanos[turn][round] = participants.get(names.get(turn)).nanosPerOperation(Settings.SAMPLE_NANOS);
            }
        }
        List<String> peers = new ArrayList<>(operation.peers());
        if (variant.reference().isPresent()) {
            peers.add(0, Side.OURS);
        }
        if (!Settings.BEFORE.isEmpty()) {
            peers.add(Side.BEFORE);
        }
        for (String peer : peers) {
            int at = names.indexOf(peer);
            boolean before = peer.equals(Side.BEFORE);
            if (at >= 0 || before || peer.equals(Side.NATIVE)) {
                boolean less = variant.lessIsBetter() && !before;
                double ratio = at < 0 ? Double.NaN : less ? ratio(nanos[0], nanos[at]) : ratio(nanos[at], nanos[0]);
                double goal = before ? BeforeSide.GOAL : variant.goals().getOrDefault(peer, Double.NaN);
                new Row(operation.name(), variant.name(), peer, ratio, median(nanos[0]), less, goal).print();
            }
        }
    }

    private static double ratio(double[] above, double[] below) {
        double[] ratios = new double[above.length];
        Arrays.setAll(ratios, i -> above[i] / below[i]);
        return median(ratios);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
