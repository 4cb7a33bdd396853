// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The measurements of one engine, as a table and as lines for people. */
final class Results {
    /** The directory of the engines. */
    static final Path DIRECTORY = Path.of(System.getProperty("filterblock.engines", "target/engines"));

    private static final Path TABLE = DIRECTORY.resolve("results.tsv");

    private final String engine;
    private final Map<Layout, Integer> wrong = new EnumMap<>(Layout.class);
    private final Map<Layout, LookupCost> absent = new EnumMap<>(Layout.class);
    private final Map<Layout, LookupCost> present = new EnumMap<>(Layout.class);

    Results(String engine) {
        this.engine = engine;
    }

    void wrongAnswers(Layout layout, int count) {
        wrong.put(layout, count);
    }

    void cost(Layout layout, LookupCost ofAbsent, LookupCost ofPresent) {
        absent.put(layout, ofAbsent);
        present.put(layout, ofPresent);
    }

    int wrong(Layout layout) {
        return wrong.getOrDefault(layout, 0);
    }

    LookupCost absent(Layout layout) {
        return absent.get(layout);
    }

    LookupCost present(Layout layout) {
        return present.get(layout);
    }

    /** Adds the engine to the table, and prints its lines. */
    void write(int operations) throws IOException {
        StringBuilder rows = new StringBuilder();
        absent.forEach((layout, cost) -> rows.append(row(layout, "absent", cost)));
        present.forEach((layout, cost) -> rows.append(row(layout, "present", cost)));
        Files.writeString(TABLE, rows, StandardOpenOption.APPEND);
        wrong.keySet().forEach(layout -> System.out.print(line(layout, operations)));
    }

    private String row(Layout layout, String question, LookupCost cost) {
        return String.format(
                Locale.ROOT,
                "%s\t%s\t%s\t%.4f\t%.0f%n",
                engine,
                layout.label(),
                question,
                cost.blocksPerGet(),
                cost.cpuNanosPerGet());
    }

    private String line(Layout layout, int operations) {
        LookupCost without = absent(Layout.NONE);
        LookupCost with = absent(layout);
        return String.format(
                Locale.ROOT,
                "engine %s %s: %d operations, %d wrong; blocks read per absent get %.2f without, %.3f with;"
                        + " cpu %.1f us, %.1f us%n",
                engine,
                layout.label(),
                operations,
                wrong(layout),
                without.blocksPerGet(),
                with.blocksPerGet(),
                without.cpuNanosPerGet() / 1000,
                with.cpuNanosPerGet() / 1000);
    }

    /** Starts the table again. */
    static void begin() throws IOException {
        Files.createDirectories(DIRECTORY);
        Files.writeString(
                TABLE, String.join("\t", "engine", "layout", "question", "blocks_per_get", "cpu_ns_per_get") + "\n");
    }
}
