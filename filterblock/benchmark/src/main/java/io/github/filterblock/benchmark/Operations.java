// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import static io.github.filterblock.benchmark.Operation.Variant.against;
import static io.github.filterblock.benchmark.Side.NATIVE;

import io.github.filterblock.benchmark.Keys.Law;
import io.github.filterblock.benchmark.Operation.Ratio;
import io.github.filterblock.benchmark.Operation.Variant;
import io.github.filterblock.benchmark.Questions.Mode;
import io.github.filterblock.benchmark.Shape.AskFilters;
import io.github.filterblock.benchmark.Shape.Build;
import io.github.filterblock.benchmark.Shape.Create;
import io.github.filterblock.benchmark.Shape.Denial;
import io.github.filterblock.benchmark.Shape.Door;
import io.github.filterblock.benchmark.Shape.FullKind;
import io.github.filterblock.benchmark.Shape.FullLookup;
import io.github.filterblock.benchmark.Shape.Lookup;
import io.github.filterblock.benchmark.Shape.Manner;
import io.github.filterblock.benchmark.Shape.Memory;
import io.github.filterblock.benchmark.Shape.Positions;
import io.github.filterblock.benchmark.Shape.SharedLookup;
import io.github.filterblock.benchmark.Shape.TableLookup;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What is compared, in the order of the table. */
final class Operations {
    private static final List<String> EVERYBODY = List.of(NATIVE, "pcmind", "guava");
    private static final List<String> ONLY_NATIVE = List.of(NATIVE);
    private static final List<String> NOBODY = List.of();
    private static final Map<String, Double> FULL_GOALS = Map.of(Side.ROCKSDB, 0.8);

    private static final int BLOCKS_OF_2_MIB = 512;
    private static final int BLOCKS_OF_64_MIB = 16_384;
    private static final int MILLION = 1_000_000;
    private static final int TABLES_OF_6_MB = 200;
    private static final int TABLES_OF_60_MB = 2000;

    private Operations() {}

    static List<Operation> all(Goals goals) {
        return List.of(
                build("builder-2MiB", BLOCKS_OF_2_MIB, Double.NaN, Double.NaN),
                build("builder-64MiB", BLOCKS_OF_64_MIB, 1.8, 2.4),
                createNew("create-40", 40, Law.FIXED, Map.of(NATIVE, 1.7, "guava", 8.0)),
                createNew("create-1000", 1000, Law.FIXED, Map.of(NATIVE, 1.7, "guava", 8.0)),
                createReused("create-1e5", 100_000, 1.5),
                createReused("create-1e6", 1_000_000, 1.2),
                createReused("create-1e7", 10_000_000, 0.95),
                createNew("create-40-mixed", 40, Law.MIXED, Map.of()),
                ask("filter-40", EVERYBODY, mode -> new AskFilters(40, mode), 1.4, 2.2),
                ask("reader-cached", EVERYBODY, Operations::cached, Double.NaN, Double.NaN),
                behind("reader-cached-direct", Door.COPY_OF_DIRECT, 0.9, 0.9),
                behind(
                        "reader-cached-retaining",
                        Door.RETAINING_DIRECT,
                        goals.of(0.85, 0.87, 0.95),
                        goals.of(0.85, 0.85, 0.9)),
                behind(
                        "reader-cached-pooled",
                        Door.RETAINING_POOLED,
                        goals.of(0.95, 0.92, 0.95),
                        goals.of(0.95, 0.92, 0.95)),
                ask("reader-8-tables", EVERYBODY, SharedLookup::new, Double.NaN, Double.NaN),
                batchCached("batch-cached", 1),
                batchCached("batch-cached-8-tables", 8),
                ask(
                        "batch-6MB",
                        EVERYBODY,
                        mode -> cold(TABLES_OF_6_MB, mode, Manner.BATCH),
                        goals.of(2.1, 2.4, 1.4),
                        goals.of(2.2, 2.2, 1.5)),
                ask(
                        "batch-60MB",
                        EVERYBODY,
                        mode -> cold(TABLES_OF_60_MB, mode, Manner.BATCH),
                        goals.of(2.8, 3.0, 2.3),
                        goals.of(2.2, 2.4, 2.1)),
                ask("reader-60MB", EVERYBODY, mode -> cold(TABLES_OF_60_MB, mode, Manner.SINGLE), 0.75, 0.75),
                table("table-filter", 1, Keys.PER_TABLE, goals.of(1.05, 1.15, 1.2), goals.of(1.75, 2.1, 2.0)),
                table("table-1e6", 1, MILLION, goals.of(1.3, 1.5, 1.3), goals.of(1.6, 2.0, 1.8)),
                table("table-1e7", 1, 10 * MILLION, goals.of(1.1, 1.2, 1.1), goals.of(1.5, 1.8, 1.5)),
                table("table-1e6-cold", 40, MILLION, Double.NaN, Double.NaN),
                table("table-1e7-cold", 4, 10 * MILLION, Double.NaN, Double.NaN),
                full("full-fast", FullKind.FAST, Keys.PER_TABLE),
                full("full-legacy", FullKind.LEGACY, Keys.PER_TABLE),
                full("full-ribbon", FullKind.RIBBON, Keys.PER_TABLE),
                full("full-fast-cold", FullKind.FAST, 10 * MILLION),
                full("full-legacy-cold", FullKind.LEGACY, 10 * MILLION),
                full("full-ribbon-cold", FullKind.RIBBON, 10 * MILLION),
                new Operation(
                        "engine-denial",
                        ONLY_NATIVE,
                        List.of(
                                new Variant("windows", new Denial(false), Map.of()),
                                against(new Denial(false), Ratio.SPEED, "table", new Denial(true), Double.NaN))),
                new Operation(
                        "go-zero-positions",
                        List.of("guava"),
                        List.of(
                                new Variant("16 bytes", new Positions(16), Map.of("guava", 10.0)),
                                new Variant("100 bytes", new Positions(100), Map.of("guava", 10.0)))),
                new Operation(
                        "growth-create",
                        NOBODY,
                        List.of(
                                against(reused(100), Ratio.FACTOR, "1e2-1e5", reused(100_000), 1.4),
                                against(reused(100), Ratio.FACTOR, "1e2-1e7", reused(10_000_000), 4.0))),
                new Operation(
                        "growth-builder",
                        NOBODY,
                        List.of(against(
                                new Build(10, Memory.REUSED),
                                Ratio.FACTOR,
                                "10-10000",
                                new Build(10_000, Memory.REUSED),
                                1.2))));
    }

