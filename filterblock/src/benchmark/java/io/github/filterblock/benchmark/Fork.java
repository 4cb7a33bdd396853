// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import io.github.filterblock.benchmark.Operation.Ratio;
import io.github.filterblock.benchmark.Operation.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
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
    private final Settings settings;
    private final List<Side> sides;
    private final Side ours;
    private final Map<List<Object>, Optional<Work>> works = new HashMap<>();
    private final Set<Work> warm = new HashSet<>();

    private Fork(Settings settings, List<Side> sides) {
        this.settings = settings;
        this.sides = sides;
        this.ours = sides.get(0);
    }

    /**
     * Measures and prints.
     *
     * @param args whether to be quick; the native program or a dash; the processors that this process might use, if it
     *     was bound to one of them, or a dash
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Settings settings = Settings.of(Boolean.parseBoolean(args[0]));
        Data data = new Data();
        OurSide ours = new OurSide(data);
        List<Side> sides =
                new ArrayList<>(List.of(ours, new PcmindSide(data), new GuavaSide(data), new PortSide(data)));
        if (args[1].equals("-")) {
            new Fork(settings, sides).measure(ours, args[2]);
        } else {
            try (NativeSide nativeSide = NativeSide.start(Path.of(args[1]))) {
                sides.add(1, nativeSide);
                new Fork(settings, sides).measure(ours, args[2]);
            }
        }
    }

    private void measure(OurSide ours, String processors) throws IOException, InterruptedException {
        List<Operation> operations = Operations.all();
        for (Operation operation : operations) {
            for (Variant variant : operation.variants()) {
                verify(operation, variant);
            }
        }
        progress("bytes and answers agree");
        for (Operation operation : operations) {
            warmUp(operation);
            for (Variant variant : operation.variants()) {
                measure(operation, variant).forEach(Fork::print);
            }
            progress(operation.name());
        }
        Allocations.measure(shape -> work(ours, shape)).forEach(Fork::print);
        TwoThreads.measure(ours, settings, processors).forEach(Fork::print);
    }

    private static void print(Row row) {
        System.out.println(row.toLine());
    }

    private static void progress(String what) {
        System.out.println("done\t" + what);
    }

    private JavaWork work(Side side, Shape shape) {
        return (JavaWork) find(side, shape).orElseThrow();
    }

    private Optional<Work> find(Side side, Shape shape) {
        List<Object> key = List.of(side, shape);
        Optional<Work> work = works.get(key);
        if (work == null) {
            work = shape.on(side);
            works.put(key, work);
        }
        return work;
    }

    /** Those who take part, ours first; the thing of ours that it is compared with bears our name as a peer. */
    private Map<String, Work> participants(Operation operation, Variant variant) {
        Map<String, Work> participants = new LinkedHashMap<>();
        participants.put("", work(ours, variant.shape()));
        variant.reference().ifPresent(shape -> participants.put(Side.OURS, work(ours, shape)));
        for (Side side : sides) {
            if (operation.peers().contains(side.name())) {
                find(side, variant.shape()).ifPresent(work -> participants.put(side.name(), work));
            }
        }
        return participants;
    }

    private void verify(Operation operation, Variant variant) {
        Map<String, Work> participants = participants(operation, variant);
        if (variant.ratio() == Ratio.FACTOR) {
            participants.remove(Side.OURS); // another size
        }
        Set<Work.Check> checks = new HashSet<>();
        participants.forEach((name, work) -> work.check().ifPresent(check -> {
            checks.add(check);
            if (checks.size() > 1) {
                throw new IllegalStateException(operation.name() + " " + variant.name() + ": bytes or answers of "
                        + name + " differ: " + checks);
            }
        }));
    }

    /** All variants in turns, so that the compiler sees hits and misses. */
    private void warmUp(Operation operation) {
        Map<String, Set<Work>> cold = new LinkedHashMap<>();
        for (Variant variant : operation.variants()) {
            participants(operation, variant).forEach((name, work) -> {
                if (warm.add(work)) {
                    cold.computeIfAbsent(name, n -> new HashSet<>()).add(work);
                }
            });
        }
        cold.forEach((name, works) -> warmUp(works, warmUpNanos(name)));
    }

    private long warmUpNanos(String name) {
        return switch (name) {
            case "", Side.OURS -> settings.ourWarmUpMillis() * Settings.NANOS_PER_MILLI;
            case Side.NATIVE -> Settings.NATIVE_WARM_UP_NANOS;
            default -> settings.peerWarmUpMillis() * Settings.NANOS_PER_MILLI;
        };
    }

    private static void warmUp(Collection<Work> works, long nanos) {
        long turns = Math.max(1, nanos / Settings.SAMPLE_NANOS / works.size());
        long slice = nanos / turns / works.size();
        for (long i = 0; i < turns; i++) {
            works.forEach(work -> work.nanosPerOperation(slice));
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
        List<Row> rows = new ArrayList<>();
        for (String peer : peers) {
            int at = names.indexOf(peer);
            if (at >= 0 || peer.equals(Side.NATIVE)) {
                double ratio = at < 0 ? Double.NaN : ratio(variant.ratio(), nanos[0], nanos[at]);
                rows.add(new Row(
                        operation.name(),
                        variant.name(),
                        peer,
                        ratio,
                        median(nanos[0]),
                        variant.ratio() == Ratio.FACTOR,
                        variant.goals().getOrDefault(peer, Double.NaN)));
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
