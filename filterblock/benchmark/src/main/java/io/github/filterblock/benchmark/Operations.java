// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import static io.github.filterblock.benchmark.Side.NATIVE;

import io.github.filterblock.benchmark.Operation.Variant;
import io.github.filterblock.benchmark.Shape.Ask;
import io.github.filterblock.benchmark.Shape.Build;
import io.github.filterblock.benchmark.Shape.Create;
import io.github.filterblock.benchmark.Shape.CreateFull;
import io.github.filterblock.benchmark.Shape.Law;
import io.github.filterblock.benchmark.Shape.Memory;
import io.github.filterblock.benchmark.Shape.Mode;
import io.github.filterblock.benchmark.Shape.Positions;
import io.github.filterblock.benchmark.Shape.Target;
import io.github.filterblock.benchmark.Shape.Way;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is compared, in the order of the table, with the goals. */
final class Operations {
    private static final List<String> EVERYBODY = List.of(NATIVE, "pcmind", "guava");
    private static final List<String> ONLY_NATIVE = List.of(NATIVE);
    private static final List<String> ROCKSDB_AND_GUAVA = List.of(Side.ROCKSDB, "guava");
    private static final List<String> ROCKSDB_TWICE = List.of(Side.ROCKSDB, Side.ROCKSDB_BATCH);
    private static final List<String> NOBODY = List.of();
    private static final double NO_GOAL = Double.NaN;

    private static final int BLOCKS_OF_2_MIB = Keys.BLOCKS_PER_TABLE;
    private static final int MILLION = 1_000_000;

    /** Questions to a filter block in the cache, as array. */
    static final Ask CACHED = windows(1);

    static final Ask SHARED = new Ask(Target.SHARED, Keys.SHARED_TABLES, Keys.PER_TABLE);
    static final Ask BATCHES = windows(200).cold().by(Way.BATCH);
    private static final Ask TABLES_OF_60_MB = windows(2000).cold();
    private static final Ask DENIAL = new Ask(Target.DENIAL_WINDOWS, 1, Keys.PER_TABLE).with(Mode.MISS);
    static final Ask DENIAL_BY_FAST = new Ask(Target.DENIAL_FAST, 1, Keys.PER_TABLE).with(Mode.MISS);
    private static final Ask DENIAL_BY_TABLE = new Ask(Target.DENIAL_TABLE, 1, Keys.PER_TABLE).with(Mode.MISS);