    /** Questions to a filter block in the cache, as array. */
    static Lookup cached(Mode mode) {
        return cached(1, mode, Door.COPY_OF_HEAP, Manner.SINGLE);
    }

    private static Lookup cached(int tables, Mode mode, Door door, Manner manner) {
        return new Lookup(tables, Questions.IN_CACHE, mode, door, manner);
    }

    static Lookup batch(Mode mode) {
        return cold(TABLES_OF_6_MB, mode, Manner.BATCH);
    }

    private static Lookup cold(int tables, Mode mode, Manner manner) {
        return new Lookup(tables, Questions.COLD, mode, Door.COPY_OF_HEAP, manner);
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
                List.of(
                        new Variant("new", new Build(blocks, Memory.NEW), Map.of(NATIVE, goalNew)),
                        new Variant("reused", new Build(blocks, Memory.REUSED), Map.of(NATIVE, goalReused))));
    }

    private static Operation createNew(String name, int keys, Law law, Map<String, Double> goals) {
        return new Operation(name, EVERYBODY, List.of(new Variant("new", new Create(keys, law, Memory.NEW), goals)));
    }

    private static Operation createReused(String name, int keys, double goal) {
        return new Operation(name, EVERYBODY, List.of(new Variant("reused", reused(keys), Map.of(NATIVE, goal))));
    }

    private static Operation ask(
            String name, List<String> peers, Function<Mode, Shape> shape, double goalHit, double goalMiss) {
        return new Operation(
                name,
                peers,
                List.of(
                        new Variant("hit", shape.apply(Mode.HIT), Map.of(NATIVE, goalHit)),
                        new Variant("miss", shape.apply(Mode.MISS), Map.of(NATIVE, goalMiss))));
    }

    /** Questions to one filter for a whole table: one table again and again, or many at random. */
    private static Operation table(String name, int tables, int keys, double goalHit, double goalMiss) {
        int questions = tables == 1 ? Questions.IN_CACHE : Questions.COLD;
        return ask(name, ONLY_NATIVE, mode -> new TableLookup(tables, keys, questions, mode), goalHit, goalMiss);
    }

    /** Questions to one of RocksDB's full filters, in the cache or too large for it. */
    private static Operation full(String name, FullKind kind, int keys) {
        int questions = keys == Keys.PER_TABLE ? Questions.IN_CACHE : Questions.COLD;
        return new Operation(
                name,
                List.of(Side.ROCKSDB),
                List.of(
                        new Variant("hit", new FullLookup(kind, keys, questions, Mode.HIT), FULL_GOALS),
                        new Variant("miss", new FullLookup(kind, keys, questions, Mode.MISS), FULL_GOALS)));
    }

    private static Operation behind(String name, Door door, double goalHit, double goalMiss) {
        return compared(
                name, ONLY_NATIVE, Operations::cached, mode -> cached(1, mode, door, Manner.SINGLE), goalHit, goalMiss);
    }

    private static Operation batchCached(String name, int tables) {
        return compared(
                name,
                NOBODY,
                mode -> cached(tables, mode, Door.COPY_OF_HEAP, Manner.SINGLE),
                mode -> cached(tables, mode, Door.COPY_OF_HEAP, Manner.BATCH),
                0.85,
                0.85);
    }

    private static Operation compared(
            String name,
            List<String> peers,
            Function<Mode, Shape> reference,
            Function<Mode, Shape> shape,
            double goalHit,
            double goalMiss) {
        return new Operation(
                name,
                peers,
                List.of(
                        Variant.against(reference.apply(Mode.HIT), Ratio.SPEED, "hit", shape.apply(Mode.HIT), goalHit),
                        Variant.against(
                                reference.apply(Mode.MISS), Ratio.SPEED, "miss", shape.apply(Mode.MISS), goalMiss)));
    }
}
