// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Examines tables on a cluster: lists them, spreads them over tasks by size, writes a part of lines in each task, and
 * adds all lines up.
 */
final class TableJob {
    private final JavaSparkContext spark;
    private final JobSettings settings;
    private final JobOutput output;
    private final long bytesPerTask;

    /**
     * A job.
     *
     * @param output the directory for its output
     * @param bytesPerTask about how many bytes a task reads, 1 or more
     */
    TableJob(JavaSparkContext spark, JobSettings settings, JobOutput output, long bytesPerTask) {
        this.spark = spark;
        this.settings = settings;
        this.output = output;
        this.bytesPerTask = bytesPerTask;
    }

    /**
     * Runs the job.
     *
     * @param patterns qualified patterns of paths
     * @param resume whether to continue the job in the output
     * @return its result
     * @throws IOException if the output cannot be read or written
     */
    JobSummary run(List<String> patterns, boolean resume) throws IOException {
        output.begin(settings, resume);
        spark.setCheckpointDir(new Path(output.temporary(), "list").toString());
        TableListing listing = TableListing.of(spark, patterns);
        examine(remaining(listing.tables()));
        JobMerge merge = new JobMerge(spark, output, settings);
        JobSummary summary = JobSummary.of(settings.verb(), merge.statuses(), listing.troubles());
        output.end(merge.merged(), summary);
        return summary;
    }

    /** The tables without a line, in files, so that a lost executor does not change the list. */
    private JavaRDD<ListedTable> remaining(JavaRDD<ListedTable> tables) throws IOException {
        JavaRDD<ListedTable> remaining = without(tables, output.parts());
        remaining.checkpoint();
        return remaining;
    }

    private JavaRDD<ListedTable> without(JavaRDD<ListedTable> tables, List<PartFile> parts) {
        if (parts.isEmpty()) {
            return tables;
        }
        String verb = settings.verb();
        return tables.keyBy(ListedTable::path)
                .subtractByKey(spark.parallelize(parts, Math.min(parts.size(), 8 * spark.defaultParallelism()))
                        .flatMap(part -> part.keptOf(verb).iterator())
                        .mapToPair(path -> Pairs.of(path, path)))
                .values();
    }

    private void examine(JavaRDD<ListedTable> tables) throws IOException {
        int first = output.nextPart();
        JobSettings job = settings;
        JobOutput target = output;
        SerializableConfiguration configuration = output.configuration();
        BalancedPartitioner.spread(tables, bytesPerTask, 4 * spark.defaultParallelism())
                .mapPartitionsWithIndex(
                        (index, group) -> {
                            write(group, target.part(first + index), job, configuration.value());
                            return List.<Long>of().iterator();
                        },
                        false)
                .count();
    }

    /** Writes the lines of tables, in a task. */
    private static void write(
            Iterator<ListedTable> tables, PartFile part, JobSettings settings, Configuration configuration)
            throws IOException {
        if (!tables.hasNext()) {
            return;
        }
        TaskContext task = TaskContext.get();
        TableExaminer examiner = new TableExaminer(settings, configuration);
        try (PartWriter writer = part.writer(Long.toString(task.taskAttemptId()))) {
            while (tables.hasNext()) {
                writer.write(examiner.line(tables.next()));
                task.killTaskIfInterrupted();
            }
            writer.commit();
        }
    }
}
