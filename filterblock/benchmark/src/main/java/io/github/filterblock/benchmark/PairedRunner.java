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
 * {@code benchmark.only} (which operations, as a regular expression), {@code benchmark.vectors} (true or false),
 * {@code benchmark.before} (jars of this library as it was, as in a class path; blank if it does not take part),
 * {@code benchmark.directory} (for everything written), {@code benchmark.sources} (where the native programs' sources
 * lie).
 */
public final class PairedRunner {
    private static final List<String> JVM_ARGUMENTS = List.of("-Xms2g", "-Xmx2g", "-Xmn512m", "-XX:+UseSerialGC");

    /** Stands for a program that could not be compiled. */
    static final String NOT_THERE = "-";

    private final boolean quick = Boolean.getBoolean("benchmark.quick");
    private final String only = System.getProperty("benchmark.only", ".*");
    private final Path directory = Path.of(System.getProperty("benchmark.directory"));
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private PairedRunner() {}

    /**
     * Runs.
     *
     * @param args none
     */
    public static void main(String[] args) throws Exception {
        new PairedRunner().run();
    }

    private void run() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Settings settings = Settings.of(quick);
        int forks = Integer.getInteger("benchmark.forks", 0);
        settings = forks > 0 ? settings.withForks(forks) : settings;
        Machine machine = Machine.current();
        out.println(machine.describe());
        out.println("forks " + settings.forks() + ", rounds " + settings.rounds() + ", warm-up "
                + settings.ourWarmUpMillis() + " ms, " + machine.load());
        String nativeProgram = compile(Side.NATIVE, "native_bench", "-l:libleveldb.a", "libleveldb-dev");
        String rocksDbProgram = compile(Side.ROCKSDB, RocksDbProgram.NAME, "-lrocksdb", "librocksdb-dev");
        if (!rocksDbProgram.equals(NOT_THERE)) {
            RocksDbProgram.makeFilters(Path.of(rocksDbProgram), directory, only);
        }
        RatioTable table = new RatioTable();
        for (int fork = 1; fork <= settings.forks(); fork++) {
            long start = System.nanoTime();
            measure(machine, nativeProgram, rocksDbProgram).forEach(table::add);
            out.println("fork " + fork + " of " + settings.forks() + ": " + (System.nanoTime() - start) / 1_000_000_000
                    + " s, " + machine.load());
        }
        List<String> markdown = new ArrayList<>();
        markdown.add(machine.describe() + ", " + LocalDate.now(ZoneOffset.UTC) + (quick ? ", quick form" : ""));
        markdown.add("");
        markdown.addAll(table.markdown());
        out.println();
        markdown.forEach(out::println);
        Files.write(directory.resolve("ratios.md"), markdown);
        Files.write(directory.resolve("ratios.tsv"), table.tsv());
    }

    private String compile(String side, String name, String library, String dependency)
            throws IOException, InterruptedException {
        try {
            Path sources = Path.of(System.getProperty("benchmark.sources"));
            return NativeProgram.compile(sources, directory, name, library, dependency)
                    .toString();
        } catch (NativeProgram.UnavailableException e) {
            out.println(side + ": not measured, because " + e.getMessage());
            return NOT_THERE;
        }
    }

    private List<Row> measure(Machine machine, String nativeProgram, String rocksDbProgram)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(machine.binding());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_ARGUMENTS);
        if (Vectors.areWanted()) {
            command.addAll(Vectors.JVM_ARGUMENTS);
        }
        command.add("-Dbenchmark.before=" + Fork.BEFORE);
        command.add("-Dbenchmark.directory=" + directory);
        command.add("-Dbenchmark.base=" + System.getProperty("benchmark.base", ""));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Fork.class.getName()));
        command.addAll(
                List.of(Boolean.toString(quick), only, nativeProgram, machine.boundProcessors(), rocksDbProgram));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Row> rows = new ArrayList<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (Row.isRow(line)) {
                    rows.add(Row.parse(line));
                }
            }
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException("a fork failed; see its message above");
        }
        return rows;
    }
}
