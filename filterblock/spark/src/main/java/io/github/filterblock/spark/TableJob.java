// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.TableLines;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Examines tables on a cluster: lists them, spreads them over tasks by size, and writes a part of lines in each task.
 * What a task returns is the sum of its lines; Spark counts each task once, however often it was repeated.
 *
 * @param bytesPerTask about how many bytes a task reads, 1 or more
 */
record TableJob(JavaSparkContext spark, JobSettings settings, JobOutput output, long bytesPerTask) {

    /**
     * Runs the job.
     *
     * @param patterns qualified patterns of paths
     * @return its result
     * @throws IOException if the output cannot be written, or the sums pass 64 bits
     */
    JobSummary run(List<String> patterns) throws IOException {
        output.begin();
        spark.setCheckpointDir(new Path(output.temporary(), "list").toString());
        TableListing listing = TableListing.of(spark, patterns);
        JavaRDD<ListedTable> tables = listing.tables();
        tables.checkpoint(); // in files: a lost executor does not change the list
        JobTotals totals = examined(tables);
        JobSummary summary = JobSummary.of(settings.verb(), totals.statuses(), listing.troubles());
        output.end(totals.lines().line(), summary.line());
        return summary;
    }

    private JobTotals examined(JavaRDD<ListedTable> tables) {
        JobSettings job = settings;
        JobOutput target = output;
        SerializableConfiguration configuration = output.configuration();
        return BalancedPartitioner.spread(tables, bytesPerTask, 4 * spark.defaultParallelism())
                .mapPartitionsWithIndex(
                        (index, group) -> {
                            TableExaminer examiner = new TableExaminer(job, configuration.value());
                            return List.of(written(group, index, examiner, target))
                                    .iterator();
                        },
                        false)
                .treeReduce(JobTotals::plus);
    }

    /** Writes the lines of tables, in a task, and adds them up. */
    private static JobTotals written(Iterator<ListedTable> tables, int part, TableExaminer examiner, JobOutput output)
            throws IOException {
        JobTotals totals = examiner.none();
        if (!tables.hasNext()) {
            return totals;
        }
        TaskContext task = TaskContext.get();
        try (JobOutput.FileWriter writer = output.part(part, Long.toString(task.taskAttemptId()))) {
            while (tables.hasNext()) {
                TableLines.Result result = examiner.result(tables.next());
                writer.write(result.line());
                totals = totals.plus(result);
                task.killTaskIfInterrupted();
            }
            writer.commit();
        }
        return totals;
    }
}