    static final List<Operation> ALL = List.of(
            build("builder-2MiB", BLOCKS_OF_2_MIB, NO_GOAL, NO_GOAL),
            build("builder-64MiB", 16_384, 1.8, 2.4),
            createNew("create-40", 40, Law.FIXED, Map.of(NATIVE, 1.7, "guava", 8.0)),
            createNew("create-1000", 1000, Law.FIXED, Map.of(NATIVE, 1.7, "guava", 8.0)),
            createReused("create-1e5", 100_000, 1.5),
            createReused("create-1e6", MILLION, 1.2),
            createReused("create-1e7", 10 * MILLION, 0.95),
            createNew("create-40-mixed", 40, Law.MIXED, Map.of()),
            ask("filter-40", EVERYBODY, new Ask(Target.FILTERS, 512, 40), 1.4, 2.2),
            ask("reader-cached", EVERYBODY, CACHED, NO_GOAL, NO_GOAL),
            beside("reader-cached-direct", ONLY_NATIVE, CACHED, CACHED.by(Way.COPY_OF_DIRECT), 0.9, 0.9),
            beside(
                    "reader-cached-retaining",
                    ONLY_NATIVE,
                    CACHED,
                    CACHED.by(Way.RETAINING_DIRECT),
                    goal(0.85, 0.87, 0.95),
                    goal(0.85, 0.85, 0.9)),
            beside(
                    "reader-cached-pooled",
                    ONLY_NATIVE,
                    CACHED,
                    CACHED.by(Way.RETAINING_POOLED),
                    goal(0.95, 0.92, 0.95),
                    goal(0.95, 0.92, 0.95)),
            ask("reader-8-tables", EVERYBODY, SHARED, NO_GOAL, NO_GOAL),
            beside("batch-cached", NOBODY, CACHED, CACHED.by(Way.BATCH), 0.85, 0.85),
            beside("batch-cached-8-tables", NOBODY, windows(8), windows(8).by(Way.BATCH), 0.85, 0.85),
            ask("batch-6MB", EVERYBODY, BATCHES, goal(2.1, 2.4, 1.4), goal(2.2, 2.2, 1.5)),
            ask("batch-60MB", EVERYBODY, TABLES_OF_60_MB.by(Way.BATCH), goal(2.8, 3.0, 2.3), goal(2.2, 2.4, 2.1)),
            ask("reader-60MB", EVERYBODY, TABLES_OF_60_MB, 0.75, 0.75),
            table("table-filter", tables(1, Keys.PER_TABLE), goal(1.05, 1.15, 1.2), goal(1.75, 2.1, 2.0)),
            table("table-1e6", tables(1, MILLION), goal(1.3, 1.5, 1.3), goal(1.6, 2.0, 1.8)),
            table("table-1e7", tables(1, 10 * MILLION), goal(1.1, 1.2, 1.1), goal(1.5, 1.8, 1.5)),
            table("table-1e6-cold", tables(40, MILLION).cold(), NO_GOAL, NO_GOAL),
            table("table-1e7-cold", tables(4, 10 * MILLION).cold(), NO_GOAL, NO_GOAL),
            full("full-fast", ROCKSDB_AND_GUAVA, new Ask(Target.FAST, 1, Keys.PER_TABLE)),
            full("full-legacy", new Ask(Target.LEGACY, 1, Keys.PER_TABLE)),
            full("full-ribbon", ROCKSDB_AND_GUAVA, new Ask(Target.RIBBON, 1, Keys.PER_TABLE)),
            full("full-fast-cold", new Ask(Target.FAST, 1, 10 * MILLION).cold()),
            full("full-legacy-cold", new Ask(Target.LEGACY, 1, 10 * MILLION).cold()),
            full("full-ribbon-cold", new Ask(Target.RIBBON, 1, 10 * MILLION).cold()),
            fullBatch("batch-full-warm-fast", new Ask(Target.FAST, 1, Keys.PER_TABLE)),
            fullBatch("batch-full-warm-legacy", new Ask(Target.LEGACY, 1, Keys.PER_TABLE)),
            fullBatch("batch-full-warm-ribbon", new Ask(Target.RIBBON, 1, Keys.PER_TABLE)),
            fullBatch("batch-full-cold-fast", Target.FAST, 2.5, 1.0),
            fullBatch("batch-full-cold-legacy", Target.LEGACY, NO_GOAL, NO_GOAL),
            fullBatch("batch-full-cold-ribbon", Target.RIBBON, 2.0, 1.0),
            createFull("create-fast", Target.FAST, 20_000, fastGoal(), 0.65),
            createFull("create-fast-1e6", Target.FAST, MILLION, fastGoal(), NO_GOAL),
            createFull("create-fast-1e7", Target.FAST, 10 * MILLION, NO_GOAL, 1.0),
            createFull("create-ribbon", Target.RIBBON, 20_000, 0.9),
            createFull("create-ribbon-1e6", Target.RIBBON, MILLION, 0.9),
            createFull("create-ribbon-1e7", Target.RIBBON, 10 * MILLION, 0.9),
            createFull("create-legacy", Target.LEGACY, 20_000, NO_GOAL),
            new Operation(
                    "engine-denial",
                    ONLY_NATIVE,
                    new Variant("windows", DENIAL, Map.of()),
                    new Variant("table", DENIAL_BY_TABLE, DENIAL, false, NO_GOAL),
                    new Variant("fast", DENIAL_BY_FAST, DENIAL_BY_TABLE, false, 1.0)),
            new Operation(
                    "go-zero-positions",
                    List.of("guava"),
                    new Variant("16 bytes", new Positions(16), Map.of("guava", 10.0)),
                    new Variant("100 bytes", new Positions(100), Map.of("guava", 10.0))),
            new Operation(
                    "growth-create",
                    NOBODY,
                    new Variant("1e2-1e5", reused(100_000), reused(100), true, 1.4),
                    new Variant("1e2-1e7", reused(10 * MILLION), reused(100), true, 4.0)),
            new Operation(
                    "growth-builder",
                    NOBODY,
                    new Variant(
                            "10-10000", new Build(10_000, Memory.REUSED), new Build(10, Memory.REUSED), true, 1.2)));

    private Operations() {}

    /**
     * A goal that depends on processor and JDK.
     *
     * @param amd17 on a processor of AMD with a JDK without {@code Math.unsignedMultiplyHigh}
     * @param amd there with a later one
     * @param intel on a processor of Intel
     */
    private static double goal(double amd17, double amd, double intel) {
        return switch (Machine.vendor()) {
            case "GenuineIntel" -> intel;
            case "AuthenticAMD" -> Runtime.version().feature() < 18 ? amd17 : amd;
            default -> NO_GOAL;
        };
    }

