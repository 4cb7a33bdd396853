// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.spark;

import io.github.filterblock.cli.TableLines;
import io.github.filterblock.cli.TableSum;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Examines tables on a cluster: a task for each group of the listing, which writes a part of lines. What a task returns
 * is the sum of its lines; Spark counts each task once, however often it was repeated.
 *
 * @param verb the verb's name
 * @param bytesPerTask about how many bytes a task reads, 1 or more
 */
record TableJob(JavaSparkContext spark, String verb, TableLines<?> lines, JobOutput output, long bytesPerTask) {

    /**
     * Runs the job.
     *
     * @param patterns qualified patterns of paths
     * @return its result
     * @throws IOException if the output cannot be written, or the sums pass 64 bits
     */
    JobSummary run(List<String> patterns) throws IOException {
        output.begin();
        TableListing listing = TableListing.of(patterns, spark.hadoopConfiguration());
        List<List<ListedTable>> groups = listing.groups(bytesPerTask, 4 * spark.defaultParallelism());
        TableSum sum = groups.isEmpty() ? lines.none() : examined(groups);
        JobSummary summary = JobSummary.of(verb, sum.statuses(), listing.warnings());
        output.end(sum.line(), summary.line());
        return summary;
    }

    private TableSum examined(List<List<ListedTable>> groups) {
        TableLines<?> job = lines;
        JobOutput target = output;
        SerializableConfiguration configuration = output.configuration();
        return spark.parallelize(groups, groups.size())
                .mapPartitionsWithIndex(
                        (index, group) -> List.of(written(group, index, job, configuration.value(), target))
                                .iterator(),
                        false)
                .treeReduce(TableSum::plus);
    }

    /** Writes the lines of one group, in a task, and adds them up. */
    private static TableSum written(
            Iterator<List<ListedTable>> group,
            int part,
            TableLines<?> lines,
            Configuration configuration,
            JobOutput output)
            throws IOException {
        TableExaminer examiner = new TableExaminer(lines, configuration);
        TableSum sum = lines.none();
        TaskContext task = TaskContext.get();
        try (JobOutput.FileWriter writer = output.part(part, Long.toString(task.taskAttemptId()))) {
            for (ListedTable table : group.next()) {
                TableLines.Result<?> result = examiner.result(table);
                writer.write(result.line());
                sum = sum.plus(result.sum());
                task.killTaskIfInterrupted();
            }
            writer.commit();
        }
        return sum;
    }
}
