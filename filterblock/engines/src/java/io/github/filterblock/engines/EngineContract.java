// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for every engine with filters: right answers, and hardly any block read for an absent key. */
abstract class EngineContract {
    /** The measurements of all engines. */
    static final Path TABLE = Engine.DIRECTORY.resolve("results.tsv");

    private static final int OPERATIONS = 60_000;

    @TempDir
    Path directory;

    /** Returns the engine with a write buffer of that many bytes. */
    abstract Engine engine(int writeBuffer);

    /** Checks what this engine alone promises about lookups of absent keys. */
    abstract void check(Map<Layout, LookupCost> absent);

    @Test
    void answersAreRight() throws IOException {
        Engine engine = engine(Engine.SMALL_WRITE_BUFFER);
        for (Layout layout : withFilters(engine)) {
            Path place = directory.resolve("random-" + layout.label());
            int wrong = RandomRun.run(engine, place, layout, layout.ordinal(), OPERATIONS);
            System.out.printf("engine %s %s: %d operations, %d wrong%n", engine.name(), layout, OPERATIONS, wrong);
            assertEquals(0, wrong, layout.label());
        }
    }

    @Test
    void absentKeysCostNoReads() throws IOException {
        Engine engine = engine(Engine.USUAL_WRITE_BUFFER);
        Map<Layout, Store> stores = LookupCost.fill(engine, directory);
        Map<Layout, LookupCost> absent = LookupCost.measure(stores, false);
        Map<Layout, LookupCost> present = LookupCost.measure(stores, true);
        for (Store store : stores.values()) {
            store.resume();
            store.close();
        }
        Map<Layout, Double> shares = LookupCost.sharesOfFilters(engine, directory);
        StringBuilder rows = new StringBuilder();
        absent.forEach((layout, cost) -> rows.append(row(engine, layout, "absent", cost, shares)));
        present.forEach((layout, cost) -> rows.append(row(engine, layout, "present", cost, shares)));
        Files.writeString(TABLE, rows, StandardOpenOption.APPEND);
        System.out.print(rows);
        for (Layout layout : withFilters(engine)) {
            assertTrue(absent.get(layout).blocksPerGet() <= 0.05, layout.label());
            assertTrue(
                    present.get(layout).blocksPerGet()
                            <= present.get(Layout.NONE).blocksPerGet() + 0.05,
                    layout.label());
        }
        check(absent);
    }

    private static List<Layout> withFilters(Engine engine) {
        return engine.layouts().stream().filter(layout -> layout != Layout.NONE).toList();
    }

    private static String row(
            Engine engine, Layout layout, String question, LookupCost cost, Map<Layout, Double> shares) {
        return String.format(
                Locale.ROOT,
                "%s\t%s\t%s\t%.4f\t%.0f\t%.2f%n",
                engine.name(),
                layout.label(),
                question,
                cost.blocksPerGet(),
                cost.cpuNanosPerGet(),
                100 * shares.get(layout));
    }
}
