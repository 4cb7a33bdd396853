// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.Range;
import io.github.filterblock.cli.TableLines;
import io.github.filterblock.cli.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.SerializableConfiguration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options of every job. */
final class JobOptions {
    private static final long MEBIBYTE = 1 << 20;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PATTERN",
            arity = "1..*",
            description =
                    "tables, or directories of .ldb and .sst files, of any Hadoop file system; with *, ?, [...] and"
                            + " {...}")
    private List<String> patterns;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            required = true,
            description = "a new directory for the results, which all machines can reach")
    private String output;

    @Option(
            names = "--task-size",
            paramLabel = "MIB",
            defaultValue = "512",
            converter = Range.Count.class,
            description = "about how much a task reads, where a file counts as one MiB more than it has;"
                    + " ${DEFAULT-VALUE} MiB by default")
    private int taskSize;

    /** Runs a job and returns the exit status. */
    int run(String verb, TableLines<?> lines) throws IOException {
        SparkConf conf = new SparkConf().setAppName("filterblock " + verb).setIfMissing("spark.master", "local[*]");
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            Configuration configuration = spark.hadoopConfiguration();
            JobOutput target = new JobOutput(
                    qualified("--output", output, configuration), new SerializableConfiguration(configuration));
            List<String> qualified = new ArrayList<>();
            for (String pattern : patterns) {
                qualified.add(qualified("PATTERN", pattern, configuration));
            }
            JobSummary summary = new TableJob(spark, verb, lines, target, taskSize * MEBIBYTE).run(qualified);
            print(summary, target);
            return summary.exitStatus();
        }
    }

    /** A path with its file system: the machines of a cluster could take its relative form for another path. */
    private String qualified(String what, String word, Configuration configuration) {
        try {
            Path path = new Path(word);
            FileSystem files = path.getFileSystem(configuration);
            return path.makeQualified(files.getUri(), files.getWorkingDirectory())
                    .toString();
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), what + " '" + word + "': " + e.getMessage(), e);
        }
    }

    private void print(JobSummary summary, JobOutput target) {
        PrintWriter err = spec.commandLine().getErr();
        summary.warnings().forEach(warning -> err.println(TerminalText.escaped("filterblock: " + warning)));
        err.println(TerminalText.escaped("filterblock: " + summary.text() + "; results in " + target.directory()));
        err.flush();
    }
}