    private static Ask windows(int tables) {
        return new Ask(Target.WINDOWS, tables, Keys.PER_TABLE);
    }

    private static Ask tables(int tables, int keys) {
        return new Ask(Target.TABLES, tables, keys);
    }

    static Build table(Memory builder) {
        return new Build(BLOCKS_OF_2_MIB, builder);
    }

    private static Create reused(int keys) {
        return new Create(keys, Law.FIXED, Memory.REUSED);
    }

    private static Operation build(String name, int blocks, double goalNew, double goalReused) {
        return new Operation(
                name,
                EVERYBODY,
                new Variant("new", new Build(blocks, Memory.NEW), Map.of(NATIVE, goalNew)),
                new Variant("reused", new Build(blocks, Memory.REUSED), Map.of(NATIVE, goalReused)));
    }

    private static Operation createNew(String name, int keys, Law law, Map<String, Double> goals) {
        return new Operation(name, EVERYBODY, new Variant("new", new Create(keys, law, Memory.NEW), goals));
    }

    private static Operation createReused(String name, int keys, double goal) {
        return new Operation(name, EVERYBODY, new Variant("reused", reused(keys), Map.of(NATIVE, goal)));
    }

    private static Operation ask(String name, List<String> peers, Ask ask, double goalHit, double goalMiss) {
        return new Operation(
                name,
                peers,
                new Variant("hit", ask, Map.of(peers.get(0), goalHit)),
                new Variant("miss", ask.with(Mode.MISS), Map.of(peers.get(0), goalMiss)));
    }

    private static Operation table(String name, Ask ask, double goalHit, double goalMiss) {
        return ask(name, ONLY_NATIVE, ask, goalHit, goalMiss);
    }

    private static Operation full(String name, Ask ask) {
        return full(name, List.of(Side.ROCKSDB), ask);
    }

    private static Operation full(String name, List<String> peers, Ask ask) {
        return ask(name, peers, ask, 0.8, 0.8);
    }

    /** Batches of a filter in the cache, beside single questions. */
    private static Operation fullBatch(String name, Ask single) {
        return beside(name, ROCKSDB_TWICE, single, single.by(Way.BATCH), 0.95, 0.95);
    }

    /** Batches of a filter of 10^8 bits, or twice the size of the last cache if that is more. */
    private static Operation fullBatch(String name, Target kind, double goalOfSingle, double goalOfBatch) {
        long bitsOfKey = kind == Target.RIBBON ? 7 : 10;
        long keys = Math.max(100L * MILLION, 2 * Machine.lastCache() * Byte.SIZE) / bitsOfKey;
        Ask single = new Ask(kind, 1, (int) (keys / MILLION + 1) * MILLION).cold();
        Map<String, Double> goals = Map.of(Side.ROCKSDB, goalOfSingle, Side.ROCKSDB_BATCH, goalOfBatch);
        Ask miss = single.with(Mode.MISS);
        return new Operation(
                name,
                ROCKSDB_TWICE,
                new Variant("hit", single.by(Way.BATCH), Optional.of(single), false, goals),
                new Variant("miss", miss.by(Way.BATCH), Optional.of(miss), false, goals));
    }

    private static Operation createFull(String name, Target kind, int keys, double goal) {
        return new Operation(
                name,
                List.of(Side.ROCKSDB),
                new Variant("reused", new CreateFull(kind, keys), Map.of(Side.ROCKSDB, goal)));
    }

    /** Beside RocksDB's builder, and ours of a LevelDB filter of the same keys. */
    private static Operation createFull(String name, Target kind, int keys, double goal, double goalOfOurs) {
        Map<String, Double> goals = Map.of(Side.ROCKSDB, goal, Side.OURS, goalOfOurs);
        return new Operation(
                name,
                List.of(Side.ROCKSDB),
                new Variant("reused", new CreateFull(kind, keys), Optional.of(reused(keys)), false, goals));
    }

    private static double fastGoal() {
        return goal(0.65, 0.8, Runtime.version().feature() < 18 ? 0.65 : 0.8);
    }

    private static Operation beside(
            String name, List<String> peers, Ask reference, Ask ask, double goalHit, double goalMiss) {
        return new Operation(
                name,
                peers,
                new Variant("hit", ask, reference, false, goalHit),
                new Variant("miss", ask.with(Mode.MISS), reference.with(Mode.MISS), false, goalMiss));
    }
}
