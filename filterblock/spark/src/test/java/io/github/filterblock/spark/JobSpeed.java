// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures {@code verify} on Spark beside the tool, on one core and on two, with many small tables and with fewer large
 * ones, and prints a table; SPARK.md has its seconds, which are those of whole processes, the best of two.
 */
public final class JobSpeed {
    private static final int LARGE_TABLES = 64;
    private static final int LARGE_KEYS = 60_000;
    private static final int RUNS = 2;
    private static final List<Integer> MACHINES = List.of(2, 4, 10, 100);

    private final Path scratch = Commands.TARGET.resolve("spark/speed");

    private JobSpeed() {}

    /** One kind of tables. */
    private record Tables(String label, Path directory, long files, long bytes) {
        static Tables of(String label, Path directory) throws IOException {
            try (Stream<Path> all = Files.walk(directory)) {
                LongSummaryStatistics sizes = all.filter(file -> file.toString().matches(".*\\.(ldb|sst)"))
                        .mapToLong(file -> file.toFile().length())
                        .summaryStatistics();
                return new Tables(label, directory, sizes.getCount(), sizes.getSum());
            }
        }
    }

    /** Measures and prints. */
    public static void main(String[] args) throws IOException, InterruptedException {
        new JobSpeed().measure();
    }

    private void measure() throws IOException, InterruptedException {
        Files.createDirectories(scratch);
        Tables small = Tables.of("small", ManyTables.directory());
        Tables large = Tables.of("large", largeTables());
        Path one = Files.createDirectories(scratch.resolve("one"));
        Files.write(one.resolve("1.ldb"), GeneratedTable.of(1, 10));
        say("JDK " + System.getProperty("java.version") + ", "
                + Runtime.getRuntime().availableProcessors() + " processors of " + processor());
        say("");
        say("| tables | cores | program | seconds | files/s | MB/s |");
        say("|---|---:|---|---:|---:|---:|");
        double start = spark(Tables.of("one", one), 2);
        tool(small, 1);
        spark(small, 1);
        double tool = tool(small, 2);
        double spark = spark(small, 2);
        tool(large, 1);
        spark(large, 1);
        tool(large, 2);
        spark(large, 2);
        say("");
        for (int machines : MACHINES) {
            double won = (tool - (spark - start) / machines) / small.files();
            say(String.format(
                    Locale.ROOT,
                    "%d machines like this one: from %s small files on",
                    machines,
                    won <= 0 ? "no number of" : String.format(Locale.ROOT, "%,d", Math.round(start / won))));
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }

    private Path largeTables() throws IOException {
        Path directory = Files.createDirectories(scratch.resolve("large"));
        for (int i = 0; i < LARGE_TABLES; i++) {
            Path file = directory.resolve(i + ".ldb");
            if (!Files.exists(file)) {
                Files.write(file, GeneratedTable.of(i, LARGE_KEYS));
            }
        }
        return directory;
    }

    private double tool(Tables tables, int cores) throws IOException, InterruptedException {
        return best(tables, cores, "tool, `--jobs " + cores + "`", output -> {
            List<String> words = Commands.words("verify", "--json", "--jobs", cores, tables.directory());
            return Commands.runTool(output.resolveSibling("tool.jsonl"), words);
        });
    }

    private double spark(Tables tables, int cores) throws IOException, InterruptedException {
        String master = "local[" + cores + "]";
        return best(tables, cores, "Spark, `" + master + "`", output -> {
            List<String> words = Commands.words("verify", "--output", output, tables.directory());
            return Commands.sparkSubmit(master, List.of(), words).await();
        });
    }

    /** A command that writes to a place. */
    private interface Run {
        Commands.Result run(Path output) throws IOException, InterruptedException;
    }

    private double best(Tables tables, int cores, String program, Run run) throws IOException, InterruptedException {
        bindTo(cores);
        double best = Double.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            Path output = Files.createTempDirectory(scratch, "out-").resolve("out");
            long before = System.nanoTime();
            Commands.Result result = run.run(output);
            best = Math.min(best, (System.nanoTime() - before) / 1e9);
            if (result.status() == 2 || result.err().contains("Exception")) {
                throw new IOException(program + ": " + result);
            }
        }
        say(String.format(
                Locale.ROOT,
                "| %,d %s, %.0f MB | %d | %s | %.1f | %,.0f | %.0f |",
                tables.files(),
                tables.label(),
                tables.bytes() / 1e6,
                cores,
                program,
                best,
                tables.files() / best,
                tables.bytes() / 1e6 / best));
        return best;
    }

    /** Binds this process, and so those that it starts, to this number of cores, if the system can do that. */
    private static void bindTo(int cores) throws InterruptedException {
        String self = Long.toString(ProcessHandle.current().pid());
        try {
            new ProcessBuilder("taskset", "--all-tasks", "--cpu-list", "--pid", "0-" + (cores - 1), self)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            System.err.println("not bound to cores: " + e.getMessage());
        }
    }

    private static String processor() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.exists(info)) {
            return System.getProperty("os.arch");
        }
        List<String> lines = Files.readAllLines(info);
        return Stream.of("vendor_id", "cpu family", "model\t")
                .flatMap(name ->
                        lines.stream().filter(line -> line.startsWith(name)).limit(1))
                .map(line -> line.replaceFirst("\\s*:\\s*", " ").replaceFirst("^(vendor_id|cpu) ", ""))
                .collect(Collectors.joining(" "));
    }
}
