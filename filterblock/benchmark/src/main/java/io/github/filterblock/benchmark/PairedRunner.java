// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares this library with its peers: starts one JVM after the other, prints the table of ratios and writes it to
 * {@code ratios.tsv}. BENCHMARKS.md explains the method and the table.
 *
 * <p>System properties: {@code benchmark.quick} (true or false), {@code benchmark.forks} (0 for the usual number),
 * {@code benchmark.only} (which operations, as a regular expression),
 * {@code benchmark.before} (jars of this library as it was, as in a class path; blank if it does not take part),
 * {@code benchmark.directory} (for everything written), {@code benchmark.sources} (where the native programs' sources
 * lie).
 */
public final class PairedRunner {
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private PairedRunner() {}

    /**
     * Runs.
     *
     * @param args none
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Files.createDirectories(Settings.DIRECTORY);
        Machine machine = Machine.current();
        OUT.println(machine.describe());
        OUT.println("forks " + Settings.FORKS + ", rounds " + Settings.ROUNDS + ", warm-up "
                + Settings.OUR_WARM_UP_MILLIS + " ms, " + machine.load());
        for (NativeProgram program : NativeProgram.values()) {
            program.compile().ifPresent(OUT::println);
        }
        NativeProgram.makeFullFilters();
        RatioTable table = new RatioTable();
        for (int fork = 1; fork <= Settings.FORKS; fork++) {
            long start = System.nanoTime();
            fork(machine, table);
            OUT.println("fork " + fork + " of " + Settings.FORKS + ": " + (System.nanoTime() - start) / 1_000_000_000
                    + " s, " + machine.load());
        }
        List<String> markdown = new ArrayList<>();
        markdown.add(
                machine.describe() + ", " + LocalDate.now(ZoneOffset.UTC) + (Settings.QUICK ? ", quick form" : ""));
        markdown.add("");
        markdown.addAll(table.markdown());
        OUT.println();
        markdown.forEach(OUT::println);
        Files.write(Settings.DIRECTORY.resolve("ratios.md"), markdown);
        Files.write(Settings.DIRECTORY.resolve("ratios.tsv"), table.tsv());
    }

    private static void fork(Machine machine, RatioTable table) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(machine.binding());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xms3g", "-Xmx3g", "-Xmn512m", "-XX:+UseSerialGC"));
        System.getProperties().forEach((name, value) -> {
            if (name.toString().startsWith("benchmark.")) {
                command.add("-D" + name + "=" + value);
            }
        });
        command.add("-Dbenchmark.processors=" + machine.boundProcessors());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Fork.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Row.parse(line).ifPresent(table::add);
            }
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException("a fork failed; see its message above");
        }
    }
}
